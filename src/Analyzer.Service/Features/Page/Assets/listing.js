// The latest reports, a page at a time, newest first.

import { byId, element, part, setGlyph, stamp, write, writeTime } from "./dom.js";
import { bytes, capital, count } from "./format.js";
import { addressOf, known } from "./report.js";
import * as service from "./service.js";

const PAGE_SIZE = 20;

const table = byId("listing");
const rows = table.tBodies[0];
const problem = byId("listing-problem");
const empty = byId("listing-empty");
const [newer, older] = [byId("newer"), byId("older")];

export class Listing {
  // Cursors of the pages up to this one: the service pages forward only, so the way back is remembered here.
  #cursors = [null];
  #next = null;
  #verdict = "";
  #loading = new AbortController();

  constructor() {
    byId("filter").addEventListener("change", (event) => {
      this.#verdict = event.target.value;
      this.#turn([null]);
    });
    newer.addEventListener("click", () => this.#cursors.length > 1 && this.#turn(this.#cursors.slice(0, -1)));
    older.addEventListener("click", () => this.#next && this.#turn([...this.#cursors, this.#next]));
  }

  /** There are new reports: shows them, unless the reader is on an older page. */
  refresh() {
    return this.#cursors.length === 1 ? this.#load() : undefined;
  }

  #turn(cursors) {
    this.#cursors = cursors;
    return this.#load();
  }

  async #load() {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    table.setAttribute("aria-busy", "true");
    try {
      const { page, refusal } = await service.list({ verdict: this.#verdict, limit: PAGE_SIZE, after: this.#cursors.at(-1) }, signal);
      this.#draw(page, refusal);
    } catch (superseded) {
      if (!signal.aborted) {
        throw superseded;
      }
    }
  }

  #draw(page, refusal) {
    table.setAttribute("aria-busy", "false");
    problem.hidden = !refusal;
    problem.textContent = refusal ? `${refusal.title}. ${refusal.detail}` : "";
    if (refusal) {
      // What is shown stays: it is older, not wrong.
      return;
    }

    this.#next = page.next ?? null;
    const focused = rows.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    rows.replaceChildren(...page.reports.map(row));
    if (focused) {
      [...rows.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({ preventScroll: true });
    }

    table.hidden = page.reports.length === 0;
    empty.hidden = page.reports.length > 0;
    empty.textContent = this.#verdict ? `No report says ${this.#verdict}.` : "No reports yet. The first file that is submitted will be here.";
    byId("pager").hidden = this.#cursors.length === 1 && !this.#next;
    byId("page-number").textContent = `Page ${count(this.#cursors.length)}`;

    // Not `disabled`, which would drop the focus of whoever just pressed it.
    newer.setAttribute("aria-disabled", this.#cursors.length === 1);
    older.setAttribute("aria-disabled", !this.#next);
  }
}

function row(report) {
  const made = stamp("row-template");
  made.dataset.verdict = known(report.verdict);
  setGlyph(part(made, "glyph"), known(report.verdict));
  write(made, {
    verdict: capital(report.verdict),
    type: report.mediaType,
    size: bytes(report.size),
    score: count(report.score),
  });
  const link = part(made, "link");
  link.href = addressOf(report.sha256);
  link.title = report.sha256;
  // The second half is left out where there is little room.
  link.append(report.sha256.slice(0, 8), element("span", report.sha256.slice(8, 16), "roomy"));
  writeTime(part(made, "time"), report.analyzedAt, { short: true });
  return made;
}
