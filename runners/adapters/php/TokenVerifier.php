<?php

// Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5).

declare(strict_types=1);

namespace ChannelSdk;

require_once __DIR__ . '/ChannelToken.php';

/** A token that is not accepted; `reason` is a stable code. */
final class InvalidToken extends \RuntimeException
{
    public function __construct(public readonly string $reason)
    {
        parent::__construct($reason);
    }
}

final class TokenVerifier
{
    /** The join parameters of a valid token, as objects: an array would lose the difference of {} and []. */
    public static function verify(
        string $token,
        string $appId,
        #[\SensitiveParameter] string $appSecret,
        int $now,
    ): object {
        [$version, $tokenAppId, $timestamp, $params, $signature] = self::split($token);
        if ($version !== ChannelToken::VERSION) { // != would take "2" for "02"
            throw new InvalidToken('version');
        }
        if ($tokenAppId !== $appId) {
            throw new InvalidToken('app');
        }
        // Section 4.5: over the parts as received; a second JSON encoding may differ.
        $expected = ChannelToken::mac($version . $tokenAppId . $timestamp . $params, $appSecret);
        if (!hash_equals($expected, $signature)) {
            throw new InvalidToken('signature');
        }
        $joinParams = self::readParams(base64_decode($params));
        // Section 2.1: validity starts at the token's timestamp.
        if ($now > (int) $timestamp + ($joinParams->duration ?? ChannelToken::DAY)) {
            throw new InvalidToken('expired');
        }
        return $joinParams;
    }

    private static function split(string $token): array
    {
        $parts = explode('.', $token);
        // D, since $ alone also matches before a line feed. 18 digits are what an int holds for certain.
        $isShaped = count($parts) === 5
            && preg_match('/^[0-9]{1,18}$/D', $parts[2]) === 1
            && self::isBase64($parts[3])
            && self::isBase64($parts[4]);
        return $isShaped ? $parts : throw new InvalidToken('malformed');
    }

    /** Encodes again and compares: strict decoding still takes white space and unused bits (RFC 4648 section 3.5). */
    private static function isBase64(string $part): bool
    {
        return base64_encode((string) base64_decode($part, true)) === $part;
    }

    private static function readParams(string $json): object
    {
        try {
            $found = json_decode($json, false, 512, JSON_THROW_ON_ERROR);
            ChannelToken::checkJoinParams($found);
        } catch (\JsonException | Refused) {
            throw new InvalidToken('params');
        }
        return self::isExact($json, $found) ? $found : throw new InvalidToken('params');
    }

    /**
     * Has json_decode kept all? Of a name that stands twice it keeps the last (RFC 8259 section 4), and it makes
     * floats of integers above 64 bits, and INF of 1e400.
     */
    private static function isExact(string $json, object $found): bool
    {
        preg_match_all('/"(?:[^"\\\\]++|\\\\.)*+"(\s*+:)?|(-?[0-9][-+.0-9eE]*+)/', $json, $words);
        $numbers = array_filter($words[2], static fn(string $word): bool => $word !== '');
        foreach ($numbers as $number) {
            $isKept = ctype_digit(ltrim($number, '-')) ? is_int(json_decode($number)) : is_finite((float) $number);
            if (!$isKept) {
                return false;
            }
        }
        return count(array_filter($words[1])) === self::countNames($found);
    }

    private static function countNames(mixed $value): int
    {
        $below = is_object($value) || is_array($value) ? (array) $value : [];
        return array_sum(array_map(self::countNames(...), $below)) + (is_object($value) ? count($below) : 0);
    }
}
