// A small chart of the last two minutes: one or two lines over time, the numbers beside them as text.

import { element, part, stamp, svgElement, write } from "../dom.js";

export const SPAN_MS = 120_000;

// Samples farther apart than this are not joined: nobody looked in between.
const GAP_MS = 5_000;
const [WIDTH, HEIGHT] = [240, 60];

/**
 * `spec`: `title`; `format`, which writes a value; `series`, each with a `label`; `least`, the lowest top of the scale.
 * A sample is `{ at, values }` with a number or null for each series.
 */
export class Chart {
  #spec;
  #samples = [];
  #lines;
  #area;
  #cursor;
  #now = 0;

  constructor(spec) {
    this.#spec = spec;
    this.element = stamp("chart-template");
    write(this.element, { title: spec.title });
    const svg = part(this.element, "svg");
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.#area = svgElement("path", { class: "area" });
    this.#lines = spec.series.map((_, index) => svgElement("path", { class: `line line-${index}` }));
    this.#cursor = svgElement("path", { class: "cursor" });
    svg.append(svgElement("path", { class: "base", d: `M0 ${HEIGHT}H${WIDTH}` }), this.#area, ...this.#lines, this.#cursor);
  }

  draw(samples, now) {
    [this.#samples, this.#now] = [samples, now];
    const values = samples.flatMap((sample) => sample.values).filter((value) => value !== null);
    const top = roundTop(Math.max(this.#spec.least, ...values));
    const paths = this.#lines.map((line, index) => path(this.#points(index, top)));
    this.#lines.forEach((line, index) => line.setAttribute("d", paths[index].line));
    this.#area.setAttribute("d", paths[0].area);
    write(this.element, { top: this.#spec.format(top) });
    part(this.element, "svg").setAttribute("aria-label", this.#inWords(values));
  }

  /** Reads the sample nearest to a time out; the newest when it is null. */
  point(at) {
    const sample = at === null ? this.#samples.at(-1) : nearest(this.#samples, at);
    this.#cursor.setAttribute("d", at === null || !sample ? "" : `M${this.#x(sample.at)} 0V${HEIGHT}`);
    part(this.element, "readout").replaceChildren(...this.#spec.series.flatMap(({ label }, index) => {
      const value = sample?.values[index] ?? null;
      const text = element("span", value === null ? "\u2013" : this.#spec.format(value), `value value-${index}`);
      return label ? [element("span", label, `label label-${index}`), text] : [text];
    }));
  }

  #x(at) {
    return Number((WIDTH * (1 - (this.#now - at) / SPAN_MS)).toFixed(1));
  }

  /** Runs of neighbouring points, each `[x, y]`. */
  #points(index, top) {
    const runs = [];
    let before = -Infinity;
    for (const { at, values } of this.#samples) {
      if (values[index] !== null) {
        if (at - before > GAP_MS) {
          runs.push([]);
        }

        runs.at(-1).push([this.#x(at), Number((HEIGHT * (1 - values[index] / top)).toFixed(1))]);
        before = at;
      }
    }

    return runs;
  }

  #inWords(values) {
    const { title, format } = this.#spec;
    return values.length === 0
      ? `${title}, last two minutes: nothing yet`
      : `${title}, last two minutes: between ${format(Math.min(...values))} and ${format(Math.max(...values))}`;
  }
}

function path(runs) {
  // "h0" makes a lone point a dot.
  const line = runs.map((run) => `M${run.map((point) => point.join(" ")).join("L")}h0`).join("");
  const area = runs.map((run) => `M${run[0][0]} ${HEIGHT}L${run.map((point) => point.join(" ")).join("L")}V${HEIGHT}Z`).join("");
  return { line, area };
}

const nearest = (samples, at) =>
  samples.reduce((best, sample) => (best && Math.abs(best.at - at) <= Math.abs(sample.at - at) ? best : sample), undefined);

/** The next of 1, 2, 5, 10, 20, … */
function roundTop(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value * 0.999);
}
