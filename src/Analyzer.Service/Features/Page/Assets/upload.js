// One file on its way: hashed here, asked for by its digest, sent only when the service does not know it.

import * as digest from "./digest.js";
import * as service from "./service.js";

/** `state`: waiting, hashing, asking, sending, analysing, then one of done, refused, cancelled. */
export class Upload extends EventTarget {
  #abort = new AbortController();
  #resend = false;

  constructor(file) {
    super();
    this.file = file;
    this.#reset();
  }

  get underWay() {
    return !["done", "refused", "cancelled"].includes(this.state);
  }

  /** Runs to one of the three ends; throws nothing. */
  async run() {
    if (this.state !== "waiting") {
      return;
    }

    try {
      const { report, refusal } = await this.#answer();
      [this.report, this.refusal] = [report, refusal];
      this.#become(report ? "done" : "refused");
    } catch (failure) {
      if (this.#abort.signal.aborted) {
        this.#become("cancelled");
        return;
      }

      const detail = "It was moved or is locked; or it is a folder: drop the files in it instead.";
      this.refusal = { status: 0, title: "The file cannot be read", detail, retry: true };
      this.#become("refused");
    }
  }

  cancel() {
    this.#abort.abort();
    if (this.state === "waiting") {
      this.#become("cancelled");
    }
  }

  /** Back to the start of the line. */
  retry({ resend = false } = {}) {
    this.#abort = new AbortController();
    this.#resend = resend;
    this.#reset();
    this.#become("waiting");
  }

  async #answer() {
    const signal = this.#abort.signal;
    let sha256 = null;
    this.unasked = digest.unableBecause(this.file.size);
    if (!this.unasked) {
      this.#become("hashing");
      sha256 = await digest.sha256(this.file);
      signal.throwIfAborted();

      if (!this.#resend) {
        this.#become("asking");
        const known = await service.find(sha256, signal);
        if (known.report) {
          this.origin = "known";
          return known;
        }

        if (known.refusal.status !== 404) {
          return known;
        }
      }
    }

    this.#become("sending");
    const answer = await service.submit(this.file, sha256, (sent) => this.#progress(sent), signal);
    this.origin = answer.status === 201 ? "new" : "sent-known";
    return answer;
  }

  #reset() {
    Object.assign(this, { state: "waiting", sent: 0, report: null, refusal: null, origin: null, unasked: null });
  }

  #progress(sent) {
    this.sent = sent;
    this.#become(sent < this.file.size ? "sending" : "analysing");
  }

  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}
