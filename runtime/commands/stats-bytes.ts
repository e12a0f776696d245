import type { IndexBytes } from '../bytes/index-bytes.js';
import { terminalLine } from '../cli/terminal-text.js';
import { columns } from '../cli/wrap.js';

/** Lines for people: the index by section, the lexical one by field, and the skills that take most. */
export function bytesLines({ index, files, sections, fields, skills }: IndexBytes, top: number): string[] {
  const total = [
    ['index', size(index), ''],
    ...sections.flatMap(({ name, bytes, file }) => [
      [`  ${name}`, size(bytes), `${share(bytes, index)}${file === 'index.json' ? '' : `  ${file}`}`],
      ...(name === 'lexical' ? fields.map((field) => [`    ${field.name}`, size(field.bytes), '']) : []),
    ]),
    ['files', size(files), ''],
  ];
  const largest = skills
    .slice(0, top)
    .map((skill) => [
      terminalLine(skill.path),
      size(skill.index),
      share(skill.index, index),
      size(skill.entry),
      size(skill.words),
      size(skill.vector),
      size(skill.lineage),
      size(skill.files),
    ]);
  const head = ['skill', 'index', '', 'entry', 'words', 'vector', 'lineage', 'files'];
  const rest = skills.length - largest.length;
  return [
    ...columns(total),
    '',
    ...columns([head, ...largest]),
    ...(rest > 0 ? [`and ${rest} more: --top ${skills.length}, or --json`] : []),
  ].map((line) => line.trimEnd());
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

function share(bytes: number, whole: number): string {
  return `${((100 * bytes) / whole).toFixed(1)} %`;
}
