import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A right token SDK behind the adapter protocol, with code of its own for each method: rows of ../java.yaml change it. */
public class Program {
    static final long DAY = 86400;

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

    /** Its message is the reason. */
    static class Refused extends RuntimeException {
        Refused(String reason) {
            super(reason);
        }
    }

    static class Invalid extends RuntimeException {
        Invalid(String reason) {
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

    static String mintParams(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return Base64.getEncoder().encodeToString(bytes);
    }

    static String sign(String version, String appId, String seconds, String params, String secret) throws Exception {
        if (secret.isEmpty()) throw new Refused("empty-secret");
        byte[] key = secret.getBytes(StandardCharsets.UTF_8);
        String message = version + appId + seconds + params;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        byte[] digest = mac.doFinal(message.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(digest);
    }

    static String issue(String appId, String secret, Object asked, long timestamp) throws Exception {
        Map<String, Object> joinParams = check(asked);
        String params = mintParams(Json.write(joinParams));
        String seconds = Long.toString(timestamp);
        String signature = sign("02", appId, seconds, params, secret);
        return String.join(".", "02", appId, seconds, params, signature);
    }

    static Map<String, Object> verify(String token, String ownApp, String ownSecret, long now) throws Exception {
        String[] parts = split(token);
        if (!parts[0].equals("02")) throw new Invalid("version");
        if (!parts[1].equals(ownApp)) throw new Invalid("app");
        if (ownSecret.isEmpty()) throw new Refused("empty-secret");
        String signed = parts[0] + parts[1] + parts[2] + parts[3];
        Mac own = Mac.getInstance("HmacSHA256");
        own.init(new SecretKeySpec(ownSecret.getBytes(StandardCharsets.UTF_8), "RAW"));
        byte[] expected = own.doFinal(signed.getBytes(StandardCharsets.UTF_8));
        if (!MessageDigest.isEqual(expected, Base64.getDecoder().decode(parts[4]))) throw new Invalid("signature");
        Map<String, Object> found = read(Base64.getDecoder().decode(parts[3]));
        long duration = (Long) found.getOrDefault("duration", DAY);
        BigInteger end = new BigInteger(parts[2]).add(BigInteger.valueOf(duration));
        if (BigInteger.valueOf(now).compareTo(end) > 0) throw new Invalid("expired");
        return found;
    }

    static String[] split(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 5) throw new Invalid("malformed");
        if (!parts[2].matches("[0-9]+")) throw new Invalid("malformed");
        if (!isCanonical(parts[3]) || !isCanonical(parts[4])) throw new Invalid("malformed");
        return parts;
    }

    /** The decoder also takes missing padding and unused bits (RFC 4648 section 3.5). */
    static boolean isCanonical(String part) {
        try {
            byte[] bytes = Base64.getDecoder().decode(part);
            return bytes.length > 0 && Base64.getEncoder().encodeToString(bytes).equals(part);
        } catch (IllegalArgumentException error) {
            return false;
        }
    }

    static Map<String, Object> read(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return check(Json.whole(text));
        } catch (CharacterCodingException | Json.Malformed | Refused error) {
            throw new Invalid("params");
        }
    }

    static Map<String, Object> verified(Map<String, Object> p, String appId, String secret) throws Exception {
        try {
            Map<String, Object> found = verify((String) p.get("token"), appId, secret, (Long) p.get("now"));
            return Map.of("valid", true, "joinParams", found);
        } catch (Invalid invalid) {
            return Map.of("valid", false, "reason", invalid.getMessage());
        }
    }

    /** The result of a method; null if it is not offered. */
    static Map<String, Object> result(String method, Map<String, Object> p) throws Exception {
        String appId = (String) p.get("appId");
        String secret = (String) p.get("appSecret");
        long timestamp = p.get("timestamp") instanceof Long second ? second : 0;
        switch (method) {
            case "describe":
                return Map.of("protocol", 1, "clock", "injected",
                    "sdk", Map.of("name", "program", "version", "1.0.0", "language", "Java"),
                    "methods", List.of("token.params", "token.signature", "token.issue", "token.verify"));
            case "token.params":
                return Map.of("params", mintParams((String) p.get("joinParamsJson")));
            case "token.signature":
                String[] signed = {(String) p.get("version"), Long.toString(timestamp), (String) p.get("params")};
                return Map.of("signature", sign(signed[0], appId, signed[1], signed[2], secret));
            case "token.issue":
                return Map.of("token", issue(appId, secret, p.get("joinParams"), timestamp));
            case "token.verify":
                return verified(p, appId, secret);
            default:
                return null;
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> answer(Map<String, Object> question) {
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
        // UTF-8 both ways, whatever the platform says; JSON has no bare line ends within a message.
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = input.readLine()) != null; ) {
            output.print(Json.write(answer((Map<String, Object>) Json.whole(line))) + "\n");
            output.flush();
        }
    }

    /** RFC 8259, strictly. Whole numbers are Long where they fit and BigInteger elsewhere, others Double. */
    static class Json {
        static class Malformed extends RuntimeException {}

        final String text;
        int at = 0;

        Json(String text) {
            this.text = text;
        }

        static Object whole(String text) {
            Json json = new Json(text);
            Object value = json.value();
            if (json.peek() != 0) throw new Malformed();
            return value;
        }

        Object value() {
            switch (peek()) {
                case '{': return object();
                case '[': return array();
                case '"': return string();
                default: return word();
            }
        }

        Object word() {
            int start = at;
            while (at < text.length() && ",]}: \t\r\n".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            if (word.equals("null")) return null;
            if (word.equals("true") || word.equals("false")) return Boolean.valueOf(word);
            if (!word.matches("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?")) throw new Malformed();
            if (word.matches("-?[0-9]+")) return integer(new BigInteger(word));
            if (Double.isInfinite(Double.parseDouble(word))) throw new Malformed();
            return Double.valueOf(word);
        }

        static Object integer(BigInteger number) {
            return number.bitLength() < 64 ? (Object) number.longValue() : number;
        }

        /** The next character that is no white space; 0 at the end. */
        char peek() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
            return at < text.length() ? text.charAt(at) : 0;
        }

        void take(char wanted) {
            if (peek() != wanted) throw new Malformed();
            at++;
        }

        Map<String, Object> object() {
            Map<String, Object> members = new LinkedHashMap<>();
            take('{');
            while (peek() != '}') {
                if (!members.isEmpty()) take(',');
                peek();
                String name = string();
                take(':');
                if (members.containsKey(name)) throw new Malformed();
                members.put(name, value());
            }
            take('}');
            return members;
        }

        List<Object> array() {
            List<Object> items = new ArrayList<>();
            take('[');
            while (peek() != ']') {
                if (!items.isEmpty()) take(',');
                items.add(value());
            }
            take(']');
            return items;
        }

        String string() {
            StringBuilder out = new StringBuilder();
            take('"');
            for (char unit = next(); unit != '"'; unit = next()) {
                if (unit < ' ') throw new Malformed();
                out.append(unit == '\\' ? escaped(next()) : unit);
            }
            return out.toString();
        }

        char next() {
            if (at >= text.length()) throw new Malformed();
            return text.charAt(at++);
        }

        char escaped(char letter) {
            int control = "bfnrt\"\\/".indexOf(letter);
            if (control >= 0) return "\b\f\n\r\t\"\\/".charAt(control);
            if (letter != 'u' || at + 4 > text.length()) throw new Malformed();
            String digits = text.substring(at, at += 4);
            if (!digits.matches("[0-9a-fA-F]{4}")) throw new Malformed();
            return (char) Integer.parseInt(digits, 16);
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
