// The key that a service asks for, where it does. This tab keeps it, and forgets it when it is closed.

const NAME = "key";
const UNAUTHENTICATED = 401;

/** The service asks for a key: the page shows the form for it, and is loaded again when it has one. */
export class KeyNeeded extends Error {}

/** The header fields of a request, with the key if there is one. */
export function withKey(headers = {}) {
  const key = sessionStorage.getItem(NAME);
  return key ? { ...headers, "x-api-key": key } : headers;
}

/**
 * fetch() with the key if there is one.
 * @throws KeyNeeded when the service gives no answer without another.
 */
export async function fetchWithKey(path, options = {}) {
  const response = await fetch(path, { ...options, headers: withKey(options.headers) });
  if (response.status === UNAUTHENTICATED) {
    const problem = await response.json().catch(() => null);
    askWhenNeeded(response.status, problem?.detail);
    throw new KeyNeeded(problem?.title);
  }

  return response;
}

/** Asks for the key when an answer says that it takes one; `detail` says why the last one did not do. */
export function askWhenNeeded(status, detail = "") {
  if (status !== UNAUTHENTICATED) {
    return;
  }

  const form = document.getElementById("sign-in") ?? addForm();
  form.querySelector("[role=alert]").textContent = sessionStorage.getItem(NAME) ? detail : "";
}

function addForm() {
  const input = element("input", { id: "sign-in-key", type: "password", autocomplete: "off", spellcheck: "false", required: "" });
  const form = element("form", { id: "sign-in", class: "sign-in", "aria-label": "Key" },
    element("label", { for: input.id }, "This service needs a key. The tab keeps it until you close the tab."),
    input,
    element("button", { type: "submit" }, "Use it"),
    element("p", { id: "sign-in-why", role: "alert" }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sessionStorage.setItem(NAME, input.value.trim());
    location.reload();
  });
  document.querySelector("body > header").after(form);
  return form;
}

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...content);
  return made;
}
