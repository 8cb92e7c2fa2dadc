// The script of the analysis board: it asks the engine about the position that is shown, ever more deeply, and draws
// what it says. When another position is shown or the page is left, the question ends. It knows tokens, not games.

const EFFORTS = ["quick", "usual", "deep"];
/** A look at a position that is only passed by need not be deep. */
const STAY = { quick: 150, usual: 400, deep: 2500 };
const PLAIN = "http://www.w3.org/2000/svg";

const engine = () => document.querySelector("#engine");
const wait = (ms, signal) => new Promise((later, fail) => {
  const timer = setTimeout(later, ms);
  signal.addEventListener("abort", () => { clearTimeout(timer); fail(signal.reason); }, { once: true });
});

let [shown, asked, question] = ["", "", null];
/** Ask about the position that is shown, unless that is being done already. */
function askAgain() {
  const section = engine();
  if (shown !== (shown = section?.dataset.position)) emptyField();
  const now = section?.dataset.ask ? section.dataset.position : "";
  if (now === asked) return drawArrows();
  question?.abort();
  asked = now;
  show("");
  if (!now) return;
  question = new AbortController();
  ask(section.dataset.ask, question.signal).catch((error) => error.name === "AbortError" || console.warn(error));
}

/** What was typed has been played by now; a patch leaves it where the focus is. */
function emptyField() {
  const field = document.querySelector("#typing input");
  if (field && field === document.activeElement) field.value = field.getAttribute("value");
}

async function ask(address, signal) {
  for (const effort of EFFORTS) {
    await wait(STAY[effort], signal);
    const body = new URLSearchParams(new FormData(document.querySelector("#position")));
    body.set("effort", effort);
    body.delete("text");
    const looking = document.querySelector("#lines .looking");
    if (looking) looking.hidden = false;
    else document.querySelector("#lines")?.toggleAttribute("data-busy", true);
    const response = await fetch(address, { method: "POST", body, signal, headers: { accept: "text/html" } });
    const text = await response.text();
    signal.throwIfAborted();
    if (!response.ok) {
      const reason = new DOMParser().parseFromString(text, "text/html").querySelector("#main p")?.textContent ?? "";
      if (looking) looking.hidden = true;
      else show("", reason);
      return;
    }
    show(text);
  }
}

/** Show what the engine says, or why it says nothing. */
function show(html, reason = "") {
  const lines = document.querySelector("#lines");
  if (!lines) return drawArrows();
  const focused = document.activeElement?.closest("#lines") ? document.activeElement.value : null;
  const open = lines.querySelector("details")?.open;
  lines.removeAttribute("data-busy");
  lines.innerHTML = html; // eslint-disable-line -- the server renders and escapes it
  if (reason) lines.append(Object.assign(document.createElement("p"), { className: "soft", textContent: reason }));
  if (open) lines.querySelector("details")?.setAttribute("open", "");
  if (focused) [...lines.querySelectorAll("button")].find(({ value }) => value === focused)?.focus();
  document.querySelector("#engine-said").textContent = lines.querySelector(".verdict")?.dataset.said ?? reason;
  drawArrows();
}

/** Mark the best step on the board: an arrow between two places, a ring around one. */
function drawArrows(button = document.querySelector("#lines button[data-mark-tokens]")) {
  const picture = document.querySelector("#arrows");
  if (!picture) return;
  const tokens = button?.dataset.markTokens.split(" ") ?? [];
  const around = picture.getBoundingClientRect();
  const boxes = tokens.map((token) => document.querySelector(`#board [data-token="${CSS.escape(token)}"]`)?.getBoundingClientRect());
  const spots = boxes.filter((box) => box?.width).map((box) => [box.x + box.width / 2 - around.x, box.y + box.height / 2 - around.y, Math.min(box.width, box.height) / 2]);
  const add = (name, values) => {
    const part = document.createElementNS(PLAIN, name);
    for (const [key, value] of Object.entries(values)) part.setAttribute(key, value);
    picture.append(part);
  };
  picture.replaceChildren();
  if (spots.length === 1) add("circle", { cx: spots[0][0], cy: spots[0][1], r: Math.max(14, spots[0][2] * 0.8) });
  if (spots.length < 2) return;
  const [[x1, y1], [x2, y2, r]] = spots;
  const [length, turn] = [Math.hypot(x2 - x1, y2 - y1), (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI];
  const end = Math.max(20, length - r * 0.25);
  add("path", { d: `M0 -4 H${end - 16} V-13 L${end} 0 L${end - 16} 13 V4 H0 Z`, transform: `translate(${x1} ${y1}) rotate(${turn})` });
}

document.addEventListener("pointerover", ({ target }) => {
  const button = target.closest?.("#lines button[data-mark-tokens]");
  if (button) drawArrows(button);
});
document.addEventListener("focusin", ({ target }) => target.matches?.("#lines button[data-mark-tokens]") && drawArrows(target));
addEventListener("resize", () => drawArrows());
addEventListener("pagehide", () => question?.abort());
addEventListener("pageshow", ({ persisted }) => persisted && ((asked = ""), askAgain()));
new MutationObserver((changes) => {
  if (changes.some(({ target }) => !target.closest?.("#lines, #arrows, #engine-said"))) askAgain();
}).observe(document.querySelector("#main"), { subtree: true, childList: true, attributes: true, attributeFilter: ["data-position", "data-ask"] });
askAgain();
