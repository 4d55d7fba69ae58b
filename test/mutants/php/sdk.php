<?php
// A small token SDK behind the adapter protocol, with mistakes to choose from: sdk.php <mutant>.
ini_set('display_errors', 'stderr');
error_reporting(E_ALL & ~E_DEPRECATED); // utf8_decode is on its way out, and still everywhere

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

/** The join parameters with their ids changed. */
function ids(callable $change, array $p): array
{
    return array_map(fn($value) => is_string($value) ? $change($value) : $value, $p);
}

/** Meant for the control characters after ASCII; without the flag u it takes bytes out of other characters. */
function withoutC1(string $id): string
{
    return preg_replace('/[\x80-\x9f]/', '', $id);
}

/** As the receiving end reads a token that stands in a query string. */
function fromQuery(string $token): string
{
    parse_str("token=$token", $query);
    return $query['token'];
}

function right(): array
{
    return [
        'serialise' => fn($p) => json_encode($p),
        'bytes' => fn($text) => $text,
        'base64' => fn($data) => base64_encode($data),
        'clock' => fn($timestamp) => $timestamp,
        'seconds' => fn($timestamp) => (string) $timestamp,
        'secret' => fn($secret) => $secret,
        'message' => fn($parts) => implode('', $parts),
        'mac' => fn($key, $message) => hash_hmac('sha256', $message, $key, true),
        'signature' => fn($mac) => step('base64', $mac),
        'output' => fn($token) => $token,
    ];
}

/** Each replaces one step, or two. */
function mutants(): array
{
    $hexMac = fn($key, $message) => hash_hmac('sha256', $message, $key);
    return [
        'right' => [],
        'hash_hmac-text' => ['mac' => $hexMac, 'signature' => fn($mac) => $mac],
        'base64_encode-of-hash_hmac-text' => ['mac' => $hexMac],
        'hash_hmac-swapped' => ['mac' => fn($key, $message) => hash_hmac('sha256', $key, $message, true)],
        'hash_hmac-md5' => ['mac' => fn($key, $message) => hash_hmac('md5', $message, $key, true)],
        'hash_hmac-sha1' => ['mac' => fn($key, $message) => hash_hmac('sha1', $message, $key, true)],
        'hash-of-key-and-message' => ['mac' => fn($key, $message) => hash('sha256', $key . $message, true)],
        'chunk_split' => ['base64' => fn($data) => chunk_split(base64_encode($data))],
        'rtrim-padding' => ['base64' => fn($data) => rtrim(base64_encode($data), '=')],
        'strtr-and-rtrim' => ['base64' => fn($data) => rtrim(strtr(base64_encode($data), '+/', '-_'), '=')],
        'rawurlencode' => ['output' => fn($token) => rawurlencode($token)],
        'parse_str' => ['output' => fn($token) => fromQuery($token)],
        'microtime-as-float' => ['clock' => fn($timestamp) => $timestamp + 0.25],
        'microtime-in-milliseconds' => ['clock' => fn($timestamp) => round($timestamp * 1000.0)],
        'number_format' => ['seconds' => fn($timestamp) => number_format($timestamp)],
        'sprintf-e' => ['seconds' => fn($timestamp) => sprintf('%E', $timestamp)],
        'secret-trim' => ['secret' => fn($secret) => trim($secret)],
        'secret-base64_decode' => ['secret' => fn($secret) => base64_decode($secret)],
        'utf8_decode-of-json' => [
            'serialise' => fn($p) => json_encode($p, JSON_UNESCAPED_UNICODE),
            'bytes' => fn($text) => utf8_decode($text),
        ],
        'preg_replace-without-u' => ['serialise' => fn($p) => json_encode(ids('withoutC1', $p))],
        'htmlspecialchars' => ['serialise' => fn($p) => json_encode(ids('htmlspecialchars', $p))],
        'strtolower' => ['serialise' => fn($p) => json_encode(ids('strtolower', $p))],
        'JSON_NUMERIC_CHECK' => ['serialise' => fn($p) => json_encode($p, JSON_NUMERIC_CHECK)],
        'array_filter' => ['serialise' => fn($p) => json_encode(array_filter($p))],
        'strval' => ['serialise' => fn($p) => json_encode(array_map('strval', $p))],
        'trim-and-chunk_split' => [
            'secret' => fn($secret) => trim($secret),
            'base64' => fn($data) => chunk_split(base64_encode($data)),
        ],
    ];
}

function step(string $name, mixed ...$arguments): mixed
{
    global $sdk;
    return $sdk[$name](...$arguments);
}

function sign(array $parts, string $secret): string
{
    if ($secret === '') throw new Refused('empty-secret');
    return step('signature', step('mac', step('secret', $secret), step('message', $parts)));
}

function issue(object $p): string
{
    $timestamp = step('seconds', step('clock', $p->timestamp));
    $params = step('base64', step('bytes', step('serialise', check($p->joinParams))));
    $parts = ['02', $p->appId, $timestamp, $params];
    return step('output', implode('.', [...$parts, sign($parts, $p->appSecret)]));
}

function result(string $method, object $p): array
{
    return match ($method) {
        'describe' => [
            'protocol' => 1,
            'sdk' => ['name' => 'mutant', 'version' => '1.0.0', 'language' => 'PHP'],
            'methods' => ['token.params', 'token.signature', 'token.issue'],
            'clock' => 'injected',
        ],
        'token.params' => ['params' => step('base64', step('bytes', $p->joinParamsJson))],
        'token.signature' => [
            'signature' => sign([$p->version, $p->appId, step('seconds', $p->timestamp), $p->params], $p->appSecret),
        ],
        'token.issue' => ['token' => issue($p)],
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

$mutant = mutants()[$argv[1] ?? ''] ?? null;
if ($mutant === null) {
    fwrite(STDERR, 'usage: sdk.php MUTANT, one of: ' . implode(' ', array_keys(mutants())) . "\n");
    exit(2);
}
$sdk = [...right(), ...$mutant];
while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line);
    echo json_encode(['jsonrpc' => '2.0', 'id' => $question->id, ...outcome($question)]), "\n";
}
