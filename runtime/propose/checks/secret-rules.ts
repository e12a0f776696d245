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
/** Keys that the manuals of AWS show end like this. */
const SHOWN_IN_MANUALS = /EXAMPLE(?:KEY)?$/;
/** Options of rules by id, as the preset takes them. */
const OPTIONS: Readonly<Record<string, RuleOptions>> = {
  [`${PREFIX}aws`]: { enableIDScanRule: true, allows: [String(SHOWN_IN_MANUALS)] },
};
/** An account's number comes with the ids of keys, and is no secret. */
const NO_SECRETS: ReadonlySet<string> = new Set(['AWSAccountID']);
/** What no rule of the preset looks for. The first group is the secret. */
const OWN_PATTERNS = [
  { rule: 'jwt', kind: 'BearerToken', pattern: /\bBearer\s+(eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,})/gi },
  {
    rule: 'aws',
    kind: 'AWSSecretAccessKey',
    pattern: /\baws_secret_access_key[ \t]+["']?([A-Za-z\d/+]{40})(?![\w/+=])/gi,
  },
];

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
      const handler = rule.create(
        contextOf(rule.meta.id.replace(PREFIX, ''), hits),
        OPTIONS[rule.meta.id] ?? {},
      );
      await handler.file?.(sourceOf(path, text));
    }
    return [...hits, ...ownHits(text)];
  };
}

function ownHits(text: string): SecretHit[] {
  return OWN_PATTERNS.flatMap(({ rule, kind, pattern }) =>
    [...text.matchAll(pattern)]
      .filter(([, secret = '']) => !SHOWN_IN_MANUALS.test(secret))
      .map(({ 0: { length }, index }) => ({ rule, kind, start: index, end: index + length })),
  );
}

type Rules = typeof import('@secretlint/secretlint-rule-preset-recommend')['rules'];
type RuleContext = Parameters<Rules[number]['create']>[0];
type RuleOptions = Parameters<Rules[number]['create']>[1];
type RuleSource = Parameters<NonNullable<ReturnType<Rules[number]['create']>['file']>>[0];

/** The rules' own wording quotes what they found, so that it is never made. */
function contextOf(rule: string, hits: SecretHit[]): RuleContext {
  return {
    sharedOptions: {},
    createTranslator: () => (kind) => ({ message: '', messageId: String(kind), data: undefined }),
    report: ({ message, range: [start, end] }) => {
      if (NO_SECRETS.has(message.messageId)) return;
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
