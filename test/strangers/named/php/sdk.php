<?php
// Twenty small token SDKs behind one adapter (JSON-RPC on stdin and stdout).
// Start it as `php sdk.php VARIANT`; `php sdk.php --list` prints the variants and their known mistakes.

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', 'stderr');

// ------------------------------------------------------------------ shared by the adapters

class Refused extends Exception {}
class Inexpressible extends Exception {}

/** JSON object as an array; PHP has no integer beyond 64 bits, so such a number cannot be expressed. */
function readJson($text)
{
    $value = json_decode($text, true);
    if (!is_array($value)) {
        throw new Refused('malformed');
    }
    foreach ($value as $v) {
        if (is_float($v) && abs($v) >= 9.2e18) {
            throw new Inexpressible('integer beyond 64 bits');
        }
    }
    return $value;
}

/** Strict base64 (padded, no white space) that holds a JSON object, else null. */
function openPart($part)
{
    $raw = base64_decode($part, true);
    if ($raw === false || base64_encode($raw) !== $part) {
        return null;
    }
    return json_decode($raw) instanceof stdClass ? $raw : null;
}

// ------------------------------------------------------------------ agate-1

function agate_params($text)
{
    return agate_encode(readJson($text));
}

function agate_encode(array $join)
{
    $json = stripslashes(json_encode($join)); // no "\/" in the token
    return base64_encode($json);
}

function agate_sign($version, $appId, $timestamp, $params, $secret)
{
    return base64_encode(hash_hmac('sha256', $version . $appId . $timestamp . $params, $secret, true));
}

function agate_issue($appId, $secret, $join, $timestamp)
{
    $params = agate_encode($join);
    return "02.$appId.$timestamp.$params." . agate_sign('02', $appId, $timestamp, $params, $secret);
}

function agate_verify($token, $appId, $secret, $now)
{
    $p = explode('.', $token);
    if (count($p) !== 5 || !ctype_digit($p[2])) return [false, 'malformed'];
    if ($p[0] !== '02') return [false, 'version'];
    if ($p[1] !== $appId) return [false, 'app'];
    if (!hash_equals(agate_sign($p[0], $p[1], $p[2], $p[3], $secret), $p[4])) return [false, 'signature'];
    $raw = openPart($p[3]);
    if ($raw === null) return [false, 'params'];
    $join = json_decode($raw, true);
    $duration = $join['duration'] ?? 86400;
    if (!is_int($duration)) return [false, 'params'];
    return $now > $p[2] + $duration ? [false, 'expired'] : [true, $raw];
}

// ------------------------------------------------------------------ basalt-2

class Basalt
{
    private $secret;

    public function __construct($secret)
    {
        $this->secret = $secret;
    }

    public static function params($text)
    {
        return base64_encode(json_encode(readJson($text), JSON_UNESCAPED_SLASHES));
    }

    public function mac(...$pieces)
    {
        return base64_encode(hash_hmac('sha256', implode('', $pieces), $this->secret));
    }

    public static function sign($version, $appId, $timestamp, $params, $secret)
    {
        return (new self($secret))->mac($version, $appId, $timestamp, $params);
    }

    public static function issue($appId, $secret, $join, $timestamp)
    {
        $parts = ['02', $appId, $timestamp, base64_encode(json_encode($join, JSON_UNESCAPED_SLASHES))];
        $parts[] = (new self($secret))->mac(...$parts);
        return implode('.', $parts);
    }
}

// ------------------------------------------------------------------ beryl-3

$berylPack = function (array $join) {
    return base64_encode(json_encode(array_filter($join), JSON_UNESCAPED_UNICODE));
};

$berylSign = function ($version, $appId, $timestamp, $params, $secret) {
    $message = sprintf('%s%s%d%s', $version, $appId, $timestamp, $params);
    return base64_encode(hash_hmac('sha256', $message, $secret, true));
};

$berylIssue = function ($appId, $secret, $join, $timestamp) use ($berylPack, $berylSign) {
    $params = $berylPack($join);
    $signature = $berylSign('02', $appId, $timestamp, $params, $secret);
    return join('.', ['02', $appId, $timestamp, $params, $signature]);
};

$berylVerify = function ($token, $appId, $secret, $now) use ($berylSign) {
    $fields = explode('.', $token);
    if (count($fields) != 5) return [false, 'malformed'];
    [$version, $app, $timestamp, $params, $signature] = $fields;
    if (!ctype_digit($timestamp)) return [false, 'malformed'];
    if ($version !== '02') return [false, 'version'];
    if ($app !== $appId) return [false, 'app'];
    if ($berylSign($version, $app, $timestamp, $params, $secret) !== $signature) return [false, 'signature'];
    $raw = openPart($params);
    if (!$raw) return [false, 'params'];
    $join = json_decode($raw, true);
    $duration = isset($join['duration']) ? $join['duration'] : 0;
    if (!is_int($duration)) return [false, 'params'];
    $end = (int) $timestamp + ($duration ?: 86400);
    return $now >= $end ? [false, 'expired'] : [true, $raw];
};

// ------------------------------------------------------------------ chalk-4

function chalkB64($bytes)
{
    return chunk_split(base64_encode($bytes));
}

function chalkParams($text)
{
    readJson($text);
    return chalkB64($text);
}

function chalkSign($version, $appId, $timestamp, $params, $secret)
{
    $h = hash_init('sha256', HASH_HMAC, $secret);
    foreach (func_get_args() as $i => $piece) {
        if ($i < 4) hash_update($h, (string) $piece);
    }
    return base64_encode(hash_final($h, true));
}

function chalkIssue($appId, $secret, $join, $timestamp)
{
    $params = chalkB64(json_encode($join));
    return '02.' . $appId . '.' . $timestamp . '.' . $params . '.' . chalkSign('02', $appId, $timestamp, $params, $secret);
}

// ------------------------------------------------------------------ coral-5

final class CoralToken
{
    const VERSION = '02';

    public static function params($text)
    {
        return self::pack(readJson($text));
    }

    private static function pack($join)
    {
        return base64_encode(json_encode($join, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
    }

    public static function sign($version, $appId, $timestamp, $params, $secret)
    {
        $data = "{$version}{$appId}{$timestamp}{$params}";
        return base64_encode(hash_hmac('sha256', $data, $secret, true));
    }

    public static function issue($appId, $secret, $join, $timestamp)
    {
        $params = self::pack($join);
        $signature = self::sign(self::VERSION, $appId, $timestamp, $params, $secret);
        return implode('.', [self::VERSION, $appId, $timestamp, $params, $signature]);
    }

    public static function verify($token, $appId, $secret, $now)
    {
        if (substr_count($token, '.') !== 4) return [false, 'malformed'];
        list($version, $app, $timestamp, $params, $signature) = explode('.', $token);
        if ($version !== self::VERSION) return [false, 'version'];
        if ($app !== $appId) return [false, 'app'];
        if (!ctype_digit($timestamp)) return [false, 'malformed'];
        if (!hash_equals(self::sign($version, $app, $timestamp, $params, $secret), $signature)) return [false, 'signature'];
        if (null === $raw = openPart($params)) return [false, 'params'];
        $join = json_decode($raw, true);
        if (!is_int($join['duration'] ?? 0)) return [false, 'params'];
        $expired = $now > $timestamp + @$join['duration'] ?? 86400;
        return $expired ? [false, 'expired'] : [true, $raw];
    }
}

// ------------------------------------------------------------------ flint-6

function flint_check(array $join, $secret = null)
{
    if (!isset($join['channelId'], $join['userId'])) throw new Refused('missing-field');
    if ($secret === '') throw new Refused('empty-secret');
    foreach (['channelDuration', 'duration', 'size', 'delayClose'] as $name) {
        if (isset($join[$name]) && !ctype_digit($join[$name])) throw new Refused('wrong-type');
    }
    if (($join['duration'] ?? 0) > 86400) throw new Refused('out-of-range');
}

function flint_params($text)
{
    $join = readJson($text);
    flint_check($join);
    return base64_encode(json_encode($join));
}

function flint_sign($version, $appId, $timestamp, $params, $secret)
{
    if ($secret === '') throw new Refused('empty-secret');
    $mac = hash_hmac('sha256', implode([$version, $appId, $timestamp, $params]), $secret, true);
    return base64_encode($mac);
}

function flint_issue($appId, $secret, $join, $timestamp)
{
    flint_check($join, $secret);
    $params = base64_encode(json_encode($join));
    return implode('.', ['02', $appId, $timestamp, $params, flint_sign('02', $appId, $timestamp, $params, $secret)]);
}

function flint_verify($token, $appId, $secret, $now)
{
    $t = explode('.', $token);
    if (count($t) !== 5 || !ctype_digit($t[2])) return [false, 'malformed'];
    foreach ([['02', 'version'], [$appId, 'app']] as $i => [$want, $reason]) {
        if ($t[$i] !== $want) return [false, $reason];
    }
    if ($secret === '' || flint_sign($t[0], $t[1], $t[2], $t[3], $secret) !== $t[4]) return [false, 'signature'];
    $raw = openPart($t[3]);
    if (!is_string($raw)) return [false, 'params'];
    $d = json_decode($raw)->duration ?? 86400;
    if (!is_int($d)) return [false, 'params'];
    if ($t[2] + $d < $now) return [false, 'expired'];
    return [true, $raw];
}

// ------------------------------------------------------------------ garnet-7

function garnetParams($text)
{
    return base64_encode(json_encode((object) readJson($text)));
}

function garnetSign($version, $appId, $timestamp, $params, $secret)
{
    $parts = [$version, $appId, $timestamp, $params];
    foreach ($parts as &$part) {
        $part = (string) $part;
    }
    $message = '';
    foreach ($parts as $part) {
        $message .= $part;
    }
    return base64_encode(hash_hmac('sha256', $message, $secret, true));
}

function garnetIssue($appId, $secret, $join, $timestamp)
{
    $params = base64_encode(json_encode((object) $join));
    return sprintf('02.%s.%s.%s.%s', $appId, $timestamp, $params, garnetSign('02', $appId, $timestamp, $params, $secret));
}

// ------------------------------------------------------------------ granite-42

abstract class GraniteCodec
{
    /** Ids come from web forms; no markup may get into the channel. */
    public static function encode($values)
    {
        $clean = new stdClass();
        foreach ($values as $key => $item) {
            $clean->{$key} = is_string($item) ? strip_tags($item) : $item;
        }
        return base64_encode(json_encode($clean, JSON_PRESERVE_ZERO_FRACTION));
    }

    public static function mac($secret, ...$message)
    {
        return base64_encode(hash_hmac('sha256', vsprintf('%s%s%s%s', $message), $secret, true));
    }
}

class GraniteToken extends GraniteCodec
{
    const SHAPE = '/^(?<version>[^.]*)\.(?<app>[^.]*)\.(?<time>[0-9]{1,18})\.(?<params>[^.=]*=?)\.(?<mac>[^.]*)$/D';

    public static function params($text)
    {
        return parent::encode(readJson($text));
    }

    public static function sign($version, $appId, $timestamp, $params, $secret)
    {
        return parent::mac($secret, $version, $appId, $timestamp, $params);
    }

    public static function issue($appId, $secret, $join, $timestamp)
    {
        $params = parent::encode($join);
        $mac = parent::mac($secret, '02', $appId, $timestamp, $params);
        return "02.$appId.$timestamp.$params.$mac";
    }

    public static function verify($token, $appId, $secret, $now)
    {
        if (preg_match(self::SHAPE, $token, $t) !== 1) return [false, 'malformed'];
        $why = match (true) {
            $t['version'] !== '02' => 'version',
            $t['app'] !== $appId => 'app',
            !hash_equals(parent::mac($secret, $t['version'], $t['app'], $t['time'], $t['params']), $t['mac']) => 'signature',
            default => null,
        };
        if ($why) return [false, $why];
        $raw = openPart($t['params']);
        if ($raw === null) return [false, 'params'];
        $seconds = json_decode($raw)->duration ?? 86400;
        if (!is_int($seconds)) return [false, 'params'];
        return (int) $t['time'] + $seconds < $now ? [false, 'expired'] : [true, $raw];
    }
}

// ------------------------------------------------------------------ jade-9

function jade_key($secret)
{
    static $key = null;
    if ($key === null) {
        $key = $secret;
    }
    return $key;
}

function jade_params($text)
{
    $join = json_decode($text);
    if (!is_object($join)) throw new Refused('malformed');
    foreach ($join as $value) {
        if (is_float($value) && abs($value) > 9e18) throw new Inexpressible('integer beyond 64 bits');
    }
    return base64_encode(json_encode($join, JSON_UNESCAPED_UNICODE));
}

function jade_sign($version, $appId, $timestamp, $params, $secret)
{
    return base64_encode(hash_hmac('sha256', $version . $appId . $timestamp . $params, jade_key($secret), true));
}

function jade_issue($appId, $secret, $join, $timestamp)
{
    $token = ['02', $appId, $timestamp, base64_encode(json_encode($join, JSON_UNESCAPED_UNICODE))];
    array_push($token, jade_sign($token[0], $token[1], $token[2], $token[3], $secret));
    return implode('.', $token);
}

function jade_verify($token, $appId, $secret, $now)
{
    $x = explode('.', $token);
    if (count($x) !== 5) return [false, 'malformed'];
    if (jade_sign($x[0], $x[1], $x[2], $x[3], $secret) !== $x[4]) return [false, 'signature'];
    if ($x[0] !== '02') return [false, 'version'];
    if ($x[1] !== $appId) return [false, 'app'];
    if (!ctype_digit($x[2])) return [false, 'malformed'];
    $raw = openPart($x[3]);
    if ($raw === null) return [false, 'params'];
    $join = json_decode($raw);
    $end = $x[2] + (isset($join->duration) ? (int) $join->duration : 86400);
    return $end >= $now ? [true, $raw] : [false, 'expired'];
}

// ------------------------------------------------------------------ agate-31

function agateJson($join)
{
    $join = array_map('trim', $join); // forms send blanks
    return json_encode((object) $join, JSON_UNESCAPED_SLASHES);
}

function agateParams($text)
{
    return base64_encode(agateJson(readJson($text)));
}

function agateSignature($version, $appId, $timestamp, $params, $secret)
{
    $key = pack('a32', $secret); // 256 bits
    return base64_encode(hash_hmac('sha256', $version . $appId . $timestamp . $params, $key, true));
}

function agateToken($appId, $secret, $join, $timestamp)
{
    $params = base64_encode(agateJson($join));
    $signature = agateSignature('02', $appId, $timestamp, $params, $secret);
    return "02.$appId.$timestamp.$params.$signature";
}

function agateOpen($token, $appId, $secret, $now)
{
    $part = [];
    for ($piece = strtok($token, '.'); $piece !== false; $piece = strtok('.')) {
        $part[] = $piece;
    }
    if (count($part) !== 5 || !ctype_digit($part[2])) return [false, 'malformed'];
    if ($part[0] !== '02') return [false, 'version'];
    if ($part[1] !== $appId) return [false, 'app'];
    $signature = array_pop($part);
    if (!hash_equals(agateSignature(...$part, ...[$secret]), $signature)) return [false, 'signature'];
    $raw = openPart($part[3]);
    if ($raw === null) return [false, 'params'];
    $seconds = json_decode($raw)->duration ?? 86400;
    if (!is_int($seconds)) return [false, 'params'];
    return $part[2] + $seconds < $now ? [false, 'expired'] : [true, $raw];
}

// ------------------------------------------------------------------ lapis-11

function lapisNow()
{
    date_default_timezone_set('Asia/Shanghai');
    return strtotime(gmdate('Y-m-d H:i:s'));
}

function lapisIssue($appId, $secret, $join)
{
    $timestamp = lapisNow();
    $params = base64_encode(json_encode($join));
    $signature = base64_encode(hash_hmac('sha256', '02' . $appId . $timestamp . $params, $secret, true));
    return '02.' . $appId . '.' . $timestamp . '.' . $params . '.' . $signature;
}

// ------------------------------------------------------------------ marble-12

function marble_pack(array $join)
{
    $defaults = ['channelDuration' => 0, 'duration' => 86400, 'size' => 100, 'delayClose' => 0];
    return base64_encode(json_encode($defaults + $join));
}

function marble_params($text)
{
    return marble_pack(readJson($text));
}

function marble_sign($version, $appId, $timestamp, $params, $secret)
{
    $raw = hash_hmac('sha256', "$version$appId$timestamp$params", $secret, true);
    return base64_encode($raw);
}

function marble_issue($appId, $secret, $join, $timestamp)
{
    $params = marble_pack($join);
    $sign = marble_sign('02', $appId, $timestamp, $params, $secret);
    return implode('.', ['02', $appId, $timestamp, $params, $sign]);
}

function marble_verify($token, $appId, $secret, $now)
{
    $parts = explode('.', $token);
    if (count($parts) !== 5 || !ctype_digit($parts[2])) return [false, 'malformed'];
    [$v, $a, $t, $p, $s] = $parts;
    if ($v !== '02') return [false, 'version'];
    if ($a !== $appId) return [false, 'app'];
    if (!hash_equals(marble_sign($v, $a, $t, $p, $secret), $s)) return [false, 'signature'];
    if (!($raw = openPart($p))) return [false, 'params'];
    $join = array_merge(['duration' => 86400], json_decode($raw, true));
    if (!is_int($join['duration'])) return [false, 'params'];
    return $now < $t + $join['duration'] ? [true, $raw] : [false, 'expired'];
}

// ------------------------------------------------------------------ onyx-44

final class OnyxPass
{
    private const INTEGERS = ['privileges', 'channelDuration', 'duration', 'size', 'delayClose'];

    public function __construct(
        public readonly string $appId,
        public readonly string $issuedAt,
        public readonly string $params,
        public readonly string $version = '02',
    ) {
    }

    public static function paramsOf(array $join): string
    {
        foreach (['channelId', 'userId'] as $name) {
            array_key_exists($name, $join) || throw new Refused('missing-field');
            is_string($join[$name]) || throw new Refused('wrong-type');
        }
        foreach (self::INTEGERS as $name) {
            if (array_key_exists($name, $join) && !is_int($join[$name])) throw new Refused('wrong-type');
        }
        foreach (['duration', 'delayClose'] as $name) {
            if (($join[$name] ?? 0) > 86400) throw new Refused('out-of-range');
        }
        return base64_encode(json_encode($join, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES));
    }

    public function signature(string $secret): string
    {
        if ($secret === '') throw new Refused('empty-secret');
        $mac = hash_hmac('sha256', $this->version . $this->appId . $this->issuedAt . $this->params, $secret, true);
        return base64_encode($mac);
    }

    public function seal(string $secret): string
    {
        return "{$this->version}.{$this->appId}.{$this->issuedAt}.{$this->params}.{$this->signature($secret)}";
    }

    /** Seconds since the token was issued. */
    public function age(int $now): int
    {
        $clock = new DateTimeImmutable('@0');
        $gap = $clock->setTimestamp((int) $this->issuedAt)->diff($clock->setTimestamp($now));
        return (int) $gap->format('%R%s');
    }

    public static function verify($token, $appId, $secret, $now): array
    {
        $cells = explode('.', $token);
        if (count($cells) !== 5 || !ctype_digit($cells[2])) return [false, 'malformed'];
        $pass = new self($cells[1], $cells[2], $cells[3], $cells[0]);
        if ($pass->version !== '02') return [false, 'version'];
        if ($pass->appId !== $appId) return [false, 'app'];
        if ($secret === '' || !hash_equals($pass->signature($secret), $cells[4])) return [false, 'signature'];
        $raw = openPart($pass->params);
        if ($raw === null) return [false, 'params'];
        $lifetime = json_decode($raw)->duration ?? 86400;
        if (!is_int($lifetime)) return [false, 'params'];
        return $pass->age($now) > $lifetime ? [false, 'expired'] : [true, $raw];
    }
}

$onyxParams = fn ($text) => OnyxPass::paramsOf(readJson($text));
$onyxSign = fn ($version, $appId, $timestamp, $params, $secret) => (new OnyxPass($appId, (string) $timestamp, $params, $version))->signature($secret);
$onyxIssue = fn ($appId, $secret, $join, $timestamp) => (new OnyxPass($appId, (string) $timestamp, OnyxPass::paramsOf($join)))->seal($secret);

// ------------------------------------------------------------------ opal-14

function opal_clean($value)
{
    return is_string($value) ? htmlspecialchars($value) : $value;
}

function opal_params($text)
{
    return base64_encode(json_encode(array_map('opal_clean', readJson($text)), JSON_UNESCAPED_UNICODE));
}

function opal_sign($version, $appId, $timestamp, $params, $secret)
{
    $message = '';
    foreach ([$version, $appId, $timestamp, $params] as $piece) {
        $message .= $piece;
    }
    return base64_encode(hash_hmac('sha256', $message, $secret, true));
}

function opal_issue($appId, $secret, $join, $timestamp)
{
    $params = base64_encode(json_encode(array_map('opal_clean', $join), JSON_UNESCAPED_UNICODE));
    return vsprintf('%s.%s.%s.%s.%s', ['02', $appId, $timestamp, $params, opal_sign('02', $appId, $timestamp, $params, $secret)]);
}

// ------------------------------------------------------------------ pearl-15

function pearlIssue($appId, $secret, $join, $timestamp)
{
    if (isset($join['userId'])) {
        $join['userId'] = substr($join['userId'], 0, 64);
    }
    if (isset($join['channelDuration'])) {
        $join['channelDuration'] = $join['channelDuration'] * 60;
    }
    $token = ['version' => '02', 'appId' => $appId, 'timestamp' => $timestamp, 'params' => base64_encode(json_encode($join))];
    $sorted = $token;
    ksort($sorted);
    $token['signature'] = base64_encode(hash_hmac('sha256', implode('', $sorted), $secret, true));
    return implode('.', $token);
}

// ------------------------------------------------------------------ zircon-32

class ZirconMint
{
    private $join;

    public function __construct()
    {
        $this->join = new stdClass();
    }

    public function with(array $values)
    {
        foreach ($values as $name => $value) {
            $this->join->$name = $value;
        }
        return $this;
    }

    public function params($text)
    {
        readJson($text);
        return base64_encode($text);
    }

    public function sign($version, $appId, $timestamp, $params, $secret)
    {
        $mac = hash_hmac('sha256', $version . $appId . $timestamp . $params, $secret, true);
        return base64_encode($mac);
    }

    public function token($appId, $secret, $timestamp)
    {
        $params = base64_encode(json_encode($this->join, JSON_UNESCAPED_UNICODE));
        return implode('.', ['02', $appId, $timestamp, $params, $this->sign('02', $appId, $timestamp, $params, $secret)]);
    }

    public function issue($appId, $secret, $join, $timestamp)
    {
        return $this->with($join)->token($appId, $secret, $timestamp);
    }

    public function verify($token, $appId, $secret, $now)
    {
        $parts = explode('.', $token);
        if (count($parts) !== 5) return [false, 'malformed'];
        [$version, $app, $start, $params, $signature] = $parts;
        if (!ctype_digit($start)) return [false, 'malformed'];
        if ($version !== '02') return [false, 'version'];
        if ($app !== $appId) return [false, 'app'];
        if (!hash_equals($this->sign($version, $app, $start, $params, $secret), $signature)) return [false, 'signature'];
        $raw = openPart($params);
        if ($raw === null) return [false, 'params'];
        $duration = json_decode($raw)->duration ?? 86400;
        if (!is_int($duration)) return [false, 'params'];
        return $now - (int) $start > $duration ? [false, 'expired'] : [true, $raw];
    }
}
$zirconMint = new ZirconMint();

// ------------------------------------------------------------------ ruby-17

function rubyParams($text)
{
    $join = json_decode($text, true, 16, JSON_BIGINT_AS_STRING); // keeps every digit
    if (!is_array($join)) throw new Refused('malformed');
    return base64_encode(json_encode($join));
}

function rubyMac($message, $secret)
{
    return hash_hmac('sha256', $message, $secret, true);
}

function rubySign($version, $appId, $timestamp, $params, $secret)
{
    return base64_encode(rubyMac($version . $appId . $timestamp . $params, $secret));
}

function rubyIssue($appId, $secret, $join, $timestamp)
{
    $params = base64_encode(json_encode($join));
    return implode('.', ['02', $appId, $timestamp, $params, rubySign('02', $appId, $timestamp, $params, $secret)]);
}

function rubyVerify($token, $appId, $secret, $now)
{
    $p = explode('.', $token);
    if (count($p) !== 5 || !ctype_digit($p[2])) return [false, 'malformed'];
    if ($p[0] !== '02') return [false, 'version'];
    if ($p[1] !== $appId) return [false, 'app'];
    $given = base64_decode(array_pop($p));
    if (!hash_equals(rubyMac(implode('', $p), $secret), $given)) return [false, 'signature'];
    $raw = openPart($p[3]);
    if ($raw === null) return [false, 'params'];
    $duration = json_decode($raw)->duration ?? 24 * 60 * 60;
    if (!is_int($duration)) return [false, 'params'];
    return $now - (int) $p[2] >= $duration ? [false, 'expired'] : [true, $raw];
}

// ------------------------------------------------------------------ slate-18

class SlateException extends Refused {}

class Slate
{
    private static function key($secret)
    {
        if ($secret === '') throw new SlateException('empty-secret');
        return ctype_xdigit($secret) && strlen($secret) % 2 === 0 ? pack('H*', $secret) : $secret;
    }

    public static function params($text)
    {
        $join = readJson($text);
        if (isset($join['duration']) && $join['duration'] > 86400) throw new SlateException('out-of-range');
        return base64_encode(json_encode($join, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE));
    }

    public static function sign($version, $appId, $timestamp, $params, $secret)
    {
        return base64_encode(hash_hmac('sha256', join([$version, $appId, $timestamp, $params]), self::key($secret), true));
    }

    public static function issue($appId, $secret, $join, $timestamp)
    {
        $params = self::params(json_encode($join));
        return "02.$appId.$timestamp.$params." . self::sign('02', $appId, $timestamp, $params, $secret);
    }

    public static function verify($token, $appId, $secret, $now)
    {
        $p = explode('.', $token);
        if (count($p) !== 5 || !ctype_digit($p[2])) return [false, 'malformed'];
        if ($p[0] !== '02') return [false, 'version'];
        if ($p[1] !== $appId) return [false, 'app'];
        $want = self::sign($p[0], $p[1], $p[2], $p[3], $secret);
        if (strncmp($want, $p[4], strlen($p[4])) !== 0) return [false, 'signature'];
        $raw = openPart($p[3]);
        if ($raw === null) return [false, 'params'];
        $join = json_decode($raw, true);
        if (!empty($join['duration'])) {
            if (!is_int($join['duration'])) return [false, 'params'];
            if ($now > $p[2] + $join['duration']) return [false, 'expired'];
        }
        return [true, $raw];
    }
}

// ------------------------------------------------------------------ topaz-19

function topaz_encode($join)
{
    if (!isset($join['channelId'], $join['userId'])) throw new Refused('missing-field');
    $limits = ['duration' => [0, 86400], 'delayClose' => [0, 600]];
    foreach ($limits as $name => [$min, $max]) {
        if (isset($join[$name]) && ($join[$name] < $min || $join[$name] > $max)) throw new Refused('out-of-range');
    }
    return strtr(base64_encode(json_encode($join, JSON_UNESCAPED_UNICODE)), '+/', '-_');
}

function topaz_params($text)
{
    return topaz_encode(readJson($text));
}

function topaz_sign($version, $appId, $timestamp, $params, $secret)
{
    if ($secret === '') throw new Refused('empty-secret');
    return base64_encode(hash_hmac('sha256', $version . $appId . $timestamp . $params, $secret, true));
}

function topaz_issue($appId, $secret, $join, $timestamp)
{
    $params = topaz_encode($join);
    return implode('.', ['02', $appId, $timestamp, $params, topaz_sign('02', $appId, $timestamp, $params, $secret)]);
}

// ------------------------------------------------------------------ zircon-20

class Zircon
{
    private static $checked = [];

    public static function params($text)
    {
        readJson($text);
        return base64_encode($text);
    }

    public static function sign($version, $appId, $timestamp, $params, $secret)
    {
        return base64_encode(hash_hmac('sha256', $version . $appId . $timestamp . $params, $secret, true));
    }

    public static function issue($appId, $secret, $join, $timestamp)
    {
        $head = ['02', $appId, (string) $timestamp, base64_encode(json_encode($join))];
        $head[] = self::sign(...array_merge($head, [$secret]));
        return implode('.', $head);
    }

    public static function verify($token, $appId, $secret, $now)
    {
        if (!isset(self::$checked[$token])) {
            $result = self::check($token, $appId, $secret, $now);
            if (!$result[0]) return $result;
            self::$checked[$token] = $result;
        }
        return self::$checked[$token];
    }

    private static function check($token, $appId, $secret, $now)
    {
        $p = explode('.', $token);
        if (count($p) !== 5 || !ctype_digit($p[2])) return [false, 'malformed'];
        if ($p[0] !== '02') return [false, 'version'];
        if ($p[1] !== $appId) return [false, 'app'];
        if (self::sign($p[0], $p[1], $p[2], $p[3], $secret) !== $p[4]) return [false, 'signature'];
        $raw = openPart($p[3]);
        if ($raw === null) return [false, 'params'];
        $duration = json_decode($raw, true)['duration'] ?? 86400;
        if (!is_int($duration)) return [false, 'params'];
        return $now > $p[2] + $duration ? [false, 'expired'] : [true, $raw];
    }
}

// ------------------------------------------------------------------ the list: mistakes, params, signature, issue, verify

$berylParams = function ($text) use ($berylPack) {
    return $berylPack(readJson($text));
};

$variants = [
    'agate-1' => ['stripslashes breaks the escapes of JSON', 'agate_params', 'agate_sign', 'agate_issue', 'agate_verify'],
    'basalt-2' => ['base64 of the hexadecimal HMAC', 'Basalt::params', 'Basalt::sign', 'Basalt::issue', null],
    'beryl-3' => ['array_filter drops 0, "0" and ""; duration 0 taken for the default in verify', $berylParams, $berylSign, $berylIssue, $berylVerify],
    'chalk-4' => ['chunk_split puts line breaks into params', 'chalkParams', 'chalkSign', 'chalkIssue', null],
    'coral-5' => ['precedence of ?? makes tokens without duration expire at once', 'CoralToken::params', 'CoralToken::sign', 'CoralToken::issue', 'CoralToken::verify'],
    'flint-6' => ['ctype_digit on integers refuses small numbers', 'flint_params', 'flint_sign', 'flint_issue', 'flint_verify'],
    'garnet-7' => ['foreach by reference overwrites the last part of the message', 'garnetParams', 'garnetSign', 'garnetIssue', null],
    'granite-42' => ['strip_tags on the ids; verify allows one padding character in params', 'GraniteToken::params', 'GraniteToken::sign', 'GraniteToken::issue', 'GraniteToken::verify'],
    'jade-9' => ['the first secret is kept for ever', 'jade_params', 'jade_sign', 'jade_issue', 'jade_verify'],
    'agate-31' => ['every join value trimmed, numbers become texts; key cut to 32 bytes; strtok skips empty parts in verify', 'agateParams', 'agateSignature', 'agateToken', 'agateOpen'],
    'lapis-11' => ['UTC text read as local time', null, null, 'lapisIssue', null],
    'marble-12' => ['the defaults win over the given values', 'marble_params', 'marble_sign', 'marble_issue', 'marble_verify'],
    'onyx-44' => ['the seconds field of a DateInterval taken for the whole age in verify', $onyxParams, $onyxSign, $onyxIssue, 'OnyxPass::verify'],
    'opal-14' => ['ids escaped for HTML', 'opal_params', 'opal_sign', 'opal_issue', null],
    'pearl-15' => ['userId cut to 64 bytes; channelDuration in seconds; parts sorted by name in the message', null, null, 'pearlIssue', null],
    'zircon-32' => ['one builder for all tokens keeps the members of earlier ones', [$zirconMint, 'params'], [$zirconMint, 'sign'], [$zirconMint, 'issue'], [$zirconMint, 'verify']],
    'ruby-17' => ['big integers become strings; loose base64 in verify', 'rubyParams', 'rubySign', 'rubyIssue', 'rubyVerify'],
    'slate-18' => ['hexadecimal secrets decoded; beginning of a signature accepted; no expiry without duration or with 0', 'Slate::params', 'Slate::sign', 'Slate::issue', 'Slate::verify'],
    'topaz-19' => ['URL-safe base64 for params; bound of delayClose 600', 'topaz_params', 'topaz_sign', 'topaz_issue', null],
    'zircon-20' => ['valid answers cached by token', 'Zircon::params', 'Zircon::sign', 'Zircon::issue', 'Zircon::verify'],
];

// ------------------------------------------------------------------ adapter

function answer($id, array $variant, $method, $q)
{
    $names = [1 => 'token.params', 'token.signature', 'token.issue', 'token.verify'];
    if ($method === 'describe') {
        $methods = ['describe'];
        foreach ($names as $i => $name) {
            if ($variant[$i]) $methods[] = $name;
        }
        return ['protocol' => 1, 'sdk' => ['name' => $id, 'version' => '1.0.0', 'language' => 'php'], 'methods' => $methods,
            'clock' => $id === 'lapis-11' ? 'system' : 'injected', 'maxInFlight' => 1];
    }
    $i = array_search($method, $names, true);
    if (!$i || !$variant[$i]) return null;
    $get = function ($name) use ($q) {
        return $q[$name] ?? null;
    };
    if ($i === 1) return ['params' => $variant[1]($get('joinParamsJson'))];
    if ($i === 2) return ['signature' => $variant[2]($get('version'), $get('appId'), $get('timestamp'), $get('params'), $get('appSecret'))];
    if ($i === 3) return ['token' => $variant[3]($get('appId'), $get('appSecret'), $get('joinParams'), $get('timestamp'))];
    [$valid, $more] = $variant[4]($get('token'), $get('appId'), $get('appSecret'), $get('now'));
    return $valid ? ['valid' => true, 'joinParams' => json_decode($more)] : ['valid' => false, 'reason' => $more];
}

$chosen = $argv[1] ?? '';
if ($chosen === '--list') {
    foreach ($variants as $id => $variant) {
        echo "$id\t$variant[0]\n";
    }
    exit(0);
}
if (!isset($variants[$chosen])) {
    fwrite(STDERR, "usage: php sdk.php VARIANT | --list\n");
    exit(2);
}
while (($line = fgets(STDIN)) !== false) {
    if (trim($line) === '') continue;
    $message = json_decode($line, true);
    $reply = ['jsonrpc' => '2.0', 'id' => $message['id'] ?? null];
    try {
        if (!is_array($message)) throw new Exception('no JSON');
        $result = answer($chosen, $variants[$chosen], $message['method'] ?? '', $message['params'] ?? []);
        if ($result === null) {
            $reply['error'] = ['code' => -32601, 'message' => 'no such method'];
        } else {
            $reply['result'] = $result;
        }
    } catch (Refused $e) {
        $reply['error'] = ['code' => 1, 'message' => 'refused', 'data' => ['reason' => $e->getMessage()]];
    } catch (Inexpressible $e) {
        $reply['error'] = ['code' => 2, 'message' => $e->getMessage()];
    } catch (Throwable $e) {
        $reply['error'] = ['code' => $e instanceof TypeError ? 2 : -32000, 'message' => $e->getMessage()];
    }
    fwrite(STDOUT, json_encode($reply, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) . "\n");
    fflush(STDOUT);
}
