import { headingSlug, nfc } from '../../text.js';
import { decode } from '../links.js';
import type { Rule, RuleContext } from '../rule.js';

export const linkAnchor: Rule = {
  code: 'link-anchor',
  severity: 'warning',
  tags: ['links'],
  wording: (a) => `${a.target} has no heading for the anchor #${a.anchor}. Mend the anchor.`,
  page: {
    why: 'The link leads to the top of the file, and its reader has to search for what was meant.',
    wrong: 'See [Limits](#limts).\n\n## Limits',
    right: 'See [Limits](#limits).\n\n## Limits',
  },
  *check(context) {
    for (const { target, local, anchor, line, column } of context.links()) {
      if (anchor === undefined || anchor === '' || target === null) continue;
      const known = local ? ownAnchors(context) : context.files?.anchorsOf?.(target);
      // A line anchor (#L10) belongs to a forge's view of any file.
      if (!known || /^L\d+/u.test(anchor) || known.has(nfc(decode(anchor)).toLowerCase())) continue;
      yield { at: { line, column }, args: { target, anchor } };
    }
  },
};

function ownAnchors({ markdown, document }: RuleContext): ReadonlySet<string> {
  return anchorsOf(
    markdown().headings.map((one) => one.text),
    document.body,
  );
}

/** Anchors of a Markdown text: its headings' slugs, numbered where they repeat, and HTML ids and names. */
export function anchorsOf(headings: readonly string[], text: string): ReadonlySet<string> {
  const out = new Set<string>();
  const times = new Map<string, number>();
  for (const heading of headings) {
    const slug = headingSlug(heading);
    const count = times.get(slug) ?? 0;
    times.set(slug, count + 1);
    out.add(count === 0 ? slug : `${slug}-${count}`);
  }
  for (const [, id] of text.matchAll(/<[a-z]+[^<>]{0,200}?\s(?:id|name)=["']([^"'<>]{1,200})["']/giu))
    out.add(id!.toLowerCase());
  return out;
}
