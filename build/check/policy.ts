import { type Finding, type FindingKind, finding } from '../../schema/diagnostic.js';
import {
  policyKinds,
  waiverRefused,
  waiverUnknownRule,
  waiverUnused,
  waiverWithoutReason,
} from '../../schema/policy-kinds.js';
import { excerpt } from '../../schema/text.js';
import { kindOf } from '../report/all-kinds.js';
import { applyLevels, isFatal, isLookedFor, type JudgedBy } from './rule-levels.js';
import { isAlwaysFatal, nearArgs } from './rule-settings.js';
import type { WaivedFinding, Waiver } from './waivers/types.js';

/** What is left of findings once the levels and the waivers of a repository are taken into account. */
export interface Judged {
  readonly findings: readonly Finding[];
  readonly waived: readonly WaivedFinding[];
}

const own = new Set(policyKinds.map((kind) => kind.code));

/** Which findings count: the levels that the settings give to rules, and the waivers that stand in the files. */
export class Policy {
  readonly #by: JudgedBy;
  readonly #waivers = new Map<string, Waiver[]>();
  readonly #used = new Set<Waiver>();
  /** Waivers that cannot count, as findings. */
  readonly #refused: Finding[] = [];
  /** What was judged and is of a rule that is off, with the levels that rules have by themselves. */
  readonly switchedOff: Finding[] = [];

  constructor(by: JudgedBy, waivers: readonly Waiver[]) {
    this.#by = by;
    for (const waiver of waivers) {
      const refused = refusal(waiver);
      if (refused === null)
        this.#waivers.set(waiver.path, [...(this.#waivers.get(waiver.path) ?? []), waiver]);
      else this.#refused.push(refused);
    }
  }

  /** Judges findings of any stage; may be called several times. */
  judge(findings: readonly Finding[]): Judged {
    const kept: Finding[] = [];
    const waived: WaivedFinding[] = [];
    for (const found of findings) {
      const [one] = applyLevels([found], this.#by.settings);
      if (one === undefined) {
        this.switchedOff.push(found);
        continue;
      }
      const waiver = own.has(one.code) || isFatal(one) ? undefined : this.#waiverOf(one);
      if (waiver === undefined) kept.push(one);
      else waived.push({ finding: one, reason: waiver.reason, waivedAt: waiver.line });
    }
    return { findings: kept, waived };
  }

  /** Waivers that cannot count. */
  refused(): Finding[] {
    return applyLevels(this.#refused, this.#by.settings);
  }

  /** Waivers that no finding needed, of the rules that `isDone` says were looked for. Ask when all are judged. */
  unused(isDone: (kind: FindingKind) => boolean): Finding[] {
    const unused = [...this.#waivers.values()].flat().filter((waiver) => {
      const kind = kindOf(waiver.code)!;
      return !this.#used.has(waiver) && isDone(kind) && isLookedFor(kind, waiver.path, this.#by);
    });
    const found = unused.map((waiver) => finding(waiverUnused, waiver.path, waiver, { code: waiver.code }));
    return applyLevels(found, this.#by.settings);
  }

  #waiverOf({ path, code, line }: Finding): Waiver | undefined {
    const covers = ({ lines }: Waiver): boolean => lines === null || (line >= lines.from && line <= lines.to);
    const all = (this.#waivers.get(path) ?? []).filter((waiver) => waiver.code === code && covers(waiver));
    for (const waiver of all) this.#used.add(waiver);
    return all.sort((a, b) => Number(a.lines === null) - Number(b.lines === null))[0];
  }
}

function refusal(waiver: Waiver): Finding | null {
  const { code, path } = waiver;
  const kind = kindOf(code);
  if (kind === undefined || own.has(code)) {
    return finding(waiverUnknownRule, path, waiver, {
      code: excerpt(code),
      ...(own.has(code) ? {} : nearArgs(code)),
    });
  }
  if (waiver.reason === '') return finding(waiverWithoutReason, path, waiver, { code });
  return isAlwaysFatal(kind) ? finding(waiverRefused, path, waiver, { code }) : null;
}
