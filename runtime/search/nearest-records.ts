/** Keeps the largest few values that each document was given, of records that speak for it. */
export class NearestRecords {
  readonly #most: number;
  /** `most` places a document, largest first. */
  readonly #values: Float64Array;
  /** Unit with the largest value of either sign; -1 for none. */
  readonly #best: Int32Array;
  readonly #bestValues: Float64Array;

  constructor(documents: number, most: number) {
    this.#most = most;
    this.#values = new Float64Array(documents * most);
    this.#best = new Int32Array(documents).fill(-1);
    this.#bestValues = new Float64Array(documents);
  }

  add(document: number, unit: number, value: number): void {
    if (Math.abs(value) > Math.abs(this.#bestValues[document]!)) {
      this.#best[document] = unit;
      this.#bestValues[document] = value;
    }
    const start = document * this.#most;
    let at = start + this.#most - 1;
    if (value <= this.#values[at]!) return;
    while (at > start && this.#values[at - 1]! < value) {
      this.#values[at] = this.#values[at - 1]!;
      at -= 1;
    }
    this.#values[at] = value;
  }

  /** Over all places: fewer records than that say less. */
  mean(document: number): number {
    let sum = 0;
    const start = document * this.#most;
    for (let at = start; at < start + this.#most; at += 1) sum += this.#values[at]!;
    return sum / this.#most;
  }

  best(document: number): number {
    return this.#best[document]!;
  }

  clear(document: number): void {
    this.#values.fill(0, document * this.#most, (document + 1) * this.#most);
    this.#best[document] = -1;
    this.#bestValues[document] = 0;
  }
}
