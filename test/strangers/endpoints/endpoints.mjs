// A right base service for token, start, update and stop, and a table of subjects.
// Each subject overrides as few hooks of the base as its one mistake (or freedom) needs.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';

const APP_ID = process.env.CHANNELPROOF_APP_ID || 'app';
const APP_SECRET = process.env.CHANNELPROOF_APP_SECRET || '';
const CHANNEL = process.env.CHANNEL || 'channel';
const USER = process.env.CHANNEL_USER || 'user-in-channel';
const LIMIT = 3;
const OPS = {
  token: ['POST', '/auth/token'],
  start: ['POST', '/streaming/start'],
  update: ['PUT', '/streaming/update'],
  stop: ['POST', '/streaming/stop'],
};
const INTS = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose'];
const pause = (ms) => new Promise((r) => setTimeout(r, ms));
const isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
const now = () => Math.floor(Date.now() / 1000);
const hmac = (key, text) => createHmac('sha256', key).update(text, 'utf8');

class Refusal extends Error {
  constructor(status, code, message) { super(message || code); this.status = status; this.code = code; }
}

// ---------------------------------------------------------------- the right base

class Endpoint {
  init() { this.channels = new Map(); this.setup(); return this; }
  setup() {}

  // requests and answers
  async handle(op, req, reply) {
    try {
      await this.before(op, req);
      const answer = await this.serve(op, req);
      return this.sendOk(op, reply, answer, req);
    } catch (e) {
      const refusal = e instanceof Refusal ? e : new Refusal(500, 'Server.Error', 'internal server error');
      return this.sendError(op, reply, refusal, req);
    }
  }
  async serve(op, req) {
    this.checkTracking(op, req);
    await this.authorize(op, req);
    const body = this.readBody(op, req);
    return this[op](body, req);
  }
  before() {}
  sendOk(op, reply, answer) { return this.send(reply, 200, answer); }
  sendError(op, reply, refusal) { return this.send(reply, refusal.status, this.errorBody(refusal)); }
  errorBody(r) { return { code: r.code, message: r.message }; }
  send(reply, status, body) {
    return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
  }
  invalid(op, message) {
    return op === 'token' ? new Refusal(403, 'Invalid.Parameter.Value', message) : new Refusal(400, 'Bad.Request', message);
  }

  // Tracking-Id: whether it is required is open, so the base takes what comes
  checkTracking() {}

  // authorization
  parseAuthorization(header) {
    const m = /^\s*(\S+)(?:\s+(.*?))?\s*$/.exec(header || '');
    if (!m) return { scheme: '' };
    const v = /^(.*)\.(\d{1,15})\.([^.]*)$/.exec(m[2] || '');
    return v ? { scheme: m[1], appId: v[1], timestamp: v[2], signature: v[3] } : { scheme: m[1] };
  }
  authorize(op, req) {
    const a = this.parseAuthorization(req.headers.authorization, op);
    if (!this.schemeOk(a.scheme, op)) throw this.denied(op, 'type');
    if (a.signature === undefined) throw this.denied(op, 'value');
    if (a.appId !== APP_ID) throw this.denied(op, 'app');
    if (!this.timeOk(a.timestamp, op)) throw this.denied(op, 'signature');
    if (!this.signatureOk(a.signature, this.expected(a), a, req)) throw this.denied(op, 'signature');
  }
  schemeOk(scheme) { return scheme.toLowerCase() === 'svcsign'; }
  timeOk(timestamp) { return Math.abs(Number(timestamp) - Date.now() / 1000) <= 300; }
  expected(a) { return hmac(APP_SECRET, a.appId + a.timestamp).digest('base64'); }
  signatureOk(given, expected) {
    const a = Buffer.from(given), b = Buffer.from(expected);
    return a.length === b.length && timingSafeEqual(a, b);
  }
  denied(op, kind) {
    if (op !== 'token') return new Refusal(401, 'Unauthorized', 'authentication error');
    if (kind === 'type') return new Refusal(403, 'Authorization.Type.Invalid');
    if (kind === 'app') return new Refusal(404, 'InvalidEntity.NotFound');
    return new Refusal(403, 'Authorization.Signature.Invalid');
  }

  // bodies
  async collect(payload) {
    const parts = [];
    for await (const chunk of payload) parts.push(chunk);
    return Buffer.concat(parts);
  }
  contentTypeOk(header) { return (header || '').split(';')[0].trim().toLowerCase() === 'application/json'; }
  bodyText(req) { return Buffer.isBuffer(req.body) ? req.body.toString('utf8') : req.body || ''; }
  readBody(op, req) {
    if (!this.contentTypeOk(req.headers['content-type'], op)) throw this.invalid(op, 'Content-Type must be application/json');
    const body = this.parse(op, this.bodyText(req));
    if (!isObject(body)) throw this.invalid(op, 'the body must be a JSON object');
    return body;
  }
  parse(op, text) {
    try { return JSON.parse(text); } catch { throw this.invalid(op, 'the body is not JSON'); }
  }
  peek(req) { try { return JSON.parse(this.bodyText(req)) || {}; } catch { return {}; } }
  isInt(v) { return Number.isSafeInteger(v); }

  // token
  token(body, req) {
    this.checkJoin(body);
    return this.tokenAnswer(this.mint(body, req));
  }
  tokenAnswer(token) { return { token }; }
  checkJoin(body) {
    for (const name of ['channelId', 'userId']) this.checkText(name, body);
    for (const name of INTS) if (body[name] !== undefined) this.checkInt(name, body);
  }
  checkText(name, body) { if (typeof body[name] !== 'string') throw this.invalid('token', name); }
  checkInt(name, body) {
    if (!this.joinInt(body[name], name) || !this.inBounds(name, body[name])) throw this.invalid('token', name);
  }
  joinInt(v) { return this.isInt(v); }
  inBounds(name, v) { return !(name === 'duration' || name === 'delayClose') || v <= 86400; }
  joinParams(body) {
    const out = { channelId: body.channelId, userId: body.userId };
    for (const name of INTS) if (body[name] !== undefined) out[name] = body[name];
    return out;
  }
  paramsJson(params) { return JSON.stringify(params); }
  paramsBytes(json) { return Buffer.from(json, 'utf8'); }
  encodeParams(bytes) { return bytes.toString('base64'); }
  tokenTime() { return String(now()); }
  sign(version, appId, timestamp, params) { return hmac(APP_SECRET, version + appId + timestamp + params).digest('base64'); }
  mint(body, req) {
    const params = this.encodeParams(this.paramsBytes(this.paramsJson(this.joinParams(body, req))));
    const timestamp = this.tokenTime(req, body);
    return ['02', APP_ID, timestamp, params, this.sign('02', APP_ID, timestamp, params)].join('.');
  }

  // stream store
  channelExists(id) { return id === CHANNEL; }
  streams(id) {
    if (!this.channels.has(id)) this.channels.set(id, new Map());
    return this.channels.get(id);
  }
  running(id) { return this.streams(id).size; }
  add(id, entry) { this.streams(id).set(entry.streamId, { ...entry }); this.added(id, entry); }
  remove(id, streamId) {
    const entry = this.streams(id).get(streamId);
    if (!entry) return false;
    this.streams(id).delete(streamId);
    this.removed(id, entry);
    return true;
  }
  added() {}
  removed() {}

  // checks shared by the streaming operations
  checkChannelId(op, body) { if (typeof body.channelId !== 'string') throw this.invalid(op, 'channelId'); }
  findChannel(op, id) { if (!this.channelExists(id, op)) throw new Refusal(404, 'Channel.NotFound', 'channel does not exist'); }
  checkList(op, body) {
    if (!Array.isArray(body.streamList) || body.streamList.length === 0) throw this.invalid(op, 'streamList');
    body.streamList.forEach((e, i) => this.checkEntry(op, e, i, body));
  }
  checkEntry(op, e, i, body) {
    if (!isObject(e)) throw this.invalid(op, `streamList[${i}]`);
    for (const name of ['streamId', 'url', 'flag', 'type', 'userId', 'layout', 'fps', 'watermarks', 'delayClose']) {
      if (!this.fieldOk(op, name, e, i, body)) throw this.invalid(op, `streamList[${i}].${name}`);
    }
  }
  fieldOk(op, name, e, i, body) {
    const start = op === 'start', v = e[name];
    if (name === 'streamId') return this.isInt(v);
    if (name === 'flag' || name === 'type') return start ? this[`${name}Ok`](v) : this.fixedOk(name, e, body);
    if (name === 'userId' && start) return this.userOk(e);
    if (v === undefined) return !(start && name === 'url');
    if (name === 'url') return this.urlOk(v, op);
    if (name === 'userId') return typeof v === 'string';
    if (name === 'layout') return this.layoutOk(v, op);
    if (name === 'fps') return this.fpsOk(v, op, e);
    if (name === 'watermarks') return Array.isArray(v);
    return start ? this.delayOk(v) : true;
  }
  urlOk(v) { return typeof v === 'string' && /^rtmp:\/\/[^/\s]/i.test(v); }
  flagOk(v) { return this.isInt(v) && v >= 1 && v <= 15; }
  typeOk(v) { return v === 1 || v === 2; }
  fixedOk(name, e) { return e[name] === undefined; }
  userOk(e) { return e.userId === undefined ? e.type !== 2 : typeof e.userId === 'string'; }
  layoutOk(v) { return isObject(v); }
  fpsOk(v) { return v === 30 || v === 15; }
  delayOk(v) { return this.isInt(v) && v >= 0 && v <= 600; }

  // start
  start(body) {
    this.checkChannelId('start', body);
    this.checkList('start', body);
    this.findChannel('start', body.channelId);
    return this.startAll(body.channelId, body.streamList);
  }
  startAll(id, list) {
    this.checkDuplicates(id, list);
    if (!this.room(id, list)) throw this.full(id, list);
    for (const e of list) this.add(id, e);
    return this.done('start');
  }
  checkDuplicates(id, list) {
    const ids = list.map((e) => e.streamId);
    if (new Set(ids).size < ids.length || ids.some((s) => this.isTaken(id, s))) throw this.invalid('start', 'streamId in use');
  }
  isTaken(id, streamId) { return this.streams(id).has(streamId); }
  room(id, list) { return this.running(id) + list.length <= LIMIT; }
  full() { return new Refusal(400, 'Streams.Limit', 'too many streams'); }
  done() { return {}; }

  // update
  update(body) {
    this.checkChannelId('update', body);
    this.checkList('update', body);
    this.findChannel('update', body.channelId);
    const list = this.knownEntries(body.channelId, body.streamList);
    list.forEach((e, i) => this.checkChange(body.channelId, e, i));
    for (const e of list) this.change(body.channelId, e);
    return this.done('update');
  }
  knownEntries(id, list) {
    if (list.some((e) => !this.streams(id).has(e.streamId))) throw this.invalid('update', 'no such stream');
    return list;
  }
  checkChange(id, e) {
    if (e.userId !== undefined && this.typeOf(id, e) === 2) throw this.invalid('update', 'userId of a single-stream push');
  }
  typeOf(id, e) { return this.streams(id).get(e.streamId).type; }
  change(id, e) { Object.assign(this.streams(id).get(e.streamId), e); }

  // stop
  stop(body) {
    this.checkChannelId('stop', body);
    if (body.streamId !== undefined && !this.stopIdOk(body)) throw this.invalid('stop', 'streamId');
    this.findChannel('stop', body.channelId);
    return this.stopThese(body.channelId, body.streamId);
  }
  stopIdOk(body) { return this.isInt(body.streamId); }
  stopThese(id, streamId) {
    if (streamId === undefined) this.stopAll(id);
    else this.stopOne(id, streamId);
    return this.done('stop');
  }
  stopAll(id) { for (const s of [...this.streams(id).keys()]) this.remove(id, s); }
  stopOne(id, streamId) { if (!this.remove(id, streamId)) this.unknownStop(id, streamId); }
  unknownStop() {}
}

// ---------------------------------------------------------------- inputs: sequences of requests
// A step is one request with what the text asks of the answer. Expectations:
//   a number: that status | 'no': a 4xx | 'not 404' | 'any' | 'token': 200 and a right token for the body
//   '403 Some.Code': that status, and the code somewhere in the body

const step = (op, body, expect, o = {}) => ({ op, body, expect, ...o });
const T = (body = J(), expect = 'token', o) => step('token', body, expect, o);
const S = (streamList, expect = 200, o = {}) => step('start', { channelId: o.channel ?? CHANNEL, streamList }, expect, o);
const U = (streamList, expect = 200, o = {}) => step('update', { channelId: o.channel ?? CHANNEL, streamList }, expect, o);
const X = (streamId, expect = 200, o = {}) => step('stop', { channelId: o.channel ?? CHANNEL, streamId }, expect, o);
const P = (steps, most) => ({ parallel: steps, most }); // at once; `most`: how many may answer 200
function J(more) { return { channelId: CHANNEL, userId: USER, ...more }; }
const mix = (streamId, more) => ({ streamId, url: `rtmp://cdn.example/live/s${streamId}`, flag: 3, type: 1, ...more });
const one = (streamId, more) => ({ ...mix(streamId), type: 2, userId: USER, ...more });
const INVALID = '403 Invalid.Parameter.Value';
const BAD_SIGNATURE = '403 Authorization.Signature.Invalid';
const ids = (...list) => list.map((i) => mix(i));
const THREE = S(ids(1, 2, 3));
const LONG = 'a-channel-name-with-quite-a-lot-of-letters-in-it-0123456789-and-some-more-of-them';

// ---------------------------------------------------------------- sentences of the text

const R = {
  params: 'standard base64 (with padding, no line breaks) of the JSON encoding of joinParams (2.1)',
  lineBreaks: 'A base64 encoder that inserts line breaks gives a token that fails authentication; the output must contain no line breaks.',
  sign: 'standard base64 of HMAC-SHA256 whose key is the app secret (UTF-8 bytes) and whose message is the plain concatenation (no separators) of version, appId, timestamp and params (UTF-8 bytes)',
  time: 'current UTC time in whole seconds (decimal).',
  size: '| size | int | no | maximum number of people in the channel | default 100 |',
  required: 'Request body: the join parameters of 2.1 (channelId and userId required, the rest optional).',
  success: 'Success: HTTP 200 with a JSON object containing `token` (string, the token of 2.2).',
  duration: '| duration | int | no | token validity, in seconds | default 86400 (24 h); must be <= 86400 |',
  delay: '| delayClose | int | no | whiteboard delayed-close time, in seconds | default 0 (close at once); maximum 24 hours (86400) |',
  channelMinutes: '| channelDuration | int | no | maximum channel duration, in minutes | default 0 = unlimited |',
  userText: '| userId | string | yes | user identifier | format rules: not shown |',
  invalid: '| 403 | Invalid.Parameter.Value | a request parameter is invalid |',
  carries: 'Every HTTP request carries the header `Authorization: SvcSign <signature>`.',
  streamAuth: 'Streaming endpoints report an authentication error as 401.',
  authType: '| 403 | Authorization.Type.Invalid | the Authorization header type is wrong |',
  authValue: '| 403 | Authorization.Signature.Invalid | the Authorization value is wrong; its signature information is invalid |',
  noApp: '| 404 | InvalidEntity.NotFound | the app cannot be found; the appId is wrong |',
  limit: 'A channel can have at most 3 streams configured at the same time by default.',
  simultaneous: '| Streams per channel | 3 simultaneous by default | streaming start |',
  several: 'Several streams with different configurations, each with its own streamId, can be created for one channelId.',
  needUser: 'type 2 without userId is invalid.',
  presenter: 'In mixed mode (type 1) it names the presenter; if omitted, the first user to join the channel is the presenter.',
  startMissing: 'When the channel does not exist (for example the first user has not yet opened it), the response is 404; the request can be retried.',
  streamId: '| streamId | int | yes | yes | Caller-chosen id that identifies a stream within one channelId; used later to update or stop it |',
  flags: 'Values are summed to push several kinds.',
  flagAll: 'flag: bitmask. 1 = audio, 2 = video, 4 = desktop sharing, 8 = whiteboard.',
  fps: 'fps: allowed 30 (default) and 15.',
  streamDelay: 'delayClose: allowed 0 to 600, in seconds; default 0 (no delay).',
  url: '| url | string | yes | no | RTMP push address; only RTMP is supported for pushing |',
  startList: '| streamList | array of stream configurations (2.3) | yes | one entry per push; each entry follows the "required on start" column of 2.3 |',
  malformed: '| 400 | malformed request |',
  fixed: 'type and flag cannot be updated.',
  singleUser: 'For a single-stream push (type 2), userId cannot be updated.',
  watermarks: 'An empty watermarks array removes the watermarks of that stream.',
  updateMissing: '404 when the channel does not exist.',
  changes: 'Changes running pushes of a channel: layout, push url, presenter id in mixed mode, frame rate and watermarks.',
  updateEntry: 'each entry: streamId (int, required); optional url (string), userId (string), layout (object), fps (int), watermarks (array)',
  stopAll: 'when omitted, all pushes of the channel stop',
  stopOne: 'when given, only the push with that streamId stops',
  missing: '| 404 | channel does not exist (on start this can happen before the first user has opened the channel; retry is possible) |',
  json: 'All request and response bodies are JSON.',
  contentType: '| Content-Type | `application/json` |',
  tracking: '| Tracking-Id | 32-character hexadecimal request-trace string. Whether it is required: not shown. |',
};

// ---------------------------------------------------------------- subjects

const SUBJECTS = new Map();
const define = (kind, name, says, rule, hooks, input, o = {}) => {
  if (SUBJECTS.has(name)) throw new Error(`twice: ${name}`);
  Object.setPrototypeOf(hooks, Endpoint.prototype);
  SUBJECTS.set(name, { kind, name, says, rule, hooks, input, ...o });
};
const wrong = (name, says, rule, input, hooks) => define('wrong', name, says, rule, hooks, input);
// `plain`: one plain request shows it
const plain = (name, says, rule, input, hooks) => define('wrong', name, says, rule, hooks, input, { plain: true });
const right = (name, says, hooks, o) => define('right', name, says, undefined, hooks, [], o);
// a number kept beside the store instead of the size of the store
const counter = {
  setup() { this.n = 0; }, running() { return this.n; }, added() { this.n++; }, removed() { this.n--; },
};

// --- token contents
plain('token-signature-hex', 'the signature part is written in hexadecimal', R.sign, [T()], {
  sign(...parts) { return hmac(APP_SECRET, parts.join('')).digest('hex'); },
});
plain('token-signature-over-json', 'the signature covers the JSON text instead of the base64 params part', R.sign, [T()], {
  sign(v, a, t, params) { return super.sign(v, a, t, Buffer.from(params, 'base64').toString()); },
});
plain('token-secret-decoded', 'the app secret is base64-decoded before it is used as key', R.sign, [T()], {
  sign(...parts) { return hmac(Buffer.from(APP_SECRET, 'base64'), parts.join('')).digest('base64'); },
});
plain('token-milliseconds', 'the timestamp part counts milliseconds', R.time, [T()], {
  tokenTime() { return String(Date.now()); },
});
plain('token-size-pinned', 'size is always 100 in the token, whatever was asked', R.params, [T(J({ size: 12 }))], {
  joinParams(body) { return { ...super.joinParams(body), size: 100 }; },
});
plain('token-channel-duration-seconds', 'channelDuration is turned into seconds in the token', R.channelMinutes, [T(J({ channelDuration: 45 }))], {
  joinParams(body) {
    const p = super.joinParams(body);
    return p.channelDuration === undefined ? p : { ...p, channelDuration: p.channelDuration * 60 };
  },
});
wrong('token-duration-capped-by-channel', 'duration is cut down to channelDuration when both are given', R.params,
  [T(J({ duration: 7200 })), T(J({ duration: 7200, channelDuration: 60 }))], {
    joinParams(body) {
      const p = super.joinParams(body);
      if (p.channelDuration > 0 && p.duration > p.channelDuration * 60) p.duration = p.channelDuration * 60;
      return p;
    },
  });
plain('token-zero-privileges-lost', 'privileges 0 is dropped from the token because zero counts as missing', R.params,
  [T(J({ privileges: 1 })), T(J({ privileges: 0 }))], {
    paramsJson(p) { return JSON.stringify(Object.fromEntries(Object.entries(p).filter(([k, v]) => v || k === 'duration'))); },
  });
wrong('token-privileges-32-bit', 'privileges are squeezed into a signed 32-bit number', R.params,
  [T(J({ privileges: 7 })), T(J({ privileges: 4294967303 }))], {
    joinParams(body) {
      const p = super.joinParams(body);
      if (p.privileges !== undefined) p.privileges |= 0;
      return p;
    },
  });
wrong('token-params-base64url', 'the params part uses the URL alphabet of base64', R.params,
  [T(), T(J({ userId: '???>>>~~~???>>>~~~' })), T(J({ userId: 'a???>>>~~~???>>>' })), T(J({ userId: 'ab???>>>~~~???>>>' }))], {
    encodeParams(b) { return b.toString('base64').replace(/\+/g, '-').replace(/\//g, '_'); },
  });
plain('token-params-no-padding', 'the padding of the params part is left off', R.params,
  ['u', 'uu', 'uuu'].map((userId) => T(J({ userId }))), {
    encodeParams(b) { return b.toString('base64').replace(/=+$/, ''); },
  });
wrong('token-params-wrapped', 'the params part is wrapped after 76 characters once it is longer than two lines', R.lineBreaks,
  [T(J({ userId: LONG + LONG }))], {
    encodeParams(b) {
      const s = b.toString('base64');
      return s.length > 152 ? s.match(/.{1,76}/g).join('\n') : s;
    },
  });
wrong('token-params-latin1', 'the JSON of the params is turned into latin1 bytes', R.params, [T(), T(J({ userId: 'zoë' }))], {
  paramsBytes(json) { return Buffer.from(json, 'latin1'); },
});
wrong('token-ids-normalised', 'ids are brought to a Unicode normal form in the token', R.params,
  [T(J({ userId: 'zo\u00eb' })), T(J({ userId: 'zoe\u0308' }))], {
    joinParams(body) { return { ...super.joinParams(body), userId: body.userId.normalize('NFC') }; },
  });
plain('token-channel-lower-case', 'channelId is written in lower case in the token', R.params,
  [T(J({ channelId: 'lesson' })), T(J({ channelId: 'Lesson-A' }))], {
    joinParams(body) { return { ...super.joinParams(body), channelId: body.channelId.toLowerCase() }; },
  });
wrong('token-user-cut', 'userId is cut after 32 characters in the token', R.params,
  [T(J({ userId: 'u'.repeat(32) })), T(J({ userId: 'u'.repeat(33) }))], {
    joinParams(body) { return { ...super.joinParams(body), userId: body.userId.slice(0, 32) }; },
  });
wrong('token-user-digits-number', 'a userId of digits becomes a number in the token', R.userText,
  [T(J({ userId: 'u7' })), T(J({ userId: '0071' }))], {
    joinParams(body) { return { ...super.joinParams(body), userId: /^\d+$/.test(body.userId) ? Number(body.userId) : body.userId }; },
  });
wrong('token-user-html-escaped', 'the characters & < > of a userId are HTML-escaped in the token', R.params,
  [T(), T(J({ userId: 'tom&<ann>' }))], {
    joinParams(body) {
      const esc = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
      return { ...super.joinParams(body), userId: body.userId.replace(/[&<>]/g, (c) => esc[c]) };
    },
  });
wrong('token-members-by-position', 'channelId and userId are taken by their place in the body, not by name', R.params,
  [T(), T({ userId: USER, channelId: CHANNEL })], {
    joinParams(body) {
      const [channelId, userId] = Object.values(body).filter((v) => typeof v === 'string');
      return { ...super.joinParams(body), channelId, userId };
    },
  });
wrong('token-time-of-authorization', 'the token takes its timestamp from the Authorization value instead of the clock', R.time,
  [T(), T(J(), 'token', { auth: { age: 200 } })], {
    tokenTime(req) { return this.parseAuthorization(req.headers.authorization).timestamp; },
  });
wrong('token-defaults-leak', 'optional members of one request are kept as defaults for the next one', R.size,
  [T(J({ size: 7, delayClose: 30 })), T()], {
    setup() { this.defaults = {}; },
    joinParams(body) { return { ...Object.assign(this.defaults, super.joinParams(body)) }; },
  });
wrong('token-cached-by-user', 'a user who asks for a second channel gets the token of the first one', R.params,
  [T(J({ channelId: 'room-1', userId: 'ann' })), T(J({ channelId: 'room-2', userId: 'ann' }))], {
    setup() { this.cache = new Map(); },
    mint(body, req) {
      if (!this.cache.has(body.userId)) this.cache.set(body.userId, super.mint(body, req));
      return this.cache.get(body.userId);
    },
  });
wrong('token-cached-by-user-and-channel', 'a second token of a user for the same channel keeps the optional members of the first', R.params,
  [T(J({ duration: 600 })), T(J({ duration: 900, privileges: 2 }))], {
    setup() { this.cache = new Map(); },
    mint(body, req) {
      const key = `${body.channelId}\n${body.userId}`;
      if (!this.cache.has(key)) this.cache.set(key, super.mint(body, req));
      return this.cache.get(key);
    },
  });
wrong('token-cache-key-glued', 'tokens are cached under channelId and userId glued without separator', R.params,
  [T(J({ channelId: 'room1', userId: '2bob' })), T(J({ channelId: 'room12', userId: 'bob' }))], {
    setup() { this.cache = new Map(); },
    mint(body, req) {
      const key = body.channelId + body.userId + INTS.map((n) => body[n] ?? '').join();
      if (!this.cache.has(key)) this.cache.set(key, super.mint(body, req));
      return this.cache.get(key);
    },
  });
wrong('token-signature-kept-per-second', 'the signature is remembered per second, so another user gets the signature of the first', R.sign,
  ['a', 'b', 'c', 'd'].map((userId) => T(J({ userId }))), {
    setup() { this.cache = {}; },
    sign(v, a, t, params) {
      if (this.cache.t !== t) this.cache = { t, signature: super.sign(v, a, t, params) };
      return this.cache.signature;
    },
  });
wrong('token-parallel-mixed', 'requests at once share one variable, so a user gets the token of another one', R.params,
  [P(['a', 'b', 'c', 'd'].map((userId) => T(J({ userId }))))], {
    async token(body, req) {
      this.checkJoin(body);
      this.current = body;
      await pause(25);
      return { token: this.mint(this.current, req) };
    },
  });

// --- join parameters
plain('join-duration-one-over', 'duration 86401 is accepted', R.duration, [T(J({ duration: 86401 }), INVALID)], {
  inBounds(name, v) { return name === 'duration' ? v <= 86401 : super.inBounds(name, v); },
});
plain('join-delay-day-refused', 'delayClose of exactly 86400 is refused', R.delay, [T(J({ delayClose: 86400 }))], {
  inBounds(name, v) { return name === 'delayClose' ? v < 86400 : super.inBounds(name, v); },
});
plain('join-size-text-taken', 'size given as a string of digits is taken as a number', R.invalid, [T(J({ size: '50' }), INVALID)], {
  checkInt(name, body) {
    if (name === 'size' && /^\d+$/.test(body.size)) body.size = Number(body.size);
    super.checkInt(name, body);
  },
});
plain('join-duration-rounded', 'a duration with decimals is rounded and accepted', R.invalid, [T(J({ duration: 3600.4 }), INVALID)], {
  checkInt(name, body) {
    if (name === 'duration' && typeof body.duration === 'number') body.duration = Math.round(body.duration);
    super.checkInt(name, body);
  },
});
plain('join-boolean-as-int', 'true is accepted as an int in privileges', R.invalid, [T(J({ privileges: true }), INVALID)], {
  joinInt(v) { return Number.isSafeInteger(Number(v)) && typeof v !== 'string'; },
});
plain('join-user-array', 'an array is accepted as userId because it has a length', R.userText, [T(J({ userId: ['a'] }), INVALID)], {
  checkText(name, body) { if (body[name]?.length === undefined) throw this.invalid('token', name); },
});
wrong('join-duration-else-if', 'the bound of duration is not checked when delayClose is given too', R.duration,
  [T(J({ duration: 90000 }), INVALID), T(J({ duration: 90000, delayClose: 60 }), INVALID)], {
    checkJoin(body) {
      const copy = { ...body };
      if (Number.isInteger(body.delayClose) && Number.isInteger(body.duration)) delete copy.duration;
      super.checkJoin(copy);
    },
  });
wrong('join-user-remembered', 'a missing userId is filled with the user of the request before', R.required,
  [T(), T({ channelId: CHANNEL }, INVALID)], {
    checkText(name, body) {
      if (name === 'userId') body.userId = this.last = body.userId ?? this.last;
      super.checkText(name, body);
    },
  });
wrong('join-checked-once', 'once a channel got a good token, later parameters for it are not checked any more', R.invalid,
  [T(J({ channelId: 'once' })), T(J({ channelId: 'once', duration: 86401 }), INVALID)], {
    setup() { this.seen = new Set(); },
    checkJoin(body) {
      if (this.seen.has(body.channelId)) return;
      super.checkJoin(body);
      this.seen.add(body.channelId);
    },
  });

// --- authorization
plain('auth-update-open', 'update does not check the Authorization header', R.carries,
  [S(ids(1)), U([{ streamId: 1, fps: 15 }], 401, { auth: { signature: 'AAAA' } })], {
    authorize(op, req) { if (op !== 'update') super.authorize(op, req); },
  });
plain('auth-stream-403', 'streaming operations answer an authentication error with 403', R.streamAuth,
  [S(ids(1), 401, { auth: { signature: 'AAAA' } })], {
    denied(op, kind) { return super.denied('token', kind === 'app' ? 'value' : kind); },
  });
plain('auth-stream-unknown-app-404', 'stop answers an unknown app with 404', R.streamAuth,
  [X(undefined, 401, { auth: { appId: 'nobody' } })], {
    denied(op, kind) { return super.denied(op === 'stop' && kind === 'app' ? 'token' : op, kind); },
  });
plain('auth-unknown-app-403', 'the token endpoint answers an unknown app with 403', R.noApp,
  [T(J(), '404 InvalidEntity.NotFound', { auth: { appId: 'nobody' } })], {
    denied(op, kind) { return super.denied(op, kind === 'app' ? 'signature' : kind); },
  });
plain('auth-scheme-any', 'every scheme is accepted as long as the value is right', R.authType,
  [T(J(), '403 Authorization.Type.Invalid', { auth: { scheme: 'Bearer' } })], {
    schemeOk(scheme) { return scheme !== ''; },
  });
wrong('auth-stop-all-open', 'stop checks the Authorization header only when a streamId is given', R.streamAuth,
  [THREE, X(1, 401, { auth: { signature: 'AAAA' } }), X(undefined, 401, { auth: { signature: 'AAAA' } })], {
    authorize(op, req) { if (op !== 'stop' || this.peek(req).streamId !== undefined) super.authorize(op, req); },
  });
wrong('auth-trusted-after-first', 'after one right request of the app every signature of it is accepted for start', R.streamAuth,
  [S(ids(1), 401, { auth: { signature: 'AAAA' } }), S(ids(1)), S(ids(2), 401, { auth: { signature: 'AAAA' } })], {
    authorize(op, req) {
      if (op === 'start' && this.trusted && this.parseAuthorization(req.headers.authorization).appId === APP_ID) return;
      super.authorize(op, req);
      this.trusted = true;
    },
  });
wrong('auth-trusted-connection', 'later requests on one connection are not checked once the first was right', R.authValue,
  [T(), T(J(), BAD_SIGNATURE, { auth: { signature: 'AAAA' } })], {
    authorize(op, req) {
      if (req.raw.socket.trusted) return;
      super.authorize(op, req);
      req.raw.socket.trusted = true;
    },
  });
wrong('auth-seen-signature', 'a signature that was right once is accepted with any other timestamp', R.authValue,
  [T(J(), 'token', { auth: { age: 3 } }), T(J(), BAD_SIGNATURE, { auth: { age: 40, signedAge: 3 } })], {
    setup() { this.seen = new Set(); },
    signatureOk(given, expected) {
      const good = this.seen.has(given) || super.signatureOk(given, expected);
      if (good) this.seen.add(given);
      return good;
    },
  });
wrong('auth-every-second-refused', 'the scheme test keeps state, so the second of two requests is refused', R.success,
  [T(), T(), T()], {
    setup() { this.re = /^svcsign/gi; },
    schemeOk(scheme) { return this.re.test(scheme); },
  });
wrong('auth-signature-prefix', 'only as many characters of the signature are compared as were sent', R.authValue,
  [T(J(), BAD_SIGNATURE, { auth: { signature: 'AAAA' } }), T(J(), BAD_SIGNATURE, { auth: { cut: 12 } })], {
    signatureOk(given, expected) { return given.length > 0 && expected.startsWith(given); },
  });
wrong('auth-signature-caseless', 'the signature is compared without letter case', R.streamAuth,
  [S(ids(1), 401, { auth: { signature: 'AAAA' } }), S(ids(1), 401, { auth: { lower: true } })], {
    signatureOk(given, expected) { return super.signatureOk(given.toLowerCase(), expected.toLowerCase()); },
  });
wrong('auth-refused-start-runs', 'a start with a wrong signature is answered 401 but takes effect all the same', R.several,
  [S(ids(1), 401, { auth: { signature: 'AAAA' } }), S(ids(4)), S(ids(5)), S(ids(6))], {
    authorize(op, req) {
      try { super.authorize(op, req); } catch (e) {
        if (op === 'start') try { this.start(this.readBody(op, req)); } catch { /* answered below */ }
        throw e;
      }
    },
  });
wrong('auth-refused-stop-stops', 'a stop with a wrong signature is answered 401 but takes effect all the same', R.streamAuth,
  [THREE, X(2, 401, { auth: { signature: 'AAAA' } }), S(ids(4), 'no')], {
    authorize(op, req) {
      try { super.authorize(op, req); } catch (e) {
        if (op === 'stop') try { this.stop(this.readBody(op, req)); } catch { /* answered below */ }
        throw e;
      }
    },
  });
wrong('auth-parallel-verdict', 'requests at once share the verdict, so a wrong signature passes beside a right one', R.authValue,
  [P([0, 1, 2, 3].map((i) => (i % 2 ? T() : T(J(), BAD_SIGNATURE, { auth: { signature: 'AAAA' } }))))], {
    async authorize(op, req) {
      this.verdict = null;
      try { super.authorize(op, req); } catch (e) { this.verdict = e; }
      await pause(25);
      if (this.verdict) throw this.verdict;
    },
  });

// --- start: the limit
wrong('start-limit-four', 'the limit lets a fourth stream pass', R.limit, [S(ids(1)), S(ids(2)), S(ids(3)), S(ids(4), 'no')], {
  room(id, list) { return this.running(id) + list.length - 1 <= LIMIT; },
});
wrong('start-limit-per-request', 'the limit is checked within one request only', R.limit,
  [S(ids(1, 2, 3, 4), 'no'), S(ids(1, 2)), S(ids(3, 4), 'no')], {
    room(id, list) { return list.length <= LIMIT; },
  });
wrong('start-list-counts-once', 'a list of several streams counts as one stream', R.limit, [S(ids(1, 2)), S(ids(3)), S(ids(4), 'no')], {
  ...counter,
  startAll(id, list) {
    const n = this.n;
    const out = super.startAll(id, list);
    this.n = n + 1;
    return out;
  },
  stopAll(id) { super.stopAll(id); this.n = 0; },
  room() { return this.n + 1 <= LIMIT; },
  setup() { this.n = 0; },
});
wrong('start-single-mode-free', 'single-stream pushes do not count for the limit', R.limit,
  [S([one(1)]), S([one(2, { flag: 2 })]), S([mix(3)]), S([mix(4)], 'no')], {
    running(id) { return [...this.streams(id).values()].filter((s) => s.type === 1).length; },
    room(id, list) { return this.running(id) + list.filter((s) => s.type === 1).length <= LIMIT; },
  });
wrong('start-race', 'starts at once pass the limit together', R.limit,
  [P([1, 2, 3, 4, 5, 6].map((i) => S(ids(i), 'any')), 3)], {
    async startAll(id, list) {
      this.checkDuplicates(id, list);
      if (!this.room(id, list)) throw this.full();
      await pause(40);
      for (const e of list) this.add(id, e);
      return this.done();
    },
  });
wrong('start-race-lists', 'two lists at once pass the limit together, single starts do not', R.limit,
  [P([S(ids(1, 2), 'any'), S(ids(3, 4), 'any')], 1)], {
    async startAll(id, list) {
      if (list.length === 1) return super.startAll(id, list);
      this.checkDuplicates(id, list);
      if (!this.room(id, list)) throw this.full();
      await pause(40);
      for (const e of list) this.add(id, e);
      return this.done();
    },
  });
wrong('start-invalid-counted', 'a refused malformed start still takes a place of the limit', R.several,
  [S([mix(1, { fps: 20 })], 400), S(ids(2)), S(ids(3)), S(ids(4))], {
    ...counter,
    setup() { this.n = 0; },
    checkList(op, body) {
      try { super.checkList(op, body); } catch (e) { if (op === 'start') this.n++; throw e; }
    },
    stopAll(id) { super.stopAll(id); this.n = 0; },
  });
wrong('start-missing-channel-counted', 'a start for a channel that does not exist takes a place of the limit of another channel', R.several,
  [S(ids(1), 404, { channel: 'no-such-channel' }), S(ids(2)), S(ids(3)), S(ids(4))], {
    ...counter,
    setup() { this.n = 0; },
    findChannel(op, id) {
      try { super.findChannel(op, id); } catch (e) { if (op === 'start') this.n++; throw e; }
    },
    stopAll(id) { super.stopAll(id); this.n = 0; },
  });
wrong('start-full-counted', 'a start refused for the limit is counted, so a stop does not make room', R.several,
  [THREE, S(ids(4), 'no'), X(1), S(ids(5))], {
    ...counter,
    setup() { this.n = 0; },
    room(id, list) {
      const good = super.room(id, list);
      if (!good) this.n += list.length;
      return good;
    },
    stopAll(id) { super.stopAll(id); this.n = 0; },
  });
wrong('start-known-id-free', 'a streamId that was used before does not count for the limit', R.simultaneous,
  [S(ids(1)), X(1), S(ids(1)), S(ids(2)), S(ids(3)), S(ids(4), 'no')], {
    ...counter,
    setup() { this.n = 0; this.known = new Set(); this.counted = new Set(); },
    added(id, e) { if (!this.known.has(e.streamId)) { this.n++; this.counted.add(e.streamId); } this.known.add(e.streamId); },
    removed(id, e) { if (this.counted.delete(e.streamId)) this.n--; },
  });
wrong('start-old-id-refused', 'a streamId that was stopped cannot be started again', R.several, [S(ids(1)), X(1), S(ids(1))], {
  setup() { this.known = new Set(); },
  added(id, e) { this.known.add(e.streamId); },
  isTaken(id, s) { return this.known.has(s); },
});
wrong('start-numbers-run-out', 'internal numbers one to eight are never given back, so the ninth start is refused', R.several,
  [S(ids(1, 2, 3)), X(), S(ids(1, 2, 3)), X(), S(ids(1, 2)), X(), S(ids(1))], {
    setup() { this.total = 0; },
    added() { this.total++; },
    room(id, list) { return super.room(id, list) && this.total + list.length <= 8; },
  });

// --- start: the entries
plain('start-flag-sum-refused', 'flag 6 (video and desktop) is refused', R.flags, [S([mix(1, { flag: 6 })])], {
  flagOk(v) { return [1, 2, 3, 4, 8, 15].includes(v); },
});
plain('start-flag-unknown-bit', 'flag 19 is accepted because only the known bits are looked at', R.flagAll, [S([mix(1, { flag: 19 })], 400)], {
  flagOk(v) { return this.isInt(v) && (v & 15) !== 0; },
});
plain('start-fps-range', 'every fps from 15 to 30 is accepted', R.fps, [S([mix(1, { fps: 24 })], 400)], {
  fpsOk(v, op) { return op === 'start' ? this.isInt(v) && v >= 15 && v <= 30 : super.fpsOk(v); },
});
plain('start-delay-600-refused', 'delayClose 600 of a stream is refused', R.streamDelay, [S([mix(1, { delayClose: 600 })])], {
  delayOk(v) { return super.delayOk(v) && v < 600; },
});
plain('start-delay-in-minutes', 'delayClose is checked in whole minutes, so 601 passes', R.streamDelay, [S([mix(1, { delayClose: 601 })], 400)], {
  delayOk(v) { return this.isInt(v) && v >= 0 && Math.floor(v / 60) <= 10; },
});
plain('start-null-entry-500', 'a null in streamList gives an internal error', R.malformed, [S([null], 400)], {
  checkEntry(op, e, i, body) { if (e.streamId === undefined) throw this.invalid(op, 'streamId'); super.checkEntry(op, e, i, body); },
});
plain('start-mixed-needs-user', 'a mixed push without userId is refused', R.presenter, [S(ids(1))], {
  userOk(e) { return typeof e.userId === 'string'; },
});
plain('start-id-zero-refused', 'streamId 0 is refused as if it were missing', R.streamId, [S(ids(0))], {
  fieldOk(op, name, e, i, body) { return !(op === 'start' && name === 'streamId' && !e.streamId) && super.fieldOk(op, name, e, i, body); },
});
wrong('start-url-contains', 'a url is accepted when rtmp:// stands anywhere in it', R.url,
  [S([mix(1, { url: 'http://cdn.example/live' })], 400), S([mix(1, { url: 'http://cdn.example/live?to=rtmp://cdn.example/x' })], 400)], {
    urlOk(v) { return typeof v === 'string' && v.includes('rtmp://'); },
  });
wrong('start-fps-mixed-only', 'fps is checked for mixed pushes only', R.fps,
  [S([mix(1, { fps: 25 })], 400), S([one(1, { fps: 25 })], 400)], {
    fpsOk(v, op, e) { return (op === 'start' && e.type === 2) || super.fpsOk(v); },
  });
wrong('start-user-first-entry', 'the userId of single-stream pushes is checked in the first entry only', R.needUser,
  [S([one(1, { userId: undefined })], 400), S([mix(1), one(2, { userId: undefined })], 400)], {
    fieldOk(op, name, e, i, body) { return (op === 'start' && name === 'userId' && i > 0) || super.fieldOk(op, name, e, i, body); },
  });
wrong('start-user-before-type', 'a single-stream push is refused when userId stands before type in the entry', R.several,
  [S([one(1)]), S([{ userId: USER, type: 2, flag: 3, url: 'rtmp://cdn.example/live/a', streamId: 2 }])], {
    userOk(e) {
      const seen = {};
      for (const [k, v] of Object.entries(e)) { if (k === 'type') delete seen.userId; seen[k] = v; }
      return super.userOk(seen);
    },
  });
wrong('start-second-mixed-refused', 'a second mixed push of the channel is refused', R.several, [S(ids(1)), S([mix(2, { flag: 1, fps: 15 })])], {
  room(id, list) {
    const mixed = [...this.streams(id).values(), ...list].filter((s) => s.type === 1).length;
    return super.room(id, list) && (mixed <= 1 || list.length > 1);
  },
});
wrong('start-same-user-refused', 'a second single-stream push of the same user is refused', R.several,
  [S([one(1, { flag: 1 })]), S([one(2, { flag: 4 })])], {
    room(id, list) {
      const users = new Set([...this.streams(id).values()].filter((s) => s.type === 2).map((s) => s.userId));
      return super.room(id, list) && !list.some((s) => s.type === 2 && users.has(s.userId));
    },
  });
wrong('start-id-32-bit', 'streamIds that are equal in 32 bits are taken for the same stream', R.streamId, [S(ids(5)), S(ids(4294967301))], {
  isTaken(id, s) { return [...this.streams(id).keys()].some((k) => (k | 0) === (s | 0)); },
});
wrong('start-checked-once', 'an entry is not checked when its streamId was started before', R.fps,
  [S(ids(1)), X(1), S([mix(1, { fps: 20 })], 400)], {
    setup() { this.known = new Set(); },
    added(id, e) { this.known.add(e.streamId); },
    checkEntry(op, e, i, body) { if (op !== 'start' || !this.known.has(e?.streamId)) super.checkEntry(op, e, i, body); },
  });
wrong('start-old-entry-merged', 'a start fills missing members from the stopped stream with the same streamId', R.needUser,
  [S([one(1)]), X(1), S([one(1, { userId: undefined })], 400)], {
    setup() { this.old = new Map(); },
    added(id, e) { this.old.set(e.streamId, { ...e }); },
    checkEntry(op, e, i, body) {
      if (op === 'start' && isObject(e)) body.streamList[i] = e = { ...this.old.get(e.streamId), ...e };
      super.checkEntry(op, e, i, body);
    },
  });
wrong('start-channel-made', 'the first start for a missing channel is 404 but makes the channel, so the second is 200', R.startMissing,
  [S(ids(1), 404, { channel: 'not-open-yet' }), S(ids(1), 404, { channel: 'not-open-yet' })], {
    setup() { this.made = new Set(); },
    channelExists(id, op) {
      if (super.channelExists(id) || this.made.has(id)) return true;
      if (op === 'start') this.made.add(id);
      return false;
    },
  });
wrong('start-channel-caseless', 'the channelId is compared without letter case', R.startMissing,
  [S(ids(1), 404, { channel: 'no-such-channel' }),
    S(ids(1), 404, { channel: CHANNEL === CHANNEL.toUpperCase() ? CHANNEL.toLowerCase() : CHANNEL.toUpperCase() })], {
    channelExists(id) { return id.toLowerCase() === CHANNEL.toLowerCase(); },
  });
wrong('start-channel-trimmed', 'spaces around the channelId are cut off before the look-up', R.startMissing,
  [S(ids(1), 404, { channel: 'no-such-channel' }), S(ids(1), 404, { channel: `${CHANNEL} ` })], {
    channelExists(id) { return id.trim() === CHANNEL; },
  });

// --- update
plain('update-missing-channel-200', 'update of a channel that does not exist answers 200', R.updateMissing,
  [U([{ streamId: 1, fps: 15 }], 404, { channel: 'no-such-channel' })], {
    update(body) {
      if (typeof body.channelId === 'string' && !this.channelExists(body.channelId)) return this.done();
      return super.update(body);
    },
  });
plain('update-url-required', 'update wants the url in every entry', R.updateEntry, [S(ids(1)), U([{ streamId: 1, fps: 15 }])], {
  fieldOk(op, name, e, i, body) { return !(name === 'url' && e.url === undefined) && super.fieldOk(op, name, e, i, body); },
});
plain('update-fps-any', 'update takes any fps', R.fps, [S(ids(1)), U([{ streamId: 1, fps: 20 }], 400)], {
  fpsOk(v, op) { return op === 'update' ? this.isInt(v) : super.fpsOk(v); },
});
plain('update-fps-text', 'update takes fps as a string of digits', R.updateEntry, [S(ids(1)), U([{ streamId: 1, fps: '15' }], 400)], {
  fpsOk(v, op) { return super.fpsOk(op === 'update' && typeof v === 'string' ? Number(v) : v); },
});
plain('update-url-any', 'update takes a url that is not RTMP', R.url, [S(ids(1)), U([{ streamId: 1, url: 'https://cdn.example/live/a' }], 400)], {
  urlOk(v, op) { return op === 'update' ? typeof v === 'string' : super.urlOk(v); },
});
plain('update-layout-array', 'update takes an array as layout', R.updateEntry, [S(ids(1)), U([{ streamId: 1, layout: [] }], 400)], {
  layoutOk(v, op) { return op === 'update' ? typeof v === 'object' : super.layoutOk(v); },
});
wrong('update-first-entry-checked', 'only the first entry of an update is checked', R.fps,
  [S(ids(1, 2)), U([{ streamId: 1, fps: 20 }], 400), U([{ streamId: 1, fps: 15 }, { streamId: 2, fps: 20 }], 400)], {
    checkEntry(op, e, i, body) { if (op !== 'update' || i === 0) super.checkEntry(op, e, i, body); },
  });
wrong('update-revives', 'an update of a stopped stream makes it run again', R.stopOne,
  [THREE, X(1), U([{ streamId: 1, fps: 15 }], 'any'), S(ids(4))], {
    setup() { this.old = new Map(); },
    removed(id, e) { this.old.set(e.streamId, e); },
    knownEntries(id, list) {
      for (const e of list) if (!this.streams(id).has(e.streamId) && this.old.has(e.streamId)) this.add(id, this.old.get(e.streamId));
      return super.knownEntries(id, list);
    },
  });
wrong('update-makes-stream', 'an update with an unknown streamId makes a new stream that takes a place', R.changes,
  [S(ids(1, 2)), U([{ streamId: 9, url: 'rtmp://cdn.example/live/n' }], 'any'), S(ids(3))], {
    knownEntries(id, list) {
      for (const e of list) if (!this.streams(id).has(e.streamId)) this.add(id, { ...e });
      return list;
    },
  });
wrong('update-type-stored', 'an update may change type, so a mixed push becomes a single one', R.fixed,
  [S(ids(1)), U([{ streamId: 1, type: 2 }], 'any'), U([{ streamId: 1, userId: USER }])], {
    fixedOk(name, e) { return name === 'type' ? e.type === undefined || this.typeOk(e.type) : super.fixedOk(name, e); },
  });
wrong('update-type-lost', 'an update replaces the stored stream, so a later update may change the user of a single push', R.singleUser,
  [S([one(1)]), U([{ streamId: 1, userId: 'other' }], 400), U([{ streamId: 1, fps: 15 }]), U([{ streamId: 1, userId: 'other' }], 400)], {
    change(id, e) { this.streams(id).set(e.streamId, { ...e }); },
  });
wrong('update-type-by-position', 'the type is looked up by the place of the entry, not by its streamId', R.singleUser,
  [S([mix(1)]), S([one(2)]), U([{ streamId: 2, userId: 'other' }], 400)], {
    checkChange(id, e, i) {
      const s = [...this.streams(id).values()][i];
      if (e.userId !== undefined && s?.type === 2) throw this.invalid('update', 'userId');
    },
  });
wrong('update-presenter-blocked', 'the presenter cannot be changed while a single-stream push runs beside', R.changes,
  [S([mix(1)]), U([{ streamId: 1, userId: USER }]), S([one(2)]), U([{ streamId: 1, userId: USER }])], {
    typeOf(id) { return Math.max(...[...this.streams(id).values()].map((s) => s.type)); },
  });
wrong('update-user-else-if', 'the user of a single push can be changed when the url changes too', R.singleUser,
  [S([one(1)]), U([{ streamId: 1, userId: 'other' }], 400), U([{ streamId: 1, url: 'rtmp://cdn.example/live/z', userId: 'other' }], 400)], {
    checkChange(id, e, i) { if (e.url === undefined) super.checkChange(id, e, i); },
  });
wrong('update-presenter-once', 'the presenter can be set by update one time only', R.changes,
  [S(ids(1)), U([{ streamId: 1, userId: USER }]), U([{ streamId: 1, userId: USER }])], {
    checkChange(id, e, i) {
      super.checkChange(id, e, i);
      if (e.userId !== undefined && this.streams(id).get(e.streamId).userId) throw this.invalid('update', 'presenter is set');
    },
  });
wrong('update-empty-watermarks-alone', 'an empty watermarks array alone is refused as nothing to change', R.watermarks,
  [S([mix(1, { watermarks: [{}] })]), U([{ streamId: 1, fps: 15, watermarks: [] }]), U([{ streamId: 1, watermarks: [] }])], {
    checkChange(id, e, i) {
      super.checkChange(id, e, i);
      if (!e.url && !e.userId && !e.layout && !e.fps && !e.watermarks?.length) throw this.invalid('update', 'nothing to change');
    },
  });
wrong('update-counted', 'every update takes one more place of the limit', R.several,
  [S(ids(1)), U([{ streamId: 1, fps: 15 }]), U([{ streamId: 1, fps: 30 }]), S(ids(2))], {
    ...counter,
    setup() { this.n = 0; },
    change(id, e) { super.change(id, e); this.n++; },
    stopAll(id) { super.stopAll(id); this.n = 0; },
  });
wrong('update-copy-kept', 'an update stores a second copy that a stop of this stream leaves behind', R.stopOne,
  [THREE, U([{ streamId: 1, fps: 15 }]), X(1), S(ids(4))], {
    setup() { this.copies = new Set(); },
    change(id, e) { super.change(id, e); this.copies.add(e.streamId); },
    running(id) { return new Set([...this.streams(id).keys(), ...this.copies]).size; },
    stopAll(id) { super.stopAll(id); this.copies.clear(); },
  });
wrong('update-refused-when-full', 'an update is refused while three streams run', R.changes,
  [S(ids(1, 2)), U([{ streamId: 1, fps: 15 }]), S(ids(3)), U([{ streamId: 1, fps: 30 }])], {
    checkChange(id, e, i) { super.checkChange(id, e, i); if (this.running(id) + 1 > LIMIT) throw this.full(); },
  });

// --- stop
plain('stop-missing-channel-200', 'stop of a channel that does not exist answers 200', R.missing, [X(undefined, 404, { channel: 'no-such-channel' })], {
  channelExists(id, op) { return op === 'stop' || super.channelExists(id); },
});
wrong('stop-zero-stops-all', 'stop of streamId 0 stops all pushes', R.stopOne, [S(ids(0, 1, 2)), X(0), S(ids(3)), S(ids(4), 'no')], {
  stopThese(id, s) { return super.stopThese(id, s || undefined); },
});
wrong('stop-newest', 'stop with a streamId stops the newest push instead', R.stopOne, [THREE, X(1), S(ids(1))], {
  stopOne(id, s) { super.stopOne(id, this.streams(id).has(s) ? [...this.streams(id).keys()].at(-1) : s); },
});
wrong('stop-same-type', 'stop with a streamId stops all pushes of the same type', R.stopOne,
  [S([mix(1), mix(2), one(3)]), X(1), S(ids(4)), S(ids(5), 'no')], {
    stopOne(id, s) {
      const type = this.streams(id).get(s)?.type;
      for (const [k, v] of [...this.streams(id)]) if (v.type === type) this.remove(id, k);
    },
  });
wrong('stop-same-user', 'stop of one push stops all single pushes of the same user', R.stopOne,
  [S([one(1, { flag: 1 }), one(2, { flag: 4 }), mix(3)]), X(1), S(ids(4)), S(ids(5), 'no')], {
    stopOne(id, s) {
      const user = this.streams(id).get(s)?.userId;
      super.stopOne(id, s);
      if (user) for (const [k, v] of [...this.streams(id)]) if (v.userId === user) this.remove(id, k);
    },
  });
wrong('stop-id-prefix', 'stop of streamId 1 also stops 12', R.stopOne, [S(ids(1, 12, 3)), X(1), S(ids(4)), S(ids(5), 'no')], {
  stopOne(id, s) { for (const k of [...this.streams(id).keys()]) if (String(k).startsWith(String(s))) this.remove(id, k); },
});
wrong('stop-unknown-stops-all', 'stop of an unknown streamId stops all pushes', R.stopOne, [THREE, X(77, 'any'), S(ids(4), 'no')], {
  unknownStop(id) { this.stopAll(id); },
});
wrong('stop-unknown-counted', 'stop of an unknown streamId makes room for one more stream', R.limit, [THREE, X(77, 'any'), S(ids(4), 'no')], {
  ...counter,
  setup() { this.n = 0; },
  unknownStop() { this.n = Math.max(0, this.n - 1); },
  stopAll(id) { super.stopAll(id); this.n = 0; },
});
wrong('stop-twice-counted', 'a second stop of the same stream makes room once more', R.limit,
  [THREE, X(77, 'any'), X(1), X(1, 'any'), S(ids(4)), S(ids(5), 'no')], {
    ...counter,
    setup() { this.n = 0; this.known = new Set(); },
    added(id, e) { this.n++; this.known.add(e.streamId); },
    unknownStop(id, s) { if (this.known.has(s)) this.n = Math.max(0, this.n - 1); },
    stopAll(id) { super.stopAll(id); this.n = 0; },
  });
wrong('stop-works-once', 'the second stop of a streamId that was started again does nothing', R.stopOne,
  [S(ids(1)), X(1), S(ids(1, 2, 3)), X(1), S(ids(4))], {
    setup() { this.stopped = new Set(); },
    stopOne(id, s) { if (!this.stopped.has(s)) super.stopOne(id, s); this.stopped.add(s); },
  });
wrong('stop-all-mixed-only', 'stop of all leaves the single-stream pushes running', R.stopAll,
  [S([mix(1), one(2), mix(3)]), X(), S(ids(4, 5, 6))], {
    stopAll(id) { for (const [k, v] of [...this.streams(id)]) if (v.type === 1) this.remove(id, k); },
  });
wrong('stop-all-skips', 'stop of all deletes while it walks the list, so every second push stays', R.stopAll,
  [S(ids(1)), X(), S(ids(1, 2, 3)), X(), S(ids(4, 5, 6))], {
    stopAll(id) {
      const keys = [...this.streams(id).keys()];
      for (let i = 0; i < keys.length; i++) { this.remove(id, keys[i]); keys.splice(i, 1); }
    },
  });
wrong('stop-all-counts-one', 'stop of all makes room for one stream only', R.stopAll, [S(ids(1, 2)), X(), S(ids(3, 4, 5))], {
  ...counter,
  setup() { this.n = 0; },
  stopAll(id) { const n = this.n; super.stopAll(id); this.n = Math.max(0, n - 1); },
});
wrong('stop-all-leaves-updated', 'stop of all leaves the streams that were updated', R.stopAll,
  [THREE, U([{ streamId: 2, fps: 15 }]), X(), S(ids(4, 5, 6))], {
    change(id, e) { super.change(id, e); this.streams(id).get(e.streamId).state = 'updated'; },
    stopAll(id) { for (const [k, v] of [...this.streams(id)]) if (v.state !== 'updated') this.remove(id, k); },
  });
wrong('stop-all-closes-channel', 'stop of all forgets the channel when several pushes ran, so the next start answers 404', R.startMissing, [S(ids(1, 2)), X(), S(ids(1))], {
  stopAll(id) { this.gone = this.gone || this.running(id) > 1; super.stopAll(id); },
  channelExists(id) { return super.channelExists(id) && !this.gone; },
});
wrong('stop-last-closes-channel', 'stop of the last of several pushes by its streamId forgets the channel', R.startMissing,
  [S(ids(1, 2)), X(1), X(2), S(ids(3))], {
    stopOne(id, s) { const two = this.had; super.stopOne(id, s); this.gone = this.gone || (two && this.running(id) === 0); },
    added(id) { if (this.running(id) > 1) this.had = true; },
    channelExists(id) { return super.channelExists(id) && !this.gone; },
  });
wrong('stop-idle-404', 'a second stop of all answers 404 although the channel exists', R.missing, [S(ids(1)), X(), X(undefined, 'not 404')], {
  stopAll(id) {
    if (this.running(id) === 0 && this.used) throw new Refusal(404, 'Channel.NotFound');
    super.stopAll(id);
  },
  added() { this.used = true; },
});
plain('stop-bad-id-stops-all', 'stop with a streamId that is no int stops all pushes', R.malformed,
  [THREE, X('2x', 400), S(ids(4), 'no')], {
    stopIdOk(body) { if (!this.isInt(body.streamId)) delete body.streamId; return true; },
  });
wrong('stop-id-first-lost', 'a streamId that stands before channelId in the body is lost, so all pushes stop', R.stopOne,
  [THREE, step('stop', { streamId: 1, channelId: CHANNEL }, 200), S(ids(4)), S(ids(5), 'no')], {
    stop(body) {
      let seen = {};
      for (const [k, v] of Object.entries(body)) seen = k === 'channelId' ? { channelId: v } : { ...seen, [k]: v };
      return super.stop(seen);
    },
  });
wrong('stop-default-delay', 'a stream without delayClose keeps its place for two seconds after the stop', R.streamDelay, [THREE, X(), S(ids(4))], {
  setup() { this.closing = 0; },
  removed(id, e) {
    if (e.delayClose !== undefined) return;
    this.closing++;
    setTimeout(() => { this.closing--; }, 2000).unref();
  },
  running(id) { return super.running(id) + this.closing; },
});
wrong('stop-race-index', 'stops at once use places in the list that have moved, so another push stops', R.stopOne,
  [THREE, P([X(1), X(2)]), S(ids(1)), S(ids(2)), S(ids(4), 'no')], {
    async stopThese(id, s) {
      if (s === undefined) return super.stopThese(id, s);
      const at = [...this.streams(id).keys()].indexOf(s);
      await pause(40);
      const key = [...this.streams(id).keys()][at];
      if (key !== undefined) this.remove(id, key);
      return this.done('stop');
    },
  });
wrong('stop-race-counter', 'stops at once write back an old count, so places are lost', R.stopOne, [THREE, P([X(1), X(2), X(3)]), S(ids(4, 5, 6))], {
  ...counter,
  setup() { this.n = 0; },
  async stopThese(id, s) {
    const n = this.n;
    if (s !== undefined && this.streams(id).has(s)) { await pause(40); super.stopThese(id, s); this.n = n - 1; }
    else { super.stopThese(id, s); if (s === undefined) this.n = 0; }
    return this.done('stop');
  },
});

// --- HTTP
wrong('http-charset-refused', 'a Content-Type with a charset parameter is refused', R.contentType,
  [T(), T(J(), 'token', { type: 'application/json; charset=utf-8' })], {
    contentTypeOk(header) { return header === 'application/json'; },
  });
wrong('http-charset-upper-latin1', 'a body marked charset=UTF-8 in upper case is read as latin1', R.params,
  [T(J({ userId: 'zoë' }), 'token', { type: 'application/json; charset=utf-8' }), T(J({ userId: 'zoë' }), 'token', { type: 'application/json; charset=UTF-8' })], {
    bodyText(req) {
      const charset = /charset=([^;\s]+)/.exec(req.headers['content-type'] || '')?.[1];
      return Buffer.isBuffer(req.body) ? req.body.toString(charset === undefined || charset === 'utf-8' ? 'utf8' : 'latin1') : '';
    },
  });
wrong('http-chunked-unread', 'a body sent in chunks without Content-Length is not read', R.success, [T(), T(J(), 'token', { pieces: 2 })], {
  async collect(payload, req) {
    const all = await super.collect(payload);
    return req.headers['content-length'] ? all : Buffer.alloc(0);
  },
});
wrong('http-pieces-broken', 'every piece of a body is turned to text by itself, so a letter cut in two breaks', R.params,
  [T(J({ userId: 'zoë' })), T(J({ userId: 'ë'.repeat(30) }), 'token', { pieces: 'odd' })], {
    async collect(payload) {
      let text = '';
      for await (const chunk of payload) text += chunk.toString('utf8');
      return Buffer.from(text);
    },
  });
plain('http-plain-404', 'the answer for a missing channel is plain text, not JSON', R.json, [S(ids(1), 404, { channel: 'no-such-channel' })], {
  sendError(op, reply, r, req) {
    if (op === 'token' || r.status !== 404) return super.sendError(op, reply, r, req);
    return reply.code(404).header('content-type', 'text/plain').send('channel does not exist');
  },
});
plain('http-malformed-500', 'a body that is no JSON gives an internal error on streaming operations', R.malformed,
  [S([], 400, { raw: '{"channelId":' })], {
    parse(op, text) { return op === 'token' ? super.parse(op, text) : JSON.parse(text); },
  });
wrong('http-tracking-lower-only', 'a Tracking-Id with upper-case hexadecimal letters is refused', R.tracking,
  [T(J(), 'token', { tracking: '0123456789abcdef0123456789abcdef' }), T(J(), 'token', { tracking: '0123456789ABCDEF0123456789ABCDEF' })], {
    checkTracking(op, req) {
      const t = req.headers['tracking-id'];
      if (t !== undefined && /[A-Z]/.test(t)) throw this.invalid(op, 'Tracking-Id');
    },
  });
wrong('http-tracking-replayed', 'a request with a Tracking-Id seen before gets the old answer again', R.params,
  [T(J({ userId: 'ann' }), 'token', { tracking: 'a'.repeat(32) }), T(J({ userId: 'bob' }), 'token', { tracking: 'a'.repeat(32) })], {
    setup() { this.answers = new Map(); },
    async serve(op, req) {
      const key = `${op} ${req.headers['tracking-id']}`;
      if (req.headers['tracking-id'] && this.answers.has(key)) return this.answers.get(key);
      const answer = await super.serve(op, req);
      this.answers.set(key, answer);
      return answer;
    },
  });

// --- right ones
right('right-base', 'nothing special: the base itself', {});
right('right-body-before-authorization', 'order of checks is open: the body is checked before the Authorization header', {
  serve(op, req) {
    this.checkTracking(op, req);
    const body = this.readBody(op, req);
    if (op === 'token') this.checkJoin(body);
    else this.checkChannelId(op, body);
    this.authorize(op, req);
    return this[op](body, req);
  },
});
right('right-channel-before-list', 'order of checks is open: the channel is looked up before streamList is checked', {
  checkList(op, body) { this.findChannel(op, body.channelId); super.checkList(op, body); },
});
right('right-extra-members', 'extra members stand in the answers', {
  tokenAnswer(token) { return { expiresIn: 86400, token, issued: { by: 'service' } }; },
  done(op) { return { ok: true, operation: op, code: 0 }; },
  errorBody(r) { return { ...super.errorBody(r), time: new Date().toISOString(), hint: null }; },
});
right('right-extra-headers', 'extra headers stand in the answers, and the Tracking-Id is echoed', {
  before(op, req) { req.tracking = req.headers['tracking-id']; },
  sendOk(op, reply, a, req) { this.more(reply, req); return super.sendOk(op, reply, a, req); },
  sendError(op, reply, r, req) { this.more(reply, req); return super.sendError(op, reply, r, req); },
  more(reply, req) {
    reply.header('cache-control', 'no-store').header('x-served-by', 'node-7').header('server-timing', 'app;dur=1');
    if (/^[0-9a-f]{32}$/i.test(req.tracking || '')) reply.header('tracking-id', req.tracking);
  },
});
right('right-nested-error', 'the error body is open: the code stands in an inner object', {
  errorBody(r) { return { error: { code: r.code, status: r.status, text: r.message } }; },
});
right('right-error-list', 'the error body is open: a list of errors', {
  errorBody(r) { return { errors: [{ errorCode: r.code, detail: r.message }], success: false }; },
});
right('right-limit-409', 'the status of a start beyond the limit is open: 409', {
  full() { return new Refusal(409, 'Streams.Limit', 'too many streams'); },
});
right('right-limit-403', 'the status of a start beyond the limit is open: 403', {
  full() { return new Refusal(403, 'Streams.Limit', 'too many streams'); },
});
right('right-defaults-written', 'defaults of join parameters are written out in the token', {
  joinParams(body) { return { channelDuration: 0, duration: 86400, size: 100, delayClose: 0, ...super.joinParams(body) }; },
});
right('right-params-pretty', 'order of members and white space in the JSON of the params are open', {
  paramsJson(p) { return JSON.stringify(Object.fromEntries(Object.entries(p).sort().reverse()), null, 2); },
});
right('right-params-escaped', 'letters outside ASCII are written as \\u escapes in the JSON of the params', {
  paramsJson(p) { return JSON.stringify(p).replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`); },
});
right('right-tracking-required', 'whether Tracking-Id is required is open: a request without it is refused', {
  checkTracking(op, req) { if (!/^[0-9a-f]{32}$/i.test(req.headers['tracking-id'] || '')) throw this.invalid(op, 'Tracking-Id'); },
});
right('right-unknown-stop-422', 'the answer to a stop of an unknown streamId is open: 422', {
  unknownStop() { throw new Refusal(422, 'Stream.Unknown', 'no such stream'); },
});
right('right-unknown-update-ignored', 'the answer to an update of an unknown streamId is open: entries that do not run are ignored', {
  knownEntries(id, list) { return list.filter((e) => this.streams(id).has(e.streamId)); },
});
right('right-any-content-type', 'what happens with another Content-Type is open: it is not looked at', {
  contentTypeOk() { return true; },
});
right('right-list-body', 'the body of 200 on streaming operations is open: a JSON array', {
  done(op) { return [op, 'handled']; },
});
right('right-running-id-replaced', 'a start with a streamId that runs already is open: the running one is replaced', {
  startAll(id, list) {
    const fresh = new Map(list.map((e) => [e.streamId, e]));
    const kept = [...this.streams(id).keys()].filter((k) => !fresh.has(k)).length;
    if (kept + fresh.size > LIMIT) throw this.full();
    for (const e of fresh.values()) this.add(id, e);
    return this.done('start');
  },
});
right('right-negative-refused', 'lower bounds of join parameters are open: negative numbers are refused', {
  inBounds(name, v) { return (name === 'privileges' || v >= 0) && super.inBounds(name, v); },
});
right('right-value-shape-406', 'an Authorization value of another shape may be called a signature not made by the rules: 406', {
  denied(op, kind) { return op === 'token' && kind === 'value' ? new Refusal(406, 'Sign.Error') : super.denied(op, kind); },
});
right('right-slow', 'answers may take time: each request waits a moment before and after its work', {
  async before() { await pause(30); },
  async serve(op, req) { const answer = await super.serve(op, req); await pause(15); return answer; },
});
right('right-same-type-tolerated', 'an update may repeat type and flag of the running stream, which changes nothing', {
  fixedOk(name, e, body) { return e[name] === undefined || e[name] === this.streams(body.channelId).get(e.streamId)?.[name]; },
});
right('right-update-delay-refused', 'delayClose is not listed for update: it is refused there', {
  fieldOk(op, name, e, i, body) { return !(op === 'update' && name === 'delayClose' && e.delayClose !== undefined) && super.fieldOk(op, name, e, i, body); },
});
right('right-closing-keeps-place', 'a stopped stream with a delayClose above zero keeps its place until it closes', {
  setup() { this.closing = 0; },
  removed(id, e) {
    if (!e.delayClose) return;
    this.closing++;
    setTimeout(() => { this.closing--; }, e.delayClose * 1000).unref();
  },
  running(id) { return super.running(id) + this.closing; },
}, { fresh: true });
right('right-connection-closed', 'every connection is closed after one answer', {
  send(reply, status, body) { reply.header('connection', 'close'); return super.send(reply, status, body); },
});

// ---------------------------------------------------------------- command line

async function serve(subject) {
  const endpoint = Object.create(subject.hooks).init();
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (req, payload) => endpoint.collect(payload, req));
  app.setNotFoundHandler((req, reply) => endpoint.send(reply, 404, { code: 'Path.NotFound', message: 'no such path' }));
  app.setErrorHandler((e, req, reply) => endpoint.send(reply, e.statusCode || 500, { code: 'Server.Error', message: 'request could not be read' }));
  for (const [op, [method, url]] of Object.entries(OPS)) {
    app.route({ method, url, handler: (req, reply) => endpoint.handle(op, req, reply) });
  }
  process.on('SIGTERM', () => { app.close().finally(() => process.exit(0)); });
  await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`listening on http://127.0.0.1:${app.server.address().port}\n`);
}

function main([first, second]) {
  if (first === '--list') {
    for (const s of SUBJECTS.values()) console.log(`${s.name} ${s.kind} ${s.says}`);
    return undefined;
  }
  const subject = SUBJECTS.get(first === '--rule' ? second : first);
  if (!subject || (first === '--rule' && !subject.rule)) {
    console.error('usage: endpoints.mjs --list | --rule NAME (of a wrong one) | NAME');
    process.exitCode = 2;
    return undefined;
  }
  if (first === '--rule') return console.log(subject.rule);
  return serve(subject);
}

export { SUBJECTS, OPS, T, S, U, X, J, mix, one, APP_ID, APP_SECRET, hmac, now };
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
