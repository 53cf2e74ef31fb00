// What is on the page, and how its parts hear of each other.

import { byId } from "./dom.js";
import { Intake } from "./intake.js";
import { Listing } from "./listing.js";
import { Live } from "./live.js";
import { addressOf, focusReport, showLoading, showRefusal, showReport } from "./report.js";
import * as service from "./service.js";

// Uploads of this visit that have a report, by SHA-256: names are known only here.
const visit = new Map();

let looking = new AbortController();
// The reader went to a report: what is sent meanwhile must not take it away.
let reading = false;

const listing = new Listing();
const intake = new Intake({
  onStart: () => { reading = false; },
  onReport: (upload) => {
    visit.set(upload.report.sha256, upload);
    if (!reading) {
      looking.abort();
      history.replaceState(null, "", addressOf(upload.report.sha256));
      showUpload(upload);
    }

    listing.refresh();
  },
});
const live = new Live({ onNewReports: () => listing.refresh() });

function showUpload(upload) {
  showReport(
    { report: upload.report, origin: upload.origin, unasked: upload.unasked, name: upload.file.name },
    () => intake.again(upload, { resend: true }));
}

/** Shows the report that the address names: links, back, forward and bookmarks all come here. */
async function follow() {
  const [, sha256] = /^#\/files\/([0-9a-f]{64})$/i.exec(location.hash) ?? [];
  if (!sha256) {
    return;
  }

  reading = true;
  looking.abort();
  const { signal } = (looking = new AbortController());
  const upload = visit.get(sha256.toLowerCase());
  if (upload?.report) {
    showUpload(upload);
  } else {
    showLoading(sha256);
    try {
      const { report, refusal } = await service.find(sha256, signal);
      report ? showReport({ report, origin: "found" }) : showRefusal(refusal, sha256);
    } catch (superseded) {
      if (!signal.aborted) {
        throw superseded;
      }

      return;
    }
  }

  focusReport();
}

byId("lookup").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = byId("sha256");
  const digits = field.value.replace(/[\s:]/g, "");
  const valid = /^[0-9a-f]{64}$/i.test(digits);
  byId("lookup-error").textContent = valid ? "" : `A SHA-256 has 64 hex digits, and nothing else. This has ${wrong(digits)}.`;
  field.setAttribute("aria-invalid", !valid);
  if (!valid) {
    field.focus();
  } else if (location.hash === addressOf(digits.toLowerCase())) {
    follow();
  } else {
    location.hash = addressOf(digits.toLowerCase());
  }
});

function wrong(digits) {
  const other = digits.replace(/[0-9a-f]/gi, "");
  return other ? `\u201c${[...other][0]}\u201d in it` : `${digits.length}`;
}

addEventListener("hashchange", follow);
// A link to the address that the page has already changes nothing, and is meant all the same.
document.addEventListener("click", (event) => {
  if (event.target.closest("a[href^='#']")?.hash === location.hash) {
    follow();
  }
});
follow();
listing.refresh();
live.start();
