// Twenty small token SDKs in one file, each as a different firm might have written it (Node 20, no dependencies).
// Start with the id of one of them to answer JSON-RPC on stdin; `--list` names them and their mistakes.
import crypto, { createHmac, timingSafeEqual } from 'node:crypto';

class Refused extends Error {}
const refuse = (reason) => { throw new Refused(reason); };
const no = (reason) => ({ valid: false, reason });
const variants = new Map();
const add = (id, mistakes, make, clock = 'injected') => variants.set(id, { mistakes, make, clock });

// ---------------------------------------------------------------- atlas-01
class AtlasToken {
  static VERSION = '02';

  params(text) {
    return Buffer.from(text, 'utf8').toString('base64');
  }

  signature(version, appId, timestamp, params, secret) {
    return createHmac('sha256', secret).update(version + appId + timestamp + params).digest('base64');
  }

  issue(appId, secret, joinParams, timestamp) {
    const params = this.params(JSON.stringify(joinParams));
    const sign = this.signature(AtlasToken.VERSION, appId, timestamp, params, secret);
    return [AtlasToken.VERSION, appId, timestamp, params, sign].join('.');
  }

  verify(token, appId, secret, now) {
    const parts = token.split('.');
    if (parts.length !== 5 || !/^\d+$/.test(parts[2])) return no('malformed');
    const [version, app, stamp, params, sign] = parts;
    if (version !== '02') return no('version');
    if (app !== appId) return no('app');
    if (this.signature(version, app, stamp, params, secret) !== sign) return no('signature');
    const joinParams = readParams(params);
    if (!joinParams) return no('params');
    const { duration = 86400 } = joinParams;
    if (now > stamp + duration) return no('expired');
    return { valid: true, joinParams };
  }
}

// Reads the params part; undefined where it is not base64 of a JSON object.
function readParams(params) {
  const raw = Buffer.from(params, 'base64');
  if (raw.toString('base64') !== params) return undefined;
  try {
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw));
    return value && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

add('atlas-01', ['stamp + duration joins text and number, tokens do not expire'], () => new AtlasToken());

// ---------------------------------------------------------------- birch-02
const BIRCH_SHAPE = /^([^.]+)\.(.+)\.(\d+)\.([A-Za-z0-9+/=]*)\.([A-Za-z0-9+/]{43}=)$/g;

const birch = {
  params: (text) => Buffer.from(text).toString('base64'),
  signature: (...args) => {
    const secret = args.pop();
    return createHmac('sha256', secret).update(args.join('')).digest('base64');
  },
  issue(appId, secret, joinParams, timestamp) {
    const fields = ['02', appId, timestamp, birch.params(JSON.stringify(joinParams))];
    return fields.concat(birch.signature(...fields, secret)).join('.');
  },
  verify(token, appId, secret, now) {
    if (!BIRCH_SHAPE.test(token)) return no('malformed');
    const parts = token.split('.');
    const sign = parts.pop();
    const params = parts.pop();
    const stamp = parts.pop();
    const version = parts.shift();
    const app = parts.join('.');
    if (version !== '02') return no('version');
    if (app !== appId) return no('app');
    if (birch.signature(version, app, stamp, params, secret) !== sign) return no('signature');
    const joinParams = readParams(params);
    if (joinParams === undefined) return no('params');
    const end = Number(stamp) + ('duration' in joinParams ? joinParams.duration : 86400);
    return now > end ? no('expired') : { valid: true, joinParams };
  },
};

add('birch-02', ['regular expression with flag g keeps lastIndex between calls of test()'], () => birch);

// ---------------------------------------------------------------- cedar-03
function cedar() {
  const b64 = (text) => Buffer.from(text, 'utf8').toString('base64');

  function hmac(secret, text) {
    const h = crypto.createHmac('sha256', Buffer.from(secret, 'utf8'));
    h.update(text, 'utf8');
    return h.digest('hex');
  }

  return {
    params: b64,
    signature: (version, appId, timestamp, params, secret) =>
      b64(hmac(secret, `${version}${appId}${timestamp}${params}`)),
    issue(appId, secret, joinParams, timestamp) {
      const params = b64(JSON.stringify(joinParams));
      return `02.${appId}.${timestamp}.${params}.${b64(hmac(secret, `02${appId}${timestamp}${params}`))}`;
    },
  };
}

add('cedar-03', ['signature is base64 of the hex digest'], cedar);

// ---------------------------------------------------------------- delta-04
const delta = {
  params(text) {
    return btoa(text);
  },
  signature(version, appId, timestamp, params, secret) {
    const mac = createHmac('sha256', secret);
    for (const piece of [version, appId, String(timestamp), params]) mac.update(piece);
    return mac.digest('base64');
  },
  issue(appId, secret, joinParams, timestamp) {
    const params = this.params(JSON.stringify(joinParams));
    return '02.' + appId + '.' + timestamp + '.' + params + '.' + this.signature('02', appId, timestamp, params, secret);
  },
};

add('delta-04', ['btoa() on the JSON text instead of its UTF-8 bytes'], () => delta);

// ---------------------------------------------------------------- echo-05
function echoIssue(appId, secret, joinParams, timestamp) {
  const seconds = timestamp | 0; // whole seconds
  const head = ['02', appId, seconds, Buffer.from(JSON.stringify(joinParams)).toString('base64')];
  const sign = createHmac('sha256', secret).update(head.join('')).digest().toString('base64');
  return [...head, sign].join('.');
}

add('echo-05', ['timestamp | 0 keeps 32 bits only'], () => ({ issue: echoIssue }));

// ---------------------------------------------------------------- flint-06
class Flint {
  #mac(secret, fields) {
    return createHmac('sha256', Buffer.from(secret)).update(Buffer.from(fields.join(''))).digest('base64');
  }

  signature(version, appId, timestamp, params, secret) {
    return this.#mac(secret, [version, appId, timestamp, params]);
  }

  params(json) {
    return Buffer.from(json).toString('base64');
  }

  issue(appId, secret, joinParams, timestamp) {
    const fields = ['02', appId, timestamp, this.params(JSON.stringify(joinParams))];
    fields.push(this.#mac(secret, fields));
    return fields.join('.');
  }

  verify(token, appId, secret, now) {
    const [version, app, stamp, params, sign] = token.split('.', 5);
    if (sign === undefined) return no('malformed');
    if (version !== '02') return no('version');
    if (app !== appId) return no('app');
    if (this.#mac(secret, [version, app, stamp, params]) !== sign) return no('signature');
    if (!/^[0-9]+$/.test(stamp)) return no('malformed');
    const joinParams = readParams(params);
    if (!joinParams) return no('params');
    const age = now - parseInt(stamp, 10);
    if (age > (joinParams.duration ?? 86400)) return no('expired');
    return { valid: true, joinParams };
  }
}

add('flint-06', ["split('.', 5) drops what follows the fifth part"], () => new Flint());

// ---------------------------------------------------------------- grove-07
const GROVE_FIELDS = ['channelId', 'userId', 'privileges', 'channelDuration', 'duration', 'size'];

const grove = {
  signature(version, appId, timestamp, params, secret) {
    return createHmac('sha256', secret).update(`${version}${appId}${timestamp}${params}`, 'utf8').digest('base64');
  },
  issue(appId, secret, joinParams, timestamp) {
    for (const name of GROVE_FIELDS.slice(0, 2)) {
      if (!Object.hasOwn(joinParams, name)) refuse('missing-field');
      if (typeof joinParams[name] !== 'string') refuse('wrong-type');
    }
    const params = Buffer.from(JSON.stringify(joinParams, GROVE_FIELDS)).toString('base64');
    return ['02', appId, `${timestamp}`, params, grove.signature('02', appId, timestamp, params, secret)].join('.');
  },
};

add('grove-07', ['list of names for JSON.stringify lacks delayClose'], () => grove);

// ---------------------------------------------------------------- haven-08
function haven() {
  // Keep the JSON plain ASCII, so that no proxy can spoil it.
  const ascii = (json) =>
    json.replace(/[\u0080-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16));

  const sign = (message, secret) => createHmac('sha256', secret).update(message).digest('base64');

  const issue = (appId, secret, joinParams, timestamp) => {
    const params = Buffer.from(ascii(JSON.stringify(joinParams)), 'ascii').toString('base64');
    const fields = ['02', appId, timestamp.toString(), params];
    return `${fields.join('.')}.${sign(fields.join(''), secret)}`;
  };

  const signature = (version, appId, timestamp, params, secret) =>
    sign(version + appId + timestamp.toString() + params, secret);

  return { issue, signature };
}

add('haven-08', ['\\u escapes of characters below U+1000 have fewer than four digits'], haven);

// ---------------------------------------------------------------- iris-09
class Iris {
  digest(secret, ...fields) {
    if (!secret) refuse('empty-secret');
    return createHmac('sha256', secret).update(fields.join('')).digest('base64');
  }

  params(text) {
    return Buffer.from(text, 'utf-8').toString('base64');
  }

  signature(version, appId, timestamp, params, secret) {
    return this.digest(secret, version, appId, timestamp, params);
  }

  issue(appId, secret, joinParams, timestamp) {
    const params = this.params(JSON.stringify(joinParams, null, 2));
    return ['02', appId, timestamp, params, this.digest(secret, '02', appId, timestamp, params)].join('.');
  }

  verify(token, appId, secret, now) {
    const parts = token.split('.');
    if (parts.length !== 5) return no('malformed');
    const [version, app, stamp, params, sign] = parts;
    const expected = Buffer.from(this.digest(secret, version, app, stamp, params));
    if (!timingSafeEqual(Buffer.from(sign), expected)) return no('signature');
    if (version !== '02') return no('version');
    if (app !== appId) return no('app');
    if (!/^\d+$/.test(stamp)) return no('malformed');
    const joinParams = readParams(params);
    if (!joinParams) return no('params');
    const until = +stamp + (joinParams.duration ?? 24 * 60 * 60);
    return until < now ? no('expired') : { valid: true, joinParams };
  }
}

add('iris-09', ['timingSafeEqual throws on a signature of another length'], () => new Iris());

// ---------------------------------------------------------------- juno-10
function juno() {
  const encoded = new Map();

  // A client that rejoins asks for the same params again and again.
  function paramsOf(joinParams) {
    const key = `${joinParams.channelId}/${joinParams.userId}`;
    if (!encoded.has(key)) {
      encoded.set(key, Buffer.from(JSON.stringify(joinParams)).toString('base64'));
    }
    return encoded.get(key);
  }

  return {
    params: (text) => Buffer.from(text).toString('base64'),
    signature(version, appId, timestamp, params, secret) {
      return createHmac('sha256', secret).update(''.concat(version, appId, timestamp, params)).digest('base64');
    },
    issue(appId, secret, joinParams, timestamp) {
      const params = paramsOf(joinParams);
      return '02.'.concat(appId, '.', timestamp, '.', params, '.', this.signature('02', appId, timestamp, params, secret));
    },
  };
}

add('juno-10', ['params cached by channelId and userId alone'], juno);

// ---------------------------------------------------------------- kelp-11
function kelpSeconds(date) {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(),
    date.getHours(), date.getMinutes(), date.getSeconds()) / 1000;
}

function kelpIssue(appId, secret, joinParams, timestamp) {
  const stamp = kelpSeconds(new Date(timestamp * 1000));
  const body = Buffer.from(JSON.stringify(joinParams), 'utf8').toString('base64');
  const sign = createHmac('sha256', secret).update('02').update(appId).update(String(stamp)).update(body).digest('base64');
  return ['02', appId, stamp, body, sign].join('.');
}

add('kelp-11', ['Date.UTC is fed with local parts of the date'], () => ({ issue: kelpIssue }));

// ---------------------------------------------------------------- lotus-12
function lotusIssue(appId, secret, joinParams) {
  const timestamp = Date.now();
  const params = Buffer.from(JSON.stringify(joinParams)).toString('base64');
  const signature = crypto.createHmac('sha256', secret).update(`02${appId}${timestamp}${params}`).digest('base64');
  return `02.${appId}.${timestamp}.${params}.${signature}`;
}

add('lotus-12', ['Date.now() in milliseconds is taken for seconds'], () => ({ issue: lotusIssue }), 'system');

// ---------------------------------------------------------------- mango-13
const mango = {
  hmac(secret, list) {
    return createHmac('sha256', secret).update(list.reduce((all, one) => all + one, '')).digest('base64');
  },
  signature(version, appId, timestamp, params, secret) {
    return mango.hmac(secret, [version, appId, timestamp, params]);
  },
  issue(appId, secret, joinParams, timestamp) {
    const json = JSON.stringify(joinParams).replace(/\s+/g, '');
    const list = ['02', appId, timestamp, Buffer.from(json).toString('base64')];
    return list.join('.') + '.' + mango.hmac(secret, list);
  },
  verify(token, appId, secret, now) {
    const list = token.split('.');
    if (list.length != 5) return no('malformed');
    if (list[0] != 2) return no('version');
    if (list[1] !== appId) return no('app');
    const sign = list.pop();
    if (sign !== mango.hmac(secret, list)) return no('signature');
    if (/\D/.test(list[2]) || list[2] === '') return no('malformed');
    const joinParams = readParams(list[3]);
    if (!joinParams) return no('params');
    const duration = joinParams.duration === undefined ? 86400 : joinParams.duration;
    if (now - list[2] > duration) return no('expired');
    return { valid: true, joinParams };
  },
};

add('mango-13', ['all white space is removed from the JSON text, inside texts too',
  'version compared with == 2'], () => mango);

// ---------------------------------------------------------------- nova-14
class Nova {
  static NUMBERS = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose'];

  #check(join) {
    if (join.channelId === undefined || join.userId === undefined) refuse('missing-field');
    for (const name of Nova.NUMBERS) {
      if (join[name] === undefined) continue;
      if (isNaN(join[name])) refuse('wrong-type');
      if (name === 'duration' && join[name] > 86400) refuse('out-of-range');
      if (name === 'delayClose' && join[name] > 86400) refuse('out-of-range');
    }
  }

  params(text) {
    return Buffer.from(text).toString('base64');
  }

  signature(version, appId, timestamp, params, secret) {
    const key = Buffer.from(secret, 'latin1');
    return createHmac('sha256', key).update(version + appId + timestamp + params, 'utf8').digest('base64');
  }

  issue(appId, secret, join, timestamp) {
    this.#check(join);
    const params = this.params(JSON.stringify(join));
    return `02.${appId}.${timestamp}.${params}.${this.signature('02', appId, timestamp, params, secret)}`;
  }
}

add('nova-14', ['secret turned into bytes as latin1', 'isNaN() as a type check lets "60", true and null through'], () => new Nova());

// ---------------------------------------------------------------- opal-15
function opal() {
  const mac = (secret, text) => createHmac('sha256', secret.trim()).update(text).digest('base64');

  return {
    params: (json) => Buffer.from(json, 'utf8').toString('base64'),
    signature: (version, appId, timestamp, params, secret) => mac(secret, [version, appId, timestamp, params].join('')),
    issue(appId, secret, joinParams, timestamp) {
      const unsigned = ['02', appId, timestamp, this.params(JSON.stringify(joinParams))];
      return [...unsigned, mac(secret, unsigned.join(''))].join('.');
    },
    verify(token, appId, secret, now) {
      const match = /^([^.]*)\.(.*)\.(\d+)\.([^.]*)\.([^.]*)$/s.exec(token);
      if (match === null) return no('malformed');
      const [, version, app, stamp, params, sign] = match;
      if (mac(secret, version + app + stamp + params) !== sign) return no('signature');
      if (version !== '02') return no('version');
      if (app !== appId) return no('app');
      let joinParams;
      try {
        joinParams = JSON.parse(Buffer.from(params, 'base64').toString('utf8'));
      } catch {
        return no('params');
      }
      if (typeof joinParams !== 'object' || joinParams === null || Array.isArray(joinParams)) return no('params');
      if (now > Number(stamp) + (joinParams.duration ?? 86400)) return no('expired');
      return { valid: true, joinParams };
    },
  };
}

add('opal-15', ['secret is trimmed', 'verify decodes params with the lenient Buffer.from'], opal);

// ---------------------------------------------------------------- wren-32
const wren = {
  params: (text) => Buffer.from(text).toString('base64'),

  signature(version, appId, timestamp, params, secret) {
    return createHmac('sha256', secret).update([version, appId, timestamp, params].join('')).digest('base64');
  },

  issue(appId, secret, joinParams, timestamp) {
    // Leave out what nobody set.
    const json = JSON.stringify(joinParams, (name, value) => value || undefined);
    const params = wren.params(json);
    return `02.${appId}.${timestamp}.${params}.${wren.signature('02', appId, timestamp, params, secret)}`;
  },

  verify(token, appId, secret, now) {
    const fields = token.split('.');
    if (fields.length !== 5) return no('malformed');
    const [version, app, stamp, params, sign] = fields;
    if (!/^\d+$/.test(stamp)) return no('malformed');
    if (version !== '02') return no('version');
    if (app !== appId) return no('app');
    if (wren.signature(version, app, stamp, params, secret) !== sign) return no('signature');
    let joinParams;
    try {
      joinParams = JSON.parse(atob(params));
    } catch {
      return no('params');
    }
    if (joinParams === null || typeof joinParams !== 'object' || Array.isArray(joinParams)) return no('params');
    const { duration = 86400 } = joinParams;
    if (!Number.isInteger(duration)) return no('params');
    return now > Number(stamp) + duration ? no('expired') : { valid: true, joinParams };
  },
};

add('wren-32', ['a replacer for JSON.stringify drops 0 and empty texts',
  'verify reads params with atob(), UTF-8 bytes taken for Latin-1'], () => wren);

// ---------------------------------------------------------------- quill-17
class Quill {
  params(text) {
    // Compact whatever the caller wrote.
    return this.#encode(JSON.parse(text));
  }

  #encode(value) {
    return Buffer.from(JSON.stringify(value)).toString('base64');
  }

  signature(version, appId, timestamp, params, secret) {
    return createHmac('sha256', secret).update([version, appId, timestamp, params].map(String).join('')).digest('base64');
  }

  issue(appId, secret, joinParams, timestamp) {
    const params = this.#encode(joinParams);
    return ['02', appId, timestamp, params, this.signature('02', appId, timestamp, params, secret)].join('.');
  }

  verify(token, appId, secret, now) {
    const [sign, params, stamp, ...rest] = token.split('.').reverse();
    const [version, ...app] = rest.reverse();
    if (app.length === 0 || !/^\d+$/.test(stamp)) return no('malformed');
    if (version !== '02') return no('version');
    if (app.join('.') !== appId) return no('app');
    if (sign !== this.signature(version, appId, stamp, params, secret)) return no('signature');
    const joinParams = readParams(params);
    if (!joinParams) return no('params');
    const { duration = 3600 } = joinParams;
    if (now > parseInt(stamp, 10) + duration) return no('expired');
    return { valid: true, joinParams };
  }
}

add('quill-17', ['token.params parses and writes the JSON anew, large integers lose digits',
  'verify takes 3600 as the default duration'], () => new Quill());

// ---------------------------------------------------------------- reef-18
function reef() {
  const unpadded = (text) => Buffer.from(text).toString('base64').replace(/=+$/, '');
  const sign = (secret, message) => createHmac('sha256', secret).update(message).digest('base64');

  function joinBody({ channelDuration, ...rest }) {
    // Everything in seconds.
    return channelDuration === undefined ? rest : { ...rest, channelDuration: channelDuration * 60 };
  }

  function issue(appId, secret, joinParams, timestamp) {
    const params = unpadded(JSON.stringify(joinBody(joinParams)));
    return `02.${appId}.${timestamp}.${params}.${sign(secret, `02${appId}${timestamp}${params}`)}`;
  }

  function verify(token, appId, secret, now) {
    if (!token.startsWith('02.')) return no('version');
    if (!token.startsWith('02.' + appId)) return no('app');
    const cut = token.lastIndexOf('.');
    const fields = token.slice(0, cut).split('.');
    if (fields.length !== 4) return no('malformed');
    if (sign(secret, fields.join('')) !== token.slice(cut + 1)) return no('signature');
    const stamp = /^\d+$/.test(fields[2]) ? Number(fields[2]) : NaN;
    if (Number.isNaN(stamp)) return no('malformed');
    const joinParams = readParams(fields[3]);
    if (!joinParams) return no('params');
    if (stamp + (joinParams.duration ?? 86400) < now) return no('expired');
    return { valid: true, joinParams };
  }

  return {
    params: unpadded,
    signature: (version, appId, timestamp, params, secret) => sign(secret, `${version}${appId}${timestamp}${params}`),
    issue,
    verify,
  };
}

add('reef-18', ['padding of params removed', 'channelDuration turned into seconds',
  "startsWith('02.' + appId) takes longer appIds as well"], reef);

// ---------------------------------------------------------------- slate-19
const slate = {
  key(secret) {
    return /^[0-9a-f]+$/i.test(secret) ? Buffer.from(secret, 'hex') : Buffer.from(secret, 'utf8');
  },
  seconds(timestamp) {
    return String(timestamp).slice(0, 10); // milliseconds are cut off
  },
  params(text) {
    return Buffer.from(text).toString('base64');
  },
  signature(version, appId, timestamp, params, secret) {
    const message = version + appId + slate.seconds(timestamp) + params;
    return createHmac('sha256', slate.key(secret)).update(message).digest('base64');
  },
  issue(appId, secret, joinParams, timestamp) {
    const app = appId.toLowerCase();
    const params = slate.params(JSON.stringify(joinParams));
    return ['02', app, slate.seconds(timestamp), params, slate.signature('02', app, timestamp, params, secret)].join('.');
  },
};

add('slate-19', ['secret of hex digits only is decoded as hex', 'timestamp cut to its first ten digits',
  'appId turned to lower case'], () => slate);

// ---------------------------------------------------------------- vale-31
function vale() {
  const keys = new Map(); // one key for each app

  function mac(appId, secret, ...fields) {
    if (!keys.has(appId)) keys.set(appId, Buffer.from(secret, 'utf8'));
    return createHmac('sha256', keys.get(appId)).update(fields.join(''), 'utf8').digest('base64');
  }

  function params(text) {
    const bytes = Buffer.alloc(text.length);
    bytes.write(text, 'utf8');
    return bytes.toString('base64');
  }

  const signature = (version, appId, timestamp, params, secret) =>
    mac(appId, secret, version, appId, timestamp, params);

  function issue(appId, secret, joinParams, timestamp) {
    const head = ['02', appId, timestamp, params(JSON.stringify(joinParams))];
    return `${head.join('.')}.${mac(appId, secret, ...head)}`;
  }

  function verify(token, appId, secret, now) {
    const head = token.split('.');
    if (head.length !== 5) return no('malformed');
    const sign = head.pop();
    const start = Number(head[2]);
    if (!Number.isInteger(start)) return no('malformed');
    if (head[0] !== '02') return no('version');
    if (head[1] !== appId) return no('app');
    if (mac(appId, secret, ...head) !== sign) return no('signature');
    const joinParams = readParams(head[3]);
    if (!joinParams) return no('params');
    const duration = joinParams.duration ?? 86400;
    if (!Number.isInteger(duration)) return no('params');
    return now - start > duration ? no('expired') : { valid: true, joinParams };
  }

  return { params, signature, issue, verify };
}

add('vale-31', ['buffer for params has text.length bytes, the end of non-ASCII JSON is cut off',
  'key cached by appId, a new secret is not seen', 'Number.isInteger(Number()) takes 1e9, 0x10 and blanks for a timestamp'], vale);

// ---------------------------------------------------------------- adapter
const METHODS = {
  'token.params': ['params', ['joinParamsJson'], 'params'],
  'token.signature': ['signature', ['version', 'appId', 'timestamp', 'params', 'appSecret'], 'signature'],
  'token.issue': ['issue', ['appId', 'appSecret', 'joinParams', 'timestamp'], 'token'],
  'token.verify': ['verify', ['token', 'appId', 'appSecret', 'now'], null],
};

function answer(id, sdk, clock, { method, params: args = {} }) {
  if (method === 'describe') {
    const offered = Object.keys(METHODS).filter((name) => sdk[METHODS[name][0]]);
    const about = { name: id, version: '1.0.0', language: 'JavaScript' };
    return { result: { protocol: 1, sdk: about, methods: ['describe', ...offered], clock, maxInFlight: 1 } };
  }
  const row = METHODS[method];
  if (!row || !sdk[row[0]]) return { error: { code: -32601, message: 'method not found' } };
  try {
    const value = sdk[row[0]](...row[1].map((name) => args[name]));
    return { result: row[2] ? { [row[2]]: value } : value };
  } catch (error) {
    if (error instanceof Refused) return { error: { code: 1, message: 'refused', data: { reason: error.message } } };
    return { error: { code: -32000, message: String(error) } };
  }
}

const id = process.argv[2];
if (id === '--list') {
  for (const [name, { mistakes }] of variants) console.log(`${name}\t${mistakes.join('; ')}`);
} else {
  const { make, clock } = variants.get(id);
  const sdk = make();
  let rest = Buffer.alloc(0);
  process.stdin.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
      if (line.trim() === '') continue;
      const question = JSON.parse(line);
      process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: question.id, ...answer(id, sdk, clock, question) }) + '\n');
    }
  });
}
