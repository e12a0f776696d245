/* Made from frontmatter.schema.json by `npm run types`. */

export type SkillType = 'IMPLEMENTATION' | 'WORKFLOW' | 'TROUBLESHOOTING' | 'ARCHITECTURE' | 'RULE';
export type Kind = 'skill' | 'rule';
export type Version = string | number;
export type Status = 'active' | 'stale' | 'deprecated' | 'archived';
export type Days = number | string;
/**
 * A YAML list, or comma-separated text.
 */
export type List = string | (string | number | boolean)[] | null;

/**
 * Shapes and limits of the keys that Skillgraft reads. Which other keys a host takes, and how a name is spelt, are rules.
 */
export interface FrontMatterOfASKILLMd {
  name?: string;
  description?: string;
  license?: string;
  compatibility?: string;
  metadata?: {
    'skill-type'?: SkillType;
    kind?: Kind;
    version?: Version;
    status?: Status;
    'ttl-days'?: Days;
    requires?: Requires;
    [k: string]: unknown;
  };
  'allowed-tools'?: List;
  'disallowed-tools'?: List;
  'skill-type'?: SkillType;
  kind?: Kind;
  repo?: string;
  version?: Version;
  tags?: List;
  triggers?: List;
  keywords?: List;
  created?: string;
  'last-modified'?: string;
  'ttl-days'?: Days;
  source?: string;
  'display-name'?: string;
  domain?: string;
  status?: Status;
  pinned?: true | false | 'true' | 'false';
  'deprecated-reason'?: string;
  'derived-from'?: List;
  'merged-from'?: List;
  'superseded-by'?: List;
  requires?: Requires;
  'disable-model-invocation'?: true | false | 'true' | 'false';
  'user-invocable'?: true | false | 'true' | 'false';
  [k: string]: unknown;
}
export interface Requires {
  bins?: List;
  env?: List;
  skills?: List;
  mcp?: List;
}
