<?php

// An adapter whose client.call goes through one of PHP's HTTP libraries, as it comes: adapter.php <library>. Only what
// every client of the service must do is added. With --wrong, each status is a success.

declare(strict_types=1);

ini_set('display_errors', 'stderr');
[, $library, $flag] = [...$argv, ''];
define('WRONG', $flag === '--wrong');
if ($library === 'Guzzle') {
    require 'GuzzleHttp/autoload.php';
}

const ROUTES = [
    'auth.token' => ['POST', '/auth/token'],
    'streaming.start' => ['POST', '/streaming/start'],
    'streaming.update' => ['PUT', '/streaming/update'],
    'streaming.stop' => ['POST', '/streaming/stop'],
];
const CODE_NAMES = ['code', 'errorCode', 'error_code', 'error'];
/** By the number of curl's error; all others are of the network. */
const KINDS = [
    CURLE_OPERATION_TIMEDOUT => 'timeout',
    CURLE_UNSUPPORTED_PROTOCOL => 'protocol',
    CURLE_WEIRD_SERVER_REPLY => 'protocol',
    CURLE_BAD_CONTENT_ENCODING => 'protocol',
];

/** A call without an answer. */
final class NoAnswer extends RuntimeException {}

function byCurl(string $method, string $url, array $headers, string $body, int $millis): array
{
    $lines = array_map(static fn($name, $value) => "$name: $value", array_keys($headers), $headers);
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $lines,
        CURLOPT_POSTFIELDS => $body,
        CURLOPT_TIMEOUT_MS => $millis,
        CURLOPT_RETURNTRANSFER => true,
    ]);
    $received = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    // A body that is cut off does not mask an error status.
    if ($received === false && ($status < 300 || curl_errno($curl) === CURLE_OPERATION_TIMEDOUT)) {
        throw new NoAnswer(KINDS[curl_errno($curl)] ?? 'network');
    }
    return [$status, (string) $received];
}

function byGuzzle(string $method, string $url, array $headers, string $body, int $millis): array
{
    $options = ['headers' => $headers, 'body' => $body, 'timeout' => $millis / 1000];
    try {
        $response = (new GuzzleHttp\Client())->request($method, $url, $options);
    } catch (GuzzleHttp\Exception\TransferException $failed) {
        $response = $failed instanceof GuzzleHttp\Exception\RequestException ? $failed->getResponse() : null;
        // The answer of an error status stands in the exception; so does an answer that was cut off.
        if ($response === null || $response->getStatusCode() === 200) {
            $context = method_exists($failed, 'getHandlerContext') ? $failed->getHandlerContext() : [];
            throw new NoAnswer(KINDS[$context['errno'] ?? 0] ?? 'network');
        }
    }
    return [$response->getStatusCode(), (string) $response->getBody()];
}

/** Each sends one request and returns the status and the body of the answer. */
const LIBRARIES = ['curl' => 'byCurl', 'Guzzle' => 'byGuzzle'];

function clientCall(object $p): array
{
    [$method, $path] = ROUTES[$p->operation];
    $headers = [
        'Content-Type' => 'application/json',
        'Authorization' => $p->authorization,
        'Tracking-Id' => bin2hex(random_bytes(16)),
    ];
    $body = json_encode($p->body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
    try {
        $send = LIBRARIES[$GLOBALS['library']];
        [$status, $received] = $send($method, rtrim($p->baseUrl, '/') . $path, $headers, $body, $p->timeoutMillis);
    } catch (NoAnswer $failed) {
        return ['ok' => false, 'kind' => $failed->getMessage()];
    }
    return outcome($p->operation, $status, json_decode($received));
}

/** Sections 4.1 and 7: success is 200 alone, with a token if one was requested. */
function outcome(string $operation, int $status, mixed $value): array
{
    if ($status !== 200 && !WRONG) {
        $code = codeIn($value);
        return ['ok' => false, 'kind' => 'http', 'status' => $status, ...($code === null ? [] : ['code' => $code])];
    }
    $token = is_object($value) ? $value->token ?? null : null;
    if ($operation !== 'auth.token' || WRONG && !is_string($token)) {
        return ['ok' => true, 'status' => $status];
    }
    return is_string($token)
        ? ['ok' => true, 'status' => $status, 'token' => $token]
        : ['ok' => false, 'kind' => 'protocol', 'status' => $status];
}

/** The first error code, however deep: section 7 does not show the shape of error bodies. */
function codeIn(mixed $value): ?string
{
    $members = is_object($value) || is_array($value) ? (array) $value : [];
    foreach (CODE_NAMES as $name) {
        $found = $members[$name] ?? null;
        if (is_string($found) && preg_match('/^[A-Za-z]+(\.[A-Za-z]+)+$/D', $found) === 1) {
            return $found;
        }
    }
    foreach ($members as $member) {
        $code ??= codeIn($member);
    }
    return $code ?? null;
}

$description = [
    'protocol' => 1,
    'sdk' => ['name' => $library, 'version' => PHP_VERSION, 'language' => 'PHP'],
    'methods' => ['client.call'],
    'clock' => 'injected',
    'authorization' => 'given',
    'maxInFlight' => 1,
];

while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, false, 512, JSON_THROW_ON_ERROR);
    $result = $question->method === 'client.call' ? clientCall($question->params) : $description;
    $answer = ['jsonrpc' => '2.0', 'id' => $question->id, 'result' => $result];
    fwrite(STDOUT, json_encode($answer, JSON_THROW_ON_ERROR) . "\n");
}
