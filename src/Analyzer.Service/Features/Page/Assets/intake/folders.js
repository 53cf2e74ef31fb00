// What was dropped or chosen: files, and those in folders, with the way that led to each.

/** Beyond so many nobody reads the list. */
export const MAX_FILES = 5_000;

/** Those of a file field; a field for folders gives each file's path. */
export const chosen = (files) => cut(Array.from(files, (file) => ({ file, name: file.webkitRelativePath || file.name })));

/** Those that were let go over the page. The items are gone once the event is over, so all are taken before the first wait. */
export async function dropped(transfer) {
  const entries = Array.from(transfer.items, (item) => item.kind === "file" && item.webkitGetAsEntry()).filter(Boolean);
  if (entries.length === 0) {
    return chosen(transfer.files);
  }

  const found = [];
  for (const entry of entries) {
    await walk(entry, found);
  }

  return cut(found);
}

async function walk(entry, found) {
  if (found.length > MAX_FILES) {
    return;
  }

  const name = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    // One that is gone meanwhile, or forbidden, is told when its turn comes.
    const file = await new Promise((resolve) => entry.file(resolve, () => resolve(null)));
    found.push({ file, name });
    return;
  }

  // A reader gives a hundred entries at a time, and none at the end.
  const reader = entry.createReader();
  for (let some; (some = await new Promise((resolve) => reader.readEntries(resolve, () => resolve([])))).length > 0;) {
    for (const inner of some) {
      await walk(inner, found);
    }
  }
}

const cut = (found) => ({ found: found.slice(0, MAX_FILES), tooMany: found.length > MAX_FILES });
