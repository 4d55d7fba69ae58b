// Twenty small token SDKs behind one adapter (JSON-RPC on stdin and stdout).
// Start it as `java Sdk VARIANT`; `java Sdk --list` prints the variants and their known mistakes.

import java.io.*;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.*;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Sdk {

    // ------------------------------------------------------------ JSON

    static class JsonError extends RuntimeException {
        JsonError(String m) { super(m); }
    }

    /** A small strict JSON reader and writer: Map, List, String, Long, BigInteger, Double, Boolean, null. */
    static class Json {
        private final String s;
        private int i;

        private Json(String s) { this.s = s; }

        static Object read(String text) {
            Json j = new Json(text);
            Object v = j.value();
            j.space();
            if (j.i != text.length()) throw new JsonError("text after the value");
            return v;
        }

        @SuppressWarnings("unchecked")
        static Map<String, Object> object(String text) {
            Object v = read(text);
            if (!(v instanceof Map)) throw new JsonError("no object");
            return (Map<String, Object>) v;
        }

        private void space() {
            while (i < s.length() && " \t\r\n".indexOf(s.charAt(i)) >= 0) i++;
        }

        private char peek() {
            space();
            if (i >= s.length()) throw new JsonError("unexpected end");
            return s.charAt(i);
        }

        private void expect(char c) {
            if (peek() != c) throw new JsonError("expected " + c);
            i++;
        }

        private Object value() {
            char c = peek();
            if (c == '{') return map();
            if (c == '[') return list();
            if (c == '"') return string();
            for (String w : new String[] {"true", "false", "null"}) {
                if (s.startsWith(w, i)) {
                    i += w.length();
                    return w.equals("null") ? null : (Object) w.equals("true");
                }
            }
            return number();
        }

        private Object number() {
            Matcher m = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?").matcher(s).region(i, s.length());
            if (!m.lookingAt()) throw new JsonError("unexpected character");
            i = m.end();
            if (m.group(2) != null || m.group(3) != null) return Double.valueOf(m.group());
            BigInteger b = new BigInteger(m.group());
            return b.bitLength() < 64 ? (Object) b.longValue() : b;
        }

        private Map<String, Object> map() {
            Map<String, Object> out = new LinkedHashMap<>();
            expect('{');
            if (peek() == '}') { i++; return out; }
            while (true) {
                peek();
                String k = string();
                expect(':');
                out.put(k, value());
                if (peek() == '}') { i++; return out; }
                expect(',');
            }
        }

        private List<Object> list() {
            List<Object> out = new ArrayList<>();
            expect('[');
            if (peek() == ']') { i++; return out; }
            while (true) {
                out.add(value());
                if (peek() == ']') { i++; return out; }
                expect(',');
            }
        }

        private String string() {
            expect('"');
            StringBuilder b = new StringBuilder();
            while (true) {
                if (i >= s.length()) throw new JsonError("open string");
                char c = s.charAt(i++);
                if (c == '"') return b.toString();
                if (c < ' ') throw new JsonError("control character");
                if (c != '\\') { b.append(c); continue; }
                if (i >= s.length()) throw new JsonError("open string");
                c = s.charAt(i++);
                int at = "\"\\/bfnrt".indexOf(c);
                if (at >= 0) { b.append("\"\\/\b\f\n\r\t".charAt(at)); continue; }
                if (c != 'u' || i + 4 > s.length() || !s.substring(i, i + 4).matches("[0-9a-fA-F]{4}")) throw new JsonError("bad escape");
                b.append((char) Integer.parseInt(s.substring(i, i + 4), 16));
                i += 4;
            }
        }

        static String write(Object v) {
            if (v instanceof Map) {
                StringJoiner j = new StringJoiner(",", "{", "}");
                ((Map<?, ?>) v).forEach((k, x) -> j.add(quote((String) k) + ":" + write(x)));
                return j.toString();
            }
            if (v instanceof List) return ((List<?>) v).stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
            return v instanceof String ? quote((String) v) : String.valueOf(v);
        }

        static String quote(String t) {
            StringBuilder b = new StringBuilder("\"");
            for (char c : t.toCharArray()) {
                if (c == '"' || c == '\\') b.append('\\').append(c);
                else if (c < ' ') b.append(String.format("\\u%04x", (int) c));
                else b.append(c);
            }
            return b.append('"').toString();
        }
    }

    // ------------------------------------------------------------ shared by the adapters

    static class Refused extends RuntimeException {
        Refused(String reason) { super(reason); }
    }

    static abstract class Variant {
        String params(String text) throws Exception { throw new UnsupportedOperationException(); }
        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception { throw new UnsupportedOperationException(); }
        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception { throw new UnsupportedOperationException(); }
        /** A Map (the join parameters) for a valid token, else the reason. */
        Object verify(String token, String appId, String secret, long now) throws Exception { throw new UnsupportedOperationException(); }
    }

    /** Strict base64 (padded, no line breaks) that holds a JSON object in UTF-8, else null. */
    static String open(String part) {
        try {
            byte[] raw = Base64.getDecoder().decode(part);
            String text = new String(raw, StandardCharsets.UTF_8);
            if (!Base64.getEncoder().encodeToString(raw).equals(part) || !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), raw)) return null;
            return Json.read(text) instanceof Map ? text : null;
        } catch (IllegalArgumentException | JsonError e) {
            return null;
        }
    }

    // ------------------------------------------------------------ aare-1

    static class Aare extends Variant {
        private String encode(String json) {
            return Base64.getMimeEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));
        }

        String params(String text) { return encode(Json.write(Json.object(text))); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] raw = mac.doFinal((version + appId + timestamp + params).getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(raw);
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String p = encode(Json.write(join));
            return "02." + appId + "." + timestamp + "." + p + "." + sign("02", appId, timestamp, p, secret);
        }
    }

    // ------------------------------------------------------------ adda-2

    static class Adda extends Variant {
        private Map<String, Object> numbers(Map<String, Object> in) {
            Map<String, Object> out = new TreeMap<>();
            for (Map.Entry<String, Object> e : in.entrySet()) {
                Object v = e.getValue();
                out.put(e.getKey(), v instanceof Number ? (Object) ((Number) v).doubleValue() : v);
            }
            return out;
        }

        String params(String text) {
            return Base64.getEncoder().encodeToString(Json.write(numbers(Json.object(text))).getBytes(StandardCharsets.UTF_8));
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "RAW"));
            for (String piece : List.of(version, appId, Long.toString(timestamp), params)) mac.update(piece.getBytes(StandardCharsets.UTF_8));
            return new String(Base64.getEncoder().encode(mac.doFinal()), StandardCharsets.US_ASCII);
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = params(Json.write(join));
            return String.join(".", "02", appId, Long.toString(timestamp), params, sign("02", appId, timestamp, params, secret));
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] p = token.split("\\.", -1);
            if (p.length != 5 || !p[2].matches("\\d{1,18}")) return "malformed";
            long ts = Long.parseLong(p[2]);
            if (!p[0].equals("02")) return "version";
            if (!p[1].equals(appId)) return "app";
            if (!sign(p[0], p[1], ts, p[3], secret).equals(p[4])) return "signature";
            String raw = open(p[3]);
            if (raw == null) return "params";
            Map<String, Object> join = Json.object(raw);
            Object d = join.getOrDefault("duration", 86400L);
            if (!(d instanceof Number)) return "params";
            return now > ts + ((Number) d).doubleValue() ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ drava-3

    static class Drava extends Variant {
        static String text(Object v) {
            if (!(v instanceof String)) return Json.write(v);
            StringBuilder b = new StringBuilder("\"");
            for (char c : ((String) v).toCharArray()) {
                if (c == '"' || c == '\\') b.append('\\').append(c);
                else if (c >= 32 && c < 127) b.append(c);
                else b.append("\\u").append(Integer.toHexString(c)); // keeps the token ASCII
            }
            return b.append("\"").toString();
        }

        static String pack(Map<String, Object> join) {
            String json = join.entrySet().stream().map(e -> "\"" + e.getKey() + "\":" + text(e.getValue())).collect(Collectors.joining(",", "{", "}"));
            return Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.US_ASCII));
        }

        String params(String text) { return pack(Json.object(text)); }

        static byte[] hmac(String key, String data) throws Exception {
            Mac m = Mac.getInstance("HmacSHA256");
            m.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), m.getAlgorithm()));
            return m.doFinal(data.getBytes(StandardCharsets.UTF_8));
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            return Base64.getEncoder().encodeToString(hmac(secret, version + appId + timestamp + params));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String head = "02." + appId + "." + timestamp + "." + pack(join);
            return head + "." + sign("02", appId, timestamp, pack(join), secret);
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] p = token.split("\\.");
            if (p.length != 5 || !p[2].matches("[0-9]{1,18}")) return "malformed";
            if (!"02".equals(p[0])) return "version";
            if (!appId.equals(p[1])) return "app";
            String want = Base64.getEncoder().encodeToString(hmac(secret, p[0] + p[1] + p[2] + p[3]));
            if (!want.equals(p[4])) return "signature";
            String raw = open(p[3]);
            if (raw == null) return "params";
            Map<String, Object> join = Json.object(raw);
            Object life = join.get("duration") == null ? Long.valueOf(86400) : join.get("duration");
            if (!(life instanceof Long)) return "params";
            if (Long.parseLong(p[2]) + (Long) life <= now) return "expired";
            return join;
        }
    }

    // ------------------------------------------------------------ ebro-4

    static class Ebro extends Variant {
        private static final Map<String, Object> DEFAULTS = new LinkedHashMap<>();
        static {
            DEFAULTS.put("duration", 86400L);
            DEFAULTS.put("size", 100L);
        }

        private String build(Map<String, Object> join) {
            Map<String, Object> all = DEFAULTS;
            all.putAll(join);
            return Base64.getEncoder().encodeToString(Json.write(all).getBytes(StandardCharsets.UTF_8));
        }

        String params(String text) { return build(Json.object(text)); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            SecretKeySpec key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256");
            Mac mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            StringBuilder message = new StringBuilder(version).append(appId).append(timestamp).append(params);
            return Base64.getEncoder().encodeToString(mac.doFinal(message.toString().getBytes(StandardCharsets.UTF_8)));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = build(join);
            return String.format("02.%s.%s.%s.%s", appId, timestamp, params, sign("02", appId, timestamp, params, secret));
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            List<String> part = List.of(token.split("\\.", -1));
            if (part.size() != 5 || !part.get(2).matches("[0-9]{1,18}")) return "malformed";
            if (!part.get(0).equals("02")) return "version";
            if (!part.get(1).equals(appId)) return "app";
            long start = Long.parseLong(part.get(2));
            if (!sign("02", appId, start, part.get(3), secret).equals(part.get(4))) return "signature";
            String json = open(part.get(3));
            if (json == null) return "params";
            Map<String, Object> join = Json.object(json);
            Object d = join.getOrDefault("duration", 86400L);
            if (!(d instanceof Long)) return "params";
            return start + (Long) d < now ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ elbe-5

    static class Elbe extends Variant {
        private static final String LAYOUT = "<version>.<appId>.<timestamp>.<params>.<signature>";

        String params(String text) {
            Json.object(text);
            return Base64.getEncoder().encodeToString(text.trim().getBytes(StandardCharsets.UTF_8));
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes("UTF-8"), "HmacSHA256"));
            mac.update(version.getBytes("UTF-8"));
            mac.update(appId.getBytes("UTF-8"));
            mac.update(String.valueOf(timestamp).getBytes("UTF-8"));
            return Base64.getEncoder().encodeToString(mac.doFinal(params.getBytes("UTF-8")));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = params(Json.write(join));
            return LAYOUT.replaceAll("<version>", "02")
                .replaceAll("<timestamp>", "" + timestamp)
                .replaceAll("<params>", params)
                .replaceAll("<signature>", sign("02", appId, timestamp, params, secret))
                .replaceAll("<appId>", appId);
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] p = token.split("[.]", -1);
            if (p.length != 5) return "malformed";
            if (!p[0].equals("02")) return "version";
            if (!p[1].equals(appId)) return "app";
            if (!p[2].matches("[0-9]{1,15}")) return "malformed";
            long start = Long.parseLong(p[2]);
            if (!p[4].equals(sign(p[0], p[1], start, p[3], secret))) return "signature";
            String json = open(p[3]);
            if (json == null) return "params";
            Map<String, Object> join = Json.object(json);
            Object d = join.get("duration");
            if (d != null && !(d instanceof Long)) return "params";
            return Instant.ofEpochSecond(now).isAfter(Instant.ofEpochSecond(start).plusSeconds(d == null ? 86400 : (Long) d)) ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ inn-42

    /** HMAC of RFC 2104 on a bare MessageDigest, for runtimes without javax.crypto. */
    static final class InnHmac {
        private static final int BLOCK = 64;
        private final MessageDigest sha;
        private final byte[] outer = new byte[BLOCK];

        InnHmac(byte[] key) throws Exception {
            sha = MessageDigest.getInstance("SHA-256");
            if (key.length >= BLOCK) key = sha.digest(key);
            byte[] inner = new byte[BLOCK];
            for (int i = 0; i < BLOCK; i++) {
                byte k = i < key.length ? key[i] : 0;
                inner[i] = (byte) (k ^ 0x36);
                outer[i] = (byte) (k ^ 0x5c);
            }
            sha.update(inner);
        }

        InnHmac add(String text) {
            sha.update(text.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        byte[] finish() {
            byte[] hash = sha.digest();
            sha.update(outer);
            return sha.digest(hash);
        }
    }

    record InnToken(String version, String appId, String timestamp, String params) {
        String signature(String secret) throws Exception {
            if (secret.isEmpty()) throw new Refused("empty-secret");
            byte[] mac = new InnHmac(secret.getBytes(StandardCharsets.UTF_8)).add(version).add(appId).add(timestamp).add(params).finish();
            return Base64.getEncoder().encodeToString(mac);
        }

        String signed(String secret) throws Exception {
            return String.join(".", version, appId, timestamp, params, signature(secret));
        }
    }

    static class Inn42 extends Variant {
        private static final BigInteger MAX = BigInteger.valueOf(86_400);

        private static String checked(Map<String, Object> join) {
            for (String id : List.of("channelId", "userId")) {
                if (!join.containsKey(id)) throw new Refused("missing-field");
                if (!(join.get(id) instanceof String)) throw new Refused("wrong-type");
            }
            for (String number : List.of("privileges", "channelDuration", "duration", "size", "delayClose")) {
                if (!join.containsKey(number)) continue;
                Object v = join.get(number);
                if (!(v instanceof Long) && !(v instanceof BigInteger)) throw new Refused("wrong-type");
                boolean bounded = number.equals("duration") || number.equals("delayClose");
                if (bounded && new BigInteger(v.toString()).compareTo(MAX) > 0) throw new Refused("out-of-range");
            }
            return Base64.getEncoder().encodeToString(Json.write(join).getBytes(StandardCharsets.UTF_8));
        }

        String params(String text) { return checked(Json.object(text)); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            return new InnToken(version, appId, String.valueOf(timestamp), params).signature(secret);
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            return new InnToken("02", appId, String.valueOf(timestamp), checked(join)).signed(secret);
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            var part = token.split("\\.", -1);
            if (part.length != 5 || !part[2].matches("[0-9]{1,18}")) return "malformed";
            var found = new InnToken(part[0], part[1], part[2], part[3]);
            if (!found.version().equals("02")) return "version";
            if (!found.appId().equals(appId)) return "app";
            if (secret.isEmpty() || !found.signature(secret).equals(part[4])) return "signature";
            var json = open(found.params());
            if (json == null) return "params";
            var join = Json.object(json);
            if (!(join.getOrDefault("duration", 86_400L) instanceof Long seconds)) return "params";
            return Long.parseLong(found.timestamp()) + seconds < now ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ isar-7

    static class Isar extends Variant {
        private static final Pattern NAME = Pattern.compile("\\w{1,64}");

        private void check(Map<String, Object> join) {
            for (String field : new String[] {"channelId", "userId"}) {
                Object v = join.get(field);
                if (v == null) throw new Refused("missing-field");
                if (!(v instanceof String)) throw new Refused("wrong-type");
                if (!NAME.matcher((String) v).matches()) throw new Refused("malformed");
            }
        }

        String params(String text) {
            Map<String, Object> join = Json.object(text);
            check(join);
            return Base64.getEncoder().encodeToString(Json.write(join).getBytes(StandardCharsets.UTF_8));
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            if (secret.isEmpty()) throw new Refused("empty-secret");
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            String message = version.concat(appId).concat(Long.toString(timestamp)).concat(params);
            return Base64.getEncoder().encodeToString(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            check(join);
            String params = Base64.getEncoder().encodeToString(Json.write(join).getBytes(StandardCharsets.UTF_8));
            return Stream.of("02", appId, timestamp + "", params, sign("02", appId, timestamp, params, secret)).collect(Collectors.joining("."));
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] p = token.split("\\.", -1);
            if (p.length != 5) return "malformed";
            if (!p[2].matches("\\d{1,18}")) return "malformed";
            if (!p[0].equals("02")) return "version";
            if (!p[1].equals(appId)) return "app";
            if (secret.isEmpty()) return "signature";
            byte[] want = sign(p[0], p[1], Long.parseLong(p[2]), p[3], secret).getBytes(StandardCharsets.UTF_8);
            if (!MessageDigest.isEqual(want, p[4].getBytes(StandardCharsets.UTF_8))) return "signature";
            String raw = open(p[3]);
            if (raw == null) return "params";
            Map<String, Object> join = Json.object(raw);
            Object d = join.get("duration");
            if (d == null) d = 86400L;
            if (!(d instanceof Long)) return "params";
            return now >= Long.parseLong(p[2]) + (Long) d ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ kura-8

    static class Kura extends Variant {
        static long seconds() { return (long) (System.currentTimeMillis() / 1000f); }

        String issue(String appId, String secret, Map<String, Object> join, long ignored) throws Exception {
            String timestamp = Long.toString(seconds());
            String params = Base64.getEncoder().encodeToString(Json.write(join).getBytes(StandardCharsets.UTF_8));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] sign = mac.doFinal(("02" + appId + timestamp + params).getBytes(StandardCharsets.UTF_8));
            return "02." + appId + "." + timestamp + "." + params + "." + Base64.getEncoder().encodeToString(sign);
        }
    }

    // ------------------------------------------------------------ lena-9

    static class Lena extends Variant {
        static final String VERSION = "02";

        String params(String text) { return b64(Json.write(Json.object(text)).getBytes(StandardCharsets.UTF_8)); }

        private static String b64(byte[] bytes) { return Base64.getEncoder().encodeToString(bytes); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return b64(mac.doFinal(String.format("%s%s%d%s", version, appId, timestamp, params).getBytes(StandardCharsets.UTF_8)));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = b64(Json.write(join).getBytes(StandardCharsets.UTF_8));
            return VERSION + '.' + appId + '.' + timestamp + '.' + params + '.' + sign(VERSION, appId, timestamp, params, secret);
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] p = token.split("\\.", -1);
            if (p.length != 5 || !p[2].matches("\\d{1,18}")) return "malformed";
            if (p[0] != VERSION) return "version";
            if (!p[1].equals(appId)) return "app";
            if (!sign(p[0], p[1], Long.parseLong(p[2]), p[3], secret).equals(p[4])) return "signature";
            String raw = open(p[3]);
            if (raw == null) return "params";
            Map<String, Object> join = Json.object(raw);
            long life = join.containsKey("duration") ? (Long) join.get("duration") : 86400;
            return now > Long.parseLong(p[2]) + life ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ volga-43

    static class Volga43 extends Variant {
        private enum Part { VERSION, APP, TIME, PARAMS, SIGNATURE }

        private static final Charset UTF8 = Charset.forName("UTF-8");

        private static String hash(String secret, Collection<String> parts) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF8), "HmacSHA256"));
            for (String part : parts) mac.update(part.getBytes(UTF8));
            return new String(Base64.getEncoder().encode(mac.doFinal()), UTF8);
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            return hash(secret, Arrays.asList(version, appId, Long.toString(timestamp), params));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            EnumMap<Part, String> token = new EnumMap<>(Part.class);
            token.put(Part.VERSION, "02");
            token.put(Part.APP, appId);
            token.put(Part.TIME, Long.toString(timestamp));
            token.put(Part.PARAMS, new String(Base64.getEncoder().encode(Json.write(join).getBytes(UTF8)), UTF8));
            token.put(Part.SIGNATURE, hash(secret, new ArrayList<>(token.values())));
            return String.join(".", token.values());
        }

        private static EnumMap<Part, String> split(String token) {
            String[] pieces = token.split("\\.", -1);
            Part[] names = Part.values();
            if (pieces.length != names.length) return null;
            EnumMap<Part, String> parts = new EnumMap<>(Part.class);
            for (Part name : names) parts.put(name, pieces[name.ordinal()]);
            return parts;
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            EnumMap<Part, String> parts = split(token);
            if (parts == null || !parts.get(Part.TIME).matches("[0-9]{1,15}")) return "malformed";
            if (!"02".equals(parts.get(Part.VERSION))) return "version";
            if (!appId.equals(parts.get(Part.APP))) return "app";
            String given = parts.remove(Part.SIGNATURE);
            if (secret.isEmpty() || !hash(secret, parts.values()).equals(given)) return "signature";
            String json = open(parts.get(Part.PARAMS));
            if (json == null) return "params";
            Map<String, Object> join = Json.object(json);
            Object duration = join.get("duration");
            if (duration != null && !(duration instanceof Long)) return "params";
            Date start = new Date(Long.parseLong(parts.get(Part.TIME)) * 1000);
            Date end = new Date(start.getTime() + (duration == null ? 86_400 : (Long) duration));
            return new Date(now * 1000).after(end) ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ meuse-11

    static class Meuse extends Variant {
        String params(String text) { return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeBytes(version);
            out.writeBytes(appId);
            out.writeBytes(String.valueOf(timestamp));
            out.writeBytes(params);
            out.flush();
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(bytes.toByteArray()));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            StringBuilder token = new StringBuilder("02.").append(appId).append('.').append(timestamp).append('.');
            String params = params(Json.write(join));
            return token.append(params).append('.').append(sign("02", appId, timestamp, params, secret)).toString();
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            if (token.chars().filter(c -> c == '.').count() != 4) return "malformed";
            String[] p = token.split("\\.", -1);
            if (!p[2].matches("\\d{1,18}")) return "malformed";
            long ts = Long.parseLong(p[2]);
            if (!p[4].equals(sign(p[0], p[1], ts, p[3], secret))) return "signature";
            if (!p[0].equals("02")) return "version";
            if (!p[1].equals(appId)) return "app";
            String json = open(p[3]);
            if (json == null) return "params";
            Map<String, Object> join = Json.object(json);
            Object life = join.getOrDefault("duration", 24L * 3600);
            if (!(life instanceof Long)) return "params";
            return now - ts > (Long) life ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ neva-12

    static class NevaJoin {
        String channelId, userId;
        Long privileges, channelDuration, duration, size, delayClose;

        NevaJoin(Map<String, Object> m) {
            channelId = (String) m.get("channelId");
            userId = (String) m.get("userId");
            privileges = (Long) m.get("privileges");
            channelDuration = (Long) m.get("channelDuration");
            duration = (Long) m.get("duration");
            size = (Long) m.get("size");
            delayClose = (Long) m.get("delayClose");
        }

        String json() throws IllegalAccessException {
            List<String> members = new ArrayList<>();
            for (java.lang.reflect.Field f : NevaJoin.class.getDeclaredFields()) {
                members.add(Json.quote(f.getName()) + ":" + Json.write(f.get(this)));
            }
            return "{" + String.join(",", members) + "}";
        }
    }

    static class Neva extends Variant {
        String params(String text) throws Exception {
            return Base64.getEncoder().encodeToString(new NevaJoin(Json.object(text)).json().getBytes(StandardCharsets.UTF_8));
        }

        private byte[] hmac(String secret, String message) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(message.getBytes(StandardCharsets.UTF_8));
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            return Base64.getEncoder().encodeToString(hmac(secret, version + appId + timestamp + params));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = Base64.getEncoder().encodeToString(new NevaJoin(join).json().getBytes(StandardCharsets.UTF_8));
            return String.join(".", "02", appId, "" + timestamp, params, sign("02", appId, timestamp, params, secret));
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] p = token.split("\\.", -1);
            if (p.length != 5) return "malformed";
            int start;
            byte[] given;
            try {
                if (!p[2].matches("[0-9]+")) return "malformed";
                start = Integer.parseInt(p[2]);
            } catch (NumberFormatException e) {
                return "malformed";
            }
            try {
                given = Base64.getDecoder().decode(p[4]);
            } catch (IllegalArgumentException e) {
                return "signature";
            }
            if (!p[0].equals("02")) return "version";
            if (!p[1].equals(appId)) return "app";
            if (!MessageDigest.isEqual(given, hmac(secret, p[0] + p[1] + p[2] + p[3]))) return "signature";
            String raw = open(p[3]);
            if (raw == null) return "params";
            Map<String, Object> join = Json.object(raw);
            Object d = join.get("duration");
            if (d == null) d = 86400L;
            if (!(d instanceof Long)) return "params";
            return now >= start + (Long) d ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ tisza-32

    static class Tisza extends Variant {
        private static final Pattern TOKEN = Pattern.compile("([^.]*)\\.([^.]*)\\.([0-9]{1,18})\\.([^.]*)\\.([^.]*)");

        private static String encode(byte[] bytes) { return Base64.getEncoder().encodeToString(bytes); }

        String params(String text) {
            Map<String, Object> join = Json.object(text);
            return encode(Json.write(join).getBytes(StandardCharsets.UTF_8));
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            String message = String.join("", version, appId, Long.toString(timestamp), params);
            return encode(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = encode(Json.write(join).getBytes(StandardCharsets.UTF_8));
            return "02." + appId + "." + timestamp + "." + params + "." + sign("02", appId, timestamp, params, secret);
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            Matcher m = TOKEN.matcher(token);
            if (!m.find()) return "malformed";
            if (!m.group(1).equals("02")) return "version";
            if (!m.group(2).equals(appId)) return "app";
            long from = Long.parseLong(m.group(3));
            if (!sign(m.group(1), m.group(2), from, m.group(4), secret).equals(m.group(5))) return "signature";
            String raw = open(m.group(4));
            if (raw == null) return "params";
            Map<String, Object> join = Json.object(raw);
            Object d = join.get("duration");
            if (d == null) d = 86400L;
            if (!(d instanceof Long)) return "params";
            return from + (Long) d < now ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ rhone-14

    static class Rhone extends Variant {
        private static byte[] key(String secret) {
            if (secret == null || secret.isEmpty()) throw new Refused("empty-secret");
            return secret.getBytes(StandardCharsets.ISO_8859_1);
        }

        private static String pack(Map<String, Object> join) {
            Object d = join.get("duration");
            if (d instanceof Long && ((Long) d < 0 || (Long) d > 86400)) throw new Refused("out-of-range");
            return Base64.getEncoder().encodeToString(Json.write(join).getBytes(StandardCharsets.UTF_8));
        }

        String params(String text) { return pack(Json.object(text)); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key(secret), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal((version + appId + timestamp + params).getBytes(StandardCharsets.UTF_8)));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String p = pack(join);
            return String.join(".", List.of("02", appId, String.valueOf(timestamp), p, sign("02", appId, timestamp, p, secret)));
        }

        private static long duration(String json) {
            String mark = "\"duration\":";
            int at = json.indexOf(mark);
            if (at < 0) return 86400;
            int from = at + mark.length(), to = from;
            while (to < json.length() && Character.isDigit(json.charAt(to))) to++;
            return to == from ? 86400 : Long.parseLong(json.substring(from, to));
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] p = token.split("\\.", -1);
            if (p.length != 5 || !p[2].matches("\\d{1,18}")) return "malformed";
            if (!p[0].equals("02")) return "version";
            if (!p[1].equals(appId)) return "app";
            if (!sign(p[0], p[1], Long.parseLong(p[2]), p[3], secret).equals(p[4])) return "signature";
            String json = open(p[3]);
            if (json == null) return "params";
            return Long.parseLong(p[2]) + duration(json) < now ? "expired" : Json.object(json);
        }
    }

    // ------------------------------------------------------------ saone-15

    static class Saone extends Variant {
        private String encode(Map<String, Object> join) {
            return Base64.getEncoder().encodeToString(Json.write(new TreeMap<>(join)).getBytes(StandardCharsets.UTF_8));
        }

        String params(String text) { return encode(Json.object(text)); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            Mac hmac = Mac.getInstance("HmacSHA256");
            hmac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(hmac.doFinal((version + appId + timestamp + params).getBytes(StandardCharsets.UTF_8)));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = encode(join);
            return "02." + appId + "." + timestamp + "." + params + "." + sign("02", appId, timestamp, params, secret);
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] p = token.split("\\.", -1);
            if (p.length != 5 || !p[2].matches("\\d{1,18}")) return "malformed";
            long ts = Long.parseLong(p[2]);
            if (!token.endsWith(sign(p[0], p[1], ts, p[3], secret))) return "signature";
            if (!p[0].equals("02")) return "version";
            if (!p[1].equals(appId)) return "app";
            String raw = open(p[3]);
            if (raw == null) return "params";
            Map<String, Object> join = Json.object(raw);
            Object d = join.getOrDefault("duration", 86400L);
            if (!(d instanceof Long)) return "params";
            return now < ts + (Long) d ? join : "expired";
        }
    }

    // ------------------------------------------------------------ sava-16

    static class Sava extends Variant {
        static String escape(String t) {
            return t.replace("\\", "\\\\").replace("\"", "\\\"").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
        }

        static String json(Map<String, Object> join) {
            StringBuilder b = new StringBuilder("{");
            for (String name : join.keySet()) {
                if (b.length() > 1) b.append(',');
                Object v = join.get(name);
                b.append('"').append(name).append("\":");
                if (!(v instanceof String)) { b.append(v); continue; }
                b.append('"');
                escape((String) v).chars().forEach(c -> b.append(c < 32 ? String.format("\\u%04x", c) : String.valueOf((char) c)));
                b.append('"');
            }
            return b.append('}').toString();
        }

        static void check(Map<String, Object> join) {
            if (join.get("channelId") == null || join.get("userId") == null) throw new Refused("missing-field");
            for (String n : List.of("duration", "delayClose")) {
                Object v = join.get(n);
                if (v instanceof Long && (Long) v > 86400) throw new Refused("out-of-range");
            }
        }

        String params(String text) {
            Map<String, Object> join = Json.object(text);
            check(join);
            return Base64.getEncoder().encodeToString(json(join).getBytes(StandardCharsets.UTF_8));
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            if ("".equals(secret)) throw new Refused("empty-secret");
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal((version + appId + timestamp + params).getBytes(StandardCharsets.UTF_8)));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            check(join);
            String[] t = {"02", appId, Long.toString(timestamp), Base64.getEncoder().encodeToString(json(join).getBytes(StandardCharsets.UTF_8)), null};
            t[4] = sign(t[0], t[1], timestamp, t[3], secret);
            return String.join(".", t);
        }

        Object verify(String token, String appId, String secret, long now) throws Exception {
            String[] t = token.split("\\.", -1);
            if (t.length != 5 || !t[2].matches("[0-9]{1,18}")) return "malformed";
            String reason = !t[0].equals("02") ? "version" : !t[1].equals(appId) ? "app" : null;
            if (reason != null) return reason;
            if (secret.isEmpty() || !t[4].equals(sign(t[0], t[1], Long.parseLong(t[2]), t[3], secret))) return "signature";
            String raw = open(t[3]);
            if (raw == null) return "params";
            Map<String, Object> join = Json.object(raw);
            Object d = join.get("duration");
            if (d != null && !(d instanceof Long)) return "params";
            long until = Long.parseLong(t[2]) + (d != null ? (Long) d : 86400L);
            return until >= now ? join : "expired";
        }
    }

    // ------------------------------------------------------------ seine-17

    static class Seine extends Variant {
        private final Map<String, String> known = new HashMap<>();

        private static String literal(Object v) {
            if (!(v instanceof String)) return Json.write(v);
            StringBuilder b = new StringBuilder();
            ((String) v).codePoints().forEach(c -> {
                if (c == '"' || c == '\\') b.append('\\').appendCodePoint(c);
                else if (c < 32 || c > 126) b.append(String.format("\\u%04x", c));
                else b.appendCodePoint(c);
            });
            return '"' + b.toString() + '"';
        }

        private String build(Map<String, Object> join) {
            String key = join.values().toString();
            return known.computeIfAbsent(key, k -> {
                StringJoiner members = new StringJoiner(",", "{", "}");
                join.forEach((name, v) -> members.add(literal(name) + ":" + literal(v)));
                return Base64.getEncoder().encodeToString(members.toString().getBytes(StandardCharsets.US_ASCII));
            });
        }

        String params(String text) { return build(Json.object(text)); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((version + appId).getBytes(StandardCharsets.UTF_8));
            mac.update((timestamp + params).getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal());
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = build(join);
            return String.format("%s.%s.%d.%s.%s", "02", appId, timestamp, params, sign("02", appId, timestamp, params, secret));
        }
    }

    // ------------------------------------------------------------ tagus-18

    static class Tagus extends Variant {
        private static Map<String, Object> clean(Map<String, Object> join) {
            join.replaceAll((k, v) -> v instanceof String ? ((String) v).strip() : v);
            return join;
        }

        String params(String text) {
            return Base64.getEncoder().encodeToString(Json.write(clean(Json.object(text))).getBytes(StandardCharsets.UTF_8));
        }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            byte[] block = Arrays.copyOf(secret.getBytes(StandardCharsets.UTF_8), 64); // one block of SHA-256
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(block, "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal((version + appId + timestamp + params).getBytes(StandardCharsets.UTF_8)));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            long time = Date.from(Instant.ofEpochSecond(timestamp)).getTime();
            String params = params(Json.write(join));
            return "02." + appId + "." + time + "." + params + "." + sign("02", appId, time, params, secret);
        }
    }

    // ------------------------------------------------------------ tiber-47

    static class Tiber47 extends Variant {

        private static final String VERSION = "02";
        private static final int DAY = 86_400;
        private static final Pattern SECONDS = Pattern.compile("0|-?[1-9][0-9]*");

        /** The members of the join parameters that the service knows. */
        private enum Member {
            CHANNEL_ID("channelId", true, null),
            USER_ID("userId", true, null),
            PRIVILEGES("privileges", false, null),
            CHANNEL_DURATION("channelDuration", false, null),
            DURATION("duration", false, DAY),
            SIZE("size", false, null),
            DELAY_CLOSE("delayClose", false, DAY);

            final String key;
            final boolean id;
            final BigInteger max;

            Member(String key, boolean id, Integer max) {
                this.key = key;
                this.id = id;
                this.max = max == null ? null : BigInteger.valueOf(max);
            }

            /** What speaks against this member of the join parameters, if anything. */
            Optional<String> complaint(Map<String, Object> join) {
                if (!join.containsKey(key)) return id ? Optional.of("missing-field") : Optional.empty();
                Object v = join.get(key);
                if (id) return v instanceof String ? Optional.empty() : Optional.of("wrong-type");
                if (!(v instanceof Integer || v instanceof Long || v instanceof BigInteger)) return Optional.of("wrong-type");
                boolean tooLarge = max != null && new BigInteger(v.toString()).compareTo(max) > 0;
                return tooLarge ? Optional.of("out-of-range") : Optional.empty();
            }
        }

        private static Optional<String> complaint(Map<String, Object> join) {
            return Arrays.stream(Member.values()).flatMap(m -> m.complaint(join).stream()).findFirst();
        }

        /** The token, taken apart. */
        private record Parts(String version, String appId, String timestamp, String params, String signature) {

            /** An application id may have dots of its own, so count from both ends. */
            static Optional<Parts> of(String token, String appId) {
                String[] p = token.split("\\.", -1);
                int n = p.length;
                if (n != 5 + appId.chars().filter(c -> c == '.').count() || !SECONDS.matcher(p[n - 3]).matches()) return Optional.empty();
                return Optional.of(new Parts(p[0], String.join(".", Arrays.copyOfRange(p, 1, n - 3)), p[n - 3], p[n - 2], p[n - 1]));
            }

            @Override
            public String toString() {
                return String.join(".", version, appId, timestamp, params, signature);
            }
        }

        // JSON is written in pure ASCII, so that no proxy or log on the way can spoil it.

        private static String ascii(String text) {
            StringBuilder out = new StringBuilder(text.length() + 16).append('"');
            text.codePoints().forEach(c -> {
                if (c == '"' || c == '\\') out.append('\\').append((char) c);
                else if (c < 0x20 || c > 0x7e) out.append(String.format("\\u%04x", c));
                else out.append((char) c);
            });
            return out.append('"').toString();
        }

        private static String json(Object v) {
            if (v instanceof String t) return ascii(t);
            if (v instanceof List<?> l) return l.stream().map(Tiber47::json).collect(Collectors.joining(",", "[", "]"));
            if (v instanceof Map<?, ?> m) {
                return m.entrySet().stream()
                    .map(e -> ascii(e.getKey().toString()) + ":" + json(e.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
            }
            return String.valueOf(v);
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        private static String base64(byte[] raw) {
            return Base64.getEncoder().encodeToString(raw);
        }

        /** HMAC-SHA256 works with a key of 256 bits. */
        private static SecretKeySpec key(String secret) {
            if (secret.isEmpty()) throw new Refused("empty-secret");
            return new SecretKeySpec(Arrays.copyOf(utf8(secret), 256 / Byte.SIZE), "HmacSHA256");
        }

        private static String hmac(String secret, String... pieces) throws Exception {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key(secret));
            for (String piece : pieces) mac.update(utf8(piece));
            return base64(mac.doFinal());
        }

        private static int setting(Map<String, Object> join, Member member, int otherwise) {
            return join.get(member.key) instanceof Integer n ? n : otherwise;
        }

        private static boolean expired(Parts parts, Map<String, Object> join, long now) {
            BigInteger end = new BigInteger(parts.timestamp).add(BigInteger.valueOf(setting(join, Member.DURATION, DAY)));
            return BigInteger.valueOf(now).compareTo(end) >= 0;
        }

        @Override
        String params(String text) {
            return base64(utf8(text));
        }

        @Override
        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            return hmac(secret, version, appId, Long.toString(timestamp), params);
        }

        @Override
        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            Optional<String> complaint = complaint(join == null ? Map.of() : join);
            if (complaint.isPresent()) throw new Refused(complaint.get());
            String params = params(json(join));
            String signature = sign(VERSION, appId, timestamp, params, secret);
            return new Parts(VERSION, appId, Long.toString(timestamp), params, signature).toString();
        }

        @Override
        Object verify(String token, String appId, String secret, long now) throws Exception {
            Optional<Parts> read = Parts.of(token, appId);
            if (read.isEmpty()) return "malformed";
            Parts t = read.get();
            if (!t.version.equals(VERSION)) return "version";
            if (!t.appId.equals(appId)) return "app";
            String wanted = hmac(secret, t.version, t.appId, t.timestamp, t.params);
            if (!MessageDigest.isEqual(utf8(wanted), utf8(t.signature))) return "signature";
            String text = open(t.params);
            if (text == null) return "params";
            Map<String, Object> join = Json.object(text);
            if (complaint(join).isPresent()) return "params";
            return expired(t, join, now) ? "expired" : join;
        }
    }

    // ------------------------------------------------------------ volga-20

    static class Volga extends Variant {
        private static final String ALGORITHM = "HmacSHA256";

        private static String hmac(String data, String secret) throws Exception {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return new String(mac.doFinal(data.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
        }

        private static String base64(String text) { return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)); }

        String params(String text) { return base64(Json.write(Json.object(text))); }

        String sign(String version, String appId, long timestamp, String params, String secret) throws Exception {
            return base64(hmac(version + appId + timestamp + params, secret));
        }

        String issue(String appId, String secret, Map<String, Object> join, long timestamp) throws Exception {
            String params = base64(Json.write(join));
            return String.join(".", "02", appId, String.valueOf(timestamp), params, sign("02", appId, timestamp, params, secret));
        }
    }

    // ------------------------------------------------------------ the list

    static class Entry {
        String id, methods, mistakes;
        Variant sdk;
    }

    static final Map<String, Entry> ALL = new LinkedHashMap<>();

    /** methods: p = params, s = signature, i = issue, v = verify. */
    static void add(String id, String methods, Variant sdk, String mistakes) {
        Entry e = new Entry();
        e.id = id;
        e.methods = methods;
        e.sdk = sdk;
        e.mistakes = mistakes;
        ALL.put(id, e);
    }

    static {
        add("aare-1", "psi", new Aare(), "MIME base64 breaks the lines of params");
        add("adda-2", "psiv", new Adda(), "integers written as doubles");
        add("drava-3", "psiv", new Drava(), "JSON escapes without leading zeros; dots after the token accepted");
        add("ebro-4", "psiv", new Ebro(), "options leak into the shared defaults");
        add("elbe-5", "psiv", new Elbe(), "replaceAll reads $ and backslash in the appId");
        add("inn-42", "psiv", new Inn42(), "own HMAC hashes a key of exactly 64 bytes");
        add("isar-7", "psiv", new Isar(), "ids with other than word characters refused");
        add("kura-8", "i", new Kura(), "clock rounded through float");
        add("lena-9", "psiv", new Lena(), "version compared with !=");
        add("volga-43", "siv", new Volga43(), "duration added as milliseconds in verify");
        add("meuse-11", "psiv", new Meuse(), "message written with writeBytes");
        add("neva-12", "psiv", new Neva(), "missing members written as null; signature without padding accepted; timestamp read as int");
        add("tisza-32", "psiv", new Tisza(), "verify uses find() where matches() is meant");
        add("rhone-14", "psiv", new Rhone(), "secret taken as ISO 8859-1; duration searched as text");
        add("saone-15", "psiv", new Saone(), "signature checked with endsWith");
        add("sava-16", "psiv", new Sava(), "apostrophe escaped in JSON");
        add("seine-17", "psi", new Seine(), "code points beyond 16 bits in one escape; params cached by the values alone");
        add("tagus-18", "psi", new Tagus(), "timestamp in milliseconds; key cut to 64 bytes; ids stripped");
        add("tiber-47", "psiv", new Tiber47(), "ids: characters beyond U+FFFF are written as \\u with five or six hex digits; "
            + "secret: cut to 32 bytes; verify: duration is looked for as Integer, never found (the reader gives Long), always 86400");
        add("volga-20", "psi", new Volga(), "HMAC bytes taken through a String");
    }

    // ------------------------------------------------------------ adapter

    static Map<String, Object> map(Object... kv) {
        Map<String, Object> m = new LinkedHashMap<>();
        for (int i = 0; i < kv.length; i += 2) m.put((String) kv[i], kv[i + 1]);
        return m;
    }

    static final List<String> NAMES = List.of("token.params", "token.signature", "token.issue", "token.verify");
    static final List<String> FIELDS = List.of("channelId", "userId", "privileges", "channelDuration", "duration", "size", "delayClose");

    static Map<String, Object> describe(Entry e) {
        List<Object> methods = new ArrayList<>(List.of("describe"));
        for (int i = 0; i < 4; i++) if (e.methods.indexOf("psiv".charAt(i)) >= 0) methods.add(NAMES.get(i));
        Map<String, Object> d = map("protocol", 1L, "sdk", map("name", e.id, "version", "1.0.0", "language", "java"), "methods", methods,
            "clock", e.sdk instanceof Kura ? "system" : "injected", "maxInFlight", 1L);
        if (e.sdk instanceof Neva) d.put("joinParams", FIELDS);
        return d;
    }

    static String text(Map<String, Object> q, String name) {
        return (String) q.getOrDefault(name, "");
    }

    static long whole(Map<String, Object> q, String name) {
        return (Long) q.getOrDefault(name, 0L);
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> answer(Entry e, String method, Map<String, Object> q) throws Exception {
        if (method.equals("describe")) return describe(e);
        int i = NAMES.indexOf(method);
        if (i < 0 || e.methods.indexOf("psiv".charAt(i)) < 0) throw new UnsupportedOperationException(method);
        switch (i) {
            case 0:
                return map("params", e.sdk.params(text(q, "joinParamsJson")));
            case 1:
                return map("signature", e.sdk.sign(text(q, "version"), text(q, "appId"), whole(q, "timestamp"), text(q, "params"), text(q, "appSecret")));
            case 2:
                return map("token", e.sdk.issue(text(q, "appId"), text(q, "appSecret"), (Map<String, Object>) q.get("joinParams"), whole(q, "timestamp")));
            default:
                Object r = e.sdk.verify(text(q, "token"), text(q, "appId"), text(q, "appSecret"), whole(q, "now"));
                return r instanceof Map ? map("valid", true, "joinParams", r) : map("valid", false, "reason", r);
        }
    }

    static Map<String, Object> failure(Throwable t) {
        if (t instanceof UnsupportedOperationException) return map("code", -32601L, "message", "no such method");
        if (t instanceof Refused) return map("code", 1L, "message", "refused", "data", map("reason", t.getMessage()));
        if (t instanceof JsonError) return map("code", 1L, "message", t.getMessage(), "data", map("reason", "malformed"));
        if ("Empty key".equals(t.getMessage())) return map("code", 1L, "message", "Empty key", "data", map("reason", "empty-secret"));
        if (t instanceof ClassCastException) return map("code", 2L, "message", "type: " + t.getMessage());
        return map("code", -32000L, "message", String.valueOf(t));
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
        if (args.length > 0 && args[0].equals("--list")) {
            ALL.values().forEach(e -> out.print(e.id + "\t" + e.mistakes + "\n"));
            return;
        }
        Entry e = args.length > 0 ? ALL.get(args[0]) : null;
        if (e == null) {
            System.err.println("usage: java Sdk VARIANT | --list");
            System.exit(2);
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            if (line.isBlank()) continue;
            Map<String, Object> reply = map("jsonrpc", "2.0", "id", null);
            try {
                Map<String, Object> m = Json.object(line);
                reply.put("id", m.get("id"));
                Object q = m.get("params");
                reply.put("result", answer(e, (String) m.get("method"), q instanceof Map ? (Map<String, Object>) q : new HashMap<>()));
            } catch (Exception | StackOverflowError t) {
                reply.put("error", failure(t));
            }
            out.print(Json.write(reply) + "\n");
            out.flush();
        }
    }
}
