#!/usr/bin/env node
// Clients of the Real-Time Channel Service as adapters: one right base and many subjects.
// Each subject overrides the hooks of Client that its one mistake (or freedom) needs.
//   --list | --rule NAME | --shows NAME | NAME
import axios from 'axios';
import http from 'node:http';
import https from 'node:https';
import zlib from 'node:zlib';
import crypto from 'node:crypto';
import readline from 'node:readline';
import { Readable } from 'node:stream';

const T = 'auth.token', S = 'streaming.start', U = 'streaming.update', X = 'streaming.stop';
const ROUTES = {
  [T]: ['POST', '/auth/token'], [S]: ['POST', '/streaming/start'],
  [U]: ['PUT', '/streaming/update'], [X]: ['POST', '/streaming/stop'],
};
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Failure extends Error {
  constructor(kind, status, code) { super(kind); Object.assign(this, { kind, status, code }); }
}
class Refused extends Error { // a JSON-RPC error instead of a result
  constructor(number, message, reason) { super(message); Object.assign(this, { number, reason }); }
}

class Client {
  constructor() { this.ready(); }
  // ---- hooks ----
  ready() {}
  extra() { return {}; }
  describe() {
    return { protocol: 1, sdk: { name: this.constructor.title, version: '1.0.0', language: 'javascript' },
      methods: ['client.call'], clock: 'injected', ...this.extra() };
  }
  check() {}
  async before() { return undefined; } // an answer without a request
  route(p) { return ROUTES[p.operation]; }
  url(base, path) { return base.replace(/\/+$/, '') + path; }
  authorization(p) { return p.authorization; }
  trackingId() { return crypto.randomBytes(16).toString('hex'); }
  contentType() { return 'application/json'; }
  headers(p) {
    const h = { 'Content-Type': this.contentType(p), Authorization: this.authorization(p), 'Tracking-Id': this.trackingId(p) };
    for (const k of Object.keys(h)) if (h[k] === undefined) delete h[k];
    return h;
  }
  // headers of a repeated request: the same with a Tracking-Id of its own
  again(h, p) { return { ...h, 'Tracking-Id': this.trackingId(p) }; }
  shape(op, body) { return body; }
  text(body) { return JSON.stringify(body); }
  encode(body, p) { return Buffer.from(this.text(body, p), 'utf8'); }
  limit(p) { return p.timeoutMillis; }
  deadline(p) { return Date.now() + this.limit(p); }
  agents() { return { httpAgent: new http.Agent({ keepAlive: false }), httpsAgent: new https.Agent({ keepAlive: false }) }; }
  config() { return {}; }
  async send(method, url, headers, data, left, p) {
    // one timer for connecting, sending, waiting and reading to the end
    const stop = new AbortController();
    let late = false;
    const timer = setTimeout(() => { late = true; stop.abort(); }, Math.max(1, left));
    try {
      const r = await axios.request({
        method, url, headers, data, signal: stop.signal, proxy: false, maxRedirects: 0, responseType: 'arraybuffer',
        validateStatus: () => true, transformRequest: [(d) => d], transformResponse: [(d) => d], ...this.agents(p), ...this.config(p) });
      return { status: r.status, headers: r.headers, content: Buffer.from(r.data ?? '') };
    } catch (e) {
      throw new Failure(late ? 'timeout' : String(e?.code).startsWith('Z_') ? 'protocol' : 'network');
    } finally { clearTimeout(timer); }
  }
  attempts(method, url, headers, data, p) { return this.send(method, url, headers, data, this.deadline(p) - Date.now(), p); }
  json(a) { try { return JSON.parse(a.content.toString('utf8')); } catch { return undefined; } }
  success(a) { return a.status === 200; }
  token(a) {
    const v = this.json(a);
    if (typeof v !== 'object' || v === null || Array.isArray(v) || typeof v.token !== 'string' || !v.token) throw new Failure('protocol', a.status);
    return v.token;
  }
  read(a, p) {
    const result = { ok: true, status: a.status };
    if (p.operation === T) result.token = this.token(a, p);
    return result;
  }
  code(a) {
    let v = this.json(a);
    if (typeof v !== 'object' || v === null) return undefined;
    if (typeof v.error === 'object' && v.error !== null) v = { ...v.error, ...v };
    for (const n of ['code', 'errorCode', 'error_code']) if (typeof v[n] === 'string') return v[n];
    return undefined;
  }
  status(a) { return a.status; }
  failed(f) {
    const r = { ok: false, kind: f.kind };
    if (f.status !== undefined) r.status = f.status;
    if (f.code !== undefined) r.code = f.code;
    return r;
  }
  after(result) { return result; }
  // ---- the call ----
  async perform(p) {
    try {
      const [method, path] = this.route(p);
      const url = this.url(p.baseUrl, path, p);
      const headers = this.headers(p);
      const data = this.encode(this.shape(p.operation, structuredClone(p.body), p), p);
      const a = await this.attempts(method, url, headers, data, p);
      if (!this.success(a, p)) throw new Failure('http', this.status(a, p), this.code(a, p));
      return this.read(a, p);
    } catch (e) {
      if (!(e instanceof Failure)) throw e;
      return this.failed(e, p);
    }
  }
  async call(p) {
    this.check(p);
    return this.after((await this.before(p)) ?? (await this.perform(p)), p);
  }
}

// ---- the register and small helpers for --shows ----
const SUBJECTS = new Map();
function subject(kind, name, sentence, rule, shows, cls) {
  if (SUBJECTS.has(name)) throw new Error(name);
  cls.title = name;
  SUBJECTS.set(name, { kind, sentence, rule, shows, cls });
}
const wrong = (name, sentence, rule, shows, cls) => subject('wrong', name, sentence, rule, shows, cls);
const right = (name, sentence, rule, cls) => subject('right', name, sentence, rule, [T, S, U, X].map((o) => step(o)), cls);

const GOOD = '02.app-1.1700000000.eyJjaGFubmVsSWQiOiJyIn0=.c2ln+bmF0dXJl/3dpdGgvcGFkZGluZw==';
const stream = (n = 1, more = {}) => ({ streamId: n, url: `rtmp://push.example/live/s${n}`, flag: 3, type: 1, ...more });
const BODIES = {
  [T]: { channelId: 'room-1', userId: 'user-1' },
  [S]: { channelId: 'room-1', streamList: [stream()] },
  [U]: { channelId: 'room-1', streamList: [{ streamId: 1, url: 'rtmp://push.example/live/new' }] },
  [X]: { channelId: 'room-1', streamId: 1 },
};
const reply = (status = 200, body = '', more = {}) => ({ status, body: typeof body === 'string' ? body : JSON.stringify(body), ...more });
const tokenReply = (token = GOOD, more = {}) => reply(200, { token }, more);
// more: members of the call (authorization, timeoutMillis, basePath); line: members of the line (pauseMillis, together)
function step(op, body, answers, more = {}, line = {}) {
  return { call: { operation: op, body: body ?? BODIES[op], ...more }, answers: answers ?? [op === T ? tokenReply() : reply()], ...line };
}
const body = (op, more) => ({ ...BODIES[op], ...more });
const streams = (...list) => ({ channelId: 'room-1', streamList: list });
const entries = (b) => (Array.isArray(b.streamList) ? b.streamList : []);

// ---- right subjects ----
right('axios-base', 'The base client as it stands.', 'Sections 4 to 7.', class extends Client {});
right('axios-slash-escaped', 'Writes each slash in the body with a backslash before it.', 'RFC 8259 section 7: the solidus may be escaped.',
  class extends Client { text(b) { return JSON.stringify(b).replaceAll('/', '\\/'); } });
right('axios-html-safe-escapes', 'Writes <, > and & in the body as unicode escapes.', 'RFC 8259 section 7: any character may be escaped.',
  class extends Client { text(b) { return JSON.stringify(b).replace(/[<>&]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')); } });
right('axios-user-agent', 'Sends a User-Agent, X-SDK-Version and Accept of its own.', 'RFC 9110 sections 10.1.5 and 12.5.1; the text forbids no further headers.',
  class extends Client { headers(p) { return { ...super.headers(p), 'User-Agent': 'channel-sdk/1.0', 'X-SDK-Version': '1.0', Accept: 'application/json' }; } });
right('axios-chunked-body', 'Sends the body with chunked transfer coding instead of Content-Length.', 'RFC 9112 section 7.1: a recipient MUST be able to parse the chunked transfer coding.',
  class extends Client { attempts(m, u, h, d, p) { return super.attempts(m, u, h, Readable.from([d]), p); } });
right('axios-keep-alive', 'Keeps connections open for later calls.', 'RFC 9112 section 9.3: connections may persist.',
  class extends Client { ready() { this.kept = new http.Agent({ keepAlive: true, maxSockets: 8, timeout: 800 }); } agents() { return { httpAgent: this.kept }; } });
right('axios-repeats-update-after-500', 'Repeats streaming.update once after 500 within the one limit.', 'RFC 9110 section 9.2.2: PUT is idempotent.',
  class extends Client {
    async attempts(m, u, h, d, p) {
      const end = this.deadline(p);
      const a = await this.send(m, u, h, d, end - Date.now(), p);
      if (p.operation !== U || a.status !== 500 || end - Date.now() < 50) return a;
      return this.send(m, u, this.again(h, p), d, end - Date.now(), p);
    }
  });
right('axios-32-bit-integers', 'Has 32-bit integers and cannot express larger ones.', 'Protocol: error 2 for types that cannot express the question.',
  class extends Client {
    check(p) {
      JSON.stringify(p.body, (k, v) => {
        if (Number.isInteger(v) && ['streamId', 'flag', 'type', 'fps', 'delayClose', 'size', 'duration', 'channelDuration', 'privileges'].includes(k) && v !== (v | 0)) throw new Refused(2, k + ' needs more than 32 bits');
        return v;
      });
    }
  });
right('axios-no-token-operation', 'Has the three streaming operations only and says so.', 'Section 1: the token may be computed by the application server itself; the protocol\'s member operations.',
  class extends Client {
    extra() { return { operations: [S, U, X] }; }
    check(p) { if (p.operation === T) throw new Refused(2, 'no such operation'); }
  });
right('axios-origin-only', 'Takes base URLs without a path only and says so.', 'The protocol\'s member baseUrl.',
  class extends Client {
    extra() { return { baseUrl: 'origin' }; }
    check(p) { if (new URL(p.baseUrl).pathname !== '/') throw new Refused(2, 'base URL with a path'); }
  });
right('axios-own-authorization', 'Makes its own signature and says so.', 'Section 5 item 1: construction of the signature value in this header: not shown.',
  class extends Client {
    extra() { return { authorization: 'own' }; }
    authorization(p) { return 'SvcSign ' + crypto.createHmac('sha256', p.appSecret).update(p.appId + p.operation + Date.now()).digest('base64'); }
  });
right('axios-waits-for-a-place', 'Sends at most two requests at a time and lets other calls wait within their limits.', 'Protocol: answers may come in any order; the text gives no number of connections.',
  class extends Client {
    ready() { this.free = 2; this.queue = []; }
    async attempts(m, u, h, d, p) {
      const end = this.deadline(p);
      while (this.free <= 0) {
        if (Date.now() >= end) throw new Failure('timeout');
        await sleep(5);
      }
      this.free--;
      try { return await this.send(m, u, h, d, end - Date.now(), p); } finally { this.free++; }
    }
  });
right('axios-tracking-with-time', 'Writes the Tracking-Id in hexadecimal with a time part in front and a random part behind.', 'Section 4: 32-character hexadecimal request-trace string; how it is made is open.',
  class extends Client { trackingId() { return Date.now().toString(16).padStart(12, '0') + crypto.randomBytes(10).toString('hex'); } });
right('axios-members-reordered', 'Builds each body anew from its known members, in an order of its own, and keeps unknown ones behind.', 'RFC 8259 section 1: an object is an unordered collection.',
  class extends Client {
    shape(op, b) {
      const order = ['streamList', 'delayClose', 'watermarks', 'fps', 'layout', 'userId', 'type', 'flag', 'url', 'streamId', 'channelId'];
      const sorted = (o) => Object.fromEntries([...order.filter((k) => k in o), ...Object.keys(o).filter((k) => !order.includes(k))].map((k) => [k, o[k]]));
      return sorted(b.streamList ? { ...b, streamList: b.streamList.map(sorted) } : b);
    }
  });

// ---- wrong subjects: method, path, base URL ----
wrong('stop-by-delete', 'Sends streaming.stop with DELETE.', 'Section 4.4: POST /streaming/stop.', [step(X)],
  class extends Client { route(p) { return p.operation === X ? ['DELETE', '/streaming/stop'] : super.route(p); } });
wrong('version-segment-in-path', 'Puts /v1 before the path of each operation.', 'Section 9 item 3: the paths carry no version segment.', [step(T)],
  class extends Client { url(b, path, p) { return super.url(b, '/v1' + path, p); } });
wrong('base-last-segment-lost', 'Resolves the path against the base URL as a relative reference, which replaces the last segment of a base URL without a slash at its end.', 'Section 1: all paths are relative to {base_url}.', [step(S, null, null, { basePath: '/gateway/rtc' })],
  class extends Client { url(b, path) { return new URL('.' + path, b).href; } });
wrong('slash-after-update', 'Ends the path of streaming.update with a slash.', 'Section 4.3: PUT /streaming/update.', [step(U)],
  class extends Client { url(b, path, p) { return super.url(b, path, p) + (p.operation === U ? '/' : ''); } });
wrong('channel-in-stop-path', 'Puts the channelId behind the path of streaming.stop and leaves it out of the body.', 'Section 4.4: POST /streaming/stop with channelId in the request body.', [step(X)],
  class extends Client {
    url(b, path, p) { return super.url(b, path, p) + (p.operation === X ? '/' + encodeURIComponent(p.body.channelId) : ''); }
    shape(op, b) { if (op === X) delete b.channelId; return b; }
  });
wrong('query-of-base-swallows-path', 'Adds the operation to the base URL as a query member instead of a path.', 'Section 4.2: POST /streaming/start.', [step(S)],
  class extends Client { url(b, path, p) { return p.operation === S ? b + '/?action=' + encodeURIComponent(path.slice(1)) : super.url(b, path, p); } });

// ---- headers ----
wrong('content-type-form-by-default', 'Gives axios a text without Content-Type, so that it says application/x-www-form-urlencoded.', 'Section 4: Content-Type: application/json.', [step(S)],
  class extends Client { contentType() { return undefined; } });
wrong('content-type-text-plain', 'Sends streaming.update as text/plain to save a CORS preflight.', 'Section 4: Content-Type: application/json.', [step(U)],
  class extends Client { contentType(p) { return p.operation === U ? 'text/plain' : 'application/json'; } });
wrong('bearer-scheme', 'Sends the signature with the scheme Bearer.', 'Section 5 item 1: Authorization: SvcSign <signature>.', [step(T)],
  class extends Client { authorization(p) { return p.authorization.replace(/^\S+/, 'Bearer'); } });
wrong('signature-without-scheme', 'Sends only the second word of the Authorization value.', 'Section 5 item 1: Authorization: SvcSign <signature>.', [step(S)],
  class extends Client { authorization(p) { return p.authorization.split(' ').pop(); } });
wrong('signature-percent-encoded', 'Percent-encodes the signature in the Authorization header.', 'Section 5 item 1: Authorization: SvcSign <signature> (the value is given ready to send).', [step(U)],
  class extends Client { authorization(p) { const [s, ...r] = p.authorization.split(' '); return s + ' ' + encodeURIComponent(r.join(' ')); } });
wrong('signature-to-url-safe', 'Replaces plus and slash in the Authorization value by minus and underscore on streaming.stop.', 'Section 5 item 1: Authorization: SvcSign <signature> (the value is given ready to send).', [step(X)],
  class extends Client { authorization(p) { return p.operation === X ? p.authorization.replaceAll('+', '-').replaceAll('/', '_') : p.authorization; } });
wrong('authorization-missing-on-update', 'Sends streaming.update without Authorization.', 'Section 5 item 1: every HTTP request carries the header Authorization.', [step(U)],
  class extends Client { authorization(p) { return p.operation === U ? undefined : p.authorization; } });
wrong('authorization-twice', 'Sends the Authorization field in two lines.', 'RFC 9110 section 5.3: a sender MUST NOT generate multiple field lines with the same name unless the field is a list.', [step(T)],
  class extends Client { authorization(p) { return [p.authorization, p.authorization]; } });
wrong('token-used-as-signature', 'Sends the last issued token as the signature of later streaming calls.', 'Section 5 items 1 and 4: HTTP requests carry SvcSign <signature>; the token is for SDK-to-service calls.', [step(T), step(S)],
  class extends Client {
    authorization(p) { return this.last && p.operation !== T ? 'SvcSign ' + this.last : p.authorization; }
    after(r, p) { if (p.operation === T && r.ok) this.last = r.token; return r; }
  });
wrong('tracking-id-64-digits', 'Sends a SHA-256 in hexadecimal, 64 characters, as Tracking-Id.', 'Section 4: Tracking-Id is a 32-character hexadecimal request-trace string.', [step(T)],
  class extends Client { trackingId() { return crypto.createHash('sha256').update(crypto.randomBytes(16)).digest('hex'); } });
wrong('tracking-id-counter-wraps', 'Ends the Tracking-Id with a counter of one digit behind a fixed prefix, so that it repeats with the seventeenth call.', 'Section 4: a request-trace string (calls with the same one cannot be told apart).', Array(18).fill(step(X)),
  class extends Client {
    ready() { this.prefix = crypto.randomBytes(16).toString('hex').slice(1); this.count = 0; }
    trackingId() { return this.prefix + (this.count++ % 16).toString(16); }
  });
wrong('tracking-id-from-channel', 'Makes the Tracking-Id from the operation and the body by MD5, so that equal calls have equal ones.', 'Section 4: a request-trace string (equal calls cannot be told apart).', [step(X), step(X)],
  class extends Client { trackingId(p) { return crypto.createHash('md5').update(p.operation + JSON.stringify(p.body)).digest('hex'); } });
wrong('tracking-id-kept-after-error', 'Makes a new Tracking-Id only after a successful call, so that the call after an error has the old one.', 'Section 4: a request-trace string (two calls cannot be told apart).', [step(T, null, [reply(403, { code: 'App.Status.Error' })]), step(S)],
  class extends Client {
    trackingId() { return (this.id ??= super.trackingId()); }
    after(r) { if (r.ok) this.id = undefined; return r; }
  });
wrong('tracking-id-decimal-padded', 'Makes the Tracking-Id of 30 random digits with the prefix t-.', 'Section 4: Tracking-Id is a 32-character hexadecimal request-trace string.', [step(S)],
  class extends Client { trackingId() { return 't-' + Array.from({ length: 30 }, () => crypto.randomInt(10)).join(''); } });

// ---- body ----
wrong('start-adds-empty-user-id', 'Adds an empty userId to mixed streams that have none.', 'Section 2.3: userId: if omitted, the first user to join the channel is the presenter.', [step(S)],
  class extends Client { shape(op, b) { if (op === S) for (const e of entries(b)) e.userId ??= ''; return b; } });
wrong('empty-watermarks-dropped', 'Leaves an empty watermarks array out of an update.', 'Section 4.3 rule 3: an empty watermarks array removes the watermarks of that stream.', [step(U, streams({ streamId: 1, watermarks: [] }))],
  class extends Client { shape(op, b) { if (op === U) for (const e of entries(b)) if (e.watermarks?.length === 0) delete e.watermarks; return b; } });
wrong('layout-as-text', 'Sends layout as a string with JSON in it.', 'Section 2.3: layout object.', [step(S, streams(stream(1, { layout: { mode: 1 } })))],
  class extends Client { shape(op, b) { for (const e of entries(b)) if ('layout' in e) e.layout = JSON.stringify(e.layout); return b; } });
wrong('layout-wrapped-on-update', 'Puts layout of an update one level deeper, into a member config.', 'Section 4.3: each entry: streamId; optional layout (object).', [step(U, streams({ streamId: 1, layout: { mode: 1 } }))],
  class extends Client { shape(op, b) { if (op === U) for (const e of entries(b)) if ('layout' in e) { e.config = { layout: e.layout }; delete e.layout; } return b; } });
wrong('fourth-stream-cut', 'Sends only the first three entries of streamList.', 'Section 4.2: streamList: one entry per push (three is the limit by default only, and the service judges it).', [step(S, streams(stream(1), stream(2), stream(3), stream(4)))],
  class extends Client { shape(op, b) { if (b.streamList) b.streamList = b.streamList.slice(0, 3); return b; } });
wrong('streams-sorted-by-id-on-start', 'Sorts streamList by the text of streamId and gives urls in the old order, so that they change places.', 'Section 4.2: one entry per push; section 2.3: url belongs to the stream.', [step(S, streams(stream(2), stream(1)))],
  class extends Client {
    shape(op, b) {
      if (op === S) { const urls = b.streamList.map((e) => e.url); b.streamList = b.streamList.sort((x, y) => x.streamId - y.streamId).map((e, i) => ({ ...e, url: urls[i] })); }
      return b;
    }
  });
wrong('privileges-rounded-to-float32', 'Rounds privileges to a number of 32-bit floating point.', 'Section 2.1: privileges int.', [step(T, body(T, { privileges: 16777217 }))],
  class extends Client { shape(op, b) { if (op === T && typeof b.privileges === 'number') b.privileges = Math.fround(b.privileges); return b; } });
wrong('privileges-zero-dropped', 'Leaves privileges out when it is 0.', 'Section 2.1: privileges int (no default is given, so 0 is not the same as omitted).', [step(T, body(T, { privileges: 0 }))],
  class extends Client { shape(op, b) { if (op === T && !b.privileges) delete b.privileges; return b; } });
wrong('channel-id-composed', 'Changes channelId to its composed unicode form.', 'Section 2.1: channelId: channel identifier (it passes as given); RFC 8259 section 8.3: names are compared code unit by code unit.', [step(T, body(T, { channelId: 'cafe\u0301' }))],
  class extends Client { shape(op, b) { b.channelId = b.channelId.normalize('NFC'); return b; } });
wrong('astral-escape-broken', 'Escapes a character outside the basic plane with its five-digit number after \\u.', 'RFC 8259 section 7: such a character is represented as a 12-character sequence, encoding the UTF-16 surrogate pair.', [step(T, body(T, { userId: 'smile-\u{1F600}' }))],
  class extends Client { text(b) { return JSON.stringify(b).replace(/[^\x00-\x7f]/gu, (c) => '\\u' + c.codePointAt(0).toString(16).padStart(4, '0')); } });
wrong('long-body-refused', 'Has a maxBodyLength of 1 KiB, so that a start with several streams is never sent.', 'Section 4.2 rule 2: several streams with different configurations can be created for one channelId.', [step(S, streams(...[1, 2, 3].map((n) => stream(n, { layout: { note: 'x'.repeat(400) } }))))],
  class extends Client { config() { return { maxBodyLength: 1024 }; } });
wrong('long-body-gzipped', 'Packs bodies above 1 KiB with gzip.', 'Section 1 (preface): all request and response bodies are JSON.', [step(S, streams(...[1, 2, 3].map((n) => stream(n, { layout: { note: 'x'.repeat(400) } }))))],
  class extends Client {
    encode(b, p) { const d = super.encode(b, p); return d.length > 1024 ? zlib.gzipSync(d) : d; }
    attempts(m, u, h, d, p) { return super.attempts(m, u, d[0] === 0x1f ? { ...h, 'Content-Encoding': 'gzip' } : h, d, p); }
  });
wrong('byte-order-mark-before-body', 'Begins the body with a byte order mark when it has non-ASCII text.', 'RFC 8259 section 8.1: implementations MUST NOT add a byte order mark to the beginning of a networked-transmitted JSON text.', [step(T, body(T, { userId: 'Zoë' }))],
  class extends Client { text(b) { const t = JSON.stringify(b); return /[^\x00-\x7f]/.test(t) ? '\ufeff' + t : t; } });
wrong('update-sends-remembered-type-and-flag', 'Adds type and flag of the earlier start to an update of the same stream.', 'Section 4.3 rule 1: type and flag cannot be updated.', [step(S), step(U)],
  class extends Client {
    ready() { this.known = new Map(); }
    shape(op, b) {
      for (const e of entries(b)) {
        const k = b.channelId + '/' + e.streamId;
        if (op === S) this.known.set(k, { flag: e.flag, type: e.type });
        else Object.assign(e, this.known.get(k));
      }
      return b;
    }
  });
wrong('channel-duration-in-seconds', 'Multiplies channelDuration by 60.', 'Section 2.1: channelDuration: maximum channel duration, in minutes.', [step(T, body(T, { channelDuration: 30 }))],
  class extends Client { shape(op, b) { if (op === T && typeof b.channelDuration === 'number') b.channelDuration *= 60; return b; } });
wrong('duration-capped-by-channel-duration', 'Shortens duration to channelDuration when both are given.', 'Section 2.1: duration: token validity, in seconds (channelDuration is another thing, in minutes).', [step(T, body(T, { channelDuration: 30, duration: 3600 }))],
  class extends Client { shape(op, b) { if (op === T && b.duration > b.channelDuration) b.duration = b.channelDuration; return b; } });
wrong('channel-and-user-swapped', 'Swaps channelId and userId of the token request.', 'Section 2.1: channelId: channel identifier; userId: user identifier.', [step(T)],
  class extends Client { shape(op, b) { return op === T ? { ...b, channelId: b.userId, userId: b.channelId } : b; } });
wrong('update-presenter-dropped', 'Leaves userId out of every update.', 'Section 4.3: changes presenter id in mixed mode; each entry: optional userId.', [step(U, streams({ streamId: 1, userId: 'host-2' }))],
  class extends Client { shape(op, b) { if (op === U) for (const e of entries(b)) delete e.userId; return b; } });
wrong('update-fps-lost-beside-watermarks', 'Leaves fps out of an update entry that has watermarks too.', 'Section 4.3: each entry: optional fps and watermarks.', [step(U, streams({ streamId: 1, fps: 15, watermarks: [{ text: 'a' }] }))],
  class extends Client { shape(op, b) { if (op === U) for (const e of entries(b)) if (e.watermarks) delete e.fps; return b; } });
wrong('stream-delay-close-moved-up', 'Sends the delayClose of the first stream as a member of the body instead of the entry.', 'Section 2.3: delayClose is a field of the stream configuration.', [step(S, streams(stream(1, { delayClose: 60 })))],
  class extends Client { shape(op, b) { const e = entries(b)[0]; if (op === S && e && 'delayClose' in e) { b.delayClose = e.delayClose; delete e.delayClose; } return b; } });
wrong('flag-as-list', 'Sends flag as a list of its bits.', 'Section 2.3: flag int; values are summed to push several kinds.', [step(S)],
  class extends Client { shape(op, b) { if (op === S) for (const e of entries(b)) e.flag = [1, 2, 4, 8].filter((n) => e.flag & n); return b; } });
wrong('fps-as-text', 'Sends fps of an update as a string.', 'Section 4.3: fps (int).', [step(U, streams({ streamId: 1, fps: 15 }))],
  class extends Client { shape(op, b) { if (op === U) for (const e of entries(b)) if ('fps' in e) e.fps = String(e.fps); return b; } });
wrong('json-by-template', 'Writes the body of a stop with a template and does not escape quotation marks and backslashes.', 'RFC 8259 section 7: quotation mark and reverse solidus MUST be escaped.', [step(X, body(X, { channelId: 'the "blue" room' }))],
  class extends Client { text(b, p) { return p.operation === X ? `{"channelId":"${b.channelId}"${'streamId' in b ? `,"streamId":${JSON.stringify(b.streamId)}` : ''}}` : JSON.stringify(b); } });
wrong('stop-undefined-as-text', 'Sends the text undefined as streamId of a stop that has none.', 'Section 4.4: streamId: when omitted, all pushes of the channel stop.', [step(X, { channelId: 'room-1' })],
  class extends Client { shape(op, b) { return op === X && !('streamId' in b) ? { ...b, streamId: `${b.streamId}` } : b; } });
wrong('stream-url-encoded-again', 'Runs encodeURI over the push address, which encodes its percent signs again.', 'RFC 3986 section 2.4: implementations must not percent-encode the same string more than once; section 2.3: url: RTMP push address.', [step(S, streams(stream(1, { url: 'rtmp://push.example/live/s1?sign=a%2Fb' })))],
  class extends Client { shape(op, b) { for (const e of entries(b)) if (e.url) e.url = encodeURI(e.url); return b; } });
wrong('stream-ids-renumbered', 'Numbers the streams of a start from 1 when there are several.', 'Section 2.3: streamId: caller-chosen id that identifies a stream within one channelId.', [step(S, streams(stream(7), stream(9)))],
  class extends Client { shape(op, b) { if (op === S && b.streamList.length > 1) b.streamList.forEach((e, i) => { e.streamId = i + 1; }); return b; } });
wrong('second-start-becomes-update', 'Sends a second start of a channel as an update.', 'Section 4.2: POST /streaming/start starts pushes; rule 2: several streams can be created for one channelId.', [step(S), step(S, streams(stream(2)))],
  class extends Client {
    ready() { this.live = new Set(); }
    route(p) { return p.operation === S && this.live.has(p.body.channelId) ? ROUTES[U] : ROUTES[p.operation]; }
    after(r, p) { if (p.operation === S && r.ok) this.live.add(p.body.channelId); return r; }
  });
wrong('update-members-carry-over', 'Builds each update entry on top of the entry of the update before, so that fps and watermarks come again.', 'Section 4.3: each entry: streamId; the rest is optional and per entry.', [step(U, streams({ streamId: 1, fps: 15, watermarks: [] })), step(U, streams({ streamId: 2, url: 'rtmp://push.example/live/x' }))],
  class extends Client {
    ready() { this.template = {}; }
    shape(op, b) { if (op === U) b.streamList = b.streamList.map((e) => ({ ...Object.assign(this.template, e) })); return b; }
  });
wrong('stop-follows-last-start', 'After a start adds its last streamId to a stop of the whole channel.', 'Section 4.4: streamId: when omitted, all pushes of the channel stop.', [step(S, streams(stream(1), stream(2))), step(X, { channelId: 'room-1' })],
  class extends Client {
    ready() { this.last = new Map(); }
    shape(op, b) {
      if (op === S) this.last.set(b.channelId, b.streamList.at(-1)?.streamId);
      if (op === X && !('streamId' in b) && this.last.has(b.channelId)) b.streamId = this.last.get(b.channelId);
      return b;
    }
  });

// ---- reading answers ----
wrong('any-2xx-is-success', 'Takes every status from 200 to 299 for success, as axios does.', 'Section 4.1: success: HTTP 200; section 7.2: 200: request handled.', [step(S, null, [reply(202)])],
  class extends Client { success(a) { return a.status >= 200 && a.status < 300; } });
wrong('update-4xx-is-success', 'Takes an update answered with 4xx for done.', 'Section 7.2: 400: malformed request.', [step(U, null, [reply(400)])],
  class extends Client { success(a, p) { return a.status === 200 || (p.operation === U && a.status >= 400 && a.status < 500); } });
wrong('start-500-is-success', 'Takes a start answered with 500 for accepted.', 'Section 7.2: 500: internal server error.', [step(S, null, [reply(500)])],
  class extends Client { success(a, p) { return a.status === 200 || (p.operation === S && a.status === 500); } });
wrong('token-from-error-answer', 'Looks for a token in any answer and never at the status.', 'Section 4.1: success: HTTP 200 with a JSON object containing token.', [step(T, null, [reply(403, { code: 'Org.Status.Error', token: GOOD })])],
  class extends Client { success(a, p) { return a.status === 200 || (p.operation === T && typeof this.json(a)?.token === 'string'); } });
wrong('body-status-wins', 'Takes the member status of a JSON answer for the HTTP status.', 'Section 7.2: status codes (HTTP 200 is success; the shape of error bodies is not shown).', [step(X, null, [reply(500, { status: 200 })])],
  class extends Client {
    async attempts(...args) { const a = await super.attempts(...args); const s = this.json(a)?.status; return Number.isInteger(s) ? { ...a, status: s } : a; }
  });
wrong('status-lost-without-body', 'Reports an error answer with an empty body as a network failure without status.', 'Section 7.2: 401: authentication error (only status codes are given).', [step(S, null, [reply(401, '')])],
  class extends Client { success(a, p) { if (a.status !== 200 && !a.content.length) throw new Failure('network'); return super.success(a, p); } });
wrong('code-last-part-only', 'Reports only the part of the error code behind its last dot.', 'Section 7.1: error code Authorization.Signature.Invalid.', [step(T, null, [reply(403, { code: 'Authorization.Signature.Invalid' })])],
  class extends Client { code(a) { return super.code(a)?.split('.').pop(); } });
wrong('code-by-status', 'Reports the first code of the table for the status instead of the one in the answer.', 'Section 7.1: 403 has five codes with different conditions.', [step(T, null, [reply(403, { code: 'Org.Status.Error' })])],
  class extends Client { code(a, p) { return p.operation === T ? { 403: 'Authorization.Type.Invalid', 404: 'InvalidEntity.NotFound', 406: 'App.Secret.Empty', 500: 'Server.Error' }[a.status] : super.code(a, p); } });
wrong('token-cached-past-its-duration', 'Gives the token of an equal earlier request again for ever.', 'Section 2.1: an expired token cannot join.', [step(T, body(T, { duration: 1 })), step(T, body(T, { duration: 1 }), [tokenReply('02.app-1.1700000009.QUJD.REVG')], {}, { pauseMillis: 2200 })],
  class extends Client {
    ready() { this.kept = new Map(); }
    key(p) { return JSON.stringify([p.baseUrl, p.appId, p.authorization, p.body]); }
    async before(p) { return p.operation === T ? this.kept.get(this.key(p)) : undefined; }
    after(r, p) { if (p.operation === T && r.ok) this.kept.set(this.key(p), r); return r; }
  });
wrong('token-of-the-last-success', 'Gives the token of an earlier call when the answer 200 has none.', 'Section 4.1: success: HTTP 200 with a JSON object containing token.', [step(T), step(T, body(T, { userId: 'user-2' }), [reply(200, {})])],
  class extends Client { token(a, p) { const t = this.json(a)?.token; if (typeof t === 'string') this.last = t; return this.last ?? super.token(a, p); } });
wrong('token-plus-to-space', 'Decodes the token as if it came from a form, so that each plus becomes a space.', 'Section 4.5: signature is standard base64 (plus is one of its characters).', [step(T)],
  class extends Client { token(a, p) { return decodeURIComponent(super.token(a, p).replaceAll('+', ' ')); } });
wrong('token-last-part-lost', 'Takes a token apart at its dots and puts four parts together again.', 'Section 2.2: five parts joined by a dot.', [step(T)],
  class extends Client { token(a, p) { const [v, app, time, params] = super.token(a, p).split('.'); return [v, app, time, params].join('.'); } });
wrong('missing-token-is-success', 'Reports success without a token for a 200 answer of the token endpoint that has none.', 'Section 4.1: success: HTTP 200 with a JSON object containing token.', [step(T, null, [reply(200, { message: 'ok' })])],
  class extends Client { read(a, p) { const r = { ok: true, status: a.status }; if (p.operation === T) { const t = this.json(a)?.token; if (typeof t === 'string') r.token = t; } return r; } });
wrong('number-token-as-text', 'Turns a token that is a number, null or an object into text.', 'Section 4.1: token (string).', [step(T, null, [reply(200, { token: null })])],
  class extends Client { token(a, p) { const v = this.json(a); return v && typeof v === 'object' && 'token' in v ? String(v.token) : super.token(a, p); } });
wrong('token-by-pattern', 'Finds the token with a regular expression and leaves its JSON escapes as they are.', 'RFC 8259 section 7: a character may be escaped (\\/ is a slash).', [step(T, null, [reply(200, JSON.stringify({ token: GOOD }).replaceAll('/', '\\/'))])],
  class extends Client { token(a, p) { return /"token"\s*:\s*"([^"]*)"/.exec(a.content.toString())?.[1] ?? super.token(a, p); } });
wrong('extra-members-refused', 'Refuses a token answer that has members beside token.', 'Section 4.1: a JSON object containing token.', [step(T, null, [reply(200, { token: GOOD, expiresIn: 86400 })])],
  class extends Client { token(a, p) { if (Object.keys(this.json(a) ?? {}).length !== 1) throw new Failure('protocol', a.status); return super.token(a, p); } });
wrong('long-answer-refused', 'Has a maxContentLength of 300 bytes, so that a long token is reported as a failure.', 'Section 4.1: success: HTTP 200 with a JSON object containing token.', [step(T, null, [tokenReply('02.app-1.1700000000.' + 'QUJD'.repeat(100) + '.REVG')])],
  class extends Client { config() { return { maxContentLength: 300 }; } });
wrong('first-chunk-only', 'Takes the first piece of an answer for the whole.', 'RFC 9112 section 7.1: the content of a chunked message is the sequence of all chunks.', [step(T, null, [tokenReply(GOOD, { trickleMillis: 120, trickleBytes: 40, chunked: true })])],
  class extends Client {
    async send(method, url, headers, data, left) {
      try {
        const r = await axios.request({ method, url, headers, data, proxy: false, maxRedirects: 0, responseType: 'stream', validateStatus: () => true, transformRequest: [(d) => d], signal: AbortSignal.timeout(Math.max(1, left)), ...this.agents() });
        const content = await new Promise((done, fail) => { r.data.once('data', done); r.data.once('end', () => done(Buffer.alloc(0))); r.data.once('error', fail); });
        r.data.on('error', () => {}); r.data.destroy();
        return { status: r.status, headers: r.headers, content };
      } catch { throw new Failure('network'); }
    }
  });
wrong('stop-not-awaited', 'Reports success for a stop at once and does not wait for the answer.', 'Section 4.4: response: status codes per 7.2.', [step(X, null, [reply(401)])],
  class extends Client { async perform(p) { if (p.operation !== X) return super.perform(p); super.perform(p).catch(() => {}); return { ok: true, status: 200 }; } });
wrong('timeout-is-success-on-update', 'Reports success for an update that had no answer in time.', 'Section 7.2: 200: request handled.', [step(U, null, [reply(200, '', { delayMillis: 2500 })], { timeoutMillis: 500 })],
  class extends Client { failed(f, p) { return f.kind === 'timeout' && p.operation === U ? { ok: true, status: 200 } : super.failed(f, p); } });

// ---- time limits, repeats, redirects ----
wrong('time-limit-in-seconds', 'Takes timeoutMillis for seconds.', 'Protocol, client.call: timeoutMillis is the limit of the call.', [step(T, null, [tokenReply(GOOD, { delayMillis: 4000 })], { timeoutMillis: 500 })],
  class extends Client { limit(p) { return Math.min(p.timeoutMillis * 1000, 2 ** 31 - 1); } });
wrong('time-limit-until-headers', 'Stops the clock when the headers of the answer are there and waits for the rest without a limit.', 'Protocol, client.call: timeoutMillis is the limit of the call.', [step(T, null, [tokenReply(GOOD, { bodyDelayMillis: 4000 })], { timeoutMillis: 500 })],
  class extends Client {
    async send(method, url, headers, data, left) {
      const stop = new AbortController();
      let late = false;
      const timer = setTimeout(() => { late = true; stop.abort(); }, Math.max(1, left));
      try {
        const r = await axios.request({ method, url, headers, data, proxy: false, maxRedirects: 0, responseType: 'stream', validateStatus: () => true, transformRequest: [(d) => d], signal: stop.signal, ...this.agents() });
        clearTimeout(timer);
        const parts = [];
        for await (const c of r.data) parts.push(c);
        return { status: r.status, headers: r.headers, content: Buffer.concat(parts) };
      } catch { throw new Failure(late ? 'timeout' : 'network'); } finally { clearTimeout(timer); }
    }
  });
wrong('deadline-of-first-call', 'Makes one deadline at the first call and keeps it, so that calls after it fail at once.', 'Section 7.2: 200: request handled; protocol: timeoutMillis is the limit of each call.', [step(S, null, null, { timeoutMillis: 1200 }), step(X, null, null, { timeoutMillis: 1200 }, { pauseMillis: 1500 })],
  class extends Client {
    deadline(p) { return (this.end ??= super.deadline(p)); }
    async attempts(m, u, h, d, p) { if (Date.now() >= this.deadline(p)) throw new Failure('timeout'); return super.attempts(m, u, h, d, p); }
  });
wrong('start-repeated-after-broken-connection', 'Sends a start again when the connection broke before the answer.', 'RFC 9110 section 9.2.2: a user agent SHOULD NOT automatically retry a request with a non-idempotent method.', [step(S, null, [{ close: true }, reply()])],
  class extends Client {
    async attempts(m, u, h, d, p) {
      const end = this.deadline(p);
      try { return await this.send(m, u, h, d, end - Date.now(), p); } catch (f) {
        if (f.kind !== 'network' || p.operation !== S) throw f;
        return this.send(m, u, this.again(h, p), d, end - Date.now(), p);
      }
    }
  });
wrong('start-sent-twice-when-slow', 'Sends a second start when the first has no answer after half of the limit, and takes the faster answer.', 'RFC 9110 section 9.2.2: a user agent SHOULD NOT automatically retry a request with a non-idempotent method.', [step(S, null, [reply(200, '', { delayMillis: 1300 }), reply()], { timeoutMillis: 2000 })],
  class extends Client {
    async attempts(m, u, h, d, p) {
      const end = this.deadline(p);
      const first = this.send(m, u, h, d, end - Date.now(), p);
      if (p.operation !== S) return first;
      let over = false;
      const second = sleep(this.limit(p) / 2).then(() => (over ? first : this.send(m, u, this.again(h, p), d, end - Date.now(), p)));
      second.catch(() => {});
      try { return await Promise.race([first, second]); } finally { over = true; }
    }
  });
wrong('retry-double-encodes', 'Repeats a start after 404 with the text of the body encoded as JSON a second time.', 'Section 4.2 rule 4: the request can be retried (the request, not a string that contains it).', [step(S, null, [reply(404), reply()])],
  class extends Client {
    extra() { return { retriesStart: true }; }
    async attempts(m, u, h, d, p) {
      const end = this.deadline(p);
      const a = await this.send(m, u, h, d, end - Date.now(), p);
      return p.operation === S && a.status === 404 ? this.send(m, u, this.again(h, p), Buffer.from(JSON.stringify(d.toString())), end - Date.now(), p) : a;
    }
  });
wrong('redirect-308-becomes-get', 'Follows 307 and 308 with GET and without the body.', 'RFC 9110 sections 15.4.8 and 15.4.9: the user agent MUST NOT change the request method if it performs an automatic redirection.', [step(S, null, [reply(308, '', { headers: { Location: '{self}/streaming/start/' } }), reply()])],
  class extends Client {
    async attempts(m, u, h, d, p) {
      const end = this.deadline(p);
      const a = await this.send(m, u, h, d, end - Date.now(), p);
      const to = [307, 308].includes(a.status) && a.headers.location ? new URL(a.headers.location, u) : null;
      if (!to || to.origin !== new URL(u).origin) return a;
      const { 'Content-Type': _, ...rest } = h;
      return this.send('GET', to.href, this.again(rest, p), undefined, end - Date.now(), p);
    }
  });
wrong('retry-after-403-without-authorization', 'Repeats a token request that was answered with 403 without the Authorization header.', 'Section 5 item 1: every HTTP request carries the header Authorization.', [step(T, null, [reply(403, { code: 'Authorization.Signature.Invalid' })])],
  class extends Client {
    async attempts(m, u, h, d, p) {
      const end = this.deadline(p);
      const a = await this.send(m, u, h, d, end - Date.now(), p);
      if (p.operation !== T || a.status !== 403) return a;
      const { Authorization: _, ...rest } = h;
      return this.send(m, u, this.again(rest, p), d, end - Date.now(), p);
    }
  });

// ---- secrets, calls in flight ----
wrong('secret-in-header', 'Sends the app secret in a header X-App-Secret.', 'Section 4.5 note 3: the app secret is a secret of the application.', [step(T)],
  class extends Client { headers(p) { return { ...super.headers(p), 'X-App-Id': p.appId, 'X-App-Secret': p.appSecret }; } });
wrong('secret-in-query-of-start', 'Adds appId and app secret to the URL of a start.', 'Section 4.5 note 3: the app secret is a secret of the application; section 4.2: POST /streaming/start.', [step(S)],
  class extends Client { url(b, path, p) { return super.url(b, path, p) + (p.operation === S ? '?' + new URLSearchParams({ appId: p.appId, secret: p.appSecret }) : ''); } });
wrong('answers-in-order-of-arrival', 'Gives each answer to the oldest waiting call instead of the one that it belongs to.', 'Section 4.1: gets a token for the join parameters of the request.', [
  step(T, body(T, { channelId: 'room-slow' }), [tokenReply('02.app-1.1700000000.U0xPVw==.U0xPVw==', { delayMillis: 600 })], {}, { together: true }),
  step(T, body(T, { channelId: 'room-fast' }), [tokenReply('02.app-1.1700000000.RkFTVA==.RkFTVA==')])],
  class extends Client {
    ready() { this.waiting = []; }
    attempts(...args) {
      return new Promise((done, fail) => {
        this.waiting.push({ done, fail });
        super.attempts(...args).then((a) => this.waiting.shift().done(a), (e) => this.waiting.shift().fail(e));
      });
    }
  });
wrong('body-of-latest-call', 'Keeps the body in the client while it waits for a free place, so that calls in flight send the body of the latest one.', 'Section 4.1: request body: the join parameters (of this request).', [
  step(T, body(T, { channelId: 'room-a' }), null, {}, { together: true }), step(T, body(T, { channelId: 'room-b' }))],
  class extends Client {
    encode(b, p) { return (this.data = super.encode(b, p)); }
    async attempts(m, u, h, d, p) { await sleep(30); return super.attempts(m, u, h, this.data, p); }
  });
wrong('calls-merged-by-channel', 'Sends no second token request while one for the same channel is in flight and gives both callers one token.', 'Section 2.1: userId: user identifier; section 4.1: gets a token for the join parameters of the request.', [
  step(T, body(T, { userId: 'user-a' }), [tokenReply(GOOD, { delayMillis: 300 })], {}, { together: true }), step(T, body(T, { userId: 'user-b' }))],
  class extends Client {
    ready() { this.flying = new Map(); }
    perform(p) {
      if (p.operation !== T) return super.perform(p);
      const k = p.body.channelId;
      if (!this.flying.has(k)) this.flying.set(k, super.perform(p).finally(() => this.flying.delete(k)));
      return this.flying.get(k);
    }
  });
wrong('new-call-aborts-the-old', 'Aborts a call in flight when another call of the same operation begins.', 'Section 4.1: gets a token from the service (each request has its answer).', [
  step(T, body(T, { channelId: 'room-a' }), [tokenReply(GOOD, { delayMillis: 400 })], {}, { together: true }), step(T, body(T, { channelId: 'room-b' }))],
  class extends Client {
    ready() { this.flying = new Map(); }
    attempts(m, u, h, d, p) {
      this.flying.get(p.operation)?.();
      return new Promise((done, fail) => {
        this.flying.set(p.operation, () => fail(new Failure('network')));
        super.attempts(m, u, h, d, p).then(done, fail);
      });
    }
  });

// ---- the adapter ----
async function serve(client) {
  const put = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\n');
  const open = new Set();
  async function handle(line) {
    const q = JSON.parse(line);
    try {
      if (q.method === 'describe') put({ id: q.id, result: client.describe() });
      else if (q.method === 'client.call') put({ id: q.id, result: await client.call(q.params) });
      else put({ id: q.id, error: { code: -32601, message: 'no such method' } });
    } catch (e) {
      const error = e instanceof Refused ? { code: e.number, message: e.message } : { code: -32000, message: e.name };
      if (e.reason) error.data = { reason: e.reason };
      put({ id: q.id, error });
    }
  }
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!line.trim()) continue;
    const job = handle(line).finally(() => open.delete(job));
    open.add(job);
  }
  await Promise.all(open);
  process.stdout.write('', () => process.exit(0));
}

const [first, second] = process.argv.slice(2);
if (first === '--list') for (const [n, s] of SUBJECTS) console.log(n, s.kind, s.sentence);
else if (first === '--rule' && SUBJECTS.has(second)) console.log(SUBJECTS.get(second).rule);
else if (first === '--shows' && SUBJECTS.has(second)) for (const l of SUBJECTS.get(second).shows) console.log(JSON.stringify(l));
else if (SUBJECTS.has(first)) await serve(new (SUBJECTS.get(first).cls)());
else { console.error('usage: --list | --rule NAME | --shows NAME | NAME'); process.exitCode = 2; }
