<?php

// The calls of your SDK, for the loop in adapter.php. They only translate: a check or a repair here would test this
// file instead of the SDK.

declare(strict_types=1);

// TODO: your SDK. Composer's folder is that of the project, above this one.
// require __DIR__ . '/../vendor/autoload.php';

return [
    'description' => [
        'sdk' => ['name' => 'TODO: name of your SDK', 'version' => '0.0.0', 'language' => 'PHP'],
        // "system" if your SDK reads the clock itself; timestamp is then not sent.
        'clock' => 'injected',
        // "own" if your SDK makes the Authorization value itself.
        'authorization' => 'given',
        // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always,
        // operations, members and tells: see the guide of adapters.
    ],

    // What is null here is not offered, and the suite skips it.
    'methods' => [
        // TODO token.params: $p->joinParamsJson, a JSON text that is encoded exactly as it is; out: params, text.
        // static fn(object $p): array => ['params' => Sdk::params($p->joinParamsJson)]
        'token.params' => null,

        // TODO token.signature: $p->version, appId, timestamp (int), params and appSecret; out: signature, text.
        // static fn(object $p): array => [
        //     'signature' => Sdk::sign($p->version, $p->appId, $p->timestamp, $p->params, $p->appSecret),
        // ]
        'token.signature' => null,

        // TODO token.issue: $p->appId, appSecret, joinParams (an object; (array) makes an array of it) and
        // timestamp (int, not with the clock "system"); out: token, text. Pass on only members that are there.
        // static fn(object $p): array => [
        //     'token' => Sdk::issue($p->appId, $p->appSecret, (array) $p->joinParams, $p->timestamp),
        // ]
        'token.issue' => null,

        // TODO token.verify: $p->token, appId, appSecret and now (int); out: valid: true and joinParams, an object,
        // or valid: false and a reason: malformed, version, app, signature, params or expired.
        // static function (object $p): array {
        //     try {
        //         return ['valid' => true, 'joinParams' => Sdk::verify($p->token, $p->appId, $p->appSecret, $p->now)];
        //     } catch (InvalidToken $invalid) {
        //         return ['valid' => false, 'reason' => $invalid->reason];
        //     }
        // }
        'token.verify' => null,

        // TODO client.call: $p->baseUrl, appId, appSecret, timeoutMillis (int), authorization (the whole value of the
        // header), operation (auth.token, streaming.start, streaming.update, streaming.stop) and body, an object;
        // out: ok: true, status and, after auth.token, token; or ok: false, kind (http, network, timeout, protocol)
        // and, where the SDK tells them, status (int) and code.
        // static fn(object $p): array => [
        //     'ok' => true,
        //     'status' => 200,
        //     'token' => (new Client($p->baseUrl, $p->authorization))->token((array) $p->body),
        // ]
        'client.call' => null,
    ],

    // The errors of the SDK in the codes of the protocol: code 1 is a refusal by the SDK, with the reason
    // missing-field, wrong-type, out-of-range, empty-secret or malformed; code 2 is for types that cannot hold the
    // question; null is code 3, all else.
    // TODO: $error instanceof Refused ? ['code' => 1, 'message' => 'refused', 'data' => ['reason' => …]] : null
    'translate' => static fn(Throwable $error): ?array => null,
];
