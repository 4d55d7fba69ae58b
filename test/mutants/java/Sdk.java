import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A small token SDK behind the adapter protocol, with mistakes to choose from: java Sdk.java MUTANT. */
public class Sdk {
    static final long DAY = 86400;

    // The steps of section 4.5, each of which a mutant can replace.
    Function<Map<String, Object>, String> serialise = Json::write;
    Function<String, byte[]> bytes = json -> json.getBytes(StandardCharsets.UTF_8);
    Function<byte[], String> base64 = Base64.getEncoder()::encodeToString;
    LongUnaryOperator clock = timestamp -> timestamp;
    LongFunction<String> seconds = Long::toString;
    Function<String, byte[]> key = secret -> secret.getBytes(StandardCharsets.UTF_8);
    Function<String[], String> message = parts -> String.join("", parts);
    Macs mac = (key, message) -> hmac("HmacSHA256", key, message);
    Function<byte[], String> signature = mac -> base64.apply(mac);

    interface Macs {
        byte[] of(byte[] key, byte[] message) throws Exception;
    }

    static byte[] hmac(String algorithm, byte[] key, byte[] message) throws Exception {
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(key, algorithm));
        return mac.doFinal(message);
    }

    record Field(Class<?> type, boolean required, long maximum) {}

    /** Section 2.1. No lower bounds are shown. */
    static final Map<String, Field> FIELDS = new LinkedHashMap<>();

    static {
        FIELDS.put("channelId", new Field(String.class, true, 0));
        FIELDS.put("userId", new Field(String.class, true, 0));
        FIELDS.put("privileges", new Field(Long.class, false, Long.MAX_VALUE));
        FIELDS.put("channelDuration", new Field(Long.class, false, Long.MAX_VALUE));
        FIELDS.put("duration", new Field(Long.class, false, DAY));
        FIELDS.put("size", new Field(Long.class, false, Long.MAX_VALUE));
        FIELDS.put("delayClose", new Field(Long.class, false, DAY));
    }

    /** Each replaces one step, or two. */
    static final Map<String, Consumer<Sdk>> MUTANTS = new LinkedHashMap<>();

    static {
        MUTANTS.put("right", sdk -> {});
        MUTANTS.put("getMimeEncoder", sdk -> sdk.base64 = Base64.getMimeEncoder()::encodeToString);
        MUTANTS.put("getMimeEncoder-64", sdk ->
            sdk.base64 = Base64.getMimeEncoder(64, new byte[] {'\n'})::encodeToString);
        MUTANTS.put("getUrlEncoder", sdk -> sdk.base64 = Base64.getUrlEncoder()::encodeToString);
        MUTANTS.put("withoutPadding", sdk -> sdk.base64 = Base64.getEncoder().withoutPadding()::encodeToString);
        MUTANTS.put("HexFormat", sdk -> sdk.signature = HexFormat.of()::formatHex);
        MUTANTS.put("HmacSHA1", sdk -> sdk.mac = (key, message) -> hmac("HmacSHA1", key, message));
        MUTANTS.put("HmacSHA512", sdk -> sdk.mac = (key, message) -> hmac("HmacSHA512", key, message));
        MUTANTS.put("MessageDigest", sdk -> sdk.mac = (key, message) -> {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key);
            return digest.digest(message);
        });
        MUTANTS.put("new-String-of-doFinal", sdk -> sdk.signature = mac ->
            sdk.base64.apply(new String(mac, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8)));
        MUTANTS.put("secret-ISO_8859_1", sdk -> sdk.key = secret -> secret.getBytes(StandardCharsets.ISO_8859_1));
        MUTANTS.put("secret-trim", sdk -> sdk.key = secret -> secret.trim().getBytes(StandardCharsets.UTF_8));
        MUTANTS.put("secret-mime-decoded", sdk -> sdk.key = Base64.getMimeDecoder()::decode);
        MUTANTS.put("params-UTF_16", sdk -> sdk.bytes = json -> json.getBytes(StandardCharsets.UTF_16));
        MUTANTS.put("toEpochMilli", sdk -> sdk.clock = now -> Instant.ofEpochSecond(now).toEpochMilli());
        MUTANTS.put("LocalDateTime", sdk -> sdk.clock = now ->
            LocalDateTime.ofInstant(Instant.ofEpochSecond(now), ZoneId.systemDefault()).toEpochSecond(ZoneOffset.UTC));
        MUTANTS.put("int-cast", sdk -> sdk.seconds = now -> String.valueOf((int) now));
        MUTANTS.put("double-valueOf", sdk -> sdk.seconds = now -> String.valueOf((double) now));
        MUTANTS.put("NumberFormat", sdk -> sdk.seconds = NumberFormat.getIntegerInstance(Locale.US)::format);
        MUTANTS.put("join-newlines", sdk -> sdk.message = parts -> String.join("\n", parts));
        MUTANTS.put("without-appId", sdk -> sdk.message = parts -> parts[0] + parts[2] + parts[3]);
        MUTANTS.put("String-format-json", sdk -> sdk.serialise = p -> {
            StringBuilder json = new StringBuilder();
            p.forEach((name, value) -> json.append(json.isEmpty() ? "{" : ",")
                .append(String.format(value instanceof String ? "\"%s\":\"%s\"" : "\"%s\":%s", name, value)));
            return json.append("}").toString();
        });
        MUTANTS.put("bean-with-nulls", sdk -> sdk.serialise = p -> {
            Map<String, Object> bean = new LinkedHashMap<>();
            FIELDS.keySet().forEach(name -> bean.put(name, p.get(name)));
            return Json.write(bean);
        });
        MUTANTS.put("getMimeEncoder-and-trim", sdk -> {
            sdk.base64 = Base64.getMimeEncoder()::encodeToString;
            sdk.key = secret -> secret.trim().getBytes(StandardCharsets.UTF_8);
        });
    }

    /** Its message is the reason. */
    static class Refused extends RuntimeException {
        Refused(String reason) {
            super(reason);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> check(Object joinParams) {
        if (!(joinParams instanceof Map<?, ?> given)) throw new Refused("wrong-type");
        FIELDS.forEach((name, field) -> {
            Object value = given.get(name);
            if (!given.containsKey(name)) {
                if (field.required) throw new Refused("missing-field");
            } else if (!field.type.isInstance(value)) throw new Refused("wrong-type");
            else if (value instanceof Long number && number > field.maximum) throw new Refused("out-of-range");
        });
        return (Map<String, Object>) given;
    }

    String sign(String[] parts, String secret) throws Exception {
        if (secret.isEmpty()) throw new Refused("empty-secret");
        return signature.apply(mac.of(key.apply(secret), message.apply(parts).getBytes(StandardCharsets.UTF_8)));
    }

    String issue(String appId, String secret, Object joinParams, long timestamp) throws Exception {
        String params = base64.apply(bytes.apply(serialise.apply(check(joinParams))));
        String[] parts = {"02", appId, seconds.apply(clock.applyAsLong(timestamp)), params};
        return String.join(".", parts) + "." + sign(parts, secret);
    }

    /** The result of a method; null if it is not offered. */
    Map<String, Object> result(String method, Map<String, Object> p) throws Exception {
        String appId = (String) p.get("appId");
        String secret = (String) p.get("appSecret");
        long timestamp = p.get("timestamp") instanceof Long second ? second : 0;
        switch (method) {
            case "describe":
                return Map.of("protocol", 1, "clock", "injected",
                    "sdk", Map.of("name", "mutant", "version", "1.0.0", "language", "Java"),
                    "methods", List.of("token.params", "token.signature", "token.issue"));
            case "token.params":
                return Map.of("params", base64.apply(bytes.apply((String) p.get("joinParamsJson"))));
            case "token.signature":
                String[] parts =
                    {(String) p.get("version"), appId, seconds.apply(timestamp), (String) p.get("params")};
                return Map.of("signature", sign(parts, secret));
            case "token.issue":
                return Map.of("token", issue(appId, secret, p.get("joinParams"), timestamp));
            default:
                return null;
        }
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> answer(Map<String, Object> question) {
        Map<String, Object> answer = new LinkedHashMap<>(Map.of("jsonrpc", "2.0", "id", question.get("id")));
        try {
            Map<String, Object> params = (Map<String, Object>) question.get("params");
            Map<String, Object> result = result((String) question.get("method"), params);
            if (result != null) answer.put("result", result);
            else answer.put("error", Map.of("code", -32601, "message", "method not offered"));
        } catch (Refused refused) {
            Map<String, Object> data = Map.of("reason", refused.getMessage());
            answer.put("error", Map.of("code", 1, "message", "refused", "data", data));
        } catch (Exception error) { // its text may hold a secret
            answer.put("error", Map.of("code", 3, "message", error.getClass().getName()));
        }
        return answer;
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        Consumer<Sdk> mutant = args.length == 1 ? MUTANTS.get(args[0]) : null;
        if (mutant == null) {
            System.err.println("usage: java Sdk.java MUTANT, one of: " + String.join(" ", MUTANTS.keySet()));
            System.exit(2);
        }
        Sdk sdk = new Sdk();
        mutant.accept(sdk);
        // UTF-8 both ways, whatever the platform says; JSON has no bare line ends within a message.
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = input.readLine()) != null; )
            output.print(Json.write(sdk.answer((Map<String, Object>) new Json(line).value())) + "\n");
        output.flush();
    }

    /** Just enough JSON; trusts what it reads. Whole numbers are Long, others Double. */
    static class Json {
        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            char first = peek();
            if (first == '{') return object();
            if (first == '[') return array();
            if (first == '"') return string();
            int start = at;
            while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            if (word.equals("null")) return null;
            if (word.equals("true") || word.equals("false")) return Boolean.valueOf(word);
            if (word.matches("-?[0-9]+")) return Long.valueOf(word);
            return Double.valueOf(word);
        }

        char peek() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        /** Takes the next character if it is this one. */
        boolean takes(char wanted) {
            if (peek() != wanted) return false;
            at++;
            return true;
        }

        Map<String, Object> object() {
            Map<String, Object> members = new LinkedHashMap<>();
            for (takes('{'); !takes('}'); takes(',')) {
                peek();
                String name = string();
                takes(':');
                members.put(name, value());
            }
            return members;
        }

        List<Object> array() {
            List<Object> items = new ArrayList<>();
            for (takes('['); !takes(']'); takes(',')) items.add(value());
            return items;
        }

        String string() {
            StringBuilder out = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++)
                out.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
            at++;
            return out.toString();
        }

        char escaped() {
            char letter = text.charAt(++at);
            int control = "bfnrt".indexOf(letter);
            if (control >= 0) return "\b\f\n\r\t".charAt(control);
            if (letter != 'u') return letter;
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> map)
                return map.entrySet().stream()
                    .map(entry -> quoted(entry.getKey().toString()) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
            if (value instanceof List<?> list)
                return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            return value instanceof String string ? quoted(string) : String.valueOf(value);
        }

        static String quoted(String string) {
            StringBuilder out = new StringBuilder("\"");
            for (char unit : string.toCharArray()) {
                if (unit == '"' || unit == '\\') out.append('\\').append(unit);
                else if (unit < ' ') out.append(String.format("\\u%04x", (int) unit));
                else out.append(unit);
            }
            return out.append('"').toString();
        }
    }
}
