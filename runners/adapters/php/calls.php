<?php

// The calls of an SDK in PHP, for the loop in adapter.php: put those of your SDK in their place. They only translate:
// a check or a repair here would test this file instead of the SDK.

declare(strict_types=1);

use ChannelSdk\CallFailed;
use ChannelSdk\ChannelClient;
use ChannelSdk\ChannelToken;
use ChannelSdk\InvalidToken;
use ChannelSdk\Refused;
use ChannelSdk\TokenVerifier;

require_once __DIR__ . '/ChannelToken.php';
require_once __DIR__ . '/TokenVerifier.php';
require_once __DIR__ . '/ChannelClient.php';

return [
    'description' => [
        'sdk' => ['name' => 'channel-sdk', 'version' => '1.0.0', 'language' => 'PHP'],
        // "system" if your SDK reads the clock itself; timestamp is then not sent.
        'clock' => 'injected',
        // "own" if your SDK makes the Authorization value itself.
        'authorization' => 'given',
        // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always,
        // operations, members and tells: see the guide of adapters.
    ],

    // What is null here is not offered, and the suite skips it.
    'methods' => [
        'token.params' => static fn(object $p): array => ['params' => ChannelToken::params($p->joinParamsJson)],

        'token.signature' => static fn(object $p): array => [
            'signature' => ChannelToken::sign($p->version, $p->appId, $p->timestamp, $p->params, $p->appSecret),
        ],

        'token.issue' => static fn(object $p): array => [
            'token' => ChannelToken::issue($p->appId, $p->appSecret, $p->joinParams, $p->timestamp),
        ],

        // An invalid token is a result, not an error.
        'token.verify' => static function (object $p): array {
            try {
                $found = TokenVerifier::verify($p->token, $p->appId, $p->appSecret, $p->now);
                return ['valid' => true, 'joinParams' => $found];
            } catch (InvalidToken $invalid) {
                return ['valid' => false, 'reason' => $invalid->reason];
            }
        },

        // A failed call is a result too.
        'client.call' => static function (object $p): array {
            $client = new ChannelClient($p->baseUrl, $p->authorization, $p->timeoutMillis);
            try {
                $reply = $client->call($p->operation, $p->body);
                $told = ['ok' => true, 'status' => $reply->status, 'token' => $reply->token];
            } catch (CallFailed $failed) {
                $told = [
                    'ok' => false,
                    'kind' => $failed->kind,
                    'status' => $failed->status,
                    'code' => $failed->errorCode,
                ];
            }
            return array_filter($told, static fn(mixed $value): bool => $value !== null);
        },
    ],

    // The errors of the SDK in the codes of the protocol; null is code 3. Code 1 needs data.reason. Code 2 is for
    // types that cannot hold the question.
    'translate' => static fn(Throwable $error): ?array => $error instanceof Refused
        ? ['code' => 1, 'message' => $error->getMessage(), 'data' => ['reason' => $error->reason]]
        : null,
];
