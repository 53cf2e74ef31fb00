// The service's rates and latencies: its metrics, read every two seconds while somebody can see them.

import { byId, element, part, setGlyph, stamp, svgElement } from "../dom.js";
import { Chart, SPAN_MS } from "./chart.js";
import { bytes, capital, count, decimal, milliseconds } from "../format.js";
import { quantile } from "./exposition.js";
import { read } from "./readings.js";
import { withKey } from "../key.js";
import * as presence from "../service/presence.js";

const PERIOD_MS = 2_000;
const PATIENCE_MS = 10_000;
// How often to see whether it has metrics again, or has them switched on by now.
const AWAY_MS = 5_000;
const OFF_MS = 30_000;
// Latencies are of so long: two seconds hold too few requests for a p99.
const LATENCY_SPAN_MS = 10_000;

const charts = [
  {
    title: "Requests", format: (value) => `${decimal(value)}/s`, least: 1,
    series: [{ label: "submit", of: rate("submits") }, { label: "look up", of: rate("lookups") }],
  },
  {
    title: "Time to submit", format: milliseconds, least: 0.1,
    series: [{ label: "p50", of: percentile(0.5, "submitTimes") }, { label: "p99", of: percentile(0.99, "submitTimes") }],
  },
  {
    title: "Time to look up", format: milliseconds, least: 0.1,
    series: [{ label: "p50", of: percentile(0.5, "lookupTimes") }, { label: "p99", of: percentile(0.99, "lookupTimes") }],
  },
  {
    title: "Not answered", format: (value) => `${decimal(value)}/s`, least: 1,
    series: [{ label: "refused", of: rate("refused") }, { label: "failed", of: rate("failed") }],
  },
  { title: "Received", format: (value) => `${bytes(value)}/s`, least: 1000, series: [{ of: rate("received") }] },
  { title: "Uploads in flight", format: decimal, least: 5, series: [{ of: level("inFlight") }] },
  { title: "Processor", format: (value) => cores(value), least: 1, series: [{ of: rate("cpuSeconds") }] },
  { title: "Memory", format: bytes, least: 1_000_000, series: [{ of: level("memory") }] },
  {
    title: "Thread pool", format: decimal, least: 10,
    series: [{ label: "threads", of: level("poolThreads") }, { label: "queued", of: level("poolQueue") }],
  },
];

/** `onNewReports` is called when the service has analysed files since the last look. */
export class Live {
  #readings = [];
  #samples = charts.map(() => []);
  #charts = charts.map((spec) => new Chart(spec));
  #tally = stamp("tally-template");
  #onNewReports;
  #timer;
  #state = "";
  // How long ago is pointed at, in milliseconds; null for now.
  #age = null;

  constructor({ onNewReports }) {
    this.#onNewReports = onNewReports;
  }

  start() {
    const place = byId("charts");
    place.append(...this.#charts.map((chart) => chart.element), this.#tally);
    place.addEventListener("pointermove", (event) => this.#point(event));
    place.addEventListener("pointerleave", () => this.#readOut(null));
    document.addEventListener("visibilitychange", () => this.#poll());
    this.#poll();
  }

  async #poll() {
    clearTimeout(this.#timer);
    if (document.hidden) {
      return;
    }

    const wait = await this.#look();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#poll(), wait);
  }

  /** @returns When to look again. */
  async #look() {
    try {
      const response = await fetch("/metrics", { headers: withKey({ Accept: "text/plain; version=0.0.4" }), signal: AbortSignal.timeout(PATIENCE_MS) });
      if (response.ok) {
        this.#take(read(await response.text(), performance.now()));
        this.#say("on", "The last two minutes, every 2\u00a0s");
        return PERIOD_MS;
      }

      if (response.status === 401 || response.status === 403) {
        this.#say("off", "Metrics need a key with the scope metrics.");
        return OFF_MS;
      }

      if (response.status === 404) {
        this.#say("off", "Metrics are switched off (Analyzer:Metrics), so there is nothing to draw.");
        return OFF_MS;
      }

      this.#say("away", `No metrics: the service answered with ${response.status}.`);
    } catch {
      this.#say("away", "The service does not answer. Trying again.");
      await presence.back();
      return 0;
    }

    return AWAY_MS;
  }

  #say(state, text) {
    const place = byId("charts");
    place.dataset.state = state;
    place.hidden = state === "off" || this.#readings.length === 0;
    this.#state = text;
    this.#readOut(this.#age);
  }

  #readOut(age) {
    this.#age = age;
    const now = this.#readings.at(-1)?.at;
    if (now !== undefined) {
      this.#charts.forEach((chart) => chart.point(age === null ? null : now - age));
    }

    byId("live-state").textContent = age === null ? this.#state : `${count(age / 1000)}\u00a0s ago`;
  }

  #take(reading) {
    const before = this.#readings.at(-1);
    this.#readings = [...this.#readings, reading].filter(({ at }) => reading.at - at <= LATENCY_SPAN_MS + PERIOD_MS / 2);
    charts.forEach((spec, index) => {
      this.#samples[index] = [
        ...this.#samples[index].filter(({ at }) => reading.at - at <= SPAN_MS),
        { at: reading.at, values: spec.series.map(({ of }) => of(reading, before, this.#readings[0])) },
      ];
      this.#charts[index].draw(this.#samples[index], reading.at);
    });

    this.#drawTally(reading.verdicts);
    byId("charts").dataset.at = reading.at;
    if (before && reading.newFiles !== before.newFiles) {
      this.#onNewReports();
    }
  }

  #drawTally(verdicts) {
    part(this.#tally, "bar").replaceChildren(...[...verdicts].filter(([, files]) => files > 0).map(([verdict, files]) => {
      const share = element("span");
      share.dataset.verdict = verdict;
      share.style.flexGrow = files;
      return share;
    }));
    part(this.#tally, "counts").replaceChildren(...[...verdicts].map(([verdict, files]) => {
      const [pair, term, glyph, use] = [element("div"), element("dt"), svgElement("svg", { class: "glyph", "aria-hidden": "true" }), svgElement("use")];
      setGlyph(use, verdict);
      glyph.append(use);
      term.append(glyph, ` ${capital(verdict)}`);
      pair.dataset.verdict = verdict;
      pair.append(term, element("dd", count(files)));
      return pair;
    }));
  }

  /** All charts show the moment under the pointer. */
  #point(event) {
    const drawing = event.target.closest(".plot svg");
    if (!drawing) {
      this.#readOut(null);
      return;
    }

    const { left, width } = drawing.getBoundingClientRect();
    this.#readOut(SPAN_MS * Math.min(1, Math.max(0, 1 - (event.clientX - left) / width)));
  }
}

const cores = (value) => `${decimal(value)}\u00a0${value === 1 ? "core" : "cores"}`;

function level(name) {
  return (reading) => reading[name];
}

/** Per second. A counter that went back is that of another process: no rate is known. */
function rate(name) {
  return (reading, before) => {
    const more = before ? reading[name] - before[name] : -1;
    return more < 0 ? null : (1000 * more) / (reading.at - before.at);
  };
}

/** In milliseconds, of the requests since the oldest reading that is kept. */
function percentile(q, name) {
  return (reading, _, oldest) => {
    if (oldest === reading) {
      return null;
    }

    const more = new Map([...reading[name]].map(([bound, seen]) => [bound, seen - (oldest[name].get(bound) ?? 0)]));
    const seconds = quantile(q, more);
    return seconds === null ? null : 1000 * seconds;
  };
}
