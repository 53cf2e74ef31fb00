// The service's REST routes. Every function gives { report }, { page } … or { refusal }: a refusal is an answer, not an exception.

const PATIENCE_MS = 15_000;

/** What the page has to say when no answer came. */
const noAnswer = (detail) => ({ refusal: { status: 0, title: "No answer", detail, retry: true } });

/** Looks a report up. */
export const find = (sha256, signal) => get(`/v1/files/${sha256}`, "report", signal);

/** A page of reports, newest first. */
export function list({ verdict, limit, after }, signal) {
  const query = new URLSearchParams({ limit });
  if (verdict) {
    query.set("verdict", verdict);
  }

  if (after) {
    query.set("after", after);
  }

  return get(`/v1/files?${query}`, "page", signal);
}

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
    request.send(file);
  });
}

async function get(path, what, signal) {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(path, { signal: signal ? AbortSignal.any([signal, patience]) : patience });
    return answer(what, response.status, await response.text(), response.headers.get("Retry-After"));
  } catch (failure) {
    if (signal?.aborted) {
      throw failure;
    }

    return noAnswer(patience.aborted ? `The service did not answer within ${PATIENCE_MS / 1000} s.` : "The service cannot be reached.");
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

  if (status >= 200 && status < 300 && body !== null) {
    return { [what]: body, status };
  }

  // problem+json (RFC 9457).
  return {
    refusal: {
      status,
      title: body?.title ?? "The service gave no reason",
      detail: body?.detail ?? "",
      retryAfter: retryAfter === null ? null : Number(retryAfter),
      retry: status === 408 || status === 429 || status >= 500,
    },
  };
}
