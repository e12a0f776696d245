/** A line of the plot: hit@1 by the most records that a skill has. */
export interface PlotLine {
  readonly name: string;
  readonly points: readonly { readonly most: number; readonly hit1: number }[];
}

const WIDTH = 720;
const HEIGHT = 440;
const EDGE = { left: 60, right: 110, top: 40, bottom: 60 };
const LOWEST = 0.5;
const TICKS = [0.5, 0.6, 0.7, 0.8, 0.9, 1];
/** Told apart with red-green blindness, too (Okabe and Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'];

/**
 * Draws hit@1 over the most records a skill as an SVG, for light and dark pages.
 *
 * @param steps the numbers of records, each as far from the next
 */
export function usagePlot(lines: readonly PlotLine[], steps: readonly number[]): string {
  const x = (most: number): number =>
    EDGE.left + (steps.indexOf(most) * (WIDTH - EDGE.left - EDGE.right)) / (steps.length - 1);
  const y = (hit1: number): number =>
    EDGE.top + ((1 - hit1) / (1 - LOWEST)) * (HEIGHT - EDGE.top - EDGE.bottom);
  const bottom = y(LOWEST);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="13">`,
    '<title>hit@1 by the number of recorded queries a skill</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(EDGE.left, 22, 'hit@1 of queries that are not recorded, five-fold', 'start'),
    ...TICKS.flatMap((tick) => [
      `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${at(y(tick))}" y2="${at(y(tick))}" stroke="#dddddd"/>`,
      text(EDGE.left - 8, y(tick) + 4, tick.toFixed(1), 'end'),
    ]),
    ...steps.map((most) => text(x(most), bottom + 20, String(most), 'middle')),
    text((EDGE.left + WIDTH - EDGE.right) / 2, bottom + 44, 'recorded queries a skill, at most', 'middle'),
    ...lines.flatMap((line, i) => drawLine(line, COLOURS[i % COLOURS.length]!, x, y)),
    ...labels(lines, x, y),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function drawLine(
  { points }: PlotLine,
  colour: string,
  x: (most: number) => number,
  y: (hit1: number) => number,
): string[] {
  const places = points.map(({ most, hit1 }) => `${at(x(most))},${at(y(hit1))}`);
  return [
    `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...places.map((place) => {
      const [cx, cy] = place.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`;
    }),
  ];
}

/** Room between two names. */
const LABEL = 15;

/** Names behind the ends of their lines, moved down where they would cover one another. */
function labels(
  lines: readonly PlotLine[],
  x: (most: number) => number,
  y: (hit1: number) => number,
): string[] {
  const ends = lines
    .map(({ name, points }, i) => ({ name, i, end: points.at(-1)! }))
    .map(({ name, i, end }) => ({
      name,
      colour: COLOURS[i % COLOURS.length]!,
      x: x(end.most),
      y: y(end.hit1),
    }))
    .sort((a, b) => a.y - b.y);
  let above = Number.NEGATIVE_INFINITY;
  return ends.map(({ name, colour, x: left, y: top }) => {
    const place = Math.max(top + 4, above + LABEL);
    above = place;
    return text(left + 8, place, name, 'start', colour);
  });
}

function text(x: number, y: number, words: string, anchor: string, colour = '#333333'): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`;
}

function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}
