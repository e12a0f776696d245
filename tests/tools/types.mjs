// Generates schema/<name>.types.ts from schema/<name>.schema.json. With --check it writes nothing and fails where a
// committed file is not what the schema gives.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const folder = fileURLToPath(new URL('../../schema/', import.meta.url));
const check = process.argv.includes('--check');

/** Where the types are declared that a schema names by `tsType`. */
const DECLARED = {
  Calibration: './calibration.js',
  JsonObject: './skill/types.js',
  LineageSection: './lineage.js',
  SearchProfile: './profile.js',
  SkillMetadata: './skill/types.js',
  UsageSection: './usage/section.js',
  VectorSection: './embedding.js',
};

/** The text of the types file that belongs to a schema. */
async function generate(name) {
  const source = readFileSync(`${folder}${name}.schema.json`, 'utf8');
  const schema = JSON.parse(source);
  const used = new Set([...source.matchAll(/"tsType":\s*"(\w+)"/g)].map((match) => match[1]));
  const banner = [`/* Made from ${name}.schema.json by \`npm run types\`. */`, ...imports([...used].sort())];
  return compile(schema, schema.title ?? name, {
    bannerComment: banner.join('\n'),
    cwd: folder,
    style: { singleQuote: true },
  });
}

function imports(types) {
  const files = [...new Set(types.map((type) => DECLARED[type]))].sort();
  return files.map((file) => {
    const names = types.filter((type) => DECLARED[type] === file);
    return `import type {${names.join(', ')}} from '${file}';`;
  });
}

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.schema.json'))
  .map((file) => file.slice(0, -'.schema.json'.length))
  .sort();
for (const name of names) {
  const target = `${folder}${name}.types.ts`;
  const text = await generate(name);
  if (!check) writeFileSync(target, text);
  else if (read(target) !== text) {
    console.error(`schema/${name}.types.ts is not what ${name}.schema.json gives. Run: npm run types`);
    process.exitCode = 1;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
