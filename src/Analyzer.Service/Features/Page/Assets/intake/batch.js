// The files of this visit over a reload: what became of each stays in this tab, and the files themselves as far as there is room.

import * as files from "./files.js";
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

/** Their files come back later, as far as they were kept: `onFile` is called with each upload and its file. */
export async function restoreFiles(restored, onFile) {
  const uploads = new Map(restored.map((upload) => [upload.order, upload]));
  await files.restore((order, file) => {
    // A tab that was duplicated has its files in the same places.
    const upload = uploads.get(order);
    if (upload?.size === file.size && upload.name.endsWith(file.name)) {
      onFile(upload, file);
    }
  });
  write();
}

function write() {
  clearTimeout(timer);
  timer = 0;
  const unsent = uploads().filter(({ file, underWay, canRetry }) => file && (underWay || canRetry));
  files.keep(new Map(unsent.map(({ order, file }) => [order, file])));
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
