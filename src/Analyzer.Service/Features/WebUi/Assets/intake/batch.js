// The files of this visit over a reload: what became of each stays in this tab. The files themselves do not.

import { Upload } from "./upload.js";

const KEY = "analyzer.batch";
const PAUSE_MS = 400;

let timer = 0;
let uploads = () => [];

addEventListener("pagehide", () => timer && write());

/** Writes down what `source` gives, soon: not each time, because a batch may have many files. */
export function keep(source) {
  uploads = source;
  timer ||= setTimeout(write, PAUSE_MS);
}

/** The uploads of before the reload, if any. */
export function restore() {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY)) ?? []).map((record) => Upload.restore(record));
  } catch {
    return [];
  }
}

function write() {
  clearTimeout(timer);
  timer = 0;
  try {
    sessionStorage.removeItem(KEY);
    sessionStorage.setItem(KEY, JSON.stringify(uploads().map(record)));
  } catch {
    // No room, or storage is switched off: then a reload starts anew.
  }
}

function record({ name, size, order, underWay, state, sent, report, refusal, origin, isDeleted }) {
  return {
    name, size, order, sent, refusal, origin, isDeleted,
    state: underWay ? "left" : state,
    report: report && { sha256: report.sha256, verdict: report.verdict, score: report.score, isBrief: true },
  };
}
