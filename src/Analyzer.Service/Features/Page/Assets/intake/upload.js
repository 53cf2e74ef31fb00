// One file on its way: hashed here, asked for by its digest, sent only when the service does not know it.

import { bytes } from "../format.js";
import * as catalog from "../service/catalog.js";
import * as presence from "../service/presence.js";
import * as service from "../service/service.js";
import * as digest from "./digest.js";

// How often a file is sent again to a service that is there and gives no answer.
const MAX_CUTS = 2;
// How often a file is sent again to a service that asks for patience, and the longest that it may ask for.
const MAX_DELAYS = 4;
const MAX_DELAY_S = 60;
const ENDS = ["done", "refused", "unanswered", "unreadable", "cancelled", "left"];

/**
 * `state`: waiting, hashing, asking, sending, analysing, away (the service does not answer), delayed (it asked to be left in peace for
 * some seconds), then one of `ENDS`. "left" is a file of before a reload: only its name is known, unless its file was kept.
 */
export class Upload extends EventTarget {
  #abort = new AbortController();
  #wish = {};

  /**
   * @param file Null when it cannot be had.
   * @param wish `resend`: sends it although it is known; `expected`: the SHA-256 that it is to have.
   */
  constructor(file, name, wish = {}) {
    super();
    Object.assign(this, { file, name, size: file?.size ?? 0, order: 0 });
    this.#wish = wish;
    this.#reset();
  }

  /** An upload of before a reload. */
  static restore(record) {
    return Object.assign(new Upload(null, record.name), record);
  }

  get underWay() {
    return !ENDS.includes(this.state);
  }

  /** Whether the same file may be taken at another time, and is still at hand. */
  get canRetry() {
    return this.file !== null && !this.underWay && (this.state === "cancelled" || Boolean(this.refusal?.retry));
  }

  /** Somebody asked for this file's report. */
  get isWished() {
    return Boolean(this.#wish.resend);
  }

  /** Runs to one of its ends; throws nothing. */
  async run() {
    if (this.state !== "waiting") {
      return;
    }

    try {
      const { report, refusal } = (await this.#refusalHere()) ?? (await this.#answer());
      [this.report, this.refusal] = [report ?? null, refusal ?? null];
      this.#become(report ? "done" : refusal.unanswered ? "unanswered" : "refused");
    } catch (failure) {
      if (this.#abort.signal.aborted) {
        this.#become("cancelled");
        return;
      }

      this.refusal = { title: "The file cannot be read", detail: "It was moved, changed or locked since it was chosen.", retry: true };
      this.#become("unreadable");
    }
  }

  cancel() {
    this.#abort.abort();
    if (this.state === "waiting") {
      this.#become("cancelled");
    }
  }

  /** Back to the start of the line. */
  retry(wish = {}) {
    this.#abort = new AbortController();
    this.#wish = wish;
    this.#reset();
    this.#become("waiting");
  }

  /** The file of before the reload is at hand again: what was under way waits for its turn. */
  regain(file) {
    this.file = file;
    this.#become(this.state === "left" ? "waiting" : this.state);
  }

  /** Its report is no more. */
  forget() {
    this.isDeleted = true;
    this.#become(this.state);
  }

  /** What no answer is needed for: an empty file, and what the service said beforehand is too large for it. */
  async #refusalHere() {
    if (this.file && this.size === 0) {
      return refused("The file is empty", "There is nothing in it to look at. Nothing was sent.");
    }

    const limit = (await catalog.limits())?.maxFileBytes ?? Infinity;
    return this.size > limit
      ? refused("The file is too large", `It has ${bytes(this.size)}; the service takes up to ${bytes(limit)}. Nothing was sent.`)
      : null;
  }

  /**
   * Asks until there is an answer: waits while the service is away, and as long as it asks to, but gives up when it is there and does not
   * answer, or asks for patience again and again.
   */
  async #answer() {
    for (let cuts = 0, delays = 0; ;) {
      const answer = await this.#try();
      const { refusal } = answer;
      if (refusal?.unanswered) {
        if (await presence.answers()) {
          if (++cuts > MAX_CUTS) {
            return answer;
          }
        } else {
          this.#wait("away", refusal);
          await presence.back(this.#abort.signal);
        }
      } else if (refusal?.retryAfter > 0 && refusal.retryAfter <= MAX_DELAY_S && ++delays <= MAX_DELAYS) {
        this.#wait("delayed", refusal);
        await pause(refusal.retryAfter, this.#abort.signal);
      } else {
        return answer;
      }
    }
  }

  async #try() {
    const signal = this.#abort.signal;
    signal.throwIfAborted(); // while the limits were asked for, or the service was waited for
    let [sha256, isOld] = [null, false];
    this.sent = 0;
    this.unasked = digest.unableBecause(this.size);
    if (!this.file) {
      throw new Error("There is nothing to read.");
    }

    if (!this.unasked) {
      this.#become("hashing");
      sha256 = await digest.sha256(this.file);
      signal.throwIfAborted();
      if (this.#wish.expected && this.#wish.expected !== sha256) {
        return refused("This is another file", `The report is of the file whose SHA-256 is ${this.#wish.expected}. Nothing was sent.`);
      }

      if (!this.#wish.resend) {
        this.#become("asking");
        const known = await service.findKnown(sha256, signal);
        isOld = Boolean(known.report) && Number(known.report.engine) < Number((await catalog.rules())?.engine ?? 0);
        if (known.report && !isOld) {
          this.origin = "known";
          return known;
        }

        if (known.refusal && !known.refusal.isDamaged) {
          return known;
        }

        signal.throwIfAborted(); // while the rules were asked for
      }
    }

    this.#become("sending");
    const answer = await service.submit(this.file, sha256, (sent) => this.#progress(sent), signal);
    this.origin = answer.status === 201 ? "new" : isOld ? "renewed" : "sent-known";
    return answer;
  }

  #reset() {
    Object.assign(this, {
      state: "waiting", sent: 0, report: null, refusal: null, origin: null, unasked: null, isDeleted: false,
    });
  }

  #wait(state, refusal) {
    [this.refusal, this.sent] = [refusal, 0];
    this.#become(state);
  }

  #progress(sent) {
    this.sent = sent;
    this.#become(sent < this.size ? "sending" : "analysing");
  }

  #become(state) {
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}

const refused = (title, detail) => ({ refusal: { title, detail, retry: false } });
