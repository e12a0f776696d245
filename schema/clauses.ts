/**
 * Where a clause ends: behind one of `.!?;,` before white space, behind the full stops of Chinese (its commas part what is
 * too short to be scored alone), at line breaks, at a dash between blanks, at double quotes and round brackets, at the
 * word `or` between blanks.
 */
const BORDER = /(?<=[.!?;,])\s+|(?<=[。！？])|[\n\r]+|(?<=\s)[-–—](?=\s)|["“”()]|(?<=\s)or(?=\s)/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Cuts a description into the clauses that are scored each for itself, in the order of the text and trimmed; what has
 * no letter or digit is left out. Takes time linear in the text's length.
 */
export function splitClauses(text: string): string[] {
  return text
    .split(BORDER)
    .map((clause) => clause.trim())
    .filter((clause) => LETTER_OR_DIGIT.test(clause));
}
