// The files of this visit in rows: what becomes of each, and of all together.

import { byId, part, setGlyph, stamp, write } from "../dom.js";
import { bytes, capital, count, plural, visible } from "../format.js";
import { addressOf, markShown } from "../report/address.js";
import { byWorst, known, VERDICTS } from "../verdicts.js";
import { keep } from "./batch.js";

const rows = byId("queue");
const [head, summary] = [byId("queue-head"), byId("queue-summary")];
const [filter, order] = [byId("queue-filter"), byId("queue-order")];
const buttons = { again: byId("again-all"), cancel: byId("cancel-all"), clear: byId("clear-queue") };

// An end in the words of a summary; a verdict is its own.
const ends = { unanswered: "not answered", unreadable: "not readable", left: "not sent" };
const NO_VERDICT = "none";

const orders = {
  came: (one, other) => one.order - other.order,
  // What has no verdict yet stands below what has one.
  worst: (one, other) => Boolean(other.report) - Boolean(one.report)
    || (one.report && other.report ? byWorst(one.report, other.report) : 0) || orders.came(one, other),
};

export class Queue {
  // Each upload's row.
  #items = new Map();
  #count = 0;
  #onAgain;

  /** @param onAgain Called with uploads that are to go through the line once more. */
  constructor({ onAgain }) {
    this.#onAgain = onAgain;
    filter.addEventListener("change", () => this.#items.forEach((item, upload) => this.#filter(item, upload)));
    order.addEventListener("change", () => {
      this.#sort();
      rows.scrollTop = 0;
    });
    buttons.again.addEventListener("click", () => this.#again(this.#uploads.filter(isWorthATry)));
    buttons.cancel.addEventListener("click", () => this.#uploads.filter(({ underWay }) => underWay).forEach((upload) => upload.cancel()));
    buttons.clear.addEventListener("click", () => this.#clear());
  }

  get #uploads() {
    return [...this.#items.keys()];
  }

  has(upload) {
    return this.#items.has(upload);
  }

  add(uploads) {
    const left = new Map(this.#uploads.filter(({ file }) => file === null).map((upload) => [keyOf(upload), upload]));
    for (const upload of uploads) {
      const before = left.get(keyOf(upload));
      upload.order ||= before?.order ?? this.#count + 1;
      this.#count = Math.max(this.#count, upload.order);
      if (before) {
        this.#remove(before);
        left.delete(keyOf(upload));
      }

      this.#items.set(upload, this.#item(upload));
    }

    rows.append(...uploads.map((upload) => this.#items.get(upload)));
    this.#sort();
    this.#sumUp();
  }

  /** Nothing is under way any more: the report that is shown has its row in sight. */
  settle() {
    const shown = rows.querySelector(".upload:has([aria-current])");
    if (shown && !isInUse()) {
      rows.scrollTop = shown.offsetTop - (rows.clientHeight - shown.offsetHeight) / 2;
    }
  }

  #item(upload) {
    const item = stamp("upload-template");
    const [name, cancel, again] = [visible(upload.name), part(item, "cancel"), part(item, "again")];
    write(item, { name, size: bytes(upload.size) });
    part(item, "progress").setAttribute("aria-label", `Sending ${name}`);
    part(item, "show").setAttribute("aria-label", `Report on ${name}`);
    cancel.setAttribute("aria-label", `Cancel ${name}`);
    again.setAttribute("aria-label", `Try again: ${name}`);

    cancel.addEventListener("click", () => upload.cancel());
    again.addEventListener("click", () => this.#again([upload]));
    upload.addEventListener("change", () => this.#changed(item, upload));
    draw(item, upload);
    return item;
  }

  #changed(item, upload) {
    const isProgress = item.dataset.state === upload.state && !upload.isDeleted;
    draw(item, upload);
    if (isProgress) {
      return;
    }

    this.#filter(item, upload);
    this.#sumUp();
    if (!upload.underWay && order.value !== "came") {
      this.#sort();
    }
  }

  #again(uploads) {
    uploads.forEach((upload) => upload.retry());
    this.#onAgain(uploads);
  }

  #clear() {
    this.#uploads.filter(({ underWay }) => !underWay).forEach((upload) => this.#remove(upload));
    this.#sumUp();
    byId("intake-heading").focus();
  }

  #remove(upload) {
    this.#items.get(upload).remove();
    this.#items.delete(upload);
  }

  #filter(item, upload) {
    item.hidden = filter.value !== "" && filter.value !== (upload.report ? known(upload.report.verdict) : NO_VERDICT);
  }

  #sort() {
    const focused = rows.contains(document.activeElement) ? document.activeElement : null;
    const sorted = this.#uploads.sort(orders[order.value]).map((upload) => this.#items.get(upload));
    if (sorted.some((item, index) => rows.children[index] !== item)) {
      rows.replaceChildren(...sorted);
      focused?.focus({ preventScroll: true });
    }
  }

  /** One line for many files, and what can be done with all of them. */
  #sumUp() {
    const uploads = this.#uploads;
    const ended = Map.groupBy(uploads.filter(({ underWay }) => !underWay), ({ report, state }) => report?.verdict ?? ends[state] ?? state);
    const done = [...ended.values()].reduce((sum, some) => sum + some.length, 0);
    const parts = [...ended].map(([end, some]) => `${count(some.length)} ${end}`);
    const isAway = uploads.some(({ state }) => state === "away");
    rows.hidden = uploads.length === 0;
    head.hidden = uploads.length < 2;
    summary.textContent = `${count(done)} of ${plural(uploads.length, "file")} done${done > 0 ? `: ${parts.join(", ")}` : ""}.`
      + (isAway ? " The service does not answer; the rest waits, and goes on by itself." : "");

    const underWay = uploads.length - done;
    show(buttons.again, uploads.some(isWorthATry));
    show(buttons.cancel, underWay > 1);
    show(buttons.clear, underWay === 0);
    for (const option of filter.options) {
      const some = option.value === NO_VERDICT
        ? uploads.filter(({ report }) => !report)
        : uploads.filter(({ report }) => !option.value || (report && known(report.verdict) === option.value));
      option.textContent = `${option.dataset.name} (${count(some.length)})`;
    }

    keep(() => this.#uploads);
  }
}

filter.append(...["", ...VERDICTS, NO_VERDICT].map((value) => {
  const option = new Option("", value);
  option.dataset.name = value === "" ? "All" : value === NO_VERDICT ? "No verdict" : capital(value);
  return option;
}));

/** Files whose answer may be another one next time; what was cancelled stays cancelled. */
const isWorthATry = (upload) => upload.canRetry && upload.state !== "cancelled";

const isInUse = () => rows.matches(":hover, :focus-within");

const keyOf = ({ name, size }) => `${size} ${name}`;

function show(button, isShown) {
  // A button that goes away hands the focus on, or a keyboard would be back at the top of the page.
  if (!isShown && button === document.activeElement) {
    filter.focus();
  }

  button.hidden = !isShown;
}

function draw(item, upload) {
  const [cancel, again, show, progress] = ["cancel", "again", "show", "progress"].map((name) => part(item, name));
  const hadFocus = [cancel, again].includes(document.activeElement) && item.contains(document.activeElement);

  item.dataset.state = upload.state;
  item.dataset.verdict = upload.report ? known(upload.report.verdict) : "";
  setGlyph(part(item, "glyph").firstElementChild, upload.report ? known(upload.report.verdict) : glyphs[upload.state] ?? "file");
  write(item, { state: described(upload) });

  cancel.hidden = !upload.underWay;
  again.hidden = !upload.canRetry;
  show.hidden = !upload.report || upload.isDeleted;
  if (upload.report) {
    show.href = addressOf(upload.report.sha256);
    markShown(item);
  }

  progress.hidden = !["sending", "analysing"].includes(upload.state);
  progress.value = upload.size === 0 ? 1 : Math.min(1, upload.sent / upload.size);

  if (upload.underWay && upload.state !== "waiting" && order.value === "came" && !isInUse()) {
    rows.scrollTop = Math.max(rows.scrollTop, item.offsetTop + item.offsetHeight - rows.clientHeight);
  }

  if (hadFocus) {
    [cancel, again, show].find((control) => !control.hidden)?.focus();
  }
}

const glyphs = { refused: "refused", away: "away", delayed: "away", unanswered: "away", unreadable: "away", left: "away" };

function described({ state, size, sent, report, refusal, origin, isDeleted }) {
  switch (state) {
    case "waiting": return "Waiting for its turn.";
    case "hashing": return "Computing its SHA-256 in this browser.";
    case "asking": return "Asking whether the service knows it.";
    case "sending": return `Sending: ${Math.floor((100 * sent) / Math.max(1, size))}\u00a0%, ${bytes(sent)} of ${bytes(size)}.`;
    case "analysing": return "All sent. Waiting for the verdict.";
    case "away": return `Not answered. ${refusal.detail} This page tries again by itself.`;
    case "delayed":
      return `${refusal.title}. ${refusal.detail} It asks to wait ${plural(refusal.retryAfter, "second")}; then this page tries again.`;
    case "cancelled":
      return sent < size || size === 0
        ? "Cancelled. Nothing was stored."
        : "Cancelled after all of it had been sent: its report may exist.";
    case "left": return "Not sent before this page was reloaded. Choose the file again, and it takes its place here.";
    case "done":
      return `${capital(report.verdict)}, ${plural(report.score, "point")}.`
        + (isDeleted ? " Its report was deleted." : remarks[origin] ?? "");
    default:
      return `${refusal.title}. ${refusal.detail}`
        + (refusal.retryAfter ? ` It asks to wait ${plural(refusal.retryAfter, "second")}.` : "");
  }
}

const remarks = { "known": " Known already, not sent.", "renewed": " Analysed again, by a newer engine." };

export function spoken(upload) {
  const reasons = upload.report ? ` ${plural(upload.report.findings.length, "reason")}.` : "";
  return `${visible(upload.name)}: ${described(upload)}${reasons}`;
}
