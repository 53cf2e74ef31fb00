// The key that the service asks for, where it does. This tab keeps it, and forgets it when it is closed.

import { byId } from "../dom.js";

const NAME = "key";
const UNAUTHENTICATED = 401;

/** The header fields of a request, with the key if there is one. */
export function withKey(headers = {}) {
  const key = sessionStorage.getItem(NAME);
  return key ? { ...headers, "x-api-key": key } : headers;
}

/** Asks for the key when an answer says that it takes one; `detail` says why the last one did not do. */
export function askWhenNeeded(status, detail = "") {
  if (status !== UNAUTHENTICATED) {
    return;
  }

  const form = byId("sign-in");
  byId("sign-in-why").textContent = sessionStorage.getItem(NAME) ? detail : "";
  if (form.hidden) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      sessionStorage.setItem(NAME, byId("sign-in-key").value.trim());
      location.reload();
    });
  }
}
