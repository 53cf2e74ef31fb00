// SHA-256 in the browser, to ask for a file by its digest before sending it.

/**
 * Largest file that is hashed first. WebCrypto takes a file only as a whole, in memory; beyond this, sending is the smaller cost
 * (the service hashes as it receives).
 */
export const MAX_BYTES = 64 * 1024 * 1024;

/** Why a file of this size is not hashed here; null when it is. */
export function unableBecause(size) {
  if (!globalThis.crypto?.subtle) {
    return "a browser hashes only on HTTPS and on localhost";
  }

  return size > MAX_BYTES ? "it is too large for a browser to hash first" : null;
}

/** 64 lower-case hex digits. */
export async function sha256(file) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
