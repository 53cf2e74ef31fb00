// Where files come in: dropped anywhere on the page or chosen, then sent one after another.

import { announce, byId, part, setGlyph, stamp, write } from "./dom.js";
import { bytes, capital, count, plural, visible } from "./format.js";
import { Upload } from "./upload.js";
import { addressOf } from "./report.js";

const drop = byId("drop");
const input = byId("files");
const queue = byId("queue");
const summary = byId("queue-summary");

/** @param onReport Called with each upload that ended with a report. */
export class Intake {
  #uploads = [];
  #line = [];
  #running = false;
  #onReport;
  #onStart;

  constructor({ onStart, onReport }) {
    [this.#onStart, this.#onReport] = [onStart, onReport];
    input.addEventListener("change", () => {
      this.#take(input.files);
      // So that choosing the same file again is a change too.
      input.value = "";
    });

    // Anywhere: a file let go beside the zone must not replace the page.
    let depth = 0;
    const over = (event) => event.dataTransfer?.types.includes("Files");
    document.addEventListener("dragenter", (event) => drop.classList.toggle("over", over(event) && ++depth > 0));
    document.addEventListener("dragleave", (event) => drop.classList.toggle("over", over(event) && --depth > 0));
    document.addEventListener("dragover", (event) => over(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
      depth = 0;
      drop.classList.remove("over");
      if (over(event)) {
        event.preventDefault();
        this.#take(event.dataTransfer.files);
      }
    });
  }

  /** Puts an upload back into the line; `resend` sends it although it is known. */
  again(upload, { resend = false } = {}) {
    upload.retry({ resend });
    this.#line.push(upload);
    this.#advance();
  }

  #take(files) {
    if (files.length === 0) {
      return;
    }

    queue.hidden = false;
    for (const file of files) {
      const upload = new Upload(file);
      this.#uploads.push(upload);
      queue.append(this.#item(upload));
      this.#line.push(upload);
    }

    this.#sumUp();
    this.#onStart();
    this.#advance();
  }

  async #advance() {
    if (this.#running) {
      return;
    }

    this.#running = true;
    for (let upload; (upload = this.#line.shift());) {
      await upload.run();
      announce(spoken(upload));
      if (upload.report) {
        this.#onReport(upload);
      }
    }

    this.#running = false;
  }

  /** One line for many files. */
  #sumUp() {
    const ended = Map.groupBy(this.#uploads.filter((upload) => !upload.underWay), (upload) => upload.report?.verdict ?? upload.state);
    const done = [...ended.values()].reduce((sum, uploads) => sum + uploads.length, 0);
    const parts = [...ended].map(([end, uploads]) => `${count(uploads.length)} ${end}`);
    summary.hidden = this.#uploads.length < 2;
    summary.textContent = `${count(done)} of ${plural(this.#uploads.length, "file")} done${done > 0 ? `: ${parts.join(", ")}` : ""}.`;
  }

  #item(upload) {
    const item = stamp("upload-template");
    const [name, cancel, again] = [visible(upload.file.name), part(item, "cancel"), part(item, "again")];
    write(item, { name, size: bytes(upload.file.size) });
    part(item, "progress").setAttribute("aria-label", `Sending ${name}`);
    part(item, "show").setAttribute("aria-label", `Report on ${name}`);
    cancel.setAttribute("aria-label", `Cancel ${name}`);
    again.setAttribute("aria-label", `Try ${name} again`);

    cancel.addEventListener("click", () => upload.cancel());
    again.addEventListener("click", () => this.again(upload));
    upload.addEventListener("change", () => {
      draw(item, upload);
      this.#sumUp();
    });
    draw(item, upload);
    return item;
  }
}

function draw(item, upload) {
  const [cancel, again, show, progress] = ["cancel", "again", "show", "progress"].map((name) => part(item, name));
  const hadFocus = [cancel, again].includes(document.activeElement) && item.contains(document.activeElement);

  item.dataset.state = upload.state;
  item.dataset.verdict = upload.report?.verdict ?? "";
  setGlyph(part(item, "glyph").firstElementChild, upload.report?.verdict ?? (upload.state === "refused" ? "refused" : "file"));
  write(item, { state: described(upload) });

  cancel.hidden = !upload.underWay;
  again.hidden = !(upload.state === "cancelled" || upload.refusal?.retry);
  show.hidden = !upload.report;
  if (upload.report) {
    show.href = addressOf(upload.report.sha256);
  }

  progress.hidden = !["sending", "analysing"].includes(upload.state);
  progress.value = upload.file.size === 0 ? 1 : Math.min(1, upload.sent / upload.file.size);

  if (upload.underWay && upload.state !== "waiting" && !queue.matches(":hover, :focus-within")) {
    queue.scrollTop = Math.max(queue.scrollTop, item.offsetTop + item.offsetHeight - queue.clientHeight);
  }

  // A button that goes away hands the focus on, or a keyboard would be back at the top of the page.
  if (hadFocus) {
    [cancel, again, show].find((control) => !control.hidden)?.focus();
  }
}

function described({ state, file, sent, report, refusal, origin }) {
  switch (state) {
    case "waiting": return "Waiting for its turn.";
    case "hashing": return "Computing its SHA-256 in this browser.";
    case "asking": return "Asking whether the service knows it.";
    case "sending": return `Sending: ${Math.floor((100 * sent) / Math.max(1, file.size))}\u00a0%, ${bytes(sent)} of ${bytes(file.size)}.`;
    case "analysing": return "All sent. Waiting for the verdict.";
    case "cancelled":
      return sent < file.size || file.size === 0 ? "Cancelled. Nothing was stored." : "Cancelled after all of it had been sent: its report may exist.";
    case "refused": return `${refusal.title}. ${refusal.detail}${waiting(refusal)}`;
    default: return `${capital(report.verdict)}, ${plural(report.score, "point")}.${origin === "known" ? " Known already, not sent." : ""}`;
  }
}

const waiting = ({ retryAfter }) => (retryAfter ? ` It asks to wait ${plural(retryAfter, "second")}.` : "");

function spoken(upload) {
  const reasons = upload.report ? ` ${plural(upload.report.findings.length, "reason")}.` : "";
  return `${visible(upload.file.name)}: ${described(upload)}${reasons}`;
}
