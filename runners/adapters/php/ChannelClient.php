<?php

// Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7), with the extension curl. No message holds a
// secret or the Authorization value.

declare(strict_types=1);

namespace ChannelSdk;

require_once __DIR__ . '/ChannelToken.php';

/** A success; `token` is there after auth.token. */
final class Reply
{
    public function __construct(public readonly int $status, public readonly ?string $token = null) {}
}

/** A failed call; `kind` is http, network, timeout or protocol. */
final class CallFailed extends \RuntimeException
{
    public function __construct(
        public readonly string $kind,
        public readonly ?int $status = null,
        public readonly ?string $errorCode = null,
    ) {
        parent::__construct($kind);
    }
}

final class ChannelClient
{
    /** Sections 4.1 to 4.4. */
    private const ROUTES = [
        'auth.token' => ['POST', '/auth/token'],
        'streaming.start' => ['POST', '/streaming/start'],
        'streaming.update' => ['PUT', '/streaming/update'],
        'streaming.stop' => ['POST', '/streaming/stop'],
    ];
    private const BODY_LIMIT = 16 << 20;
    private const CODE_NAMES = ['code', 'errorCode', 'error_code', 'error'];
    /** By the number of curl's error; all others are of the protocol. */
    private const KINDS = [
        CURLE_OPERATION_TIMEDOUT => 'timeout',
        CURLE_COULDNT_RESOLVE_HOST => 'network',
        CURLE_COULDNT_CONNECT => 'network',
        CURLE_SSL_CONNECT_ERROR => 'network',
        CURLE_PARTIAL_FILE => 'network',
        CURLE_GOT_NOTHING => 'network',
        CURLE_SEND_ERROR => 'network',
        CURLE_RECV_ERROR => 'network',
    ];

    public function __construct(
        private readonly string $baseUrl,
        #[\SensitiveParameter] private readonly string $authorization,
        private readonly int $timeoutMillis,
    ) {
        if (preg_match('/[\x00-\x1f\x7f]/', $authorization) === 1) { // a line break would start another header
            throw new Refused('malformed', 'authorization');
        }
    }

    /** One call; `body` is an object or an array with names. */
    public function call(string $operation, object|array $body): Reply
    {
        [$method, $path] = self::ROUTES[$operation] ?? throw new Refused('malformed', 'operation');
        [$status, $received] = $this->exchange($method, rtrim($this->baseUrl, '/') . $path, $body);
        $value = json_decode($received);
        if ($status !== 200) {
            throw new CallFailed('http', $status, self::codeIn($value));
        }
        // Section 7.2: what the body of a streaming answer holds is not shown.
        if ($operation !== 'auth.token') {
            return new Reply($status);
        }
        $token = is_object($value) ? $value->token ?? null : null;
        return is_string($token) ? new Reply($status, $token) : throw new CallFailed('protocol', $status);
    }

    /** Status and body of one request. */
    private function exchange(string $method, string $url, object|array $body): array
    {
        $received = '';
        $hasHead = false;
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => $url,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_POSTFIELDS => self::encode($body),
            CURLOPT_HTTPHEADER => $this->headers(),
            CURLOPT_TIMEOUT_MS => $this->timeoutMillis, // of the whole call, name look-up and body too
            CURLOPT_NOSIGNAL => true, // else limits below a second fail at once on some systems
            CURLOPT_FOLLOWLOCATION => false, // another host must not get the Authorization header
            CURLOPT_FORBID_REUSE => true, // a POST that finds a kept connection dead cannot be repeated
            // curl takes headers that are cut off for complete ones: an empty line ends them.
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$hasHead): int {
                $hasHead = rtrim($line) === '' || ($hasHead && !str_starts_with($line, 'HTTP/'));
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $piece) use (&$received): int {
                $received .= $piece;
                return strlen($received) <= self::BODY_LIMIT ? strlen($piece) : 0;
            },
        ]);
        curl_exec($curl);
        [$error, $status] = [curl_errno($curl), curl_getinfo($curl, CURLINFO_RESPONSE_CODE)];
        curl_close($curl);
        $kind = $error === CURLE_OK ? ($hasHead ? null : 'network') : self::KINDS[$error] ?? 'protocol';
        // A body that is cut off does not mask an error status.
        if ($kind !== null && ($status < 300 || $kind !== 'network')) {
            throw new CallFailed($kind, $kind === 'protocol' && $status > 0 ? $status : null);
        }
        return [$status, $received];
    }

    private function headers(): array
    {
        return [
            'Content-Type: application/json',
            "Authorization: $this->authorization",
            // Section 4: 32 hexadecimal digits.
            'Tracking-Id: ' . bin2hex(random_bytes(16)),
            // curl would send Expect: 100-continue before a long body, and wait a second for the answer.
            'Expect:',
        ];
    }

    private static function encode(object|array $body): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION;
        return json_encode($body, $flags);
    }

    /** The first error code, however deep: the shape of error bodies is not shown (section 7). */
    private static function codeIn(mixed $value): ?string
    {
        $members = is_object($value) || is_array($value) ? (array) $value : [];
        foreach (self::CODE_NAMES as $name) {
            $found = $members[$name] ?? null;
            if (is_string($found) && preg_match('/^[A-Za-z]+(\.[A-Za-z]+)+$/D', $found) === 1) {
                return $found;
            }
        }
        foreach ($members as $member) {
            $code ??= self::codeIn($member);
        }
        return $code ?? null;
    }
}
