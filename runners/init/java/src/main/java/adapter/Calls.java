package adapter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The calls of your SDK, for the loop in Adapter. They only translate: a check or a repair here would test this file
 * instead of the SDK.
 */
final class Calls {
    interface Method {
        Object call(JsonNode params) throws Exception;
    }

    record Failure(int code, String message, String reason) {}

    static final Map<String, Object> DESCRIPTION = Map.of(
            "sdk", Map.of("name", "TODO: name of your SDK", "version", "0.0.0", "language", "Java"),
            // "system" if your SDK reads the clock itself; timestamp is then not sent.
            "clock", "injected",
            // "own" if your SDK makes the Authorization value itself.
            "authorization", "given");
    // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
    // members and tells: see the guide of adapters.

    /** What is null here is not offered, and the suite skips it. */
    static final Map<String, Method> METHODS = new LinkedHashMap<>();

    static {
        // TODO token.params: joinParamsJson, a JSON text that is encoded exactly as it is; out: params, text.
        // p -> Map.of("params", Sdk.params(text(p, "joinParamsJson")))
        METHODS.put("token.params", null);

        // TODO token.signature: version, appId, timestamp (a number), params and appSecret; out: signature, text.
        // p -> Map.of("signature", Sdk.sign(
        //         text(p, "version"), text(p, "appId"), number(p, "timestamp"), text(p, "params"), text(p, "appSecret")))
        METHODS.put("token.signature", null);

        // TODO token.issue: appId, appSecret, joinParams (an object) and timestamp (a number, not with the clock
        // "system"); out: token, text. Pass on only members that are there, and convert none:
        // if (p.get("joinParams").has("size")) joinParams.setSize(number(p.get("joinParams"), "size"));
        // p -> Map.of("token", Sdk.issue(
        //         text(p, "appId"), text(p, "appSecret"), joinParams(p.get("joinParams")), number(p, "timestamp")))
        METHODS.put("token.issue", null);

        // TODO token.verify: token, appId, appSecret and now (a number); out: valid: true and joinParams, an object, or
        // valid: false and a reason: malformed, version, app, signature, params or expired.
        // p -> Map.of("valid", false, "reason", "expired")
        METHODS.put("token.verify", null);

        // TODO client.call: baseUrl, appId, appSecret, timeoutMillis (a number), authorization (the whole value of the
        // header), operation (auth.token, streaming.start, streaming.update, streaming.stop) and body, an object; out:
        // ok: true, status (a number) and, after auth.token, token; or ok: false, kind (http, network, timeout,
        // protocol) and, where the SDK tells them, status and code. Calls come in threads, side by side.
        // p -> Map.of("ok", true, "status", 200, "token", client(p).token(p.get("body").get("channelId").textValue()))
        METHODS.put("client.call", null);
    }

    private Calls() {}

    static String text(JsonNode p, String name) {
        if (!p.path(name).isTextual()) throw new Unsupported(name); // asText would convert
        return p.get(name).textValue();
    }

    static long number(JsonNode p, String name) {
        if (!p.path(name).isIntegralNumber() || !p.get(name).canConvertToLong()) throw new Unsupported(name);
        return p.get(name).longValue();
    }

    /** Java's types cannot hold the values of the question: code 2. */
    private static final class Unsupported extends RuntimeException {
        Unsupported(String name) {
            super("cannot be expressed in the types of this SDK: " + name);
        }
    }

    /** The errors of the SDK in the codes of the protocol; null is code 3, all else. */
    static Failure translate(Throwable error) {
        // TODO code 1 is a refusal by the SDK, with the reason missing-field, wrong-type, out-of-range, empty-secret or
        // malformed:
        // if (error instanceof SdkException refused) return new Failure(1, "refused", "out-of-range");
        if (error instanceof Unsupported) return new Failure(2, error.getMessage(), null);
        return null;
    }
}
