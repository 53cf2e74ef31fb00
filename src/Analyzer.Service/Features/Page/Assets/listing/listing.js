// Reports, a page at a time, newest first.

import { byId, element, part, setGlyph, stamp, write, writeTime } from "../dom.js";
import { bytes, capital, count, visible } from "../format.js";
import { addressOf, markShown } from "../report/address.js";
import { extent, extents } from "../report/coverage.js";
import * as presence from "../service/presence.js";
import * as service from "../service/service.js";
import { known } from "../verdicts.js";
import * as filters from "./filters.js";
import * as query from "./query.js";

const PAGE_SIZE = 20;

const table = byId("listing");
const rows = table.tBodies[0];
const problem = byId("listing-problem");
const empty = byId("listing-empty");
const [newer, older] = [byId("newer"), byId("older")];

export class Listing {
  #query = query.read();
  // Cursors of the pages up to this one: the service pages forward only, so the way back is remembered, with the address.
  #cursors = this.#remembered();
  // A bookmark of an older page does not say which one it is.
  #isCounted = this.#query.after === undefined || history.state?.cursors !== undefined;
  #next = null;
  #loading = new AbortController();

  constructor() {
    filters.draw(this.#query);
    filters.watch((wanted) => this.#go(wanted, [null]));
    newer.addEventListener("click", () => this.#cursors.length > 1 && this.#turn(this.#cursors.slice(0, -1)));
    older.addEventListener("click", () => this.#next && this.#turn([...this.#cursors, this.#next]));
    addEventListener("popstate", () => this.#follow());
  }

  /** There are new reports: shows them, unless the reader is on an older page. */
  refresh() {
    return this.#cursors.length === 1 ? this.load() : undefined;
  }

  async load() {
    this.#loading.abort();
    const { signal } = (this.#loading = new AbortController());
    table.setAttribute("aria-busy", "true");
    try {
      for (let unanswered = true; unanswered;) {
        const { page, refusal } = await service.list({ ...this.#query, limit: PAGE_SIZE }, signal);
        this.#draw(page, refusal);
        unanswered = refusal?.unanswered;
        if (unanswered) {
          await presence.back(signal);
        }
      }
    } catch (superseded) {
      if (!signal.aborted) {
        throw superseded;
      }
    }
  }

  #turn(cursors) {
    this.#go({ ...this.#query, after: cursors.at(-1) ?? "" }, cursors);
  }

  #go(wanted, cursors) {
    this.#isCounted ||= cursors.length === 1;
    [this.#query, this.#cursors] = [wanted, cursors];
    history.pushState({ ...history.state, cursors }, "", query.addressOf(wanted));
    filters.draw(wanted);
    this.load();
  }

  /** Back, forward, or another address in the same tab. */
  #follow() {
    const wanted = query.read();
    if (query.same(wanted, this.#query)) {
      // Only the report changed; the entry that the browser made for it has to know the way back too.
      history.replaceState({ ...history.state, cursors: this.#cursors }, "");
      return;
    }

    this.#query = wanted;
    this.#cursors = this.#remembered();
    filters.draw(wanted);
    this.load();
  }

  #remembered() {
    return history.state?.cursors ?? [null, ...(this.#query.after ? [this.#query.after] : [])];
  }

  #draw(page, refusal) {
    table.setAttribute("aria-busy", "false");
    problem.hidden = !refusal;
    problem.textContent = refusal ? `${refusal.title}. ${refusal.detail}${refusal.unanswered ? " Asking again." : ""}` : "";
    if (refusal) {
      // What is shown stays: it is older, not wrong.
      return;
    }

    this.#next = page.next ?? null;
    const focused = rows.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    rows.replaceChildren(...page.reports.map(row));
    markShown(rows);
    if (focused) {
      [...rows.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({ preventScroll: true });
    }

    filters.offerTypes(page.reports.map(({ mediaType }) => mediaType));
    table.hidden = page.reports.length === 0;
    empty.hidden = page.reports.length > 0;
    empty.textContent = this.#whyEmpty();
    byId("pager").hidden = this.#cursors.length === 1 && !this.#next;
    byId("page-number").textContent =
      this.#isCounted || this.#cursors.length === 1 ? `Page ${count(this.#cursors.length)}` : "An older page";

    // Not `disabled`, which would drop the focus of whoever just pressed it.
    newer.setAttribute("aria-disabled", this.#cursors.length === 1);
    older.setAttribute("aria-disabled", !this.#next);
  }

  #whyEmpty() {
    const names = Object.keys(this.#query);
    return names.length === 0 ? "No reports yet. Submit a file to see its report here."
      : names.length === 1 && this.#query.verdict ? `No report has the verdict ${this.#query.verdict}.`
      : "No report matches these filters.";
  }
}

function row(report) {
  const made = stamp("row-template");
  made.dataset.verdict = known(report.verdict);
  setGlyph(part(made, "glyph"), known(report.verdict));
  write(made, {
    verdict: capital(report.verdict),
    type: visible(report.mediaType),
    size: bytes(report.size),
    score: count(report.score),
    extent: extents[extent(report)],
    gap: extent(report) === "whole" ? "" : `looked at: ${extents[extent(report)]}`,
  });
  part(made, "extent").dataset.extent = extent(report);
  const link = part(made, "link");
  link.href = addressOf(report.sha256);
  link.title = report.sha256;
  // The second half is left out where there is little room.
  link.append(report.sha256.slice(0, 8), element("span", report.sha256.slice(8, 16), "roomy"));
  writeTime(part(made, "time"), report.analyzedAt, { short: true });
  return made;
}
