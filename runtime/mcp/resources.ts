import type { McpServer, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { SkillLibrary } from '../skill-library.js';
import { pagesOf } from './paging.js';
import { perLibrary } from './per-library.js';
import { servedSkills } from './skills-extension/served-skills.js';
import { skillsExtension } from './skills-extension/source.js';
import type { ToolContext } from './tool.js';

/** Resources of a page: for clients that read the first page only, many. */
const MOST = 1_000;

/** The address of any file of a skill; `completions.ts` completes `path`. */
export const FILE_TEMPLATE = {
  name: 'skill-file',
  title: 'File of a skill',
  uriTemplate: 'skill://{+path}',
  description: 'SKILL.md of a skill, such as `git-commit/SKILL.md`, or another file of its folder.',
} as const satisfies ResourceTemplateType;

/** What resources/list shows: SKILL.md of each skill that is published. */
export const listedResources = perLibrary((library: SkillLibrary, repo: string | null) =>
  pagesOf(
    'resources',
    servedSkills(library, repo).listed.map(({ uri, name, description, metadata, resources }): Resource => {
      const { displayName } = metadata;
      const size = resources.find((resource) => resource.uri === uri)?.size;
      return {
        uri,
        name,
        ...(displayName === undefined ? {} : { title: displayName }),
        description,
        mimeType: 'text/markdown',
        ...(size === undefined ? {} : { size }),
      };
    }),
    MOST,
  ),
);

const templates = pagesOf('templates', [FILE_TEMPLATE], 1);

/** Serves the files of skills as resources, and the skills by the extension `io.modelcontextprotocol/skills`. */
export function serveResources(mcp: McpServer, context: ToolContext): void {
  skillsExtension(context).attach(mcp);
  // In place of the SDK's lists, which know no pages.
  mcp.server.setRequestHandler('resources/list', async ({ params }) => {
    const { items, nextCursor } = await listedResources(await context.library(), context.currentRepo).page(
      params?.cursor,
    );
    return { resources: [...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  mcp.server.setRequestHandler('resources/templates/list', async ({ params }) => {
    const { items } = await templates.page(params?.cursor);
    return { resourceTemplates: [...items] };
  });
}
