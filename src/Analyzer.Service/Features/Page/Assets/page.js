// What is on the page, and how its parts hear of each other.

import { byId } from "./dom.js";
import { Intake } from "./intake/intake.js";
import { Listing } from "./listing/listing.js";
import { Live } from "./live/live.js";
import { addressed, addressOf, markShown } from "./report/address.js";
import { confirmDeletion } from "./report/deletion.js";
import { focusReport, showDeleted, showLoading, showRefusal, showReport } from "./report/report.js";
import * as notice from "./service/notice.js";
import * as presence from "./service/presence.js";
import * as service from "./service/service.js";
import { byWorst } from "./verdicts.js";

// Uploads of this visit that have a report, by SHA-256: names are known only here.
const visit = new Map();

let looking = new AbortController();
// The reader went to a report: what is sent meanwhile must not take it away.
let reading = false;
// The worst report of the files that are being sent.
let worst = null;

const listing = new Listing();
const intake = new Intake({
  onStart: () => { [reading, worst] = [false, null]; },
  onReport: (upload) => {
    visit.set(upload.report.sha256, upload);
    if (!reading && (upload.isWished || !worst || byWorst(upload.report, worst) < 0)) {
      worst = upload.report;
      looking.abort();
      history.replaceState({ ...history.state, isWorst: true }, "", addressOf(upload.report.sha256));
      mark();
      showUpload(upload);
    }

    listing.refresh();
  },
});
const live = new Live({ onNewReports: () => listing.refresh() });

function showUpload(upload) {
  show({ report: upload.report, origin: upload.origin, unasked: upload.unasked, name: upload.name }, upload);
}

/** @param upload The file that the report is of, if it came in this visit. */
function show(found, upload) {
  const { sha256 } = found.report;
  const isAtHand = Boolean(upload?.file);
  showReport(found, {
    onResend: isAtHand ? () => intake.again(upload, { resend: true }) : null,
    onRenew: () => ({
      isAtHand,
      renew: isAtHand ? () => intake.again(upload, { resend: true }) : () => intake.chooseAgain(sha256),
    }),
    onDelete: () => remove(sha256),
  });
}

/** The reader went to a report: links, back and forward all come here. */
function read() {
  if (addressed()) {
    reading = true;
    history.replaceState({ ...history.state, isWorst: false }, "");
  }

  follow();
}

/** Shows the report that the address names. */
async function follow() {
  mark();
  const sha256 = addressed();
  if (!sha256) {
    return;
  }

  looking.abort();
  const { signal } = (looking = new AbortController());
  const upload = visit.get(sha256);
  if (upload?.report && !upload.report.isBrief) {
    showUpload(upload);
  } else {
    showLoading(sha256);
    try {
      await find(sha256, upload, signal);
    } catch (superseded) {
      if (!signal.aborted) {
        throw superseded;
      }

      return;
    }
  }

  focusReport();
}

function mark() {
  [byId("queue"), byId("listing")].forEach(markShown);
}

/** Looks it up, as often as it takes until there is an answer. */
async function find(sha256, upload, signal) {
  for (;;) {
    const { report, refusal } = await service.find(sha256, signal);
    if (report) {
      show({ report, origin: "found", name: upload?.name }, upload);
      return;
    }

    showRefusal(refusal, sha256);
    if (!refusal.unanswered) {
      return;
    }

    focusReport();
    await presence.back(signal);
  }
}

async function remove(sha256) {
  if (!(await confirmDeletion())) {
    return;
  }

  const { refusal } = await service.remove(sha256);
  // One that was gone already is as good.
  if (refusal && refusal.status !== 404) {
    showRefusal({ ...refusal, unanswered: false }, sha256);
  } else {
    visit.get(sha256)?.forget();
    visit.delete(sha256);
    showDeleted(sha256);
    listing.refresh();
  }

  focusReport();
}

byId("lookup").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId("sha256");
  const digits = field.value.replace(/[\s:]/g, "");
  const valid = /^[0-9a-f]{64}$/i.test(digits);
  byId("lookup-error").textContent = valid ? "" : `A SHA-256 has to be exactly 64 hex digits. This has ${wrong(digits)}.`;
  field.setAttribute("aria-invalid", !valid);
  if (!valid) {
    field.focus();
  } else if (location.hash === addressOf(digits.toLowerCase())) {
    read();
  } else {
    location.hash = addressOf(digits.toLowerCase());
  }
});

function wrong(digits) {
  const other = digits.replace(/[0-9a-f]/gi, "");
  return other ? `\u201c${[...other][0]}\u201d in it` : `${digits.length}`;
}

presence.watch((isAway) => isAway || listing.refresh());
addEventListener("hashchange", read);
// A link to the address that the page has already changes nothing, and is meant anyway.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.hash === location.hash) {
    read();
  }
});
for (const upload of intake.restore()) {
  if (upload.report) {
    visit.set(upload.report.sha256, upload);
  }
}

// A batch goes on over a reload: unless the reader chose the report of before it, a worse one takes its place.
reading = Boolean(addressed()) && !history.state?.isWorst;
worst = visit.get(addressed())?.report ?? null;
notice.start();
follow();
listing.load();
live.start();
