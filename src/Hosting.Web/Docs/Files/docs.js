// Shows the description of the interface by Scalar, from this host alone: no font, picture, proxy or assistant of another is asked for.

import { fetchWithKey, KeyNeeded } from "/page/key.js";

const state = document.getElementById("state");

/** Most of the style elements that Scalar adds lack the number that the policy asks of them. */
function allowStyles() {
  const nonce = document.querySelector("meta[property=csp-nonce]").content;
  const create = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const made = create(name, options);
    if (made instanceof HTMLStyleElement) {
      made.nonce = nonce;
    }

    return made;
  };
}

function load(path) {
  const script = Object.assign(document.createElement("script"), { src: path });
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${path} cannot be read.`));
  });
  document.head.append(script);
  return loaded;
}

try {
  const answer = await fetchWithKey("/openapi/v1.json");
  if (!answer.ok) {
    const problem = await answer.json().catch(() => null);
    throw new Error(problem?.detail ?? `The description cannot be read: ${answer.status}.`);
  }

  allowStyles();
  await load("/docs/scalar.js");
  window.Scalar.createApiReference("#app", {
    content: await answer.text(),
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
    documentDownloadType: "none",
    theme: "none",
  });
} catch (error) {
  if (!(error instanceof KeyNeeded)) {
    state.textContent = error.message;
  }
}
