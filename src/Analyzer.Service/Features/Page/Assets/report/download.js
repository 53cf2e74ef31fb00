// A text that becomes a file on the reader's disk.

export function saveAsFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  // The browser has begun to read it when the click returns, or does in the next moment.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
