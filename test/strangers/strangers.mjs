// A collection of small token SDKs behind one adapter.
//
//   node strangers.mjs --list          one line a subject: NAME wrong|right SENTENCE
//   node strangers.mjs NAME            that subject, on stdin and stdout
//   node strangers.mjs --shows NAME    the questions on which the mistake shows, one JSON a line
//   node strangers.mjs --rule NAME     the sentence of the interface that the subject violates
//
// There is one right base (B). A subject overrides hooks of it. Each wrong subject carries
// the sentence that it violates (`rule`) and a function (`shows`) that states an input, so that
// the selftest can ask it. `wait` in such a question means: wait that long before asking.
import { createHmac, createHash, timingSafeEqual } from 'node:crypto';

class Refuse extends Error { constructor(reason, text) { super(text ?? reason); this.reason = reason; } }
class CannotExpress extends Error {}

const INTS = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose'];
const NAMES = ['channelId', 'userId', ...INTS];
const DAY = 86400;

// ---------------------------------------------------------------- the right base
const B = {
  methods: ['token.issue', 'token.params', 'token.signature', 'token.verify'],
  clock: 'injected',
  about: {},                                    // further members of describe
  version: '02',
  init() {},
  // issue
  now() { return Math.floor(Date.now() / 1000); },
  stamp(p) {
    if (this.clock === 'system') return this.now();
    if (p.timestamp === undefined) throw new Refuse('missing-field', 'timestamp');
    if (!Number.isSafeInteger(p.timestamp)) throw new Refuse('wrong-type', 'timestamp');
    return p.timestamp;
  },
  stampText(ts) { return String(ts); },
  checkSecret(s) {
    if (s === undefined) throw new Refuse('missing-field', 'appSecret');
    if (typeof s !== 'string') throw new Refuse('wrong-type', 'appSecret');
    if (s === '') throw new Refuse('empty-secret');
  },
  checkApp(a) {
    if (a === undefined) throw new Refuse('missing-field', 'appId');
    if (typeof a !== 'string') throw new Refuse('wrong-type', 'appId');
  },
  checkText(jp, n) {
    if (jp[n] === undefined) throw new Refuse('missing-field', n);
    if (typeof jp[n] !== 'string') throw new Refuse('wrong-type', n);
  },
  checkInt(jp, n) {
    if (jp[n] === undefined) return;
    if (!Number.isSafeInteger(jp[n])) throw new Refuse('wrong-type', n);
  },
  checkBounds(jp) {
    if (jp.duration > DAY) throw new Refuse('out-of-range', 'duration');
    if (jp.delayClose > DAY) throw new Refuse('out-of-range', 'delayClose');
  },
  checkJoin(jp) {
    if (jp === undefined) throw new Refuse('missing-field', 'joinParams');
    if (typeof jp !== 'object' || jp === null || Array.isArray(jp)) throw new Refuse('wrong-type', 'joinParams');
    for (const n of ['channelId', 'userId']) this.checkText(jp, n);
    for (const n of INTS) this.checkInt(jp, n);
    this.checkBounds(jp);
  },
  shape(jp) { return jp; },
  json(jp) { return JSON.stringify(jp); },
  bytes(text) { return Buffer.from(text, 'utf8'); },
  b64(buf) { return buf.toString('base64'); },
  params(text) { return this.b64(this.bytes(text)); },
  paramsOf(jp) { return this.params(this.json(this.shape(jp))); },
  key(secret) { return Buffer.from(secret, 'utf8'); },
  message(v, a, t, p) { return v + a + t + p; },
  mac(key, msg) { return createHmac('sha256', key).update(msg).digest(); },
  sigText(buf) { return buf.toString('base64'); },
  sign(v, a, t, p, secret) { return this.sigText(this.mac(this.key(secret), this.message(v, a, t, p))); },
  join(parts) { return parts.join('.'); },
  issue(p) {
    this.checkApp(p.appId);
    this.checkSecret(p.appSecret);
    this.checkJoin(p.joinParams);
    return { token: this.make(p) };
  },
  make(p) {
    const ts = this.stampText(this.stamp(p));
    const params = this.paramsOf(p.joinParams);
    const sig = this.sign(this.version, p.appId, ts, params, p.appSecret);
    return this.join([this.version, p.appId, ts, params, sig]);
  },
  // verify
  no(reason) { return { valid: false, reason }; },
  split(token) {
    const m = /^([^.]*)\.(.*)\.([^.]*)\.([^.]*)\.([^.]*)$/s.exec(token);
    return m ? m.slice(1) : null;
  },
  readStamp(t) { return /^\d{1,15}$/.test(t) ? Number(t) : NaN; },
  sameSig(given, wanted) { return given === wanted; },
  versionOk(v) { return v === '02'; },
  appOk(given, wanted) { return given === wanted; },
  unb64(p) {
    const b = Buffer.from(p, 'base64');
    if (b.toString('base64') !== p) throw new Error('base64');
    return b;
  },
  utf8(b) { return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(b); },
  open(p) {
    const jp = JSON.parse(this.utf8(this.unb64(p)));
    this.checkOpen(jp);
    return jp;
  },
  checkOpen(jp) { this.checkJoin(jp); },
  expired(ts, jp, now) { return now > ts + (jp.duration ?? DAY); },
  verify({ token, appId, appSecret, now }) {
    const parts = typeof token === 'string' ? this.split(token) : null;
    if (!parts) return this.no('malformed');
    const [v, a, t, p, s] = parts;
    if (!this.versionOk(v)) return this.no('version');
    if (!this.appOk(a, appId)) return this.no('app');
    const ts = this.readStamp(t);
    if (Number.isNaN(ts)) return this.no('malformed');
    if (!this.sameSig(s, this.sign(v, a, t, p, appSecret))) return this.no('signature');
    let jp;
    try { jp = this.open(p); } catch { return this.no('params'); }
    if (this.expired(ts, jp, now)) return this.no('expired');
    return { valid: true, joinParams: this.tell(jp) };
  },
  tell(jp) { return jp; },
  // protocol
  errorOf(e) {
    if (e instanceof Refuse) return { code: 1, message: e.message, data: { reason: e.reason } };
    if (e instanceof CannotExpress) return { code: 2, message: e.message };
    return { code: -32603, message: String(e) };
  },
  async call(method, p) {
    switch (method) {
      case 'token.issue': return this.issue(p);
      case 'token.params': return { params: this.params(p.joinParamsJson) };
      case 'token.signature': this.checkSecret(p.appSecret); return { signature: this.sign(p.version, p.appId, String(p.timestamp), p.params, p.appSecret) };
      case 'token.verify': return this.verify(p);
    }
  },
};

// ---------------------------------------------------------------- helpers for `shows`
const A = 'app7', K = 's3cr3t-Key', T = 1760000000;
const I = (jp = {}, o = {}) => ({ method: 'token.issue', params: { appId: A, appSecret: K, timestamp: T, joinParams: { channelId: 'room-1', userId: 'ann', ...jp }, ...o } });
const N = (jp = {}, o = {}) => I(jp, { timestamp: undefined, ...o });      // for a system clock
const P = text => ({ method: 'token.params', params: { joinParamsJson: text } });
const PJ = jp => P(JSON.stringify({ channelId: 'room-1', userId: 'ann', ...jp }));
const S = (o = {}) => ({ method: 'token.signature', params: { version: '02', appId: A, timestamp: T, params: B.params('{"channelId":"room-1","userId":"ann"}'), appSecret: K, ...o } });
function V(o = {}) {
  const text = o.text ?? JSON.stringify({ channelId: 'room-1', userId: 'ann', ...(o.jp ?? {}) });
  const v = o.v ?? '02', a = o.a ?? A, t = String(o.t ?? T);
  const p = o.p ? o.p(B.params(text)) : o.raw ? B.b64(o.raw) : B.params(text);
  let s = B.sign(v, a, t, p, o.k ?? K);
  if (o.s) s = o.s(s);
  let token = [v, a, t, p, s].join('.');
  if (o.tok) token = o.tok(token);
  return { method: 'token.verify', params: { token, appId: o.appId ?? A, appSecret: o.secret ?? K, now: o.now ?? T + 10 } };
}
const seek = (make, good) => { for (let i = 0; i < 5000; i++) { const q = make(i); if (good(q)) return q; } throw new Error('no input'); };
const sigOf = q => B.issue(q.params).token.split('.').pop();
const parOf = q => B.paramsOf(q.params.joinParams);
const ISS = ['token.issue'], PAR = ['token.params'], SIG = ['token.signature'], VER = ['token.verify'];
const IP = [...ISS, ...PAR], IS = [...ISS, ...SIG], IPS = [...IP, ...SIG];

// ---------------------------------------------------------------- sentences
const R = {
  par: 'params: standard base64 (with padding, no line breaks) of the JSON encoding of joinParams (2.1)',
  sig: 'signature: standard base64 of HMAC-SHA256 whose key is the app secret (UTF-8 bytes) and whose message is the plain concatenation (no separators) of version, appId, timestamp and params (UTF-8 bytes)',
  nl: 'A base64 encoder that inserts line breaks gives a token that fails authentication; the output must contain no line breaks.',
  ver: 'version: fixed string `02`',
  app: 'appId: application id of the app',
  ts: 'timestamp: current UTC time in whole seconds (decimal).',
  end: 'Validity of the token = timestamp + the duration in joinParams.',
  dur: 'duration | int | token validity, in seconds | default 86400 (24 h); must be <= 86400',
  delay: 'delayClose | int | whiteboard delayed-close time, in seconds | default 0 (close at once); maximum 24 hours (86400)',
  size: 'size | int | maximum number of people in the channel | default 100 (no bound is given; no rule may be invented)',
  cd: 'channelDuration | int | maximum channel duration, in minutes | default 0 = unlimited',
  priv: 'privileges | int | no | meaning and allowed values: not shown (no rule may be invented)',
  ch: 'channelId | string | yes | naming rules: not shown (no rule may be invented)',
  us: 'userId | string | yes | format rules: not shown (no rule may be invented)',
  reuse: 'a token can be reused during its validity',
  exp: 'an expired token cannot join',
  dot: 'The five parts are joined with a dot.',
  five: 'Token: five parts joined by `.`: <version>.<appId>.<timestamp>.<params>.<signature>',
  sec: 'App.Secret.Empty: the app secret is wrong or missing',
  req: 'channelId and userId required, the rest optional',
};

const subjects = [];
const W = (name, says, rule, methods, shows, over) => subjects.push({ name, kind: 'wrong', says, rule, methods, shows, over });
const OK = (name, says, methods, over = {}) => subjects.push({ name, kind: 'right', says, methods, over, rule: '', shows: () => [] });

// ================================================================ wrong: params
W('params-url-alphabet', 'params in the URL alphabet', R.par, IP,
  () => [seek(i => I({ userId: 'who?' + '>'.repeat(i) }), q => /[+/]/.test(parOf(q)))],
  { b64: b => b.toString('base64').replace(/\+/g, '-').replace(/\//g, '_') });
W('params-no-padding', 'padding of params is cut', R.par, PAR, () => [PJ({ userId: 'a' }), PJ({ userId: 'ab' }), PJ({ userId: 'abc' })],
  { b64: b => b.toString('base64').replace(/=+$/, '') });
W('params-one-pad', 'a remainder of one byte gets one padding character only', R.par, IP, () => ['a', 'ab', 'abc'].map(userId => I({ userId })),
  { b64: b => b.toString('base64').replace(/==$/, '=') });
W('params-slash-once', 'the first slash of params becomes an underscore (replace without the g flag)', R.par, ISS,
  () => [seek(i => I({ userId: 'x'.repeat(i % 3) + '?'.repeat(4) }), q => parOf(q).includes('/'))],
  { b64: b => b.toString('base64').replace('/', '_') });
W('params-latin1', 'params from Latin-1 bytes', R.par, IP, () => [I({ userId: 'Zoë' }), I({ userId: '小明' })],
  { bytes: t => Buffer.from(t, 'latin1') });
W('params-btoa-when-it-fits', 'btoa is used for texts up to U+00FF, UTF-8 otherwise', R.par, IP, () => [I({ userId: 'José' })],
  { params(t) { return /^[\0-\xff]*$/.test(t) ? btoa(t) : B.params.call(this, t); } });
W('params-utf16', 'params from UTF-16 when a character is outside ASCII', R.par, PAR, () => [PJ({ userId: 'Łukasz' })],
  { bytes: t => Buffer.from(t, /^[\0-\x7f]*$/.test(t) ? 'utf8' : 'utf16le') });
W('params-surrogates-apart', 'each half of a surrogate pair is encoded alone (three bytes each)', R.par, IP, () => [I({ userId: 'ann😀' })],
  { bytes(t) { return Buffer.concat([...t].flatMap(c => c.length === 1 ? [Buffer.from(c)] : [0, 1].map(i => { const u = c.charCodeAt(i); return Buffer.from([0xe0 | u >> 12, 0x80 | u >> 6 & 63, 0x80 | u & 63]); }))); } });
W('params-bom', 'a byte order mark stands before the JSON when it is not ASCII', R.par, PAR, () => [PJ({ channelId: 'Käse' })],
  { bytes: t => Buffer.from((/^[\0-\x7f]*$/.test(t) ? '' : '\ufeff') + t) });
W('params-lines-76', 'a line break after 76 characters of params', R.nl, IP, () => [I({ userId: 'u'.repeat(60) })],
  { b64: b => b.toString('base64').replace(/(.{76})(?=.)/g, '$1\n') });
W('params-first-break-only', 'a MIME encoder whose first line break alone is removed', R.nl, ISS, () => [I({ userId: 'u'.repeat(90) })],
  { b64: b => b.toString('base64').replace(/(.{76})(?=.)/g, '$1\n').replace('\n', '') });
W('params-crlf-left', 'line feeds are removed but carriage returns stay', R.nl, PAR, () => [PJ({ userId: 'u'.repeat(80), privileges: 7 })],
  { b64: b => b.toString('base64').replace(/(.{76})(?=.)/g, '$1\r\n').replace(/\n/g, '') });
W('params-final-break', 'texts of a full last line (a multiple of 57 bytes) keep a final line break', R.nl, PAR,
  () => [seek(i => PJ({ userId: 'u'.repeat(i) }), q => q.params.joinParamsJson.length % 57 === 0)],
  { b64: b => b.toString('base64') + (b.length % 57 === 0 ? '\n' : '') });
W('params-chunks-256', 'long texts are encoded in pieces of 256 bytes, each with its own padding', R.par, IP, () => [I({ userId: 'u'.repeat(300) })],
  { b64(b) { let s = ''; for (let i = 0; i < b.length; i += 256) s += b.subarray(i, i + 256).toString('base64'); return s; } });
W('params-chunks-of-characters', 'the text is encoded in pieces of 48 characters, though a character may be several bytes', R.par, IP,
  () => [I({ userId: 'ann', channelId: 'a-räther-long-room-name-for-the-whole-team' })],
  { params(t) { let s = ''; for (let i = 0; i < t.length; i += 48) s += Buffer.from(t.slice(i, i + 48)).toString('base64'); return s; } });
W('params-length-in-characters', 'the buffer has one byte a character, so the end of the JSON is lost when the text is not ASCII', R.par, IP, () => [I({ userId: 'Chloé' })],
  { bytes(t) { const b = Buffer.alloc(t.length); b.write(t); return b; } });
W('params-buffer-512', 'a fixed buffer of 512 bytes', R.par, PAR, () => [PJ({ userId: 'u'.repeat(500) })],
  { bytes(t) { const b = Buffer.alloc(512); return b.subarray(0, b.write(t)); } });
W('params-stale-tail', 'a reused buffer: after a longer text a shorter one has the tail of the old one', 'params: ... of the JSON encoding of joinParams (bytes of an earlier call are none of it)', IP,
  () => [I({ userId: 'somebody-with-a-long-name' }), I({ userId: 'bo' })],
  { init() { this.buf = Buffer.alloc(65536); this.top = 0; },
    bytes(t) { const n = this.buf.write(t); this.top = Math.max(this.top, n); return Buffer.from(this.buf.subarray(0, this.top)); } });
W('params-percent', 'params is percent-encoded in the token', R.par, ISS, () => [I({ userId: 'a' }), I({ userId: 'ab' })],
  { join: x => [x[0], x[1], x[2], encodeURIComponent(x[3]), x[4]].join('.') });
W('params-double-json', 'joinParams is made JSON twice', R.par, ISS, () => [I()], { json: jp => JSON.stringify(JSON.stringify(jp)) });
W('params-hand-made-json', 'JSON put together by hand: quotes and backslashes are not escaped', R.par, ISS, () => [I({ userId: 'corp\\ann' }), I({ userId: 'the "boss"' })],
  { json: jp => '{' + Object.entries(jp).map(([k, v]) => `"${k}":` + (typeof v === 'string' ? `"${v}"` : JSON.stringify(v))).join(',') + '}' });
W('params-quotes-only', 'JSON by hand: quotes are escaped, backslashes are not', R.par, ISS, () => [I({ userId: 'corp\\ben' }), I({ userId: 'a\\' })],
  { json: jp => '{' + Object.entries(jp).map(([k, v]) => `"${k}":` + (typeof v === 'string' ? '"' + v.replace(/"/g, '\\"').replace(/[\0-\x1f]/g, c => '\\u' + c.charCodeAt().toString(16).padStart(4, '0')) + '"' : JSON.stringify(v))).join(',') + '}' });
W('params-unicode-escape-unpadded', 'escapes of non-ASCII characters lack leading zeros', R.par, ISS, () => [I({ userId: 'é1' })],
  { json: jp => JSON.stringify(jp).replace(/[\x80-\uffff]/g, c => '\\u' + c.charCodeAt(0).toString(16)) });
W('params-unicode-escape-astral', 'escapes are made from code points, five digits for an emoji', R.par, ISS, () => [I({ userId: 'party🎉' })],
  { json: jp => JSON.stringify(jp).replace(/[^\0-\x7f]/gu, c => '\\u' + c.codePointAt(0).toString(16).padStart(4, '0')) });
W('params-dollar-template', 'the user id goes into a template by replace, so that $$ becomes $ and $& the pattern', R.us, ISS, () => [I({ userId: 'cash$$' }), I({ userId: "a$'b" })],
  { json: jp => JSON.stringify({ ...jp, userId: '@@' }).replace('@@', JSON.stringify(jp.userId).slice(1, -1)) });
W('params-minified', 'the JSON is minified by removing all white space, in texts too', R.par, IP, () => [I({ userId: 'Ann Lee' }), PJ({ channelId: 'room one' })],
  { params(t) { return B.params.call(this, t.replace(/\s/g, '')); } });
W('params-comments-stripped', 'two slashes are taken for a comment, up to the next quote', R.par, IP, () => [PJ({ userId: 'https://id.example/ann' })],
  { params(t) { return B.params.call(this, t.replace(/\/\/[^"\n]*/g, '')); } });
W('params-through-doubles', 'token.params reads and writes the JSON again, which rounds integers above 2^53', R.par, PAR, () => [P('{"channelId":"c","userId":"u","privileges":9007199254740993}'), P('{"channelId":"c","userId":"u","privileges":9223372036854775807}')],
  { params(t) { return B.params.call(this, JSON.stringify(JSON.parse(t))); } });
W('params-latin1-after-refusal', 'after a refusal the encoder stays in its fall-back character set', R.par, ISS, () => [I({ duration: 90000 }), I({ userId: 'René' })],
  { enc: 'utf8', bytes(t) { const b = Buffer.from(t, this.enc); this.enc = 'utf8'; return b; },
    checkJoin(jp) { this.enc = 'latin1'; B.checkJoin.call(this, jp); if (!this.bad) this.enc = 'utf8'; this.bad = false; },
    checkBounds(jp) { try { B.checkBounds.call(this, jp); } catch (e) { this.bad = true; throw e; } } });

// ================================================================ wrong: text of members
W('text-nfc', 'texts are put into the composed normal form', R.us, ISS, () => [I({ userId: 'Jose\u0301' })], { json: jp => JSON.stringify(jp).normalize('NFC') });
W('text-nfkc-channel', 'channelId is put into compatibility form (full-width letters, ligatures)', R.ch, ISS, () => [I({ channelId: 'ﬁnance' }), I({ channelId: 'Ｒｏｏｍ' })],
  { shape: jp => ({ ...jp, channelId: jp.channelId.normalize('NFKC') }) });
W('text-nfd-params', 'token.params decomposes characters', R.par, PAR, () => [PJ({ userId: 'Åsa' })], { params(t) { return B.params.call(this, t.normalize('NFD')); } });
W('text-trim-user', 'userId loses white space at its ends', R.us, ISS, () => [I({ userId: 'ann ' }), I({ userId: ' ann' })], { shape: jp => ({ ...jp, userId: jp.userId.trim() }) });
W('text-nbsp', 'a no-break space becomes a plain one', R.us, ISS, () => [I({ userId: 'Ann\u00a0Lee' })], { shape: jp => ({ ...jp, userId: jp.userId.replace(/\u00a0/g, ' ') }) });
W('text-lower-channel', 'channelId in lower case', R.ch, ISS, () => [I({ channelId: 'Room-A' })], { shape: jp => ({ ...jp, channelId: jp.channelId.toLowerCase() }) });
W('text-html', 'userId is escaped for HTML', R.us, ISS, () => [I({ userId: 'R&D' }), I({ userId: 'a<b' })],
  { shape: jp => ({ ...jp, userId: jp.userId.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') }) });
W('text-percent-decoded', 'a userId with % is percent-decoded', R.us, ISS, () => [I({ userId: 'ann%40home' })],
  { shape(jp) { try { return { ...jp, userId: decodeURIComponent(jp.userId) }; } catch { return jp; } } });
W('text-plus-space', 'a plus in channelId becomes a space', R.ch, ISS, () => [I({ channelId: 'c++' })], { shape: jp => ({ ...jp, channelId: jp.channelId.replace(/\+/g, ' ') }) });
W('text-digits-number', 'a userId of digits alone is minted as a number', R.us, ISS, () => [I({ userId: '1042' }), I({ userId: '007' })],
  { shape: jp => ({ ...jp, userId: /^\d+$/.test(jp.userId) ? Number(jp.userId) : jp.userId }) });
W('text-cut-64', 'userId is cut at 64 UTF-16 units', R.us, ISS, () => [I({ userId: 'u'.repeat(65) })], { shape: jp => ({ ...jp, userId: jp.userId.slice(0, 64) }) });
W('text-cut-bytes', 'channelId is cut at 128 bytes', R.ch, ISS, () => [I({ channelId: '会'.repeat(43) })],
  { shape: jp => ({ ...jp, channelId: Buffer.from(jp.channelId).subarray(0, 128).toString() }) });
W('text-bmp-only', 'characters beyond the basic plane are dropped', R.us, ISS, () => [I({ userId: '𠮷野' })], { shape: jp => ({ ...jp, userId: jp.userId.replace(/[\u{10000}-\u{10ffff}]/gu, '') }) });
W('text-controls-dropped', 'tabs and line feeds in channelId are dropped', R.ch, ISS, () => [I({ channelId: 'a\tb' })], { shape: jp => ({ ...jp, channelId: jp.channelId.replace(/[\0-\x1f]/g, '') }) });
W('text-slashes', 'repeated slashes in channelId become one', R.ch, ISS, () => [I({ channelId: 'team//daily' })], { shape: jp => ({ ...jp, channelId: jp.channelId.replace(/\/+/g, '/') }) });
W('text-joiners', 'zero-width joiners are dropped, so that a family emoji falls apart', R.us, ISS, () => [I({ userId: '👩\u200d👧' })], { shape: jp => ({ ...jp, userId: jp.userId.replace(/[\u200b-\u200d]/g, '') }) });

// ================================================================ wrong: members
W('member-zero-dropped', 'members with value 0 are left out, so duration 0 becomes a day', R.end, ISS, () => [I({ duration: 0 })], { shape: jp => Object.fromEntries(Object.entries(jp).filter(([k, v]) => v || v === '')) });
W('member-size-default', 'size || 100: a size of 0 becomes 100', R.size, ISS, () => [I({ size: 0 })], { shape: jp => 'size' in jp ? { ...jp, size: jp.size || 100 } : jp });
W('member-privileges-zero', 'absent privileges are minted as 0', R.priv, ISS, () => [I()], { shape: jp => ({ privileges: 0, ...jp }) });
W('member-null', 'absent numbers are minted as null when any optional member is given', R.req, ISS, () => [I({ duration: 60 })],
  { shape: jp => INTS.some(n => n in jp) ? { ...Object.fromEntries(INTS.map(n => [n, null])), ...jp } : jp });
W('member-delay-forgotten', 'delayClose is forgotten when channelDuration is given', R.delay, ISS, () => [I({ delayClose: 30, channelDuration: 90 })],
  { shape(jp) { if (!('channelDuration' in jp)) return jp; const { delayClose, ...r } = jp; return r; } });
W('member-minutes', 'channelDuration is minted in seconds', R.cd, ISS, () => [I({ channelDuration: 45 })], { shape: jp => jp.channelDuration ? { ...jp, channelDuration: jp.channelDuration * 60 } : jp });
W('member-delay-600', 'delayClose is held at 600 (the bound of the streaming member)', R.delay, ISS, () => [I({ delayClose: 3600 })], { shape: jp => jp.delayClose > 600 ? { ...jp, delayClose: 600 } : jp });
W('member-delay-over-duration', 'delayClose is held at duration when both are given', R.delay, ISS, () => [I({ delayClose: 900, duration: 300 })],
  { shape: jp => jp.delayClose > jp.duration ? { ...jp, delayClose: jp.duration } : jp });
W('member-duration-clamped', 'a duration above the bound is lowered in silence', R.dur, ISS, () => [I({ duration: 100000 })],
  { checkBounds(jp) { if (jp.delayClose > DAY) throw new Refuse('out-of-range'); }, shape: jp => jp.duration > DAY ? { ...jp, duration: DAY } : jp });
W('member-texts', 'numbers are minted as texts', R.dur, ISS, () => [I({ duration: 60 })], { shape: jp => Object.fromEntries(Object.entries(jp).map(([k, v]) => [k, String(v)])) });
W('member-int32', 'numbers go through a 32-bit operation: bit 31 of privileges makes them negative', R.priv, ISS, () => [I({ privileges: 2147483648 }), I({ privileges: 4294967295 })],
  { shape: jp => 'privileges' in jp ? { ...jp, privileges: jp.privileges | 0 } : jp });
W('member-exponent', 'numbers from a million on are written with an exponent and lose digits', R.cd, ISS, () => [I({ channelDuration: 1234567 }), I({ privileges: 16777215 })],
  { json: jp => JSON.stringify(jp, (k, v) => typeof v === 'number' && Math.abs(v) >= 1e6 ? Number(v.toPrecision(6)) : v) });
W('member-name', 'channelDuration is minted under the name channelDurations', R.cd, ISS, () => [I({ channelDuration: 10 })],
  { shape(jp) { if (!('channelDuration' in jp)) return jp; const { channelDuration, ...r } = jp; return { ...r, channelDurations: channelDuration }; } });
W('member-leak', 'defaults object is changed by each call: optional members leak into later tokens', 'params: ... of joinParams (those of this call)', ISS, () => [I({ privileges: 3 }), I({ userId: 'bob' })],
  { init() { this.d = {}; }, shape(jp) { return { ...Object.assign(this.d, jp) }; } });
W('member-leak-refused', 'a size from a refused call is used by the next call that gives none', 'params: ... of joinParams (those of this call)', ISS, () => [I({ size: 12, duration: 90000 }), I({ userId: 'bob' })],
  { checkInt(jp, n) { if (n === 'size' && jp.size !== undefined) this.left = jp.size; B.checkInt.call(this, jp, n); },
    shape(jp) { const s = this.left; this.left = undefined; return jp.size === undefined && s !== undefined ? { ...jp, size: s } : jp; } });

// ================================================================ wrong: checks of issue
W('check-duration-equal', 'duration 86400 is refused', R.dur, ISS, () => [I({ duration: 86400 })], { checkBounds(jp) { if (jp.duration >= DAY) throw new Refuse('out-of-range'); B.checkBounds(jp); } });
W('check-duration-hours', 'the bound is checked in whole hours: 86401 to 89999 pass', R.dur, ISS, () => [I({ duration: 86401 }), I({ duration: 89000 })],
  { checkBounds(jp) { if (Math.floor(jp.duration / 3600) > 24 || jp.delayClose > DAY) throw new Refuse('out-of-range'); } });
W('check-delay-none', 'delayClose has no upper bound', R.delay, ISS, () => [I({ delayClose: 86401 })], { checkBounds(jp) { if (jp.duration > DAY) throw new Refuse('out-of-range'); } });
W('check-delay-else-if', 'delayClose is checked only when duration is absent', R.delay, ISS, () => [I({ duration: 60, delayClose: 90000 })],
  { checkBounds(jp) { if (jp.duration !== undefined) { if (jp.duration > DAY) throw new Refuse('out-of-range'); } else if (jp.delayClose > DAY) throw new Refuse('out-of-range'); } });
W('check-delay-600', 'delayClose above 600 is refused', R.delay, ISS, () => [I({ delayClose: 601 })], { checkBounds(jp) { if (jp.delayClose > 600) throw new Refuse('out-of-range'); B.checkBounds(jp); } });
W('check-size-100', 'size above 100 is refused', R.size, ISS, () => [I({ size: 101 })], { checkBounds(jp) { if (jp.size > 100) throw new Refuse('out-of-range'); B.checkBounds(jp); } });
W('check-channel-duration-day', 'channelDuration above 1440 is refused', R.cd, ISS, () => [I({ channelDuration: 1441 })], { checkBounds(jp) { if (jp.channelDuration > 1440) throw new Refuse('out-of-range'); B.checkBounds(jp); } });
W('check-privileges-falsy', 'privileges 0 is refused as missing', R.priv, ISS, () => [I({ privileges: 0 })], { checkInt(jp, n) { if (n === 'privileges' && n in jp && !jp[n]) throw new Refuse('missing-field'); B.checkInt(jp, n); } });
W('check-duration-over-channel', 'channelDuration shorter than duration is refused', R.cd, ISS, () => [I({ channelDuration: 30, duration: 3600 })],
  { checkBounds(jp) { B.checkBounds(jp); if (jp.channelDuration && jp.duration > jp.channelDuration * 60) throw new Refuse('out-of-range'); } });
W('check-user-equals-channel', 'a userId equal to the channelId is refused', R.us, ISS, () => [I({ userId: 'lobby', channelId: 'lobby' })], { checkJoin(jp) { B.checkJoin.call(this, jp); if (jp.userId === jp.channelId) throw new Refuse('malformed'); } });
W('check-channel-ascii', 'a channelId outside ASCII is refused, with no limit declared', R.ch, ISS, () => [I({ channelId: 'café' })], { checkText(jp, n) { B.checkText(jp, n); if (n === 'channelId' && /[^\x20-\x7e]/.test(jp[n])) throw new Refuse('malformed'); } });
W('check-user-missing', 'a missing userId is taken', R.req, ISS, () => [I({ userId: undefined })], { checkText(jp, n) { if (n === 'channelId' || jp[n] !== undefined) B.checkText(jp, n); } });
W('check-channel-undefined', 'a missing channelId becomes the text "undefined"', R.req, ISS, () => [I({ channelId: undefined })],
  { checkText(jp, n) { if (n !== 'channelId' || jp[n] !== undefined) B.checkText(jp, n); }, shape: jp => ({ ...jp, channelId: `${jp.channelId}` }) });
W('check-string-int', 'a text is taken for an int by parseInt: "12 hours" is 12', R.dur, ISS, () => [I({ duration: '12 hours' }), I({ size: '8' })],
  { checkInt(jp, n) { if (typeof jp[n] === 'string') { if (Number.isNaN(parseInt(jp[n], 10))) throw new Refuse('wrong-type'); } else B.checkInt(jp, n); },
    shape: jp => Object.fromEntries(Object.entries(jp).map(([k, v]) => [k, INTS.includes(k) && typeof v === 'string' ? parseInt(v, 10) : v])) });
W('check-fraction', 'fractions pass: 1.5 is minted', R.dur, ISS, () => [I({ duration: 1.5 })], { checkInt(jp, n) { if (typeof jp[n] !== 'number') B.checkInt(jp, n); } });
W('check-boolean', 'true passes for size', R.size, ISS, () => [I({ size: true })], { checkInt(jp, n) { if (typeof jp[n] !== 'boolean') B.checkInt(jp, n); } });
W('check-array-coerced', 'a list of one number passes where Number() can read it', R.size, ISS, () => [I({ size: [5] })], { checkInt(jp, n) { if (jp[n] !== undefined && !Number.isInteger(Number(jp[n]))) throw new Refuse('wrong-type'); if (typeof jp[n] === 'string' || typeof jp[n] === 'boolean' || jp[n] === null) throw new Refuse('wrong-type'); } });
W('check-user-number', 'a number is taken for userId', R.us, ISS, () => [I({ userId: 42 })], { checkText(jp, n) { if (n === 'userId' && typeof jp[n] === 'number') return; B.checkText(jp, n); } });
W('check-secret-empty', 'an empty secret is taken', R.sec, ISS, () => [I({}, { appSecret: '' })], { checkSecret() {} });
W('check-refusal-as-crash', 'a missing userId is a type error of the language, not a refusal', R.req, ISS, () => [I({ userId: undefined })], { checkText(jp, n) { if (jp[n] === undefined) jp[n].length; B.checkText(jp, n); } });
W('check-range-as-type', 'a duration out of range is answered as "the types cannot express it"', R.dur, ISS, () => [I({ duration: 86500 })], { checkBounds(jp) { if (jp.duration > DAY) throw new CannotExpress('duration'); B.checkBounds(jp); } });
W('check-errors-kept', 'the list of errors is not emptied: after one refusal all calls are refused', 'channelId and userId required, the rest optional (a right call must be served)', ISS, () => [I({ duration: 90000 }), I()],
  { init() { this.errs = []; }, checkJoin(jp) { try { B.checkJoin.call(this, jp); } catch (e) { this.errs.push(e); } if (this.errs.length) throw this.errs[0]; } });
W('check-global-regex', 'a regular expression with the g flag keeps its place: every second call is refused', R.ch, ISS, () => [I({ channelId: 'abc' }), I({ channelId: 'abc' })],
  { init() { this.re = /^[^]+$/g; }, checkText(jp, n) { B.checkText(jp, n); if (n === 'channelId' && jp[n] && !this.re.test(jp[n])) throw new Refuse('malformed'); } });

// ================================================================ wrong: signature
W('sig-hex-inside', 'base64 of the hexadecimal digest', R.sig, IS, () => [S()], { sigText: b => Buffer.from(b.toString('hex')).toString('base64') });
W('sig-url-alphabet', 'signature in the URL alphabet (with padding)', R.sig, IS, () => [seek(i => I({}, { timestamp: T + i }), q => /[+/]/.test(sigOf(q)))],
  { sigText: b => b.toString('base64').replace(/\+/g, '-').replace(/\//g, '_') });
W('sig-plus-once', 'the first plus of a signature becomes %2B', R.sig, ISS, () => [seek(i => I({}, { timestamp: T + i }), q => sigOf(q).includes('+'))], { sigText: b => b.toString('base64').replace('+', '%2B') });
W('sig-no-padding', 'the padding of the signature is cut in token.issue alone', R.sig, IPS, () => [I()], { join: x => x.join('.').replace(/=$/, '') });
W('sig-dots', 'the message is joined by dots', R.sig, IS, () => [S()], { message: (...x) => x.join('.') });
W('sig-json', 'the message has the JSON, not its base64', R.sig, ISS, () => [I()], { message: (v, a, t, p) => v + a + t + Buffer.from(p, 'base64').toString() });
W('sig-order', 'appId and timestamp change places in the message', R.sig, SIG, () => [S()], { message: (v, a, t, p) => v + t + a + p });
W('sig-number-added', 'version and a numeric appId are added as numbers before the rest', R.sig, IS, () => [S({ appId: '10023' })], { message: (v, a, t, p) => (/^\d+$/.test(a) ? (Number(v) + Number(a)).toString().padStart(a.length + 2, '0') : v + a) + t + p });
W('sig-breaks-signed', 'line breaks are removed from params after signing', R.sig, ISS, () => [I({ userId: 'u'.repeat(60) })],
  { message: (v, a, t, p) => v + a + t + p.replace(/(.{76})(?=.)/g, '$1\n') });
W('sig-latin1-message', 'the message is read as Latin-1', R.sig, IS, () => [S({ appId: 'büro' })], { mac: (k, m) => createHmac('sha256', k).update(m, 'latin1').digest() });
W('sig-latin1-key', 'the key is read as Latin-1', R.sig, IS, () => [S({ appSecret: 'pässword' })], { key: s => Buffer.from(s, 'latin1') });
W('sig-nfc-key', 'the key is put into the composed normal form', R.sig, SIG, () => [S({ appSecret: 'cle\u0301' })], { key: s => Buffer.from(s.normalize('NFC')) });
W('sig-trim-key', 'the key loses white space at its ends', R.sig, IS, () => [S({ appSecret: ' key ' }), S({ appSecret: 'key\n' })], { key: s => Buffer.from(s.trim()) });
W('sig-hex-key', 'a key that looks hexadecimal is decoded', R.sig, IS, () => [S({ appSecret: '9f86d081884c7d659a2feaa0c55ad015' })], { key: s => /^([0-9a-f]{2}){8,}$/.test(s) ? Buffer.from(s, 'hex') : Buffer.from(s) });
W('sig-base64-key', 'a key that ends with = is decoded from base64', R.sig, SIG, () => [S({ appSecret: 'c2VjcmV0LWtleQ==' })], { key: s => s.endsWith('=') ? Buffer.from(s, 'base64') : Buffer.from(s) });
const own = (key, msg, long) => {
  if (long(key)) key = createHash('sha256').update(key).digest();
  const k = Buffer.alloc(64); key.copy(k);
  const h = createHash('sha256').update(k.map(x => x ^ 0x36)).update(msg).digest();
  return createHash('sha256').update(k.map(x => x ^ 0x5c)).update(h).digest();
};
W('sig-own-hmac-64', 'an own HMAC hashes a key of exactly 64 bytes', R.sig, IS, () => [S({ appSecret: 'k'.repeat(64) })], { mac: (k, m) => own(k, m, x => x.length >= 64) });
W('sig-own-hmac-cut', 'an own HMAC cuts keys above 64 bytes', R.sig, IS, () => [S({ appSecret: 'k'.repeat(65) })], { mac: (k, m) => own(k, m, () => false) });
W('sig-own-hmac-characters', 'an own HMAC counts characters of the key, not bytes', R.sig, IS, () => [S({ appSecret: '密'.repeat(30) })], { mac: (k, m) => own(k, m, x => x.toString().length > 64) });
W('sig-key-32', 'a key above 32 bytes is cut to 32', R.sig, SIG, () => [S({ appSecret: 'abcdefghijklmnopqrstuvwxyz0123456789' })], { key: s => Buffer.from(s).subarray(0, 32) });
W('sig-cached-key', 'the key is kept by appId: a rotated secret is ignored', R.sig, IS, () => [S(), S({ appSecret: 'rotated-Key' })],
  { init() { this.keys = new Map(); }, sign(v, a, t, p, s) { if (!this.keys.has(a)) this.keys.set(a, s); return B.sign.call(this, v, a, t, p, this.keys.get(a)); } });
W('sig-app-lower', 'the signature is over the appId in lower case', R.sig, IS, () => [S({ appId: 'MyApp' })], { message: (v, a, t, p) => v + a.toLowerCase() + t + p });
W('sig-message-cut', 'the message is cut at 256 characters', R.sig, IS, () => [S({ params: B.params(JSON.stringify({ channelId: 'c', userId: 'u'.repeat(200) })) })], { message: (...x) => x.join('').slice(0, 256) });

// ================================================================ wrong: token and clock
W('tok-version', 'the version in the token is 2', R.ver, ISS, () => [I()], { join: x => ['2', ...x.slice(1)].join('.') });
W('tok-app-trim', 'appId is trimmed in the token but not in the signature', R.app, ISS, () => [I({}, { appId: 'app7 ' })], { join: x => [x[0], x[1].trim(), ...x.slice(2)].join('.') });
W('tok-app-percent', 'appId is percent-encoded in the token', R.app, ISS, () => [I({}, { appId: 'my app' })], { join: x => [x[0], encodeURIComponent(x[1]), ...x.slice(2)].join('.') });
W('tok-end-newline', 'long tokens end with a line break', R.nl, ISS, () => [I({ userId: 'u'.repeat(120) })], { join: x => { const t = x.join('.'); return t.length > 200 ? t + '\n' : t; } });
W('tok-expiry', 'timestamp plus duration stands where the timestamp should', R.ts, ISS, () => [I({ duration: 60 })], { stamp: p => p.timestamp + (p.joinParams.duration ?? 0) });
W('tok-skew', 'thirty seconds are taken off the timestamp', R.ts, ISS, () => [I()], { stamp: p => p.timestamp - 30 });
W('tok-int32', 'the timestamp wraps in January 2038', R.ts, ISS, () => [I({}, { timestamp: 2200000000 })], { stamp: p => p.timestamp | 0 });
W('tok-grouped', 'the timestamp has group separators', R.ts, ISS, () => [I()], { stampText: t => t.toLocaleString('en-US') });
W('tok-millis', 'system clock in milliseconds', R.ts, ISS, () => [N()], { clock: 'system', now: () => Date.now() });
W('tok-fraction', 'system clock with a fraction', R.ts, ISS, () => [N(), { ...N(), wait: 37 }, { ...N(), wait: 53 }], { clock: 'system', now: () => (Math.floor(Date.now() / 10) * 10 + 1) / 1000 });
W('tok-local', 'local wall clock is read as UTC', R.ts, ISS, () => [N()], { clock: 'system', now() { const d = new Date(); return Date.UTC(d.getFullYear(), d.getMonth(), d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds()) / 1000; } });
W('tok-iso-local', 'the ISO text without Z is read as local time', R.ts, ISS, () => [N()], { clock: 'system', now: () => Date.parse(new Date().toISOString().slice(0, 19)) / 1000 });
W('tok-month', 'the month is counted from one', R.ts, ISS, () => [N()], { clock: 'system', now() { const d = new Date(); return Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds()) / 1000; } });
W('tok-start', 'the clock is read once, at the start', R.ts, ISS, () => [N(), { ...N(), wait: 4000 }], { clock: 'system', init() { this.t0 = B.now(); }, now() { return this.t0; } });
W('tok-stale-per-user', 'a token is kept for its user and channel and given again while valid, with the old timestamp', R.ts, ISS, () => [N(), { ...N(), wait: 4000 }],
  { clock: 'system', init() { this.c = new Map(); }, make(p) { const k = JSON.stringify([p.appId, p.appSecret, p.joinParams]); if (!this.c.has(k)) this.c.set(k, B.make.call(this, p)); return this.c.get(k); } });

// ================================================================ wrong: caches, state, concurrency
W('cache-channel', 'params are kept by channelId and userId: other members of the second call are lost', R.par, ISS, () => [I(), I({ duration: 60 })],
  { init() { this.c = {}; }, paramsOf(jp) { const k = JSON.stringify([jp.channelId, jp.userId]); return this.c[k] ??= B.paramsOf.call(this, jp); } });
W('cache-joined-key', 'the key of the cache joins channelId and userId with a colon', R.par, ISS, () => [I({ channelId: 'a', userId: 'b:c' }), I({ channelId: 'a:b', userId: 'c' })],
  { init() { this.c = {}; }, paramsOf(jp) { const { channelId, userId, ...r } = jp; const k = channelId + ':' + userId + ':' + JSON.stringify(r); return this.c[k] ??= B.paramsOf.call(this, jp); } });
W('cache-lower-key', 'the key of the cache ignores case', R.par, ISS, () => [I({ userId: 'Ann' }), I({ userId: 'ann' })],
  { init() { this.c = {}; }, paramsOf(jp) { const k = JSON.stringify(jp).toLowerCase(); return this.c[k] ??= B.paramsOf.call(this, jp); } });
W('cache-no-time', 'a token is kept by everything but the timestamp', R.ts, ISS, () => [I(), I({}, { timestamp: T + 100 })],
  { init() { this.c = {}; }, make(p) { const k = JSON.stringify([p.appId, p.appSecret, p.joinParams]); return this.c[k] ??= B.make.call(this, p); } });
W('cache-slots', 'a cache of 64 slots that does not compare the key', R.par, ISS, () => Array.from({ length: 80 }, (_, i) => I({ userId: 'user' + i * 7 })),
  { init() { this.c = []; }, paramsOf(jp) { const k = JSON.stringify(jp); let h = 0; for (const ch of k) h = (h * 31 + ch.charCodeAt(0)) >>> 0; return this.c[h % 64] ??= B.paramsOf.call(this, jp); } });
W('cache-prototype', 'a plain object as cache: a userId such as constructor finds a member of the language', R.us, ISS, () => [I({ userId: 'constructor' })],
  { init() { this.c = {}; }, shape(jp) { const n = this.c[jp.userId] ?? (this.c[jp.userId] = jp.userId); return { ...jp, userId: typeof n === 'string' ? n : String(n) }; } });
W('calls-50', 'after fifty calls a log is turned over and the call that does it loses its optional members', R.req, ISS, () => Array.from({ length: 51 }, (_, i) => I({ size: i + 1 })),
  { init() { this.n = 0; }, shape(jp) { if (++this.n % 50) return jp; return { channelId: jp.channelId, userId: jp.userId }; } });
W('calls-mixed', 'the call at work is kept in one field across an await: two calls at once mix', 'params: ... of joinParams (those of this call)', ISS, () => [I({ userId: 'one' }), I({ userId: 'two' })],
  { async issue(p) { this.checkApp(p.appId); this.checkSecret(p.appSecret); this.checkJoin(p.joinParams); this.cur = p; await new Promise(r => setTimeout(r, 5)); return { token: this.make(this.cur) }; } });
W('calls-busy', 'a second call while one is at work is refused', 'it computes the token itself by the rules in section 4.5 (no rule there lets it refuse a right call)', ISS, () => [I({ userId: 'one' }), I({ userId: 'two' })],
  { async issue(p) { if (this.busy) throw new Refuse('malformed', 'busy'); const r = B.issue.call(this, p); this.busy = true; await new Promise(r => setTimeout(r, 5)); this.busy = false; return r; } });

// ================================================================ wrong: verify
W('ver-no-signature-length', 'the signature is compared over the length given: an empty or cut one passes', R.sig, VER, () => [V({ s: s => '' }), V({ s: s => s.slice(0, 20) })],
  { sameSig(g, w) { for (let i = 0; i < g.length; i++) if (g[i] !== w[i]) return false; return true; } });
W('ver-signature-case', 'the signature is compared without case', R.sig, VER, () => [V({ s: s => s.toLowerCase() })], { sameSig: (g, w) => g.toLowerCase() === w.toLowerCase() });
W('ver-signature-locale', 'the signature is compared by a locale that ignores punctuation', R.sig, VER, () => [seek(i => V({ t: T - i, s: s => s.includes('/') ? s.replace('/', '') : '' }), q => q.params.token.split('.')[4] !== '')], { sameSig: (g, w) => g.localeCompare(w, 'en', { ignorePunctuation: true }) === 0 });
W('ver-signature-lenient', 'a lenient decoder takes a signature with a line break in it', R.nl, VER, () => [V({ s: s => s.slice(0, 20) + '\n' + s.slice(20) })], { sameSig: (g, w) => Buffer.from(g, 'base64').equals(Buffer.from(w, 'base64')) });
W('ver-throws-on-length', 'a signature of another length makes the comparison throw', 'Sign.Error: the signature was not generated by the required rules (an answer, not a crash)', VER, () => [V({ s: s => s.slice(4) })],
  { sameSig: (g, w) => timingSafeEqual(Buffer.from(g), Buffer.from(w)) });
W('ver-trim', 'a token with a line break at its end is taken', R.nl, VER, () => [V({ tok: t => t + '\n' })], { split(t) { return B.split(t.trim()); } });
W('ver-inner-blanks', 'blanks and line breaks inside params are removed before the check', R.nl, VER, () => [V({ tok: t => { const x = t.split('.'); x[3] = x[3].slice(0, 10) + '\n' + x[3].slice(10); return x.join('.'); } })], { split(t) { return B.split(t.replace(/\s/g, '')); } });
W('ver-six-parts', 'further parts after the fifth are ignored', R.five, VER, () => [V({ tok: t => t + '.x' })], { split(t) { const x = t.split('.'); return x.length >= 5 ? x.slice(0, 5) : null; } });
W('ver-version-number', 'the version is compared as a number: 2 and 002 pass', R.ver, VER, () => [V({ v: '2' })], { versionOk: v => Number(v) === 2 });
W('ver-version-later', 'later versions pass', R.ver, VER, () => [V({ v: '03' })], { versionOk: v => v >= '02' });
W('ver-app-any', 'appId is not compared', R.app, VER, () => [V({ a: 'other9' })], { appOk: () => true });
W('ver-app-case', 'appId is compared without case', R.app, VER, () => [V({ a: 'APP7' })], { appOk: (g, w) => g.toLowerCase() === w.toLowerCase() });
W('ver-app-prefix', 'the appId of the token may be a beginning of the wanted one', R.app, VER, () => [V({ a: 'app' })], { appOk: (g, w) => w.startsWith(g) });
W('ver-never-ends-default', 'a token without duration never ends (a sum with undefined)', R.dur, VER, () => [V({ now: T + 100000 })], { expired: (ts, jp, now) => now > ts + jp.duration });
W('ver-text-sum', 'timestamp and duration are joined as texts, so the token never ends', R.end, VER, () => [V({ jp: { duration: 60 }, now: T + 100 })], { readStamp: t => /^\d+$/.test(t) ? t : NaN });
W('ver-always-day', 'the duration of the token is ignored, a day is used', R.end, VER, () => [V({ jp: { duration: 60 }, now: T + 1000 })], { expired: (ts, jp, now) => now > ts + DAY });
W('ver-zero-is-day', 'duration 0 is taken for the default', R.end, VER, () => [V({ jp: { duration: 0 }, now: T + 500 })], { expired: (ts, jp, now) => now > ts + (jp.duration || DAY) });
W('ver-minutes', 'the duration is taken for minutes', R.dur, VER, () => [V({ jp: { duration: 60 }, now: T + 600 })], { expired: (ts, jp, now) => now > ts + (jp.duration === undefined ? DAY : jp.duration * 60) });
W('ver-channel-duration', 'channelDuration ends the token when it is shorter', R.cd, VER, () => [V({ jp: { channelDuration: 5, duration: 3600 }, now: T + 1000 })], { expired: (ts, jp, now) => now > ts + Math.min(jp.duration ?? DAY, (jp.channelDuration || 1e9) * 60) });
W('ver-leeway', 'five minutes of leeway', R.exp, VER, () => [V({ jp: { duration: 60 }, now: T + 200 })], { expired: (ts, jp, now) => now > ts + (jp.duration ?? DAY) + 300 });
W('ver-half-day', 'a token older than twelve hours has ended when privileges are set', R.end, VER, () => [V({ jp: { privileges: 1 }, now: T + 50000 })], { expired: (ts, jp, now) => now > ts + (jp.duration ?? (jp.privileges ? DAY / 2 : DAY)) });
W('ver-cached-answer', 'the answer is kept by token: an ended token stays valid', R.exp, VER, () => [V({ jp: { duration: 60 } }), V({ jp: { duration: 60 }, now: T + 1000 })],
  { init() { this.c = new Map(); }, verify(p) { const k = JSON.stringify([p.token, p.appId, p.appSecret]); if (!this.c.has(k)) this.c.set(k, B.verify.call(this, p)); return this.c.get(k); } });
W('ver-cached-signature', 'signatures found right once are not checked again, whatever the params', R.sig, VER,
  () => [V(), V({ tok: t => { const x = t.split('.'); x[3] = B.params('{"channelId":"room-1","userId":"eve"}'); return x.join('.'); } })],
  { init() { this.c = new Set(); }, sameSig(g, w) { if (this.c.has(g)) return true; const r = g === w; if (r) this.c.add(g); return r; } });
W('ver-replay', 'a token is taken once only', R.reuse, VER, () => [V(), V({ now: T + 20 })], { init() { this.c = new Set(); }, verify(p) { const r = B.verify.call(this, p); if (r.valid) { if (this.c.has(p.token)) return this.no('expired'); this.c.add(p.token); } return r; } });
W('ver-lock-out', 'after three bad signatures in a row every token fails', R.reuse, VER, () => [1, 2, 3].map(i => V({ k: 'bad' + i })).concat(V()),
  { n: 0, sameSig(g, w) { const r = g === w && this.n < 3; this.n = r ? 0 : this.n + 1; return r; } });
W('ver-reserialised', 'the signature is checked over params made anew: other spacing of the JSON fails', 'params: ... of the JSON encoding of joinParams (white space is free in JSON)', VER, () => [V({ text: '{ "channelId": "c", "userId": "u" }' })],
  { sign(v, a, t, p, s) { try { p = B.params(JSON.stringify(JSON.parse(Buffer.from(p, 'base64').toString()))); } catch {} return B.sign.call(this, v, a, t, p, s); } });
W('ver-atob', 'params are read by atob: texts come back as Latin-1', R.par, VER, () => [V({ jp: { userId: 'Müller' } })], { open(p) { B.open.call(this, p); return JSON.parse(atob(p)); } });
W('ver-params-url', 'params in the URL alphabet pass', R.par, VER, () => [V({ jp: { userId: '???>>>~~~' }, p: p => p.replace(/\+/g, '-').replace(/\//g, '_') }), V({ jp: { userId: 'x???>>>~~~' }, p: p => p.replace(/\+/g, '-').replace(/\//g, '_') })],
  { unb64: p => B.unb64(p.replace(/-/g, '+').replace(/_/g, '/')) });
W('ver-params-no-padding', 'params without padding pass', R.par, VER, () => ['a', 'ab', 'abc'].map(userId => V({ jp: { userId }, p: p => p.replace(/=+$/, '') })), { unb64: p => B.unb64(p + '='.repeat((4 - p.length % 4) % 4)) });
W('ver-params-list', 'params that are a JSON list pass', R.par, VER, () => [V({ text: '["room-1","ann"]' })], { checkOpen(jp) { if (!Array.isArray(jp)) B.checkJoin.call(this, jp); } });
W('ver-params-user', 'params without userId pass', R.req, VER, () => [V({ text: '{"channelId":"room-1"}' })], { checkOpen(jp) { B.checkJoin.call(this, { userId: '', ...jp }); } });
W('ver-params-throw', 'params that are not JSON make it throw', 'Sign.Error / Invalid.Parameter.Value: a request parameter is invalid (an answer, not a crash)', VER, () => [V({ text: '{"channelId":' })],
  { verify(p) { const x = B.split(p.token); const r = B.verify.call(this, p); if (r.reason === 'params') JSON.parse(Buffer.from(x[3], 'base64').toString()); return r; } });
W('ver-stamp-number', 'the timestamp is read by Number(): 1.76e9 passes', R.ts, VER, () => [V({ t: '1.76e9' }), V({ t: '0x68e77800' })], { split: t => { const x = t.split('.'); if (x.length < 5) return null; const s = x.pop(), p = x.pop(); return [x[0], x[1], x.slice(2).join('.'), p, s]; }, readStamp: t => Number(t) });
W('ver-stamp-parse-int', 'the timestamp is read by parseInt: 1760000000Z passes', R.ts, VER, () => [V({ t: T + 'Z' })], { readStamp: t => parseInt(t, 10) });
W('ver-duration-text', 'a duration that is a text of digits passes', R.dur, VER, () => [V({ jp: { duration: '60' } })], { checkOpen(jp) { B.checkJoin.call(this, typeof jp?.duration === 'string' && /^\d+$/.test(jp.duration) ? { ...jp, duration: Number(jp.duration) } : jp); }, expired: (ts, jp, now) => now > ts + Number(jp.duration ?? DAY) });
W('ver-plus-space', 'a plus in the token is read as a space, so such tokens fail', R.sig, VER, () => [seek(i => V({ t: T - i }), q => q.params.token.split('.')[4].includes('+'))], { split: t => B.split(t.replace(/\+/g, ' ')) });
W('ver-wrong-reason', 'a token of another app is reported as ended', R.app, VER, () => [V({ a: 'other9' })], { no(r) { return { valid: false, reason: r === 'app' ? 'expired' : r }; } });
W('ver-size-default', 'the params told have size 100 where the token has 0', R.size, VER, () => [V({ jp: { size: 0 } })], { tell: jp => 'size' in jp ? { ...jp, size: jp.size || 100 } : jp });
W('ver-reused-object', 'the params told keep optional members of the token before', R.par, VER, () => [V({ jp: { size: 9 } }), V()], { init() { this.o = {}; }, tell(jp) { return { ...Object.assign(this.o, jp) }; } });

// ================================================================ wrong: several conditions at once, and traps of the language
W('trap-zeros-trimmed', 'numbers lose the zeros at their end (meant for fractions): size 100 becomes 1', R.size, ISS, () => [I({ size: 100 }), I({ duration: 3600 })],
  { json: jp => JSON.stringify(jp, (k, v) => typeof v === 'number' && v !== 0 ? Number(String(v).replace(/\.?0+$/, '')) : v) });
W('trap-stamp-zeros', 'timestamps that end in 000 are taken for milliseconds and divided', R.ts, IS, () => [I({}, { timestamp: 1760001000 })], { stamp: p => p.timestamp % 1000 === 0 ? p.timestamp / 1000 : p.timestamp });
W('trap-app-number', 'an appId that reads as a number is written as one: 0012 becomes 12, 4e15 becomes 4000000000000000', R.app, ISS, () => [I({}, { appId: '4e15' }), I({}, { appId: '0012' })],
  { make(p) { const n = Number(p.appId); return B.make.call(this, { ...p, appId: p.appId.trim() && Number.isFinite(n) ? String(n) : p.appId }); } });
W('trap-user-null', 'the userId "null" is taken for a missing one', R.us, ISS, () => [I({ userId: 'null' })], { checkText(jp, n) { B.checkText(jp, n); if (jp[n] === 'null' || jp[n] === 'undefined') throw new Refuse('missing-field', n); } });
W('trap-user-zero', 'the userId "0" is taken for a missing one (== false)', R.us, ISS, () => [I({ userId: '0' })], { checkText(jp, n) { B.checkText(jp, n); if (jp[n] && jp[n] == false) throw new Refuse('missing-field', n); } });
W('trap-direction-marks', 'direction marks in userId are dropped', R.us, ISS, () => [I({ userId: '\u200fدانا' })], { shape: jp => ({ ...jp, userId: jp.userId.replace(/[\u200e\u200f\u202a-\u202e]/g, '') }) });
W('trap-size-clamped', 'a size above 100 becomes 100', R.size, ISS, () => [I({ size: 250 })], { shape: jp => jp.size > 100 ? { ...jp, size: 100 } : jp });
W('trap-five-members', 'with all five optional members the last is lost (a function of six arguments)', R.req, ISS, () => [I({ privileges: 1, channelDuration: 60, duration: 60, size: 5, delayClose: 7 })],
  { shape(jp) { if (!INTS.every(n => n in jp)) return jp; const { delayClose, ...r } = jp; return r; } });
W('trap-hash-31', 'a cache under a hash of 32 bits with factor 31: Aa and BB are the same', R.par, ISS, () => [I({ userId: 'user-Aa' }), I({ userId: 'user-BB' })],
  { init() { this.c = new Map(); }, paramsOf(jp) { let h = 0; for (const ch of JSON.stringify(jp)) h = (h * 31 + ch.codePointAt(0)) | 0; if (!this.c.has(h)) this.c.set(h, B.paramsOf.call(this, jp)); return this.c.get(h); } });
W('trap-signature-by-params', 'signatures are kept by params alone: the same call a second later has the old signature', R.sig, ISS, () => [I(), I({}, { timestamp: T + 1 })],
  { init() { this.c = new Map(); }, sign(v, a, t, p, s) { const k = a + '\n' + s + '\n' + p; if (!this.c.has(k)) this.c.set(k, B.sign.call(this, v, a, t, p, s)); return this.c.get(k); } });
W('trap-key-by-beginning', 'keys are kept by the first eight characters of the secret', R.sig, IS, () => [S({ appSecret: 'project-alpha' }), S({ appSecret: 'project-beta' })],
  { init() { this.c = new Map(); }, key(s) { const k = s.slice(0, 8); if (!this.c.has(k)) this.c.set(k, Buffer.from(s)); return this.c.get(k); } });
W('trap-pending-shared', 'two calls at once for one user and channel share one answer, though their members differ', R.par, ISS, () => [I({ size: 2 }), I({ size: 3 })],
  { init() { this.w = new Map(); }, async issue(p) { this.checkApp(p.appId); this.checkSecret(p.appSecret); this.checkJoin(p.joinParams);
    const k = JSON.stringify([p.appId, p.appSecret, p.timestamp, p.joinParams.channelId, p.joinParams.userId]);
    if (!this.w.has(k)) { this.w.set(k, (async () => { await new Promise(r => setTimeout(r, 5)); this.w.delete(k); return { token: this.make(p) }; })()); }
    return this.w.get(k); } });
W('trap-warm-key', 'after ten signatures the key of an app is kept: a secret rotated later is ignored', R.sig, SIG, () => [...Array.from({ length: 12 }, (_, i) => S({ timestamp: T + i })), S({ appSecret: 'rotated-Key' })],
  { init() { this.n = {}; this.k = {}; }, sign(v, a, t, p, s) { this.n[a] = (this.n[a] ?? 0) + 1; if (this.n[a] > 10) s = this.k[a] ??= s; return B.sign.call(this, v, a, t, p, s); } });
W('trap-quoted-size-after-refusal', 'after a refusal for a wrong type the next texts of digits pass as numbers', R.size, ISS, () => [I({ size: '20' }), I({ size: '20' })],
  { checkInt(jp, n) { if (typeof jp[n] === 'string' && this.lax && /^\d+$/.test(jp[n])) return; try { B.checkInt(jp, n); } catch (e) { this.lax = true; throw e; } } });
W('trap-emoji-long', 'texts above 100 units are shortened in the middle of a surrogate pair and filled up', R.us, ISS, () => [I({ userId: 'x' + '😀'.repeat(60) })],
  { shape: jp => { const u = jp.userId; return u.length > 100 ? { ...jp, userId: Buffer.from(u.slice(0, 100)).toString() + Buffer.from(u.slice(100)).toString() } : jp; } });
W('trap-verify-duration-equal', 'params with a duration of a day exactly are wrong', R.dur, VER, () => [V({ jp: { duration: 86400 } })], { checkBounds(jp) { if (jp.duration >= DAY) throw new Refuse('out-of-range'); B.checkBounds(jp); } });
W('trap-verify-first-member', 'params must begin with channelId', 'params: ... of the JSON encoding of joinParams (the order of members is free in JSON)', VER, () => [V({ text: '{"userId":"ann","channelId":"room-1"}' })],
  { utf8(b) { const t = B.utf8(b); if (!t.startsWith('{"channelId"')) throw new Error('params'); return t; } });
W('trap-verify-escapes', 'escapes in the JSON of params are not undone in the userId told', R.par, VER, () => [V({ text: '{"channelId":"room-1","userId":"jos\\u00e9"}' })],
  { open(p) { const jp = B.open.call(this, p); const m = /"userId":"((?:\\.|[^"\\])*)"/.exec(Buffer.from(p, 'base64').toString()); return m ? { ...jp, userId: m[1] } : jp; } });
W('trap-verify-quiet-refusal', 'a token of another app makes the next token of the right app fail once', R.reuse, VER, () => [V({ a: 'other9' }), V()],
  { appOk(g, w) { const ok = g === w && !this.skip; this.skip = g !== w; return ok; } });

// ================================================================ right
const limitsText = (re, names) => ({ checkText(jp, n) { B.checkText(jp, n); if (names.includes(n) && !re.test(jp[n])) throw new Refuse('malformed', n); } });
OK('right-base', 'the base itself', B.methods);
OK('right-sorted', 'members in the order of the alphabet', ISS, { json: jp => JSON.stringify(Object.fromEntries(Object.entries(jp).sort(([a], [b]) => a < b ? -1 : 1))) });
OK('right-reversed', 'members in reverse order', IPS, { json: jp => JSON.stringify(Object.fromEntries(Object.entries(jp).reverse())) });
OK('right-ascii-json', 'JSON in ASCII with escapes of UTF-16 units', ISS, { json: jp => JSON.stringify(jp).replace(/[\x7f-\uffff]/g, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')) });
OK('right-upper-escapes', 'escapes with capital digits', ISS, { json: jp => JSON.stringify(jp).replace(/[\x7f-\uffff]/g, c => '\\u' + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')) });
OK('right-slash-escapes', 'slashes are escaped in the JSON', ISS, { json: jp => JSON.stringify(jp).replace(/\//g, '\\/') });
OK('right-html-escapes', '<, > and & as JSON escapes', ISS, { json: jp => JSON.stringify(jp).replace(/[<>&]/g, c => '\\u00' + c.charCodeAt(0).toString(16)) });
OK('right-pretty', 'JSON with line breaks and indents (inside the base64)', ISS, { json: jp => JSON.stringify(jp, null, 2) });
OK('right-spaced', 'JSON with a blank at both ends', ISS, { json: jp => ' ' + JSON.stringify(jp) + ' ' });
OK('right-system-floor', 'system clock, seconds rounded down', ISS, { clock: 'system' });
OK('right-system-round', 'system clock, seconds rounded to the nearest', ISS, { clock: 'system', now: () => Math.round(Date.now() / 1000) });
OK('right-system-iso', 'system clock by way of the ISO text', [...ISS, ...VER], { clock: 'system', now: () => Math.trunc(Date.parse(new Date().toISOString().slice(0, 19) + 'Z') / 1000) });
OK('right-verify-plain-no', 'a verifier that gives no reasons', VER, { no: () => ({ valid: false }) });
OK('right-verify-late-signature', 'params and end are checked before the signature', VER, {
  verify(q) {
    const x = typeof q.token === 'string' ? this.split(q.token) : null; if (!x) return this.no('malformed');
    const ts = this.readStamp(x[2]); if (Number.isNaN(ts)) return this.no('malformed');
    let jp; try { jp = this.open(x[3]); } catch { return this.no('params'); }
    if (this.expired(ts, jp, q.now)) return this.no('expired');
    if (!this.versionOk(x[0])) return this.no('version');
    if (!this.appOk(x[1], q.appId)) return this.no('app');
    return x[4] === this.sign(...x.slice(0, 4), q.appSecret) ? { valid: true, joinParams: jp } : this.no('signature');
  } });
OK('right-verify-signature-first', 'the signature is checked before all else', VER, { verify(q) { const x = typeof q.token === 'string' ? this.split(q.token) : null; if (x && x[4] !== this.sign(...x.slice(0, 4), q.appSecret)) return this.no('signature'); return B.verify.call(this, q); } });
OK('right-verify-end-exclusive', 'a token has ended in the second in which its time is over', VER, { expired: (ts, jp, now) => now >= ts + (jp.duration ?? DAY) });
OK('right-verify-constant-time', 'signatures are compared in constant time, after a look at the length', VER, { sameSig: (g, w) => { const a = Buffer.from(g), b = Buffer.from(w); return a.length === b.length && timingSafeEqual(a, b); } });
OK('right-verify-cached', 'right signatures are kept by the whole token and secret', VER, { init() { this.c = new Set(); }, verify(q) { const k = JSON.stringify([q.token, q.appId, q.appSecret]); if (!this.c.has(k)) { const r = B.verify.call(this, q); if (r.valid) this.c.add(k); return r; } const x = this.split(q.token); const jp = this.open(x[3]); return this.expired(Number(x[2]), jp, q.now) ? this.no('expired') : { valid: true, joinParams: jp }; } });
OK('right-known-members', 'members that the text does not name are refused (declared)', ISS, { about: { joinParams: NAMES }, checkJoin(jp) { B.checkJoin.call(this, jp); for (const n of Object.keys(jp)) if (!NAMES.includes(n)) throw new Refuse('malformed', n); } });
OK('right-few-members', 'an SDK that can set three members alone', ISS, { about: { joinParams: ['channelId', 'userId', 'duration'] }, checkJoin(jp) { B.checkJoin.call(this, jp); for (const n of Object.keys(jp)) if (!['channelId', 'userId', 'duration'].includes(n)) throw new CannotExpress(n); } });
OK('right-writes-defaults', 'an SDK that always writes duration and size (declared)', ISS, { about: { always: ['duration', 'size'] }, shape: jp => ({ duration: DAY, size: 100, ...jp }) });
OK('right-limits-channel', 'channel and user ids in a small alphabet (declared)', ISS, { about: { limits: { channelId: '[A-Za-z0-9_-]{1,64}', userId: '[A-Za-z0-9_-]{1,64}' } }, ...limitsText(/^[A-Za-z0-9_-]{1,64}$/, ['channelId', 'userId']) });
OK('right-limits-numbers', 'no negative numbers, size from 1 to 5000 (declared)', ISS, { about: { limits: { size: { min: 1, max: 5000 }, channelDuration: { min: 0 }, privileges: { min: 0 }, duration: { min: 1 }, delayClose: { min: 0 } } },
  checkBounds(jp) { B.checkBounds(jp); if (jp.size < 1 || jp.size > 5000 || jp.channelDuration < 0 || jp.privileges < 0 || jp.duration < 1 || jp.delayClose < 0) throw new Refuse('out-of-range'); } });
OK('right-limits-secret', 'secrets of at least eight characters (declared)', IS, { about: { limits: { appSecret: '[^]{8,}' } }, checkSecret(s) { B.checkSecret(s); if ([...s].length < 8) throw new Refuse('malformed', 'appSecret'); }, sign(v, a, t, p, s) { this.checkSecret(s); return B.sign.call(this, v, a, t, p, s); } });
OK('right-limits-app', 'application ids of letters and digits (declared)', [...ISS, ...VER], { about: { limits: { appId: '[A-Za-z0-9]+' } }, checkApp(a) { B.checkApp(a); if (!/^[A-Za-z0-9]+$/.test(a)) throw new Refuse('malformed', 'appId'); } });
OK('right-typed', 'a typed SDK: values of another type cannot be expressed', ISS, {
  checkText(jp, n) { if (jp[n] !== undefined && typeof jp[n] !== 'string') throw new CannotExpress(n); B.checkText(jp, n); },
  checkInt(jp, n) { if (jp[n] !== undefined && !Number.isSafeInteger(jp[n])) throw new CannotExpress(n); } });
OK('right-null-absent', 'null in an optional member is taken for absent', ISS, { checkInt(jp, n) { if (jp[n] !== null) B.checkInt(jp, n); }, shape: jp => Object.fromEntries(Object.entries(jp).filter(([, v]) => v !== null)) });
OK('right-late-answers', 'answers come late and in another order', IPS, { async call(m, p) { const r = await B.call.call(this, m, p); await new Promise(x => setTimeout(x, (this.n = ((this.n ?? 0) * 7 + 3) % 13))); return r; } });
OK('right-other-words', 'refusals with other words and more data', ISS, { errorOf(e) { const r = B.errorOf(e); if (r.code === 1) { r.message = 'sorry: ' + r.message; r.data.hint = 'see the manual'; } return r; } });
OK('right-own-hmac', 'an own HMAC', [...IS, ...VER], { mac: (k, m) => own(k, m, x => x.length > 64) });
OK('right-cache', 'params are kept by the whole JSON', ISS, { init() { this.c = new Map(); }, params(t) { if (!this.c.has(t)) this.c.set(t, B.params.call(this, t)); return this.c.get(t); } });
OK('right-params-checked', 'token.params refuses text that is not JSON', PAR, { params(t) { try { JSON.parse(t); } catch { throw new Refuse('malformed'); } return B.params.call(this, t); } });
OK('right-params-only', 'token.params alone, one question at a time', PAR, { about: { maxInFlight: 1 } });
OK('right-signature-only', 'token.signature alone; an empty secret is refused', SIG, { sign(v, a, t, p, s) { this.checkSecret(s); return B.sign.call(this, v, a, t, p, s); } });
OK('right-checks-range-first', 'bounds are checked before missing members', ISS, { checkJoin(jp) { if (jp && typeof jp === 'object') { for (const n of ['delayClose', 'duration']) if (typeof jp[n] === 'number' && jp[n] > DAY) throw new Refuse('out-of-range', n); } B.checkJoin.call(this, jp); } });
OK('right-secret-last', 'the secret is checked last', ISS, { issue(p) { this.checkJoin(p.joinParams); this.checkApp(p.appId); this.checkSecret(p.appSecret); return { token: this.make(p) }; } });

// ---------------------------------------------------------------- main
const arg = process.argv[2];
const find = n => { const s = subjects.find(x => x.name === n); if (!s) { console.error('no such subject'); process.exit(2); } return s; };
if (arg === '--list') {
  for (const s of subjects) console.log(s.name, s.kind, s.says);
} else if (arg === '--shows') {
  for (const q of find(process.argv[3]).shows()) console.log(JSON.stringify(q));
} else if (arg === '--rule') {
  console.log(find(process.argv[3]).rule);
} else {
  const s = find(arg);
  const sdk = Object.assign(Object.create(B), s.over, { methods: s.methods });
  sdk.init();
  const say = x => process.stdout.write(JSON.stringify(x) + '\n');
  // Lines are split at line feeds alone: the readline module would split at U+2028 too.
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', d => {
    const lines = (rest + d).split('\n'); rest = lines.pop(); lines.forEach(take);
  }).on('end', () => take(rest));
  const take = async line => {
    if (!line.trim()) return;
    let q;
    try { q = JSON.parse(line); } catch { return say({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'not JSON' } }); }
    const { id, method, params = {} } = q;
    if (method === 'describe') return say({ jsonrpc: '2.0', id, result: { protocol: 1, sdk: { name: s.name, version: '1.0.0', language: 'javascript' }, methods: sdk.methods, clock: sdk.clock, ...sdk.about } });
    if (!sdk.methods.includes(method)) return say({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown method' } });
    try { say({ jsonrpc: '2.0', id, result: await sdk.call(method, params) }); } catch (e) { say({ jsonrpc: '2.0', id, error: sdk.errorOf(e) }); }
  };
}
