// The table's connection against a server that drops, doubles, reorders and falls silent.
// Time, sockets, streams and requests are all faked: nothing here waits or listens.
import assert from "node:assert/strict";
import { test } from "node:test";

import { TableClient } from "../../../src/expedition/web/static/js/net.js";

/** A clock that moves only when told to, with its timers. */
class Clock {
  at = 0;
  timers = new Map();
  next = 1;
  setTimeout = (run, ms) => {
    this.timers.set(this.next, { run, due: this.at + ms });
    return this.next++;
  };
  clearTimeout = (timer) => this.timers.delete(timer);
  now = () => this.at;
  async pass(ms) {
    const until = this.at + ms;
    await settled();
    for (;;) {
      const due = [...this.timers].filter(([, { due }]) => due <= until).sort((a, b) => a[1].due - b[1].due)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.at = Math.max(this.at, due[1].due);
      due[1].run();
      await settled();
    }
    this.at = until;
  }
}

// Lets promises that are ready run on.
async function settled() {
  for (let turns = 0; turns < 20; turns++) await Promise.resolve();
}

/** A server with one table: a log, and answers by id. Sockets and streams hang on it. */
class FakeServer {
  clock = new Clock();
  log = [];
  answers = new Map();
  applied = [];
  sockets = [];
  streams = [];
  posts = [];
  socketMode = "open"; // "open", "refused", "hanging"
  httpMode = "open"; // "open", "down", "no-table"
  replies = true;
  pongs = true;

  client(token = "token", extra = {}) {
    const server = this;
    class FakeSocket {
      constructor(url) {
        this.url = url;
        this.sent = [];
        server.sockets.push(this);
        const mode = server.socketMode;
        if (mode === "open") server.clock.setTimeout(() => this.onopen?.(), 1);
        if (mode === "refused") server.clock.setTimeout(() => this.onerror?.(), 1);
      }
      send(text) {
        const frame = JSON.parse(text);
        this.sent.push(frame);
        server.take(frame, (answer) => this.say(answer));
      }
      say(frame) {
        this.onmessage?.({ data: JSON.stringify(frame) });
      }
      drop() {
        this.onclose?.();
      }
      close() {}
    }
    class FakeStream {
      constructor(url) {
        this.url = url;
        server.streams.push(this);
        const since = new URL(url, "http://x").searchParams.get("since");
        server.clock.setTimeout(() => {
          if (server.httpMode !== "open") return this.onerror?.();
          server.greet(since === null ? null : Number(since), (frame) => this.say(frame));
        }, 1);
      }
      say(frame) {
        this.onmessage?.({ data: JSON.stringify(frame) });
      }
      close() {}
    }
    const fetch = async (url, options = {}) => {
      this.posts.push({ url, body: options.body ? JSON.parse(options.body) : null });
      if (this.httpMode === "down") throw new TypeError("no network");
      if (this.httpMode === "no-table") return reply(404, { error: { code: "no-table", message: "None." } });
      if (url.endsWith("/ticket")) return reply(200, { ticket: "once" });
      if (url.endsWith("/commands")) {
        let answer = null;
        this.take(JSON.parse(options.body), (frame) => (answer = frame));
        if (!answer) throw new TypeError("reply lost");
        return reply(answer.type === "ack" ? 200 : 409, answer);
      }
      return reply(200, {});
    };
    const { setTimeout, clearTimeout, now } = this.clock;
    const page = new EventTarget();
    const client = new TableClient("T1", token, {
      WebSocket: FakeSocket, EventSource: FakeStream, fetch, origin: "http://127.0.0.1:1",
      setTimeout, clearTimeout, now, random: () => 0.5, page, document: new EventTarget(), ...extra,
    });
    this.page = page;
    this.heard = { events: [], views: [], states: [] };
    client.addEventListener("event", ({ detail }) => this.heard.events.push(detail.seq));
    client.addEventListener("view", ({ detail }) => this.heard.views.push(detail.seq));
    client.addEventListener("state", ({ detail }) => this.heard.states.push(detail.state));
    return client;
  }

  get socket() {
    return this.sockets.at(-1);
  }

  greet(since, say) {
    const seq = this.log.length;
    say({ type: "welcome", proto: 1, table: "T1", seat: 0, seq, version: "1" });
    if (since !== null) for (let at = since + 1; at <= seq; at++) say(this.eventFrame(at));
    say({ type: "view", seq, view: { seq } });
  }

  take(frame, say) {
    if (frame.type === "hello") return this.greet(frame.since, say);
    if (frame.type === "ping") return this.pongs ? say({ type: "pong", n: frame.n }) : undefined;
    if (!this.answers.has(frame.id)) {
      this.applied.push(frame.id);
      this.log.push({ kind: "greeted", seat: 0, text: frame.text });
      this.answers.set(frame.id, { type: "ack", id: frame.id, seq: this.log.length });
    }
    if (this.replies) say(this.answers.get(frame.id));
  }

  eventFrame(seq) {
    return { type: "event", seq, event: this.log[seq - 1] };
  }

  happen() {
    this.log.push({ kind: "greeted", seat: 1, text: "hello" });
    return this.log.length;
  }

  viewFrame(seq = this.log.length) {
    return { type: "view", seq, view: { seq } };
  }
}

function reply(status, data) {
  return { ok: status < 300, status, json: async () => data };
}

async function opened(server, client) {
  client.connect();
  await server.clock.pass(10);
  assert.equal(client.now.state, "open");
}

test("hello comes first, with the token and no since, and the view arrives", async () => {
  const server = new FakeServer();
  server.happen();
  const client = server.client();
  await opened(server, client);
  assert.equal(server.socket.url, "ws://127.0.0.1:1/api/tables/T1/socket");
  assert.deepEqual(server.socket.sent[0], { type: "hello", proto: 1, token: "token", since: null });
  assert.equal(client.seat, 0);
  assert.deepEqual(server.heard.views, [1]);
  client.close();
  assert.equal(client.now.state, "closed");
});

test("events that come twice or late are heard once, in order", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  for (const seq of [server.happen(), server.happen()]) {
    server.socket.say(server.eventFrame(seq));
    server.socket.say(server.eventFrame(seq));
  }
  server.socket.say(server.eventFrame(1));
  server.socket.say(server.viewFrame(2));
  server.socket.say(server.viewFrame(1));
  assert.deepEqual(server.heard.events, [1, 2]);
  assert.deepEqual(server.heard.views, [0, 2]);
  client.close();
});

test("a gap is mended by a new connection that asks since the last event", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  server.socket.say(server.eventFrame(server.happen()));
  server.happen(); // lost on the way
  server.socket.say(server.eventFrame(server.happen()));
  await server.clock.pass(10);
  assert.equal(server.sockets.length, 2);
  assert.equal(server.socket.sent[0].since, 1);
  assert.deepEqual(server.heard.events, [1, 2, 3]);
  assert.equal(client.now.state, "open");
  client.close();
});

test("a view ahead of its events is a gap too", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  server.happen();
  server.socket.say(server.viewFrame());
  await server.clock.pass(10);
  assert.deepEqual(server.heard.events, [1]);
  assert.equal(client.view.seq, 1);
  client.close();
});

test("a command whose reply is lost is sent again with its id, and applied once", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  server.replies = false;
  const answered = client.send({ type: "greet", text: "hello" });
  await server.clock.pass(10);
  server.socket.drop();
  server.replies = true;
  await server.clock.pass(2000);
  const ack = await answered;
  assert.equal(ack.type, "ack");
  assert.equal(server.applied.length, 1);
  const ids = server.sockets.flatMap(({ sent }) => sent).filter(({ type }) => type === "greet").map(({ id }) => id);
  assert.equal(ids.length, 2);
  assert.equal(new Set(ids).size, 1);
  assert.match(ids[0], /^[A-Za-z0-9_-]{1,64}$/);
  client.close();
});

test("an answer that comes twice answers once, and others' answers are ignored", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  const ack = await client.send({ type: "greet", text: "hello" });
  server.socket.say(ack);
  server.socket.say({ type: "rej", id: ack.id, code: "bad", message: "", seq: 1 });
  server.socket.say({ type: "ack", id: "another", seq: 1 });
  assert.equal(client.outbox.waiting.size, 0);
  client.close();
});

test("commands given while away are sent in order when the line is back", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  server.socket.drop();
  const texts = ["hello", "thanks", "goodbye"];
  const answers = texts.map((text) => client.send({ type: "greet", text }));
  await server.clock.pass(5000);
  await Promise.all(answers);
  assert.deepEqual(server.log.map(({ text }) => text), texts);
  client.close();
});

test("waits grow from half a second to eight, and start short again after a good connection", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  server.socketMode = "refused";
  server.httpMode = "down";
  const waits = [];
  client.addEventListener("state", ({ detail }) => detail.state === "waiting" && waits.push(detail.wait));
  server.socket.drop();
  await server.clock.pass(60_000);
  assert.deepEqual(waits.slice(0, 6), [500, 1000, 2000, 4000, 8000, 8000]);
  server.socketMode = server.httpMode = "open";
  await server.clock.pass(20_000);
  assert.equal(client.now.state, "open");
  server.socket.drop();
  assert.equal(waits.at(-1), 500);
  client.close();
});

test("half-open: silence with an unanswered ping is found within 15 seconds", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  await server.clock.pass(60_000);
  assert.equal(server.sockets.length, 1, "pongs keep it");
  server.pongs = false;
  let found = 0;
  client.addEventListener("state", ({ detail }) => {
    if (detail.state === "waiting") found ||= server.clock.at - client.heard;
  });
  await server.clock.pass(30_000);
  assert.ok(found > 10_000 && found <= 15_000, `found after ${found} ms`);
  client.close();
});

test("an answer lost on an open line is asked for again", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  server.replies = false;
  const answered = client.send({ type: "greet", text: "hello" });
  await server.clock.pass(100);
  server.replies = true;
  await server.clock.pass(6000);
  assert.equal((await answered).type, "ack");
  assert.equal(server.applied.length, 1);
  assert.ok(server.sockets.length <= 2);
  client.close();
});

test("events that were spoken of but never came are asked for", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  const answered = client.send({ type: "greet", text: "hello" });
  assert.equal((await answered).seq, 1);
  await server.clock.pass(6000);
  assert.deepEqual(server.heard.events, [1]);
  assert.equal(client.view.seq, 1);
  client.close();
});

test("coming back online or to the page does not sit out the wait", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  server.socketMode = "refused";
  server.httpMode = "down";
  server.socket.drop();
  await server.clock.pass(30_000);
  server.socketMode = server.httpMode = "open";
  while (client.now.state !== "waiting") await server.clock.pass(100);
  server.page.dispatchEvent(new Event("online"));
  await server.clock.pass(5);
  assert.equal(client.now.state, "open");
  client.close();
});

for (const mode of ["refused", "hanging"]) {
  test(`where a WebSocket is ${mode}, the stream takes over within 5 seconds`, async () => {
    const server = new FakeServer();
    server.socketMode = mode;
    const client = server.client();
    client.connect();
    await server.clock.pass(4500);
    assert.equal(client.now.state, "open");
    assert.equal(client.now.way, "stream");
    assert.match(server.streams[0].url, /^\/api\/tables\/T1\/events\?ticket=once$/);
    const ack = await Promise.race([client.send({ type: "greet", text: "hello" }), server.clock.pass(1000)]);
    assert.equal(ack.type, "ack");
    server.streams[0].say(server.eventFrame(1));
    server.streams[0].say(server.viewFrame(1));
    assert.deepEqual(server.heard.events, [1]);
    client.close();
  });
}

test("by POST too, a lost reply is asked for again with the same id", async () => {
  const server = new FakeServer();
  server.socketMode = "refused";
  const client = server.client();
  await opened(server, client);
  server.replies = false;
  const answered = client.send({ type: "greet", text: "hello" });
  await server.clock.pass(100);
  server.replies = true;
  await server.clock.pass(3000);
  assert.equal((await answered).type, "ack");
  assert.equal(server.applied.length, 1);
  client.close();
});

test("a spectator's stream needs no ticket, and asks since the last event", async () => {
  const server = new FakeServer();
  server.socketMode = "refused";
  server.happen();
  const client = server.client(null);
  await opened(server, client);
  server.streams[0].onerror();
  server.happen();
  await server.clock.pass(3000);
  assert.equal(server.streams.at(-1).url, "/api/tables/T1/events?since=1");
  assert.deepEqual(server.heard.events, [2]);
  client.close();
});

test("the stream gives way to a WebSocket that gets through later", async () => {
  const server = new FakeServer();
  server.socketMode = "refused";
  const client = server.client();
  await opened(server, client);
  server.socketMode = "open";
  server.happen();
  await server.clock.pass(31_000);
  assert.equal(client.now.way, "socket");
  assert.deepEqual(server.heard.events, [1]);
  client.close();
});

test("no such table: closed for good, with the code, and commands are answered", async () => {
  const server = new FakeServer();
  server.socketMode = "refused";
  server.httpMode = "no-table";
  const client = server.client();
  client.connect();
  const answered = client.send({ type: "greet", text: "hello" });
  await server.clock.pass(100);
  assert.equal(client.now.state, "closed");
  assert.equal(client.now.code, "no-table");
  assert.equal((await answered).code, "no-table");
  await server.clock.pass(60_000);
  assert.equal(server.sockets.length, 1);
});

test("an error frame ends it, a passing one only for a while; a newer server asks for a reload", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  server.socket.say({ type: "error", code: "too-fast", message: "Slower." });
  assert.equal(client.now.state, "waiting");
  await server.clock.pass(2000);
  assert.equal(client.now.state, "open");
  server.socket.say({ type: "error", code: "old-client", message: "Load it again." });
  assert.equal(client.now.code, "old-client");

  const newer = new FakeServer();
  newer.greet = (_since, say) => say({ type: "welcome", proto: 2, table: "T1", seat: 0, seq: 0, version: "9" });
  const second = newer.client();
  second.connect();
  await newer.clock.pass(10);
  assert.equal(second.now.code, "newer-server");
});

test("a server that closes, or finds the line too slow, is asked again with everything unanswered", async () => {
  for (const code of ["closing", "slow"]) {
    const server = new FakeServer();
    const client = server.client();
    await opened(server, client);
    server.happen();
    server.replies = false;
    const answered = client.send({ type: "greet", text: "hello" });
    server.replies = true;
    server.socket.say({ type: "error", code, message: "Later." });
    assert.equal(client.now.state, "waiting", code);
    await server.clock.pass(2_000);
    assert.equal(client.now.state, "open", code);
    assert.equal(server.socket.sent[0].since, 0);
    assert.deepEqual(server.heard.events, [1, 2]);
    assert.equal((await answered).type, "ack");
    assert.equal(server.applied.length, 1);
    client.close();
  }
});

test("a server that forgot events is believed", async () => {
  const server = new FakeServer();
  for (let events = 0; events < 5; events++) server.happen();
  const client = server.client();
  await opened(server, client);
  server.log.length = 2;
  server.socket.drop();
  await server.clock.pass(2000);
  assert.equal(client.view.seq, 2);
  server.socket.say(server.eventFrame(server.happen()));
  assert.deepEqual(server.heard.events, [3]);
  client.close();
});

test("what is no frame is no harm", async () => {
  const server = new FakeServer();
  const client = server.client();
  await opened(server, client);
  for (const data of ["", "{", "null", "[1]", '{"type":7}', '{"type":"unheard-of"}']) server.socket.onmessage({ data });
  assert.equal(client.now.state, "open");
  client.close();
});

test("twenty per cent of frames dropped, doubled or late: every command once, every event in order", async () => {
  let seed = Number(process.env.SEED ?? 7);
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const server = new FakeServer();
  const take = server.take.bind(server);
  server.take = (frame, say) => {
    const badly = (answer) => {
      const fate = random();
      if (fate < 0.07) return;
      if (fate < 0.14) server.clock.setTimeout(() => say(answer), 700 * random());
      else say(answer);
      if (fate > 0.93) say(answer);
    };
    if (random() < 0.07) return;
    take(frame, badly);
    if (frame.type !== "hello" && random() < 0.1) take(frame, badly);
  };
  const client = server.client("token", { random });
  client.connect();
  const answers = [];
  for (let command = 0; command < 120; command++) {
    answers.push(client.send({ type: "greet", text: `n${command}` }));
    await server.clock.pass(400 * random());
    if (random() < 0.4) server.socket.say(server.eventFrame(server.happen()));
    if (random() < 0.1) server.socket.drop();
  }
  for (let minute = 0; minute < 60 && client.outbox.waiting.size; minute++) {
    await server.clock.pass(20_000);
    server.socket.drop();
  }
  assert.equal(client.outbox.waiting.size, 0);
  for (const answer of await Promise.all(answers)) assert.equal(answer.type, "ack");
  assert.equal(server.applied.length, 120);
  assert.equal(new Set(server.applied).size, 120);
  server.take = take;
  server.socket.drop();
  await server.clock.pass(20_000);
  const events = server.heard.events;
  assert.ok(events.every((seq, place) => place === 0 || seq > events[place - 1]));
  assert.equal(client.view.seq, server.log.length);
  client.close();
});
