// Starts each subject and sends the inputs of the table: a wrong one must show its mistake on its own input,
// the base and every right one must show none on any input.
import { spawn, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';

process.env.CHANNELPROOF_APP_ID ||= 'app';
process.env.CHANNELPROOF_APP_SECRET ||= 'selftest-secret-0123456789';
process.env.CHANNEL ||= 'Selftest-Channel';
const { SUBJECTS, OPS, T, S, U, X, J, mix, one, APP_ID, APP_SECRET, hmac, now } = await import('./endpoints.mjs');
const FILE = new URL('./endpoints.mjs', import.meta.url).pathname;
const DEFAULTS = { channelDuration: 0, duration: 86400, size: 100, delayClose: 0 };
const pause = (ms) => new Promise((r) => setTimeout(r, ms));

function start(name) {
  const child = spawn(process.execPath, [FILE, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (d) => {
      out += d;
      const m = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(out);
      if (m) resolve({ child, base: m[1], agent: new http.Agent({ keepAlive: true, maxSockets: 1 }) });
    });
    child.on('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
}
function end(service) {
  service.agent.destroy();
  return new Promise((resolve) => {
    service.child.removeAllListeners('exit');
    service.child.on('exit', (code) => resolve(code));
    service.child.kill('SIGTERM');
  });
}

function authorization({ scheme = 'SvcSign', appId = APP_ID, age = 0, signedAge = age, signature, cut, lower } = {}) {
  const at = now();
  let value = signature ?? hmac(APP_SECRET, appId + (at - signedAge)).digest('base64');
  if (cut) value = value.slice(0, cut);
  if (lower) value = value.toLowerCase();
  return `${scheme} ${appId}.${at - age}.${value}`;
}

function send(service, step, agent) {
  const [method, path] = OPS[step.op];
  const body = Buffer.from(step.raw ?? JSON.stringify(step.body));
  const headers = {
    'content-type': step.type ?? 'application/json',
    authorization: authorization(step.auth),
    'tracking-id': step.tracking ?? randomBytes(16).toString('hex'),
  };
  if (step.pieces !== 2) headers['content-length'] = body.length;
  return new Promise((resolve, reject) => {
    const req = http.request(service.base + path, { method, headers, agent }, async (res) => {
      const parts = [];
      for await (const c of res) parts.push(c);
      resolve({ status: res.statusCode, text: Buffer.concat(parts).toString() });
    });
    req.on('error', reject);
    if (!step.pieces) return req.end(body);
    let at = body.length >> 1;
    while (step.pieces === 'odd' && (body[at] & 0xc0) !== 0x80) at++;
    req.setNoDelay(true);
    req.write(body.subarray(0, at));
    return setTimeout(() => req.end(body.subarray(at)), 60);
  });
}

function tokenFault(token, body) {
  if (typeof token !== 'string') return 'no token';
  const parts = token.split('.');
  if (parts.length !== 5) return 'not five parts';
  const [version, appId, timestamp, params, signature] = parts;
  if (version !== '02' || appId !== APP_ID) return 'version or appId';
  if (!/^\d+$/.test(timestamp) || Math.abs(timestamp - now()) > 5) return `timestamp ${timestamp}`;
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(params)) return 'base64 of params';
  if (signature !== hmac(APP_SECRET, version + appId + timestamp + params).digest('base64')) return 'signature';
  let json;
  try { json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(params, 'base64'))); } catch { return 'params are no JSON'; }
  for (const name of ['channelId', 'userId', 'privileges', ...Object.keys(DEFAULTS)]) {
    const want = body[name] ?? DEFAULTS[name];
    if (json[name] !== want && !(body[name] === undefined && json[name] === undefined)) return `${name} ${JSON.stringify(json[name])}`;
  }
  return null;
}

function fault(step, { status, text }) {
  const want = step.expect;
  if (want === 'any') return null;
  let json;
  try { json = JSON.parse(text); } catch { return `${status} body is no JSON`; }
  if (want === 'token') return status === 200 ? tokenFault(json.token, step.body) : `${status} ${text}`;
  if (want === 'no') return status >= 400 && status < 500 ? null : `${status}, not refused`;
  if (want === 'not 404') return status === 404 ? '404' : null;
  const [code, word] = String(want).split(' ');
  return String(status) === code && (!word || text.includes(word)) ? null : `${status} ${text}, not ${want}`;
}

// the first fault of a sequence, or null
async function run(service, input) {
  for (const [i, step] of input.entries()) {
    const list = step.parallel ?? [step];
    const answers = step.parallel
      ? await Promise.all(list.map((s) => send(service, s, new http.Agent())))
      : [await send(service, step, service.agent)];
    if (step.most !== undefined && answers.filter((a) => a.status === 200).length > step.most) return `step ${i + 1}: too many 200`;
    for (const [k, a] of answers.entries()) {
      const f = fault(list[k], a);
      if (f) return `step ${i + 1}: ${f}`;
    }
  }
  return null;
}

// what a developer tries first; only the mistakes that one plain request shows may fail here
const HAPPY = [
  T(), T(J({ duration: 3600, size: 20 })), S([mix(1)]), S([one(2)]),
  U([{ streamId: 1, fps: 15 }]), U([{ streamId: 1, url: 'rtmp://cdn.example/live/n', layout: { mode: 1 } }]), X(1), X(2), X(undefined, 'any'),
];

const text = readFileSync(new URL('./INTERFACE.md', import.meta.url), 'utf8');
const all = [...SUBJECTS.values()], wrongs = all.filter((s) => s.kind === 'wrong'), rights = all.filter((s) => s.kind === 'right');
const bad = [];
const check = (good, message) => { if (!good) { bad.push(message); console.log(`NOT OK ${message}`); } };

check(wrongs.length >= 64 && rights.length >= 12, 'counts');
check(wrongs.filter((s) => s.plain).length * 3 <= wrongs.length, 'at most a third plain');
check(execFileSync(process.execPath, [FILE, '--list'], { encoding: 'utf8' }).trim().split('\n').length === all.length, '--list');
check(text.includes(execFileSync(process.execPath, [FILE, '--rule', wrongs[0].name], { encoding: 'utf8' }).trim()), '--rule');
for (const s of all) check(/^[a-z0-9-]+$/.test(s.name) && !s.says.includes('\n'), `${s.name}: name or sentence`);
for (const s of wrongs) check(s.rule && text.includes(s.rule), `${s.name}: the rule is not in the text`);

async function testWrong(s) {
  let service = await start(s.name);
  const shown = await run(service, s.input);
  check(shown, `${s.name}: shows nothing`);
  check((await end(service)) === 0, `${s.name}: SIGTERM`);
  if (process.argv.includes('--verbose')) console.log(`${s.name}: ${shown}`);
  if (s.plain) return;
  service = await start(s.name);
  const happy = await run(service, HAPPY);
  if (happy) loud.push(`${s.name}: ${happy}`);
  await end(service);
}
async function testRight(s) {
  let service = await start(s.name);
  for (const w of [{ name: 'the plain way', input: HAPPY }, ...wrongs]) {
    const shown = await run(service, w.input);
    check(!shown, `${s.name} on the input of ${w.name}: ${shown}`);
    if (s.fresh) { await end(service); service = await start(s.name); } else await send(service, X(), service.agent);
  }
  check((await end(service)) === 0, `${s.name}: SIGTERM`);
}
const loud = [];
const queue = [...wrongs.map((s) => () => testWrong(s)), ...rights.map((s) => () => testRight(s))];
await Promise.all([0, 1].map(async () => { while (queue.length) await queue.shift()(); }));
await pause(10);
for (const l of loud) console.log(`the plain way already fails: ${l}`);
check((wrongs.filter((s) => s.plain).length + loud.length) * 3 <= wrongs.length, 'plain ones and those that fail the plain way: at most a third');
console.log(`${wrongs.length} wrong (${wrongs.filter((s) => s.plain).length} plain), ${rights.length} right, ${bad.length} not ok`);
process.exitCode = bad.length ? 1 : 0;
