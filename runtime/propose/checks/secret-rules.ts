/** Something that looks like a secret: which rule says so, what of, and where. What it is, is not kept. */
export interface SecretHit {
  /** Such as `github`. */
  readonly rule: string;
  /** Such as `GITHUB_TOKEN`. */
  readonly kind: string;
  /** Offsets in UTF-16 units, the end not included. */
  readonly start: number;
  readonly end: number;
}

const PREFIX = '@secretlint/secretlint-rule-';
/** Lets comments in a text switch the others off: whoever writes the text must not decide what is looked for in it. */
const SWITCHES_OFF = `${PREFIX}filter-comments`;

/**
 * Loads the rules of secretlint's recommended preset and gives what looks for secrets with them. They are run here and
 * not by `@secretlint/core`, which keeps marks of every run for as long as the process lives.
 */
export async function openSecretRules(): Promise<(path: string, text: string) => Promise<SecretHit[]>> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  const kept = rules.filter(({ meta }) => meta.id !== SWITCHES_OFF);
  return async (path, text) => {
    const hits: SecretHit[] = [];
    for (const rule of kept) {
      const handler = rule.create(contextOf(rule.meta.id.replace(PREFIX, ''), hits), {});
      await handler.file?.(sourceOf(path, text));
    }
    return hits;
  };
}

type Rules = typeof import('@secretlint/secretlint-rule-preset-recommend')['rules'];
type RuleContext = Parameters<Rules[number]['create']>[0];
type RuleSource = Parameters<NonNullable<ReturnType<Rules[number]['create']>['file']>>[0];

/** The rules' own wording quotes what they found, so that it is never made. */
function contextOf(rule: string, hits: SecretHit[]): RuleContext {
  return {
    sharedOptions: {},
    createTranslator: () => (kind) => ({ message: '', messageId: String(kind), data: undefined }),
    report: ({ message, range: [start, end] }) => {
      hits.push({ rule, kind: message.messageId, start, end });
    },
    ignore: () => undefined,
  };
}

/** What rules that scan look at. */
function sourceOf(path: string, text: string): RuleSource {
  const ext = /\.[^./]*$/.exec(path)?.[0] ?? '';
  return { content: text, filePath: path, ext, contentType: 'text' } as RuleSource;
}
