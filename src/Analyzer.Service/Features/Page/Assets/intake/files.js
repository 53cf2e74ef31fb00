// Files that are not sent yet, over a reload: the browser keeps copies of them, in bounds, and no longer than they are needed.

// Of all tabs together. What does not fit has to be chosen again.
const MAX_BYTES = 500 * 1024 * 1024;
// A tab that was closed leaves its files behind. The next visit removes them when they are so old.
const MAX_AGE_MS = 60 * 60 * 1000;
const [DATABASE, STORE, TAB] = ["analyzer", "files", "analyzer.tab"];

// Both by the numbers of their uploads.
const kept = new Map();
let wanted = new Map();

const unkeepable = new WeakSet();
let database = null;
let bytes = 0;
let busy = false;

/** Gives back each file of before the reload, with its upload's number; none is kept before that. */
export async function restore(give) {
  try {
    const opened = await open();
    for (const { tab, order, file, at } of await run(opened, "readonly", (store) => store.getAll())) {
      if (tab === thisTab()) {
        kept.set(order, file);
        give(order, file);
      } else if (Date.now() - at > MAX_AGE_MS) {
        await run(opened, "readwrite", (store) => store.delete([tab, order]));
        continue;
      }

      bytes += file.size;
    }

    database = opened;
  } catch {
    // The browser has no such storage, or none for this page.
  }
}

/** Keeps these files and no others, each by its upload's number, in the background. */
export async function keep(files) {
  wanted = files;
  if (!database || busy) {
    return;
  }

  busy = true;
  try {
    for (let change; (change = nextChange());) {
      await change();
    }
  } catch {
    database = null; // it was closed by the browser
  }

  busy = false;
}

function nextChange() {
  const old = [...kept].find(([order, file]) => wanted.get(order) !== file);
  if (old) {
    return () => remove(...old);
  }

  const missing = [...wanted]
    .find(([order, file]) => !kept.has(order) && !unkeepable.has(file) && bytes + file.size <= MAX_BYTES);
  return missing && (() => add(...missing));
}

async function add(order, file) {
  try {
    await run(database, "readwrite", (store) => store.put({ tab: thisTab(), order, file, at: Date.now() }));
    kept.set(order, file);
    bytes += file.size;
  } catch {
    unkeepable.add(file); // it cannot be read, or the disk is full
  }
}

async function remove(order, file) {
  await run(database, "readwrite", (store) => store.delete([thisTab(), order]));
  kept.delete(order);
  bytes -= file.size;
}

function thisTab() {
  const tab = sessionStorage.getItem(TAB) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
  sessionStorage.setItem(TAB, tab);
  return tab;
}

function open() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ["tab", "order"] });
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function run(opened, mode, ask) {
  const transaction = opened.transaction(STORE, mode);
  const request = ask(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}
