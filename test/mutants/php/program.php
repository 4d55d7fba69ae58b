<?php
// A right token SDK behind the adapter protocol, with code of its own for each method: rows of ../php.yaml change it.
ini_set('display_errors', 'stderr');
error_reporting(E_ALL & ~E_DEPRECATED);

const DAY = 86400;
// Section 2.1: type, required, upper bound. No lower bounds are shown.
const FIELDS = [
    'channelId' => ['is_string', true, INF],
    'userId' => ['is_string', true, INF],
    'privileges' => ['is_int', false, INF],
    'channelDuration' => ['is_int', false, INF],
    'duration' => ['is_int', false, DAY],
    'size' => ['is_int', false, INF],
    'delayClose' => ['is_int', false, DAY],
];

/** Its message is the reason. */
class Refused extends Exception {}
class Invalid extends Exception {}

function check(mixed $joinParams): array
{
    if (!is_object($joinParams)) throw new Refused('wrong-type');
    $given = (array) $joinParams;
    foreach (FIELDS as $name => [$fits, $required, $maximum]) {
        if (!array_key_exists($name, $given)) {
            if ($required) throw new Refused('missing-field');
        } elseif (!$fits($given[$name])) {
            throw new Refused('wrong-type');
        } elseif (is_int($given[$name]) && $given[$name] > $maximum) {
            throw new Refused('out-of-range');
        }
    }
    return $given;
}

function mintParams(string $text): string
{
    $bytes = $text;
    return base64_encode($bytes);
}

function sign(string $version, string $appId, int|float|string $timestamp, string $params, string $secret): string
{
    if ($secret === '') throw new Refused('empty-secret');
    $key = $secret;
    $message = $version . $appId . $timestamp . $params;
    $mac = hash_hmac('sha256', $message, $key, true);
    return base64_encode($mac);
}

function issue(string $appId, string $secret, mixed $asked, int $timestamp): string
{
    $joinParams = check($asked);
    $json = json_encode($joinParams);
    $params = mintParams($json);
    $seconds = $timestamp;
    $signature = sign('02', $appId, $seconds, $params, $secret);
    return implode('.', ['02', $appId, $seconds, $params, $signature]);
}

function verify(string $token, string $ownApp, string $ownSecret, int $now): object
{
    [$version, $tokenApp, $issued, $payload, $received] = split($token);
    if ($version !== '02') throw new Invalid('version');
    if ($tokenApp !== $ownApp) throw new Invalid('app');
    if ($ownSecret === '') throw new Refused('empty-secret');
    $signed = $version . $tokenApp . $issued . $payload;
    $own = base64_encode(hash_hmac('sha256', $signed, $ownSecret, true));
    if (!hash_equals($own, $received)) throw new Invalid('signature');
    $found = read(base64_decode($payload));
    if ($now > (int) $issued + ($found->duration ?? DAY)) throw new Invalid('expired');
    return $found;
}

function split(string $token): array
{
    $parts = explode('.', $token);
    if (count($parts) !== 5) throw new Invalid('malformed');
    if (!preg_match('/^[0-9]{1,18}$/D', $parts[2])) throw new Invalid('malformed');
    if (!isCanonical($parts[3]) || !isCanonical($parts[4])) throw new Invalid('malformed');
    return $parts;
}

/** Strict decoding still takes white space and unused bits (RFC 4648 section 3.5). */
function isCanonical(string $part): bool
{
    return $part !== '' && base64_encode((string) base64_decode($part, true)) === $part;
}

function read(string $json): object
{
    $found = json_decode($json);
    if (!is_object($found) || !hasEachNameOnce($json)) throw new Invalid('params');
    try {
        check($found);
    } catch (Refused) {
        throw new Invalid('params');
    }
    foreach ((array) $found as $value) if (is_float($value) && is_infinite($value)) throw new Invalid('params');
    return $found;
}

/** RFC 8259 section 4; json_decode keeps the last of two. */
function hasEachNameOnce(string $json): bool
{
    $open = [];
    preg_match_all('/("[^"\\\\]*(?:\\\\.[^"\\\\]*)*")(\s*:)?|[{}]/', $json, $words, PREG_SET_ORDER);
    foreach ($words as [0 => $word]) {
        if ($word === '{') $open[] = [];
        elseif ($word === '}') array_pop($open);
        elseif (str_ends_with($word, ':')) {
            $name = 'name ' . json_decode(rtrim($word, ": \t\r\n"));
            $last = array_key_last($open);
            if (isset($open[$last][$name])) return false;
            $open[$last][$name] = true;
        }
    }
    return true;
}

function verified(object $p): array
{
    try {
        return ['valid' => true, 'joinParams' => verify($p->token, $p->appId, $p->appSecret, $p->now)];
    } catch (Invalid $invalid) {
        return ['valid' => false, 'reason' => $invalid->getMessage()];
    }
}

function result(string $method, object $p): array
{
    return match ($method) {
        'describe' => [
            'protocol' => 1,
            'sdk' => ['name' => 'program', 'version' => '1.0.0', 'language' => 'PHP'],
            'methods' => ['token.params', 'token.signature', 'token.issue', 'token.verify'],
            'clock' => 'injected',
        ],
        'token.params' => ['params' => mintParams($p->joinParamsJson)],
        'token.signature' => [
            'signature' => sign($p->version, $p->appId, $p->timestamp, $p->params, $p->appSecret),
        ],
        'token.issue' => ['token' => issue($p->appId, $p->appSecret, $p->joinParams, $p->timestamp)],
        'token.verify' => verified($p),
    };
}

function outcome(object $question): array
{
    try {
        return ['result' => result($question->method, $question->params)];
    } catch (Refused $refused) {
        return ['error' => ['code' => 1, 'message' => 'refused', 'data' => ['reason' => $refused->getMessage()]]];
    } catch (UnhandledMatchError) {
        return ['error' => ['code' => -32601, 'message' => 'method not offered']];
    } catch (Throwable $error) { // its text may hold a secret
        return ['error' => ['code' => 3, 'message' => get_class($error)]];
    }
}

while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line);
    $answer = ['jsonrpc' => '2.0', 'id' => $question->id, ...outcome($question)];
    echo json_encode($answer, JSON_PRESERVE_ZERO_FRACTION), "\n";
}
