import { readMetadata } from '../schema/skill/metadata.js';
import { parseSkill } from '../schema/skill/parse.js';
import type { JsonObject, SkillMetadata } from '../schema/skill/types.js';
import { folderName } from './catalog.js';
import { bodyOf } from './skill-body.js';
import type { Notice } from './types.js';

/** Reads a SKILL.md of an older commit, of which the index knows nothing: never fails, says what could not be read. */
export function readOldDocument(
  bytes: Uint8Array,
  path: string,
): {
  name: string;
  description: string;
  metadata: SkillMetadata;
  frontmatter: JsonObject;
  body: string;
  notices: Notice[];
} {
  const { document, findings } = parseSkill(bytes, path);
  if (document !== null) {
    const { name, description, metadata } = readMetadata(document, folderName(path));
    return {
      name,
      description,
      metadata,
      frontmatter: document.frontmatter,
      body: document.body,
      notices: [],
    };
  }
  const codes = [...new Set(findings.map((finding) => finding.code))].join(', ');
  const notice = { code: 'old-version-broken', message: `Its front matter could not be read: ${codes}.` };
  const body = bodyOf(bytes, path);
  return { name: folderName(path), description: '', metadata: {}, frontmatter: {}, body, notices: [notice] };
}
