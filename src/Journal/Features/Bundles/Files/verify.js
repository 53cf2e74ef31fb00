// Verifies a bundle of evidence without the product that wrote it: node verify.js FOLDER [KEY], or open verify.html in a browser.
// README.txt says what is checked. Plain JavaScript; only Ed25519, RSA and ECDSA come from WebCrypto.
'use strict';

const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
const utf8 = text => new TextEncoder().encode(text);
const textOf = bytes => new TextDecoder().decode(bytes);
const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);
const decode = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

function join(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { all.set(part, at); at += part.length; }
  return all;
}

class Failure extends Error { }
function demand(condition, message) { if (!condition) throw new Failure(message); }

// SHA-256 (FIPS 180-4), because WebCrypto's takes longer for the call than for the hash.
const K = (() => {
  const primes = [], roots = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) { primes.push(n); roots.push((Math.cbrt(n) % 1) * 2 ** 32 | 0); }
  return Int32Array.from(roots);
})();
const start = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) >> 6 << 6), view = new DataView(padded.buffer);
  padded.set(bytes); padded[bytes.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000)); view.setUint32(padded.length - 4, bytes.length << 3 >>> 0);
  const state = Int32Array.from(start), w = new Int32Array(64), turn = (x, n) => x >>> n | x << 32 - n;
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >>> 3) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ b >>> 10) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = state[i] + value | 0; });
  }
  const result = new Uint8Array(32), out = new DataView(result.buffer);
  state.forEach((value, i) => out.setInt32(4 * i, value));
  return result;
}

// The tree of RFC 6962.
const leafHash = bytes => sha256(join([0], bytes));
const nodeHash = (left, right) => sha256(join([1], left, right));
function rootOf(hashes) {
  while (hashes.length > 1) {
    const next = [];
    for (let i = 0; i < hashes.length; i += 2) next.push(i + 1 < hashes.length ? nodeHash(hashes[i], hashes[i + 1]) : hashes[i]);
    hashes = next;
  }
  return hashes[0];
}
function rootOfPath(index, size, hash, path) { // RFC 9162, 2.1.3.2
  let [fn, sn] = [BigInt(index), BigInt(size) - 1n];
  demand(fn <= sn, 'a frame is beyond the checkpoint');
  for (const step of path) {
    demand(sn > 0n, 'a path is too long');
    if (fn & 1n || fn === sn) {
      hash = nodeHash(step, hash);
      while (!(fn & 1n) && fn > 0n) { fn >>= 1n; sn >>= 1n; }
    } else hash = nodeHash(hash, step);
    fn >>= 1n; sn >>= 1n;
  }
  demand(sn === 0n, 'a path is too short');
  return hash;
}
function isConsistent(oldSize, oldRoot, size, root, proof) { // RFC 9162, 2.1.4.2
  if (oldSize === size) return proof.length === 0 && same(oldRoot, root);
  if (oldSize > size || oldSize === 0) return false;
  let [fn, sn] = [BigInt(oldSize) - 1n, BigInt(size) - 1n];
  const path = [...proof];
  if ((BigInt(oldSize) & (BigInt(oldSize) - 1n)) === 0n) path.unshift(oldRoot);
  while (fn & 1n) { fn >>= 1n; sn >>= 1n; }
  if (path.length === 0) return false;
  let fr = path[0], sr = path[0];
  for (const step of path.slice(1)) {
    if (sn === 0n) return false;
    if (fn & 1n || fn === sn) {
      fr = nodeHash(step, fr); sr = nodeHash(step, sr);
      while (!(fn & 1n) && fn > 0n) { fn >>= 1n; sn >>= 1n; }
    } else sr = nodeHash(sr, step);
    fn >>= 1n; sn >>= 1n;
  }
  return sn === 0n && same(fr, oldRoot) && same(sr, root);
}

// Signed notes of C2SP: a text, an empty line, signatures; keys are name+id+base64(type, key).
function keyOf(text) {
  const [name, id, key] = text.trim().split(/\+([0-9a-f]{8})\+/);
  const bytes = decode(key);
  demand(hex(sha256(join(utf8(name + '\n'), bytes)).slice(0, 4)) === id, `${name}: the key does not have the id that it names`);
  return { name, id, type: bytes[0], key: bytes.slice(1) };
}
function noteOf(bytes) {
  const whole = textOf(bytes), end = whole.lastIndexOf('\n\n');
  demand(end > 0, 'a checkpoint is no signed note');
  const text = whole.slice(0, end + 1), [origin, size, root] = text.split('\n');
  const signatures = whole.slice(end + 2).split('\n').filter(line => line).map(line => {
    const match = /^— (\S+) (\S+)$/.exec(line);
    demand(match, 'a signature line is malformed');
    const all = decode(match[2]);
    return { name: match[1], id: hex(all.slice(0, 4)), bytes: all.slice(4) };
  });
  demand(/^[0-9]+$/.test(size), 'a checkpoint has no size');
  return { text, origin, size: Number(size), root: decode(root), signatures };
}
async function ed25519(key, message, signature) {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'Ed25519' }, false, ['verify']);
  return crypto.subtle.verify({ name: 'Ed25519' }, imported, signature, message);
}
async function isSigned(note, key) {
  const own = note.signatures.filter(one => one.name === key.name && one.id === key.id);
  for (const one of own) if (!await ed25519(key.key, utf8(note.text), one.bytes)) return false;
  return own.length > 0;
}
async function cosignedAt(note, key) {
  for (const one of note.signatures.filter(each => each.name === key.name && each.id === key.id)) {
    const time = new DataView(one.bytes.buffer, one.bytes.byteOffset).getBigUint64(0);
    if (await ed25519(key.key, utf8(`cosignature/v1\ntime ${time}\n${note.text}`), one.bytes.slice(8))) return new Date(Number(time) * 1000);
  }
  return null;
}

// RFC 3161 and RFC 5652, as far as a time stamp needs them.
function der(bytes, at = 0) {
  const tag = bytes[at], first = bytes[at + 1], count = first & 0x80 ? first & 0x7f : 0;
  let length = count ? 0 : first;
  for (let i = 0; i < count; i++) length = length * 256 + bytes[at + 2 + i];
  const begin = at + 2 + count, end = begin + length;
  demand(end <= bytes.length && count < 5, 'a time stamp is malformed');
  return { tag, raw: bytes.subarray(at, end), body: bytes.subarray(begin, end), end };
}
function parts(value) {
  const list = [];
  for (let at = 0; at < value.body.length;) { const one = der(value.body, at); list.push(one); at = one.end; }
  return list;
}
const oid = value => hex(value.body);
const digests = { '608648016503040201': 'SHA-256', '608648016503040202': 'SHA-384', '608648016503040203': 'SHA-512', '2b0e03021a': 'SHA-1' };
async function stampedAt(answer, content) {
  const [status, contentInfo] = parts(der(answer));
  demand(parts(status)[0].body.length === 1 && parts(status)[0].body[0] < 2 && contentInfo, 'the authority granted no time stamp');
  const signed = parts(parts(parts(contentInfo)[1])[0]), info = parts(parts(signed[2])[1])[0].body;
  const stamp = parts(der(info)), imprint = parts(stamp[2]);
  demand(oid(parts(imprint[0])[0]) === '608648016503040201' && same(imprint[1].body, sha256(content)), 'the time stamp is for other content');
  const signer = parts(parts(signed.at(-1))[0]), hash = digests[oid(parts(signer[2])[0])];
  demand(hash && hash !== 'SHA-1', 'the time stamp has an unknown or weak hash');
  demand(signer[3].tag === 0xa0, 'the time stamp has no signed attributes');
  const digest = parts(signer[3]).map(parts).find(each => oid(each[0]) === '2a864886f70d010904');
  demand(digest && same(parts(digest[1])[0].body, new Uint8Array(await crypto.subtle.digest(hash, info))), 'the time stamp was changed');
  const message = Uint8Array.from(signer[3].raw); message[0] = 0x31;
  const certificates = signed.filter(each => each.tag === 0xa0).flatMap(parts);
  const [issuer, serial] = parts(signer[1]);
  for (const certificate of certificates) {
    const fields = parts(parts(certificate)[0]), at = fields[0].tag === 0xa0 ? 1 : 0;
    if (!same(fields[at].body, serial.body) || !same(fields[at + 2].raw, issuer.raw)) continue;
    demand(await verifyBy(fields[at + 5], hash, message, signer[5].body), 'the signature of the time stamp is wrong');
    const time = textOf(stamp[4].body), [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(time);
    return { time: `${y}-${mo}-${d} ${h}:${mi}:${s} UTC`, certificate: hex(sha256(certificate.raw)) };
  }
  throw new Failure('the time stamp does not hold the certificate of its signer');
}
async function verifyBy(spki, hash, message, signature) {
  const [algorithm] = parts(spki), [name, curve] = parts(algorithm);
  if (oid(name) === '2a864886f70d010101') {
    const key = await crypto.subtle.importKey('spki', spki.raw, { name: 'RSASSA-PKCS1-v1_5', hash }, false, ['verify']);
    return crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, signature, message);
  }
  const size = { '2a8648ce3d030107': 32, '2b81040022': 48 }[oid(curve)];
  demand(oid(name) === '2a8648ce3d0201' && size, 'the time stamp is signed by an unknown kind of key');
  const key = await crypto.subtle.importKey('spki', spki.raw, { name: 'ECDSA', namedCurve: size === 32 ? 'P-256' : 'P-384' }, false, ['verify']);
  const raw = join(...parts(der(signature)).map(number => {
    const digits = number.body.slice(Math.max(0, number.body.length - size));
    return join(new Uint8Array(size - digits.length), digits);
  }));
  return crypto.subtle.verify({ name: 'ECDSA', hash }, key, raw, message);
}

const sourceKinds = ['?', 'udp', 'tcp', 'tls', 'relp', 'http', 'sealed'];
function recordOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), source = bytes[34];
  return {
    sequence: Number(view.getBigUint64(16)), time: new Date(Number(view.getBigUint64(24) / 1000n)),
    source: `${sourceKinds[bytes[33]] ?? bytes[33]} ${textOf(bytes.slice(35, 35 + source))}`, message: bytes.slice(35 + source),
  };
}

/**
 * @param {Map<string, Uint8Array>} files the files of the bundle by their names, with / between folders.
 * @param {(text: string) => void} say takes a sentence about what was checked.
 * @param {(record: object) => void} show takes each record that is proven.
 * @param {string?} wanted the log's key from elsewhere.
 */
async function verify(files, say, show, wanted) {
  const file = name => { demand(files.has(name), `${name} is missing`); return files.get(name); };
  for (const line of textOf(file('SHA256SUMS')).split('\n').filter(each => each)) {
    const [, hash, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    demand(name && hex(sha256(file(name))) === hash, `${name ?? line} is not the file that SHA256SUMS names`);
  }
  say('The files are those that SHA256SUMS names.');
  const evidence = JSON.parse(textOf(file('evidence.json'))), log = keyOf(textOf(file('log.vkey')));
  demand(!wanted || keyOf(wanted).id === log.id && same(keyOf(wanted).key, log.key), 'the log has another key than the one given');
  const checkpoint = noteOf(file('checkpoint'));
  demand(checkpoint.origin === log.name && await isSigned(checkpoint, log), 'the checkpoint is not signed by the log');
  say(`${log.name} has signed a checkpoint of ${checkpoint.size} frames.`);

  let next = evidence.firstSequence, shown = 0, redacted = 0, last = -1;
  for (const line of textOf(file('frames.jsonl')).split('\n').filter(each => each)) {
    const frame = JSON.parse(line), header = decode(frame.header), view = new DataView(header.buffer);
    demand(header.length === 256 && textOf(header.slice(0, 4)) === 'JFR1', 'a frame has no header');
    const [index, first, count] = [Number(view.getBigUint64(8)), Number(view.getBigUint64(16)), view.getUint32(24)];
    demand(index > last, 'frames are not in order');
    const root = rootOfPath(index, checkpoint.size, leafHash(header), frame.path.map(decode));
    demand(same(root, checkpoint.root), `frame ${index} is not in the signed tree`);
    demand(frame.records.length === count, `frame ${index} does not have its ${count} records`);
    const leaves = [];
    for (const [place, record] of frame.records.entries()) {
      const bytes = record.record ? decode(record.record) : null, sequence = first + place;
      leaves.push(bytes ? leafHash(bytes) : decode(record.hash));
      if (sequence < evidence.firstSequence || sequence >= evidence.nextSequence) continue;
      demand(sequence === next, `record ${next} is missing`);
      demand(bytes || record.redacted, `record ${sequence} was removed`);
      if (bytes) demand(recordOf(bytes).sequence === sequence, `record ${sequence} is in the wrong place`);
      next++;
      redacted += bytes ? 0 : 1;
    }
    demand(same(rootOf(leaves), header.slice(128, 160)), `a record of frame ${index} was changed`);
    for (const record of frame.records) {
      if (record.record && first <= evidence.nextSequence) {
        const read = recordOf(decode(record.record));
        if (read.sequence >= evidence.firstSequence && read.sequence < evidence.nextSequence) { show(read); shown++; }
      }
    }
    last = index;
  }
  demand(next === evidence.nextSequence, `record ${next} is missing`);
  say(`All records ${evidence.firstSequence} to ${evidence.nextSequence - 1} are there: ${shown} are proven, ${redacted} were redacted.`);

  async function earlier(folder, name, check) {
    const bytes = file(`${folder}/${name}.checkpoint`), note = noteOf(bytes);
    const proof = textOf(file(`${folder}/${name}.proof`)).split('\n').filter(each => each).map(decode);
    demand(note.origin === log.name && await isSigned(note, log), `${folder}/${name} is not signed by the log`);
    demand(isConsistent(note.size, note.root, checkpoint.size, checkpoint.root, proof), `${folder}/${name} does not fit the checkpoint`);
    await check(note, bytes);
  }
  const covers = note => note.size > last ? 'It covers all records here.' : 'It does not cover the last records here.';
  for (const [name, key] of Object.entries(evidence.witnesses)) {
    await earlier('cosigned', name, async note => {
      const time = await cosignedAt(note, keyOf(key));
      demand(time, `${key} has not signed cosigned/${name}`);
      say(`The witness ${keyOf(key).name} has signed ${note.size} frames at ${time.toISOString()}. ${covers(note)}`);
    });
  }
  for (const name of evidence.timestamps) {
    await earlier('timestamps', name, async (note, bytes) => {
      const { time, certificate } = await stampedAt(file(`timestamps/${name}.tsr`), bytes);
      say(`A time stamp says that the checkpoint of ${note.size} frames existed at ${time}. ${covers(note)} `
        + `Its signer's certificate has the SHA-256 ${certificate}: openssl ts -verify says whose it is.`);
    });
  }
  say(wanted ? 'The key of the log is the one given.' : `Compare the key of the log with one from elsewhere: ${textOf(file('log.vkey')).trim()}`);
}

if (typeof window === 'undefined') {
  const { readFileSync, readdirSync } = require('node:fs'), { join: path, relative, sep } = require('node:path');
  globalThis.crypto ??= require('node:crypto').webcrypto;
  const [folder, key] = process.argv.slice(2), files = new Map();
  const read = place => readdirSync(place, { withFileTypes: true }).forEach(entry => entry.isDirectory()
    ? read(path(place, entry.name))
    : files.set(relative(folder, path(place, entry.name)).split(sep).join('/'), new Uint8Array(readFileSync(path(place, entry.name)))));
  read(folder);
  const show = record => console.log(`${record.sequence} ${record.time.toISOString()} ${record.source} ${JSON.stringify(textOf(record.message))}`);
  verify(files, console.error, show, key).then(() => console.error('Verified.'), failure => {
    console.error(`FAILED: ${failure instanceof Failure ? failure.message : failure}.`);
    process.exitCode = 1;
  });
}
