/** Standard scores beyond which 2.5 % of a normal distribution lie, on either side. */
const TWO_SIDED_95 = 1.959963984540054;

/**
 * The interval that a success rate lies in, by its attempts: Wilson's score interval (E. B. Wilson 1927, "Probable
 * inference, the law of succession, and statistical inference"), which stays in [0, 1] and is sound for few attempts.
 *
 * @param z standard scores on either side; 95 % where absent
 * @returns [0, 1] where nothing was tried
 */
export function wilsonInterval(
  successes: number,
  attempts: number,
  z = TWO_SIDED_95,
): readonly [low: number, high: number] {
  if (attempts <= 0) return [0, 1];
  const rate = successes / attempts;
  const square = (z * z) / attempts;
  const middle = rate + square / 2;
  const half = z * Math.sqrt((rate * (1 - rate)) / attempts + square / (4 * attempts));
  const low = (middle - half) / (1 + square);
  const high = (middle + half) / (1 + square);
  return [Math.max(0, low), Math.min(1, high)];
}
