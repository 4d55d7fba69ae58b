// Selftest. Judges answers by an own reading of the text (own arithmetic, nothing imported from
// the subjects), and asks for each wrong subject the input that it states.
//   node selftest.mjs            all
//   node selftest.mjs NAME...    these subjects, with the answers
//   node selftest.mjs --why      all, and one line for each wrong subject on how it showed
import { spawn, execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const DAY = 86400, INTS = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose'];
const DEFAULTS = { privileges: 0, channelDuration: 0, duration: DAY, size: 100, delayClose: 0 };
let failed = 0;
const bad = m => { failed++; console.log('FAIL', m); };

// ---------------------------------------------------------------- the judge
const hmac = (key, msg) => createHmac('sha256', Buffer.from(key, 'utf8')).update(Buffer.from(msg, 'utf8')).digest('base64');
function joinFaults(jp) {
  const f = new Set();
  if (jp === undefined) return new Set(['missing-field']);
  if (typeof jp !== 'object' || jp === null || Array.isArray(jp)) return new Set(['wrong-type']);
  for (const n of ['channelId', 'userId']) { if (!(n in jp)) f.add('missing-field'); else if (typeof jp[n] !== 'string') f.add('wrong-type'); }
  for (const n of INTS) if (n in jp && !Number.isInteger(jp[n])) f.add('wrong-type');
  for (const n of ['duration', 'delayClose']) if (typeof jp[n] === 'number' && jp[n] > DAY) f.add('out-of-range');
  return f;
}
function openParams(p) {
  const b = Buffer.from(p, 'base64');
  if (b.toString('base64') !== p) return { error: 'params is not standard base64: ' + JSON.stringify(p) };
  let text;
  try { text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(b); } catch { return { error: 'params is not UTF-8' }; }
  try { return { text, jp: JSON.parse(text) }; } catch { return { error: 'params is not JSON: ' + text }; }
}
// undefined: right; text: why wrong; null: not asked of this subject
function judge(q, a, d) {
  const P = q.params, e = a.error;
  const lim = (n, v) => {
    const l = d.limits?.[n]; if (l === undefined || v === undefined) return true;
    if (typeof l === 'string') return typeof v === 'string' && new RegExp('^(?:' + l + ')$', 'u').test(v);
    return typeof v !== 'number' || (v >= (l.min ?? -Infinity) && v <= (l.max ?? Infinity));
  };
  if (!lim('appId', P.appId) || !lim('appSecret', P.appSecret)) return null;
  if (e && e.code === -32601) return null;
  if (e && ![1, 2].includes(e.code)) return 'error code ' + e.code + ' ' + e.message;
  if (q.method === 'token.params') {
    if (e) { try { JSON.parse(P.joinParamsJson); } catch { return; } return 'refused'; }
    const want = Buffer.from(P.joinParamsJson, 'utf8').toString('base64');
    return a.result.params === want ? undefined : 'params differ: ' + JSON.stringify(a.result.params);
  }
  if (q.method === 'token.signature') {
    if (P.appSecret === '') return;
    if (e) return 'refused';
    return a.result.signature === hmac(P.appSecret, P.version + P.appId + P.timestamp + P.params) ? undefined : 'signature differs: ' + a.result.signature;
  }
  if (q.method === 'token.issue') {
    const jp = P.joinParams ?? {};
    if (d.joinParams && Object.keys(jp).some(n => !d.joinParams.includes(n))) return null;
    if (Object.entries(jp).some(([n, v]) => !lim(n, v))) return null;
    if (Object.keys(jp).some(n => jp[n] === null && INTS.includes(n))) return e?.code === 1 ? undefined : e ? null : undefined;
    const faults = joinFaults(P.joinParams);
    if (P.appSecret === '') faults.add('empty-secret');
    if (faults.size) {
      if (e?.code === 2) return faults.has('wrong-type') || INTS.some(n => Math.abs(jp[n]) >= 2 ** 31) ? undefined : 'code 2 for values';
      if (!e) return 'accepted, though ' + [...faults] + ': ' + JSON.stringify(a.result);
      return faults.has(e.data?.reason) ? undefined : 'reason ' + e.data?.reason;
    }
    if (e?.code === 2 && INTS.some(n => Math.abs(jp[n]) >= 2 ** 31)) return null;
    if (e) return 'refused: ' + JSON.stringify(e);
    const t = a.result?.token;
    if (typeof t !== 'string') return 'no token';
    const m = /^([^.]*)\.(.*)\.([^.]*)\.([^.]*)\.([^.]*)$/s.exec(t);
    if (!m) return 'not five parts';
    const [, v, app, ts, p, s] = m;
    if (v !== '02') return 'version ' + v;
    if (app !== P.appId) return 'appId ' + app;
    if (!/^(0|[1-9]\d*)$/.test(ts)) return 'timestamp ' + ts;
    if (d.clock === 'system') { if (Number(ts) < a.from - 1.1 || Number(ts) > a.to + 1.1) return 'timestamp is off by ' + (Number(ts) - a.to) + ' s'; }
    else if (ts !== String(P.timestamp)) return 'timestamp ' + ts;
    const o = openParams(p);
    if (o.error) return o.error;
    const want = { ...jp };
    for (const n of d.always ?? []) if (!(n in want)) want[n] = DEFAULTS[n];
    if (!isDeepStrictEqual(o.jp, want)) return 'params hold ' + o.text;
    if (/[:\s]-?\d+(\.\d|\d*[eE])/.test(o.text.replace(/"(\\.|[^"\\])*"/g, '""'))) return 'numbers are not written as integers: ' + o.text;
    return s === hmac(P.appSecret, v + app + ts + p) ? undefined : 'signature differs';
  }
  // token.verify
  if (e) return 'error instead of an answer: ' + JSON.stringify(e);
  const r = a.result, why = new Set();
  const m = /^([^.]*)\.(.*)\.([^.]*)\.([^.]*)\.([^.]*)$/s.exec(P.token);
  let jp, open = false, any = !m || (!P.appId.includes('.') && P.token.split('.').length !== 5);
  if (any) why.add('malformed');
  else {
    const [, v, app, ts, p, s] = m;
    if (v !== '02') why.add('version');
    if (app !== P.appId) why.add('app');
    if (!/^\d+$/.test(ts)) why.add('malformed');
    if (s !== hmac(P.appSecret, v + app + ts + p)) why.add('signature');
    const o = openParams(p);
    if (o.error || joinFaults(o.jp).size) why.add('params');
    else {
      jp = o.jp;
      const end = Number(ts) + (jp.duration ?? DAY);
      if (P.now > end) why.add('expired');
      if (P.now === end || P.now < Number(ts)) open = true;
    }
    // a character that has no place in a token may be called malformed too
    if (/[^\x21-\x7e]/.test(P.token)) why.add('malformed');
  }
  if (why.size) {
    if (r.valid !== false) return 'valid, though ' + [...why];
    return r.reason === undefined || any || why.has(r.reason) ? undefined : 'reason ' + r.reason + ', true are ' + [...why];
  }
  if (r.valid === false) return open ? undefined : 'invalid: ' + r.reason;
  return isDeepStrictEqual(r.joinParams, jp) ? undefined : 'told ' + JSON.stringify(r.joinParams);
}

// ---------------------------------------------------------------- the runner
function run(cmd, args, questions) {
  return new Promise(done => {
    const c = spawn(cmd, args, { env: { ...process.env, TZ: 'Asia/Kathmandu' }, stdio: ['pipe', 'pipe', 'pipe'] });
    let buf = '', err = '', d = {}, over = false;
    const out = new Array(questions.length), from = [];
    const end = () => { if (over) return; over = true; clearTimeout(timer); c.stdin.end(); done({ d, out: out.map((x, i) => x ?? { error: { code: 'none', message: 'no answer ' + err.slice(-300) } }) }); };
    const limit = 10000 + questions.reduce((n, q) => n + (q.wait ?? 0), 0);
    const timer = setTimeout(() => { end(); c.kill('SIGKILL'); }, limit);
    for (let i = 0; i < out.length; i++) out[i] = undefined;
    let got = 0;
    const ask = async () => {
      for (let i = 0; i < questions.length; i++) {
        if (questions[i].wait) await new Promise(r => setTimeout(r, questions[i].wait));
        from[i] = Date.now() / 1000;
        c.stdin.write(JSON.stringify({ jsonrpc: '2.0', id: i, method: questions[i].method, params: questions[i].params }) + '\n');
      }
      if (!questions.length) end();
    };
    c.stdin.on('error', () => {});
    c.stderr.on('data', x => { err += x; });
    c.stdout.setEncoding('utf8').on('data', x => {
      buf += x;
      const lines = buf.split('\n'); buf = lines.pop();
      for (const l of lines) {
        const a = JSON.parse(l);
        if (a.id === 'd') { d = a.result; ask(); continue; }
        out[a.id] = { ...a, from: from[a.id], to: Date.now() / 1000 };
        if (++got === questions.length) end();
      }
    });
    c.on('exit', () => setTimeout(end, 50)); c.on('error', end);
    c.stdin.write('{"jsonrpc":"2.0","id":"d","method":"describe","params":{"protocol":1}}\n');
  });
}

// ---------------------------------------------------------------- languages
const dir = mkdtempSync(join(tmpdir(), 'selftest-'));
const langs = [{ name: 'js', cmd: process.execPath, args: [join(here, 'strangers.mjs')] }];
if (existsSync(join(here, 'strangers.go'))) {
  execFileSync('go', ['build', '-o', join(dir, 'strangers'), join(here, 'strangers.go')], { stdio: 'inherit', env: { ...process.env, GO111MODULE: 'off', GOFLAGS: '' } });
  langs.push({ name: 'go', cmd: join(dir, 'strangers'), args: [] });
}
const text = (l, ...a) => execFileSync(l.cmd, [...l.args, ...a], { encoding: 'utf8', env: { ...process.env, TZ: 'Asia/Kathmandu' } });
const why = process.argv[2] === '--why';
const only = why ? [] : process.argv.slice(2);

// ---------------------------------------------------------------- the base against openssl
const openssl = (key, msg) => {
  const b = execFileSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', 'hexkey:' + Buffer.from(key).toString('hex'), '-binary'], { input: Buffer.from(msg) });
  return b.toString('base64');
};
for (const l of langs) {
  const q = [['app7', 's3cr3t-Key', 1760000000, '{"channelId":"room-1","userId":"ann"}'],
    ['büro', 'pässword', 1760000001, '{"channelId":"会","userId":"ann😀","duration":60}'],
    ['10023', 'k'.repeat(64), 1760000002, '{"channelId":"a","userId":"b"}'],
    ['10023', 'k'.repeat(65), 1760000003, '{"channelId":"a","userId":"' + 'u'.repeat(300) + '"}']]
    .map(([appId, appSecret, timestamp, t]) => ({ t, method: 'token.issue', params: { appId, appSecret, timestamp, joinParams: JSON.parse(t) } }));
  const r = await run(l.cmd, [...l.args, 'right-base'], q);
  q.forEach((x, i) => {
    const [v, a, ts, p, s] = r.out[i].result.token.split('.');
    if (s !== openssl(x.params.appSecret, v + a + ts + p)) bad(l.name + ' base: signature differs from openssl, question ' + i);
    if (!isDeepStrictEqual(JSON.parse(Buffer.from(p, 'base64').toString()), JSON.parse(x.t))) bad(l.name + ' base: params, question ' + i);
    if (v !== '02' || a !== x.params.appId || ts !== String(x.params.timestamp)) bad(l.name + ' base: parts, question ' + i);
  });
}

// ---------------------------------------------------------------- subjects
const subjects = [];
for (const l of langs) {
  const seen = new Set();
  for (const line of text(l, '--list').trim().split('\n')) {
    const [, name, kind, says] = /^(\S+) (wrong|right) (.+)$/.exec(line) ?? [, line];
    if (!kind) { bad('list line: ' + line); continue; }
    if (seen.has(name)) bad('twice: ' + name); seen.add(name);
    subjects.push({ l, name, kind, says });
  }
}
async function pool(list, n, f) { const it = list[Symbol.iterator](); await Promise.all(Array.from({ length: n }, async () => { for (const x of it) await f(x); })); }

await pool(subjects.filter(s => s.kind === 'wrong'), 6, async s => {
  s.shows = text(s.l, '--shows', s.name).trim().split('\n').map(x => JSON.parse(x));
});
const corpus = [];
for (const s of subjects) if (s.shows && s.shows.length <= 6) corpus.push(...s.shows.map(({ wait, ...q }) => q));
const extra = [{ userId: '' }, { channelId: '\u2028x' }, { userId: '</script>&' }, { privileges: -1 }, { channelDuration: 9007199254740991 }, { duration: 86400, delayClose: 86400 }, { duration: 0, size: 0, privileges: 0, delayClose: 0, channelDuration: 0 }, { userId: '\u0001\t"\\/' }]
  .map(jp => ({ method: 'token.issue', params: { appId: 'app7', appSecret: 's3cr3t-Key', timestamp: 1760000000, joinParams: { channelId: 'room-1', userId: 'ann', ...jp } } }));
corpus.push(...extra);
// members of the question itself: a missing or mistyped one is refused with its reason
const faulty = [[{ appId: undefined }, 'missing-field'], [{ appSecret: undefined }, 'missing-field'], [{ appId: 7 }, 'wrong-type'], [{ timestamp: undefined }, 'missing-field'], [{ joinParams: undefined }, 'missing-field'], [{ joinParams: [] }, 'wrong-type'], [{ appSecret: '' }, 'empty-secret']];
for (const l of langs) {
  const r = await run(l.cmd, [...l.args, 'right-base'], faulty.map(([o]) => ({ method: 'token.issue', params: { ...extra[0].params, ...o } })));
  faulty.forEach(([o, why], i) => { if (r.out[i].error?.data?.reason !== why) bad(l.name + ' base on ' + JSON.stringify(o) + ': ' + JSON.stringify(r.out[i])); });
}

const count = {};
await pool(subjects.filter(s => !only.length || only.includes(s.name)), 6, async s => {
  const k = s.l.name + ' ' + s.kind; count[k] = (count[k] ?? 0) + 1;
  if (s.kind === 'wrong') {
    const r = await run(s.l.cmd, [...s.l.args, s.name], s.shows);
    const system = r.d.clock === 'system';
    const verdicts = s.shows.map((q, i) => judge(q, r.out[i], r.d));
    if (only.length) s.shows.forEach((q, i) => console.log(JSON.stringify(q), '\n ', JSON.stringify(r.out[i]), '\n ', verdicts[i]));
    if (why) console.log(s.l.name, s.name, '|', String(verdicts.find(v => v)).slice(0, 150).replace(/\s+/g, ' '));
    if (!verdicts.some(v => typeof v === 'string')) bad(s.l.name + ' ' + s.name + ': the mistake does not show');
    for (const q of s.shows) if (!r.d.methods?.includes(q.method)) bad(s.l.name + ' ' + s.name + ': shows a method that it has not');
    if (!text(s.l, '--rule', s.name).trim()) bad(s.l.name + ' ' + s.name + ': no rule');
    const b = await run(s.l.cmd, [...s.l.args, system ? 'right-system-floor' : 'right-base'], s.shows);
    s.shows.forEach((q, i) => { const v = judge(q, b.out[i], b.d); if (v !== undefined) bad(s.l.name + ' base on ' + s.name + ': ' + v); });
  } else {
    const d = (await run(s.l.cmd, [...s.l.args, s.name], [])).d;
    let qs = corpus.filter(q => d.methods.includes(q.method));
    if (d.always) qs = qs.map(q => q.method !== 'token.issue' ? q : { ...q, params: { ...q.params, joinParams: { ...Object.fromEntries(d.always.map(n => [n, DEFAULTS[n]])), ...q.params.joinParams } } });
    if (d.clock === 'system') qs = qs.map(q => q.method !== 'token.issue' ? q : { ...q, params: { ...q.params, timestamp: undefined } });
    else qs = qs.filter(q => q.method !== 'token.issue' || q.params.timestamp !== undefined);
    const r = await run(s.l.cmd, [...s.l.args, s.name], qs);
    let asked = 0, taken = 0;
    qs.forEach((q, i) => {
      const v = judge(q, r.out[i], r.d);
      if (v !== null) { asked++; if (!r.out[i].error) taken++; }
      if (v) bad(s.l.name + ' ' + s.name + ': ' + v + '\n   on ' + JSON.stringify(q));
    });
    if (taken < 10) bad(s.l.name + ' ' + s.name + ': only ' + taken + ' of ' + asked + ' answered');
  }
});
rmSync(dir, { recursive: true, force: true });
console.log(Object.entries(count).sort().map(([k, n]) => k + ': ' + n).join(', '), '; failures:', failed);
process.exit(failed ? 1 : 0);
