<?php

// Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). Nothing here reads the clock or the
// environment, and no message holds a secret.

declare(strict_types=1);

namespace ChannelSdk;

/** A call that makes no token; `reason` is a stable code. */
final class Refused extends \InvalidArgumentException
{
    public function __construct(public readonly string $reason, string $name)
    {
        parent::__construct("$reason: $name");
    }
}

final class ChannelToken
{
    public const VERSION = '02'; // section 9 item 1
    public const DAY = 86400;

    /**
     * Section 2.1: type, required, upper bound. No other bound is shown, so no other is checked: negative numbers and
     * empty ids are the service's to judge.
     */
    private const FIELDS = [
        'channelId' => ['is_string', true, null],
        'userId' => ['is_string', true, null],
        'privileges' => ['is_int', false, null],
        'channelDuration' => ['is_int', false, null],
        'duration' => ['is_int', false, self::DAY],
        'size' => ['is_int', false, null],
        'delayClose' => ['is_int', false, self::DAY],
    ];

    /** The params part for a JSON text, which is taken exactly as given. */
    public static function params(string $joinParamsJson): string
    {
        return base64_encode($joinParamsJson);
    }

    /** The signature part (section 4.5). */
    public static function sign(
        string $version,
        string $appId,
        int $timestamp,
        string $params,
        #[\SensitiveParameter] string $appSecret,
    ): string {
        return self::mac($version . $appId . $timestamp . $params, $appSecret);
    }

    /** A token (section 2.2) for join parameters: an object, or an array with names. */
    public static function issue(
        string $appId,
        #[\SensitiveParameter] string $appSecret,
        mixed $joinParams,
        int $timestamp,
    ): string {
        $checked = self::checkJoinParams($joinParams);
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
        $params = self::params(json_encode($checked, $flags));
        $signature = self::sign(self::VERSION, $appId, $timestamp, $params, $appSecret);
        return implode('.', [self::VERSION, $appId, $timestamp, $params, $signature]);
    }

    /** The join parameters by name; refuses what does not follow section 2.1. */
    public static function checkJoinParams(mixed $joinParams): array
    {
        $isMap = is_object($joinParams) || (is_array($joinParams) && !array_is_list($joinParams));
        if (!$isMap) {
            throw new Refused('wrong-type', 'joinParams');
        }
        $given = (array) $joinParams;
        foreach (self::FIELDS as $name => [$fits, $required, $maximum]) {
            if (array_key_exists($name, $given)) { // isset would take null for a member that is not there
                self::checkValue($name, $given[$name], $fits, $maximum);
            } elseif ($required) {
                throw new Refused('missing-field', $name);
            }
        }
        return $given;
    }

    private static function checkValue(string $name, mixed $value, callable $fits, ?int $maximum): void
    {
        if (!$fits($value)) { // is_int and not is_numeric, which takes "60"
            throw new Refused('wrong-type', $name);
        }
        if ($maximum !== null && $value > $maximum) {
            throw new Refused('out-of-range', $name);
        }
    }

    /** The base64 of HMAC-SHA256 with the app secret as key (section 4.5). */
    public static function mac(string $message, #[\SensitiveParameter] string $appSecret): string
    {
        if ($appSecret === '') {
            throw new Refused('empty-secret', 'appSecret');
        }
        // true: raw bytes, since the default is hexadecimal text.
        return base64_encode(hash_hmac('sha256', $message, $appSecret, true));
    }
}
