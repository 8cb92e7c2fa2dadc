// The script of every page: it keeps the page up to date and lets a person pick a step. It knows tokens, not games.
//
// The server renders every page whole. When the feed says that something changed, this script fetches the page again and
// patches what differs, so that style sheets can animate what moved. Without it, plain forms and links do the same.

const main = () => document.querySelector("#main");

// ---- patching -------------------------------------------------------------------------------------
/** Make `old` equal to `fresh`, but keep elements with the same id, and what the person has opened or typed. */
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
    while (match && at !== match && isGone(at, fresh)) [at] = [at.nextSibling, at.remove()];
    if (!match) old.insertBefore(document.importNode(node, true), at);
    else {
      if (match === at) at = at.nextSibling;
      else old.insertBefore(match, at);
      patch(match, node);
    }
  }
  while (at) [at] = [at.nextSibling, at.remove()];
}

const alike = (a, b) => !a.id && !b.id && a.nodeName === b.nodeName;
/** Whether a node may go at once, so that those behind it need not move: an element that moves loses the focus. */
const isGone = (node, fresh) => (node.id ? ![...fresh.children].some(({ id }) => id === node.id) : node.nodeType === Node.TEXT_NODE);

/** Show the page in a response: patch this one if it is the same page, otherwise go there. */
async function showResponse(response, { replace = true } = {}) {
  const url = new URL(response.url);
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/html")) throw new Error(text);
  if (response.ok && url.pathname !== location.pathname) return location.assign(url);
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (response.ok && replace && url.href !== location.href) history.replaceState(null, "", url);
  const freshMain = fresh.querySelector("#main");
  const refusal = fresh.querySelector("#refused")?.textContent ?? "";
  if (freshMain.className !== main().className) return document.querySelector("#refused").replaceChildren(refusal);
  const hadTurn = main().hasAttribute("data-turn");
  document.title = fresh.title;
  patch(document.body, fresh.body);
  if (!hadTurn && main().hasAttribute("data-turn")) chime();
  refresh();
}

let [lastTask, pending] = [Promise.resolve(), 0];
/** Run tasks one after the other, so that pages are shown in the order in which they were requested. */
function enqueue(task) {
  document.body.ariaBusy = (pending += 1) > 0;
  lastTask = lastTask.then(task).finally(() => (document.body.ariaBusy = (pending -= 1) > 0));
}

/** Fetch a page and show it. A request that fails is repeated once, because the server does nothing twice. */
async function load(url, options, isRetry = false) {
  try {
    await showResponse(await fetch(url, { headers: { accept: "text/html" }, ...options }));
    setOffline(false);
  } catch (error) {
    console.warn(error);
    setOffline(true);
    if (!isRetry) await new Promise((later) => setTimeout(later, 1000)).then(() => load(url, options, true));
  }
}

const setOffline = (isOffline) => (document.querySelector("#offline").hidden = !isOffline);

// ---- forms and links ------------------------------------------------------------------------------
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.method === "get" && form.hasAttribute("data-patch")) {
    event.preventDefault();
    return enqueue(() => load(addressOf(form, submitter)));
  }
  if (form.method !== "post" || form.hasAttribute("data-reload")) return;
  event.preventDefault();
  if (typedIn !== form) submitTyped();
  typedIn = null;
  const [pressed, isQueued] = [new FormData(form, submitter), form.closest("[data-queued]")];
  enqueue(() => {
    // A press on a sheet applies to the sheet as it is by then, and does nothing if its button is gone by then.
    if (isQueued && submitter.form !== form) return null;
    const body = isQueued ? new FormData(form, submitter) : pressed;
    if (pressed.has("text")) body.set("text", pressed.get("text"));
    const { then } = submitter?.dataset ?? {};
    return load(form.action, { method: "POST", body: new URLSearchParams(body) }).then(() => document.querySelector(then)?.focus());
  });
});

/** The address that a form leads to which asks for a page. */
const addressOf = (form, submitter) => new URL(`?${new URLSearchParams(new FormData(form, submitter))}`, form.action);

let [typedIn, typingTimer] = [null, 0];
/** Submit what was typed where that is checked as it is typed: after a pause, and before anything else. */
function submitTyped() {
  clearTimeout(typingTimer);
  typedIn?.requestSubmit(typedIn.querySelector("button"));
}
document.addEventListener("change", submitTyped);

document.addEventListener("click", (event) => {
  // A link waits for what was typed before it.
  const link = event.target.closest(pending && document.querySelector("[data-typed]") ? "a[href]" : "a[data-patch]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const address = new URL(link.getAttribute("href"), location.href); // in a picture, `href` is no text
    return enqueue(() => (link.hasAttribute("data-patch") ? load(address) : location.assign(address)));
  }
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.token !== undefined) press(button.dataset.token);
  if (button.dataset.copy) copy(button);
  if (button.dataset.autoplay) autoplay(button);
  if (button.hasAttribute("data-print")) print();
});

document.addEventListener("input", ({ target: slider }) => {
  if (slider.closest("[data-typed]")) {
    if (typedIn !== slider.form) submitTyped();
    clearTimeout(typingTimer);
    [typedIn, typingTimer] = [slider.form, setTimeout(submitTyped, 300)];
  }
  if (slider.type !== "range" || !slider.hasAttribute("data-patch")) return;
  const url = slider.dataset.patch === "form" ? addressOf(slider.form) : new URL(location.href);
  url.searchParams.set(slider.name, slider.value);
  enqueue(() => (slider.value === url.searchParams.get(slider.name) ? load(url) : null));
});

function copy(button) {
  document.querySelector(button.dataset.copy).select();
  document.execCommand("copy"); // navigator.clipboard does not exist without TLS
  button.textContent = button.dataset.copied;
}

let autoplayTimer = 0;
function autoplay({ dataset }) {
  clearInterval(autoplayTimer);
  autoplayTimer = autoplayTimer ? 0 : setInterval(() => {
    const next = document.querySelector(dataset.autoplay);
    next ? next.click() : autoplay({ dataset });
  }, 1100);
  refresh();
}

// ---- picking a step -------------------------------------------------------------------------------
let picked = [];

/** The legal steps that the server listed, each with its button and the tokens to press. */
const legalSteps = () =>
  [...document.querySelectorAll("#steps button[data-tokens]")].map((button) => ({ button, tokens: button.dataset.tokens.split(" ") }));

const stepsAfter = (presses) => legalSteps().filter(({ tokens }) => presses.every((token, index) => tokens[index] === token));

function press(token) {
  const candidates = [[...picked, token], picked.includes(token) ? picked.slice(0, picked.indexOf(token)) : null, [token]];
  const next = candidates.find((presses) => presses && stepsAfter(presses).length);
  if (!next) return;
  picked = next;
  const left = stepsAfter(picked);
  const complete = left.filter(({ tokens }) => tokens.length === picked.length);
  if (picked.length && left.length === 1 && complete.length === 1 && !document.body.dataset.confirm) return take(complete[0].button);
  showPick();
}

const take = (button) => { unpick(); button.form.requestSubmit(button); };

const unpick = () => showPick((picked = []));

/** Highlight what may be pressed next and what was pressed, and offer the remaining steps in the tray. */
function showPick() {
  const left = stepsAfter(picked);
  const next = new Set(left.map(({ tokens }) => tokens[picked.length]));
  const hinted = document.querySelector("#hint")?.dataset.tokens?.split(" ") ?? [];
  for (const button of document.querySelectorAll("button[data-token]")) {
    const chosen = picked.includes(button.dataset.token);
    button.classList.toggle("can", next.has(button.dataset.token));
    button.classList.toggle("picked", chosen);
    button.classList.toggle("hinted", hinted.includes(button.dataset.token));
    button.ariaPressed = chosen ? "true" : null;
  }
  document.body.classList.toggle("picking", picked.length > 0);
  const tray = document.querySelector("#tray");
  if (!tray) return;
  const anyComplete = left.some(({ tokens }) => tokens.length === picked.length);
  const offered = picked.length && (anyComplete || left.length === 1) ? left : [];
  const { confirm, cancel } = document.body.dataset;
  tray.replaceChildren(...offered.map(({ button, tokens }) => {
    const isComplete = tokens.length === picked.length;
    const words = button.firstChild.textContent.trim();
    return trayButton(isComplete && confirm ? `${confirm}: ${words}` : words, () => take(button), isComplete ? "main" : "");
  }));
  if (picked.length) tray.append(trayButton(cancel, unpick));
}

const trayButton = (textContent, onclick, className = "") =>
  Object.assign(document.createElement("button"), { type: "button", textContent, onclick, className });

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
      makeTabStop(there);
      there.focus();
    }
  } else if (!event.target.closest?.("input, select, textarea, .log")) document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
});

/** The next cell in the same row, or the nearest one in the next row with cells, so that every cell can be reached. */
function neighbour(here, [down, right]) {
  const position = (cell) => [Number(cell.dataset.row), Number(cell.dataset.col)];
  const [row, col] = position(here);
  let [best, least] = [null, Infinity];
  for (const cell of here.closest("[data-grid]").querySelectorAll("[data-row]:not([disabled])")) {
    const [dr, dc] = [position(cell)[0] - row, position(cell)[1] - col];
    const [ahead, aside] = [dr * down + dc * right, Math.abs(dr * right) + Math.abs(dc * down)];
    const distance = ahead * 100 + aside;
    if (ahead > 0.1 && !(right && aside > 0.1) && distance < least) [best, least] = [cell, distance];
  }
  return best;
}

/** Make the cell the only one in its grid that the Tab key stops at. */
function makeTabStop(cell) {
  for (const other of cell.closest("[data-grid]").querySelectorAll("[data-row]")) other.tabIndex = other === cell ? 0 : -1;
}

// ---- feed, clocks, sound --------------------------------------------------------------------------
let retryDelay = 500;
function listen() {
  const feed = main()?.dataset.feed;
  if (!feed) return;
  const socket = new WebSocket(new URL(feed, location.href.replace(/^http/, "ws")));
  socket.onmessage = (event) => {
    retryDelay = 500;
    setOffline(false);
    const { mark } = JSON.parse(event.data);
    enqueue(() => (mark === main().dataset.mark || new URL(location.href).searchParams.has("step") ? null : load(location.href)));
  };
  socket.onclose = (event) => {
    if (event.code === 4404) return;
    setOffline(true);
    setTimeout(listen, retryDelay);
    retryDelay = Math.min(retryDelay * 2, 10000);
  };
}

let pollTimer = 0;
/** A page on which something is computed says after how many milliseconds to look again. */
function poll() {
  clearTimeout(pollTimer);
  const pause = Number(main()?.dataset.poll);
  if (pause) pollTimer = setTimeout(() => enqueue(() => load(location.href).finally(poll)), pause);
}

function updateClocks() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const since = clock.hasAttribute("data-running") ? Date.now() - shownAt : 0;
    const seconds = Math.ceil(Math.max(0, clock.dataset.left - since) / 1000);
    const [days, whole] = [Math.floor(seconds / 86400), new Date(seconds * 1000).toISOString()];
    clock.textContent = (days ? `${days} d ` : "") + whole.slice(seconds < 3600 ? 14 : 11, 19);
    clock.classList.toggle("short", seconds < 20);
    // The server says what follows when the time is over; it counts the time itself.
    if (!seconds && clock.hasAttribute("data-then-load")) {
      clock.removeAttribute("data-then-load");
      setTimeout(() => enqueue(() => load(location.href)), 300);
    }
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

let shownAt = Date.now();
/** After each change of the page, add what the server does not know: focus, local times, scrolling, the pick. */
function refresh() {
  shownAt = Date.now();
  document.documentElement.classList.add("live");
  const focused = document.activeElement;
  for (const grid of document.querySelectorAll("[data-grid]")) {
    const cells = [...grid.querySelectorAll("[data-row]:not([disabled])")];
    const stop = cells.find((cell) => cell === focused) ?? cells[0];
    if (stop) makeTabStop(stop);
  }
  for (const time of document.querySelectorAll("time[data-at]")) {
    time.textContent = new Date(Number(time.dataset.at)).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  }
  const log = document.querySelector("#log");
  if (log) log.scrollTop = (log.querySelector(".here")?.offsetTop ?? log.scrollHeight) - log.clientHeight / 2;
  for (const button of document.querySelectorAll("[data-autoplay]")) button.ariaPressed = Boolean(autoplayTimer);
  if (!stepsAfter(picked).length) picked = [];
  if (main()) showPick();
  updateClocks();
  poll();
}

refresh();
listen();
setInterval(updateClocks, 500);
