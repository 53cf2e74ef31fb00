// The service's REST routes. Every function gives { report }, { page } … or { refusal }: a refusal is an answer, not an exception.

import { askWhenNeeded, withKey } from "../key.js";

const PATIENCE_MS = 15_000;
const UNREACHABLE = "The service cannot be reached.";
// What a gateway answers when nobody behind it does: nobody refused.
const NOBODY_BEHIND = [502, 504];
const DAMAGED = "urn:analyzer:problem:report-damaged";

/** What the page says when no answer came: nobody refused. */
const noAnswer = (detail) => ({ refusal: { status: 0, unanswered: true, title: "Not answered", detail, retry: true } });

/** Looks a report up. */
export const find = (sha256, signal) => ask(`/v1/files/${sha256}`, "report", signal);

/** The engine's rules, and what their points mean. */
export const rules = (signal) => ask("/v1/rules", "rules", signal);

/** What the service takes, and whether it deletes. */
export const limits = (signal) => ask("/v1/limits", "limits", signal);

/** A page of reports, newest first. `query`: the route's own parameters; those without a value are left out. */
export const list = (query, signal) =>
  ask(`/v1/files?${new URLSearchParams(Object.entries(query).filter(([, value]) => value))}`, "page", signal);

/** The report of a known file, or neither. It asks the list: a look-up's 404 would be an error in the browser's console. */
export async function findKnown(sha256, signal) {
  const { page, refusal } = await list({ sha256, limit: 1 }, signal);
  return { report: page?.reports[0], refusal };
}

/** Deletes a report: { deleted } when it is gone. */
export const remove = (sha256, signal) => ask(`/v1/files/${sha256}`, "deleted", signal, { method: "DELETE" });

/**
 * Sends a file's bytes; fetch() would do, but does not say how many have gone.
 * @param sha256 Declared, so that the service compares it with what comes; may be null.
 * @param onProgress Called with the number of bytes sent.
 * @param signal Aborting it rejects with an AbortError.
 */
export function submit(file, sha256, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.upload.addEventListener("progress", (progress) => onProgress(progress.loaded));
    request.addEventListener("abort", () => reject(signal.reason));
    request.addEventListener("error", () => resolve(noAnswer(
      "The connection ended before an answer came. The service may have stopped, or refused the file while it was still being sent.")));
    request.addEventListener("load", () => resolve(
      answer("report", request.status, request.responseText, request.getResponseHeader("Retry-After"))));

    request.open("POST", sha256 ? `/v1/files?sha256=${sha256}` : "/v1/files");
    // Never the type that the browser guesses from the name: "multipart/…" would be taken for a form.
    request.setRequestHeader("Content-Type", "application/octet-stream");
    Object.entries(withKey()).forEach(([name, value]) => request.setRequestHeader(name, value));
    request.send(file);
  });
}

async function ask(path, what, signal, options = {}) {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(path, { ...options, headers: withKey(), signal: signal ? AbortSignal.any([signal, patience]) : patience });
    return answer(what, response.status, await response.text(), response.headers.get("Retry-After"));
  } catch (failure) {
    if (signal?.aborted) {
      throw failure;
    }

    return noAnswer(patience.aborted ? `The service did not answer within ${PATIENCE_MS / 1000} s.` : UNREACHABLE);
  }
}

/** Reads what the service answered; what is no JSON is refused in words of our own. */
function answer(what, status, text, retryAfter) {
  let body = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Told below: without a body a success is none.
  }

  if (status === 204 || (status >= 200 && status < 300 && body !== null)) {
    return { [what]: body ?? true, status };
  }

  if (NOBODY_BEHIND.includes(status)) {
    return noAnswer(UNREACHABLE);
  }

  askWhenNeeded(status, body?.detail);

  // problem+json (RFC 9457).
  return {
    refusal: {
      status,
      isDamaged: body?.type === DAMAGED, // the file itself mends that: sent again, it replaces the report
      title: body?.title ?? "The service gave no reason",
      detail: body?.detail ?? "",
      retryAfter: retryAfter === null ? null : Number(retryAfter),
      retry: status === 408 || status === 429 || status >= 500,
    },
  };
}
