// A bot for any game on Node, without packages: behind a pipe of `shoal`, or at the tables of a server.
//
//   shoal arena penguins --bots "random,pipe:node examples/bot.mjs" --games 20
//   SHOAL_TOKEN=shoal_… node examples/bot.mjs http://localhost:8000 penguins minnow
//   SHOAL_TOKEN=shoal_… node examples/bot.mjs "http://localhost:8000/tables/NAME?invited=SECRET"
//
// This one takes the step that comes first in the alphabet; write something better in `choose`.

import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

// Pick one of the legal steps; `view` holds what the seat sees. Over both ways, the names are the same.
function choose(position) {
  return position.legal.toSorted()[0];
}

async function answerLines() {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    if ("action" in request) continue; // a request to cancel: the answer has been sent already
    console.log(JSON.stringify({ id: request.id, step: choose(request) }));
  }
}

// What the server answers. A refused step comes with the current table.
async function call(address, body) {
  const headers = { Authorization: `Bearer ${process.env.SHOAL_TOKEN}`, "Content-Type": "application/json" };
  const answer = await fetch(address, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
  const content = await answer.json();
  if (!answer.ok && !content.table) throw new Error(`${content.title}: ${content.detail ?? ""}`);
  return answer.ok ? content : content.table;
}

const newKey = () => randomUUID().replaceAll("-", "");

async function playAtServer(address, game = "penguins", against = "minnow") {
  const { origin, pathname, search, searchParams } = new URL(address);
  const [api, invitation] = [`${origin}/api/tables`, searchParams.get("invited")];
  let table;
  if (invitation) {
    table = await call(`${api}/${pathname.split("/").pop()}${search}`);
    const { seat } = table.seats.find((entry) => entry.kind === "open");
    table = await call(`${api}/${table.id}/seats`, { seat, invitation, key: newKey() });
  } else {
    const seats = [{ kind: "me" }, { kind: "bot", bot: against }];
    table = await call(api, { game, options: { players: 2 }, seats });
  }
  while (!table.over) {
    const { id, seat, moment } = table;
    const body = table.to_act.includes(seat) ? { seat, step: choose(table), moment, key: newKey() } : undefined;
    if (!body) await wait(200);
    table = await call(`${api}/${id}${body ? "/steps" : `?seat=${seat}`}`, body);
  }
  console.log(table.result.words);
}

await (process.argv[2] ? playAtServer(...process.argv.slice(2)) : answerLines());
