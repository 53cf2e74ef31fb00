'use strict';
const at = id => document.getElementById(id);
const token = tokenOf(location.hash.slice(1));
const asked = new URLSearchParams(location.search);
let running = null, newest = -1, timer = null;

// Links of other pages come without it: the one that a person opened is remembered, for this address and this browser.
function tokenOf(given) {
  try {
    if (given) localStorage.setItem('token', given);
    return given || localStorage.getItem('token') || '';
  } catch {
    return given;
  }
}

function element(name, text, properties = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  return Object.assign(made, properties);
}

async function ask(path, signal) {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${token}` }, signal });
  if (!answer.ok) throw new Error((await answer.text()) || `The journal answers ${answer.status}.`);
  return answer;
}

const query = more => new URLSearchParams([...new FormData(at('query')), ...Object.entries(more)].filter(([, value]) => value !== ''));

function item(line, unproven = 'not proven') {
  const made = element('li', line.text, { tabIndex: -1 });
  const facts = [line.receivedAt, `record ${line.sequence}`, line.by, line.source, line.host, line.app].filter(fact => fact).join(' · ');
  const small = element('small', facts);
  if (!line.proven) small.append(element('span', ` · ${unproven}`, { className: 'unproven' }));
  made.prepend(small);
  made.dataset.sequence = line.sequence;
  return made;
}

function drawHistogram({ counts, first, last }) {
  const most = Math.max(1, ...counts), width = 600 / Math.max(1, counts.length);
  at('histogram').replaceChildren(...counts.map((count, place) => {
    const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    const height = count === 0 ? 0 : Math.max(1, 58 * count / most);
    for (const [name, value] of Object.entries({ x: place * width, y: 60 - height, width: width * .9, height })) bar.setAttribute(name, value);
    const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    title.textContent = `${count}`;
    bar.append(title);
    return bar;
  }));
  at('span').replaceChildren(element('span', first ?? ''), element('span', last ?? ''));
}

function drawFields(fields) {
  at('fields').replaceChildren(...Object.entries(fields).flatMap(([name, values]) => values.map(({ value, count }) => {
    const shown = name === 'severity' ? [...at('query').elements.severity.options].find(level => level.value === value).text : value;
    const made = element('button', `${name}: ${shown} (${count})`, { type: 'button' });
    made.addEventListener('click', () => { at('query').elements[name].value = value; search(); });
    return made;
  })));
}

async function search() {
  running?.abort();
  running = new AbortController();
  at('problem').textContent = '';
  at('status').textContent = 'Searching…';
  try {
    const found = await (await ask(`/api/search?${query({})}`, running.signal)).json();
    at('lines').replaceChildren(...found.lines.map(line => item(line)));
    newest = found.newest;
    drawHistogram(found.histogram);
    drawFields(found.fields);
    at('status').textContent = found.summary;
    at('problem').textContent = found.said.join(' ');
    if (asked.has('prove') && at('lines').firstElementChild) prove(at('lines').firstElementChild);
    asked.delete('prove');
  } catch (error) {
    if (error.name === 'AbortError') return;
    at('status').textContent = '';
    at('problem').textContent = error.message;
    for (const id of ['lines', 'histogram', 'span', 'fields']) at(id).replaceChildren(); // they answered another question
  }
}

async function follow() {
  if (!at('live').checked) return;
  try {
    const found = await (await ask(`/api/search?${query({ after: newest })}`)).json();
    at('lines').prepend(...found.lines.map(line => item(line, 'not proven yet'))); // a checkpoint follows within a second
    while (at('lines').children.length > 1000) at('lines').lastChild.remove();
    newest = Math.max(newest, found.newest);
  } catch (error) {
    at('problem').textContent = error.message;
  }
  timer = setTimeout(follow, 1000);
}

async function prove(line) {
  try {
    at('proof-text').textContent = await (await ask(`/api/proof/${line.dataset.sequence}`)).text();
    at('proof-title').textContent = `Proof of record ${line.dataset.sequence}`;
    at('proof').showModal();
  } catch (error) {
    at('problem').textContent = error.message;
  }
}

function move(step) {
  const lines = [...at('lines').children], now = lines.indexOf(document.activeElement);
  lines[Math.min(lines.length - 1, Math.max(0, now + step))]?.focus();
}

at('query').addEventListener('submit', event => { event.preventDefault(); search(); });
at('live').addEventListener('change', () => { clearTimeout(timer); follow(); });
at('lines').addEventListener('dblclick', event => { const line = event.target.closest('li'); if (line) prove(line); });
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || at('proof').open || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  const act = { '/': () => at('text').focus(), j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1) }[event.key];
  const line = event.target.closest?.('#lines li');
  if (act) { act(); event.preventDefault(); } else if (line && (event.key === 'p' || event.key === 'Enter')) prove(line);
});
for (const name of ['text', 'host', 'app', 'severity', 'from', 'to']) {
  if (asked.has(name)) at('query').elements[name].value = asked.get(name);
}
search();
