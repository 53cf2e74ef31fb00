// The question before a report is deleted.

import { byId } from "../dom.js";

const dialog = byId("deletion");

byId("deletion-yes").addEventListener("click", () => dialog.close("yes"));
byId("deletion-no").addEventListener("click", () => dialog.close(""));

/** Whether the reader means it. */
export function confirmDeletion() {
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}
