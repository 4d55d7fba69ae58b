package adapter;

import channelsdk.CallFailed;
import channelsdk.ChannelClient;
import channelsdk.ChannelToken;
import channelsdk.InvalidToken;
import channelsdk.JoinParams;
import channelsdk.Refused;
import channelsdk.TokenVerifier;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The calls of an SDK in Java, for the loop in Adapter: put those of your SDK in their place. They only translate: a
 * check or a repair here would test this file instead of the SDK.
 */
final class Calls {
    interface Method {
        Object call(JsonNode params) throws Exception;
    }

    record Failure(int code, String message, String reason) {}

    static final Map<String, Object> DESCRIPTION = Map.of(
            "sdk", Map.of("name", "channelsdk", "version", "1.0.0", "language", "Java"),
            // "system" if your SDK reads the clock itself; timestamp is then not sent.
            "clock", "injected",
            // "own" if your SDK makes the Authorization value itself.
            "authorization", "given");
    // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
    // members and tells: see the guide of adapters.

    /** What is null here is not offered, and the suite skips it. */
    static final Map<String, Method> METHODS = new LinkedHashMap<>();

    static {
        METHODS.put("token.params", p -> Map.of("params", ChannelToken.params(text(p, "joinParamsJson"))));
        METHODS.put("token.signature", p -> Map.of("signature", ChannelToken.sign(
                text(p, "version"), text(p, "appId"), number(p, "timestamp"), text(p, "params"), text(p, "appSecret"))));
        METHODS.put("token.issue", p -> Map.of("token", ChannelToken.issue(
                text(p, "appId"), text(p, "appSecret"), joinParams(p.get("joinParams")), number(p, "timestamp"))));
        METHODS.put("token.verify", Calls::verify);
        METHODS.put("client.call", Calls::clientCall);
    }

    private Calls() {}

    /** An invalid token is a result, not an error. */
    private static Object verify(JsonNode p) {
        try {
            JsonNode found = TokenVerifier.verify(
                    text(p, "token"), text(p, "appId"), text(p, "appSecret"), number(p, "now"));
            return Map.of("valid", true, "joinParams", found);
        } catch (InvalidToken invalid) {
            return Map.of("valid", false, "reason", invalid.reason);
        }
    }

    /** A failed call is a result too. */
    private static Object clientCall(JsonNode p) {
        Map<String, Object> result = new LinkedHashMap<>();
        Duration timeout = Duration.ofMillis(number(p, "timeoutMillis"));
        ChannelClient client = new ChannelClient(text(p, "baseUrl"), text(p, "authorization"), timeout);
        try {
            ChannelClient.Reply reply = client.call(text(p, "operation"), p.get("body"));
            result.put("ok", true);
            result.put("status", reply.status());
            result.put("token", reply.token());
        } catch (CallFailed failed) {
            result.put("ok", false);
            result.put("kind", failed.kind);
            result.put("status", failed.status);
            result.put("code", failed.code);
        }
        result.values().removeIf(value -> value == null);
        return result;
    }

    /** Only the members that are there, and nothing converted: "60" and null do not fit a Long. */
    private static JoinParams joinParams(JsonNode given) {
        if (!given.isObject()) throw new Unsupported("joinParams");
        JoinParams joinParams = new JoinParams();
        given.fieldNames().forEachRemaining(name -> {
            switch (name) {
                case "channelId" -> joinParams.channelId(text(given, name));
                case "userId" -> joinParams.userId(text(given, name));
                case "privileges" -> joinParams.privileges(number(given, name));
                case "channelDuration" -> joinParams.channelDuration(number(given, name));
                case "duration" -> joinParams.duration(number(given, name));
                case "size" -> joinParams.size(number(given, name));
                case "delayClose" -> joinParams.delayClose(number(given, name));
                default -> throw new Unsupported("a member that JoinParams does not have");
            }
        });
        return joinParams;
    }

    private static String text(JsonNode p, String name) {
        if (!p.path(name).isTextual()) throw new Unsupported(name); // asText would convert
        return p.get(name).textValue();
    }

    private static long number(JsonNode p, String name) {
        if (!p.path(name).isIntegralNumber() || !p.get(name).canConvertToLong()) throw new Unsupported(name);
        return p.get(name).longValue();
    }

    /** Java's types cannot hold the values of the question. */
    private static final class Unsupported extends RuntimeException {
        Unsupported(String name) {
            super("cannot be expressed in the types of this SDK: " + name);
        }
    }

    /** The errors of the SDK in the codes of the protocol; null is code 3. */
    static Failure translate(Throwable error) {
        if (error instanceof Refused refused) return new Failure(1, refused.getMessage(), refused.reason);
        if (error instanceof Unsupported) return new Failure(2, error.getMessage(), null);
        return null;
    }
}
