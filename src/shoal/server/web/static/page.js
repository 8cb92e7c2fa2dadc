// The page module: keeps a page live, and lets a person pick. It knows tokens, not games.
//
// The server draws every page whole. This fetches a page again when its feed says that something changed, and
// patches what differs, so that style sheets can animate what moved. Without it, plain forms and links do.

const main = () => document.querySelector("#main");

// ---- patching -------------------------------------------------------------------------------------
/** Make `old` equal to `fresh`, keeping elements with the same id, and what a person has opened or typed. */
function patch(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !["open", "aria-busy"].includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !(name === "value" && old.localName === "input" && old === document.activeElement)) old.setAttribute(name, value);
  }
  if (old.localName === "input" && old !== document.activeElement) old.value = fresh.getAttribute("value") ?? "";
  if (old.hasAttribute("data-client")) return;
  let at = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const match = node.id ? [...old.children].find((child) => child.id === node.id) : at && alike(at, node) ? at : null;
    if (!match) old.insertBefore(document.importNode(node, true), at);
    else {
      if (match === at) at = at.nextSibling;
      else old.insertBefore(match, at);
      patch(match, node);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

const alike = (a, b) => !a.id && !b.id && a.nodeName === b.nodeName;

/** Show a page that the server sent: here if it is this one, else by going there. */
async function show(response, { replace = true } = {}) {
  const url = new URL(response.url);
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/html")) throw new Error(text);
  if (response.ok && url.pathname !== location.pathname) return location.assign(url);
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (response.ok && replace && url.href !== location.href) history.replaceState(null, "", url);
  const news = fresh.querySelector("#main");
  if (news.className !== main().className) {
    document.querySelector("#refused").textContent = fresh.querySelector("#refused")?.textContent;
    return;
  }
  const turn = main().hasAttribute("data-turn");
  document.title = fresh.title;
  patch(document.body, fresh.body);
  if (!turn && main().hasAttribute("data-turn")) chime();
  settle();
}

let [showing, asked] = [Promise.resolve(), 0];
/** One thing at a time: a page that is asked for later is shown later. */
function inTurn(work) {
  document.body.ariaBusy = (asked += 1) > 0;
  showing = showing.then(work).finally(() => (document.body.ariaBusy = (asked -= 1) > 0));
}

/** Fetch a page and show it. What was lost on the way is sent once more: the server does nothing twice. */
async function load(url, options, again = false) {
  try {
    await show(await fetch(url, { headers: { accept: "text/html" }, ...options }));
    offline(false);
  } catch (error) {
    console.warn(error);
    offline(true);
    if (!again) await new Promise((later) => setTimeout(later, 1000)).then(() => load(url, options, true));
  }
}

const offline = (gone) => (document.querySelector("#offline").hidden = !gone);

// ---- forms and links ------------------------------------------------------------------------------
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.hasAttribute("data-reload")) return;
  event.preventDefault();
  // What is pressed on a sheet is meant for the sheet as it will be; a step is meant for the table as it was seen.
  const written = () => new URLSearchParams(new FormData(form, form.contains(event.submitter) ? event.submitter : null));
  const seen = form.closest("[data-queued]") ? null : written();
  inTurn(() => load(form.action, { method: "POST", body: seen ?? written() }));
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-patch]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    inTurn(() => load(link.href));
    return;
  }
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.token !== undefined) press(button.dataset.token);
  if (button.dataset.copy) copy(button);
  if (button.dataset.autoplay) autoplay(button);
  if (button.dataset.cancel !== undefined) unpick();
});

document.addEventListener("input", (event) => {
  const slider = event.target;
  if (slider.type !== "range" || !slider.hasAttribute("data-patch")) return;
  const url = new URL(location.href);
  url.searchParams.set(slider.name, slider.value);
  inTurn(() => (slider.value === url.searchParams.get(slider.name) ? load(url) : null));
});

function copy(button) {
  document.querySelector(button.dataset.copy).select();
  document.execCommand("copy"); // the clipboard's own interface is missing where there is no TLS
  button.textContent = button.dataset.copied;
}

let playing = 0;
function autoplay({ dataset }) {
  clearInterval(playing);
  playing = playing ? 0 : setInterval(() => {
    const next = document.querySelector(dataset.autoplay);
    if (next) next.click();
    else autoplay({ dataset });
  }, 1100);
  settle();
}

// ---- picking a step -------------------------------------------------------------------------------
let picked = [];

/** The legal steps as the server listed them: a button each, and the presses that pick it. */
const ways = () =>
  [...document.querySelectorAll("#steps button[data-tokens]")].map((button) => ({ button, tokens: button.dataset.tokens.split(" ") }));

const open = (presses) => ways().filter(({ tokens }) => presses.every((token, place) => tokens[place] === token));

function press(token) {
  const tries = [[...picked, token], picked.includes(token) ? picked.slice(0, picked.indexOf(token)) : null, [token]];
  const next = tries.find((presses) => presses && open(presses).length);
  if (!next) return;
  picked = next;
  const left = open(picked);
  const whole = left.filter(({ tokens }) => tokens.length === picked.length);
  if (picked.length && left.length === 1 && whole.length === 1 && !document.body.dataset.confirm) return take(whole[0].button);
  mark();
}

function take(button) {
  unpick();
  button.form.requestSubmit(button);
}

const unpick = () => mark((picked = []));

/** Show what may be pressed next, what was pressed, and in the tray what is left to choose between. */
function mark() {
  const left = open(picked);
  const next = new Set(left.map(({ tokens }) => tokens[picked.length]));
  for (const button of document.querySelectorAll("button[data-token]")) {
    const { token } = button.dataset;
    const chosen = picked.includes(token);
    button.classList.toggle("can", next.has(token));
    button.classList.toggle("picked", chosen);
    button.ariaPressed = chosen ? "true" : null;
  }
  document.body.classList.toggle("picking", picked.length > 0);
  const tray = document.querySelector("#tray");
  if (!tray) return;
  const whole = left.some(({ tokens }) => tokens.length === picked.length);
  const offered = picked.length && (whole || left.length === 1) ? left : [];
  tray.replaceChildren(...offered.map(({ button, tokens }) => trayButton(button, tokens.length === picked.length)));
  if (picked.length) {
    const cancel = document.createElement("button");
    Object.assign(cancel, { type: "button", textContent: document.body.dataset.cancel });
    cancel.dataset.cancel = "";
    tray.append(cancel);
  }
}

function trayButton(button, isWhole) {
  const copied = document.createElement("button");
  const { confirm } = document.body.dataset;
  const words = button.firstChild.textContent.trim();
  Object.assign(copied, { type: "button", className: isWhole ? "main" : "", onclick: () => take(button) });
  copied.textContent = isWhole && confirm ? `${confirm}: ${words}` : words;
  return copied;
}

// ---- keys -----------------------------------------------------------------------------------------
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && picked.length) return unpick();
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const here = event.target.closest?.("[data-row]");
  if (here && ARROWS[event.key]) {
    const there = neighbour(here, ARROWS[event.key]);
    if (there) {
      event.preventDefault();
      rove(there);
      there.focus();
    }
  } else if (!event.target.closest?.("input, select, textarea, .log")) {
    document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
  }
});

/** The next cell in the same row, or the nearest one in the next row that has any: so every cell can be reached. */
function neighbour(here, [down, right]) {
  const place = (cell) => [Number(cell.dataset.row), Number(cell.dataset.col)];
  const [row, col] = place(here);
  let [best, least] = [null, Infinity];
  for (const cell of here.closest("[data-grid]").querySelectorAll("[data-row]:not([disabled])")) {
    const [dr, dc] = [place(cell)[0] - row, place(cell)[1] - col];
    const ahead = dr * down + dc * right;
    const aside = Math.abs(dr * right) + Math.abs(dc * down);
    const far = ahead * 100 + aside;
    if (ahead > 0.1 && !(right && aside > 0.1) && far < least) [best, least] = [cell, far];
  }
  return best;
}

/** One stop for the Tab key in each grid: the cell that had the focus last, or else the first that may be pressed. */
function rove(cell) {
  for (const other of cell.closest("[data-grid]").querySelectorAll("[data-row]")) other.tabIndex = other === cell ? 0 : -1;
}

// ---- feed, clocks, sound --------------------------------------------------------------------------
let wait = 500;
function listen() {
  const feed = main()?.dataset.feed;
  if (!feed) return;
  const socket = new WebSocket(new URL(feed, location.href.replace(/^http/, "ws")));
  socket.onmessage = (event) => {
    wait = 500;
    offline(false);
    const { mark } = JSON.parse(event.data);
    inTurn(() => (mark === main().dataset.mark || new URL(location.href).searchParams.has("step") ? null : load(location.href)));
  };
  socket.onclose = (event) => {
    if (event.code === 4404) return;
    offline(true);
    setTimeout(listen, wait);
    wait = Math.min(wait * 2, 10000);
  };
}

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const since = clock.hasAttribute("data-running") ? Date.now() - drawnAt : 0;
    const seconds = Math.ceil(Math.max(0, clock.dataset.left - since) / 1000);
    const [days, whole] = [Math.floor(seconds / 86400), new Date(seconds * 1000).toISOString()];
    clock.textContent = (days ? `${days} d ` : "") + whole.slice(seconds < 3600 ? 14 : 11, 19);
    clock.classList.toggle("short", seconds < 20);
  }
}

function chime() {
  if (!document.body.hasAttribute("data-sound")) return;
  const context = new AudioContext();
  const [tone, volume] = [new OscillatorNode(context, { frequency: 660 }), new GainNode(context, { gain: 0.15 })];
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.5);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.5);
}

let drawnAt = Date.now();
/** After every drawing: what the server does not know. */
function settle() {
  drawnAt = Date.now();
  document.documentElement.classList.add("live");
  const focused = document.activeElement;
  for (const grid of document.querySelectorAll("[data-grid]")) {
    const cells = [...grid.querySelectorAll("[data-row]:not([disabled])")];
    const stop = cells.find((cell) => cell === focused) ?? cells[0];
    if (stop) rove(stop);
  }
  for (const time of document.querySelectorAll("time[data-at]")) {
    time.textContent = new Date(Number(time.dataset.at)).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  }
  const log = document.querySelector("#log");
  if (log) log.scrollTop = (log.querySelector(".here")?.offsetTop ?? log.scrollHeight) - log.clientHeight / 2;
  for (const button of document.querySelectorAll("[data-autoplay]")) button.ariaPressed = Boolean(playing);
  if (!open(picked).length) picked = [];
  if (main()) mark();
  tick();
}

settle();
listen();
setInterval(tick, 500);
