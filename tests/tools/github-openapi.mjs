// Cuts the operations that we call out of GitHub's description of its API, into tests/helpers/github-openapi.json.
// Run `biome check --write` on that afterwards. Run it with the path of generated/api.github.com.json of a package that `npm pack @octokit/openapi@23.0.2` gave.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const OPERATIONS = [
  ['get', '/repos/{owner}/{repo}/pulls'],
  ['post', '/repos/{owner}/{repo}/pulls'],
  ['patch', '/repos/{owner}/{repo}/pulls/{pull_number}'],
  ['post', '/repos/{owner}/{repo}/issues/{issue_number}/labels'],
  ['get', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['post', '/repos/{owner}/{repo}/issues/{issue_number}/comments'],
  ['patch', '/repos/{owner}/{repo}/issues/comments/{comment_id}'],
  ['get', '/repos/{owner}/{repo}/releases'],
  ['post', '/repos/{owner}/{repo}/releases'],
  ['get', '/repos/{owner}/{repo}/releases/latest'],
  ['get', '/repos/{owner}/{repo}/releases/assets/{asset_id}'],
  ['delete', '/repos/{owner}/{repo}/releases/assets/{asset_id}'],
  ['patch', '/repos/{owner}/{repo}/releases/{release_id}'],
  ['post', '/repos/{owner}/{repo}/releases/{release_id}/assets'],
];
const LEFT_OUT = new Set(['description', 'example', 'examples', 'externalDocs', 'title']);

const whole = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const schemas = {};

/** A schema without words for people; what it refers to is taken along. `properties` holds names, not keywords. */
function cut(value, isNames = false) {
  if (Array.isArray(value)) return value.map((item) => cut(item));
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string') take(value.$ref);
  const kept = Object.entries(value).filter(
    ([key]) => isNames || !(LEFT_OUT.has(key) || key.startsWith('x-')),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, cut(item, key === 'properties' && !isNames)]));
}

function take(ref) {
  const name = ref.split('/').at(-1);
  if (name in schemas) return;
  schemas[name] = null;
  schemas[name] = cut(whole.components.schemas[name]);
}

function resolve(item) {
  return item.$ref === undefined
    ? item
    : item.$ref
        .slice(2)
        .split('/')
        .reduce((at, key) => at[key], whole);
}

function jsonOf(item) {
  const schema = resolve(item)?.content?.['application/json']?.schema;
  return schema === undefined ? null : cut(schema);
}

const paths = {};
for (const [method, path] of OPERATIONS) {
  const { parameters, requestBody, responses } = whole.paths[path][method];
  const query = parameters.map(resolve).filter((parameter) => parameter.in === 'query');
  paths[path] ??= {};
  paths[path][method] = {
    query: Object.fromEntries(query.map(({ name, schema }) => [name, cut(schema)])),
    body: requestBody === undefined ? null : jsonOf(requestBody),
    responses: Object.fromEntries(Object.entries(responses).map(([status, item]) => [status, jsonOf(item)])),
  };
}
const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
const comment =
  'Cut out of api.github.com.json of @octokit/openapi 23.0.2 (MIT licence, Copyright (c) 2020 Octokit contributors) ' +
  'by tests/tools/github-openapi.mjs: the operations that we call, descriptions and examples left out.';
const target = new URL('../helpers/github-openapi.json', import.meta.url);
writeFileSync(target, `${JSON.stringify({ $comment: comment, paths, components: { schemas: sorted } })}\n`);
