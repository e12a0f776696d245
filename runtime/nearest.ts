import { compareText } from '../schema/diagnostic.js';

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours, each of cost 1
 * (Damerau-Levenshtein where no part is edited twice). Counts code points.
 */
export function editDistance(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length]!;
}

/**
 * Names that a mistyped one may have meant, nearest first, ties by code unit; at most `limit` of them. A name is near
 * within a third of its length (at least 1 edit), or where one starts with the other (from 3 characters on).
 */
export function nearest(word: string, names: Iterable<string>, limit = 3): readonly string[] {
  const wanted = fold(word);
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const name of new Set(names)) {
    const distance = nearness(wanted, fold(name));
    if (distance !== null) found.push({ name, distance });
  }
  found.sort((a, b) => a.distance - b.distance || compareText(a.name, b.name));
  return found.slice(0, limit).map((entry) => entry.name);
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().slice(0, MAX_LENGTH);
}

/** Longer names are compared by their beginning, so that a hostile argument costs no time. */
const MAX_LENGTH = 128;

function nearness(wanted: string, name: string): number | null {
  const longer = Math.max(wanted.length, name.length);
  const allowed = Math.max(1, Math.floor(longer / 3));
  if (Math.abs(wanted.length - name.length) <= allowed) {
    const distance = editDistance(wanted, name);
    if (distance <= allowed && distance < longer) return distance;
  }
  const shared = Math.min(wanted.length, name.length) >= 3;
  return shared && (name.startsWith(wanted) || wanted.startsWith(name)) ? allowed + 1 : null;
}
