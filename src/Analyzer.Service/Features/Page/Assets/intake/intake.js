// Where files come in: dropped anywhere on the page or chosen, then sent one after another.

import { announce, byId } from "../dom.js";
import { bytes, count, plural } from "../format.js";
import * as catalog from "../service/catalog.js";
import * as batch from "./batch.js";
import { chosen, dropped, MAX_FILES } from "./folders.js";
import { Queue, spoken } from "./queue.js";
import { Upload } from "./upload.js";

const drop = byId("drop");
const inputs = [byId("files"), byId("folder")];
const problem = byId("intake-problem");

/** `onStart` is called when files come and none was under way, `onReport` with each upload that ended with a report. */
export class Intake {
  #line = [];
  #running = false;
  #wish = {};
  #onReport;
  #onStart;
  #queue = new Queue({ onAgain: (uploads) => this.#enter(uploads) });

  constructor({ onStart, onReport }) {
    [this.#onStart, this.#onReport] = [onStart, onReport];
    for (const input of inputs) {
      input.addEventListener("change", () => {
        this.#take(chosen(input.files), this.#wish);
        this.#wish = {};
        // So that choosing the same file again is a change too.
        input.value = "";
      });
      input.addEventListener("cancel", () => { this.#wish = {}; });
    }

    this.#catchDrops();
    this.#tellLimits();
  }

  /** The uploads of before a reload take their places again. Those whose file was kept go on by themselves. */
  restore() {
    const restored = batch.restore();
    this.#queue.add(restored);
    batch.restoreFiles(restored, (upload, file) => {
      // The list may have been cleared meanwhile, or the file chosen again.
      if (this.#queue.has(upload)) {
        upload.regain(file);
        if (upload.underWay) {
          this.#line.push(upload);
          this.#advance();
        }
      }
    });
    return restored;
  }

  /** Puts an upload back into the line; see `Upload` for what can be wished. */
  again(upload, wish = {}) {
    upload.retry(wish);
    this.#enter([upload]);
  }

  /** Opens the dialog for a file that is to be sent although it is known. */
  chooseAgain(sha256) {
    this.#wish = { resend: true, expected: sha256 };
    inputs[0].click();
  }

  #catchDrops() {
    // Anywhere: a file let go beside the zone must not replace the page.
    let depth = 0;
    const over = (event) => event.dataTransfer?.types.includes("Files");
    document.addEventListener("dragenter", (event) => drop.classList.toggle("over", over(event) && ++depth > 0));
    document.addEventListener("dragleave", (event) => drop.classList.toggle("over", over(event) && --depth > 0));
    document.addEventListener("dragover", (event) => over(event) && event.preventDefault());
    document.addEventListener("drop", async (event) => {
      depth = 0;
      drop.classList.remove("over");
      if (over(event)) {
        event.preventDefault();
        this.#take(await dropped(event.dataTransfer));
      }
    });
  }

  async #tellLimits() {
    const limits = await catalog.limits();
    if (limits) {
      byId("drop-limit").textContent = `Up to ${bytes(limits.maxFileBytes)} a file. `;
    }
  }

  #take({ found, tooMany }, wish = {}) {
    problem.textContent = tooMany
      ? `These are more than ${plural(MAX_FILES, "file")}. The first ${count(MAX_FILES)} were taken.`
      : found.length === 0 ? "There is no file in it." : "";
    const uploads = found.map(({ file, name }) => new Upload(file, name, wish));
    this.#queue.add(uploads);
    this.#enter(uploads);
  }

  #enter(uploads) {
    if (uploads.length > 0 && !this.#running) {
      this.#onStart();
    }

    this.#line.push(...uploads);
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
    this.#queue.settle();
  }
}
