package channelsdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;

/** Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). */
public final class TokenVerifier {
    /** Jackson keeps the last of two members (RFC 8259 section 4), ends at the first value, and rounds fractions. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final List<String> NUMBERS =
            List.of("privileges", "channelDuration", "duration", "size", "delayClose");
    private static final BigInteger DAY = BigInteger.valueOf(JoinParams.DAY);

    private TokenVerifier() {}

    /** The join parameters as they stand in a valid token: JoinParams would lose members that it does not list. */
    public static JsonNode verify(String token, String appId, String appSecret, long now) throws InvalidToken {
        String[] parts = token.split("\\.", -1); // without -1 empty parts at the end are dropped
        if (parts.length != 5 || !parts[2].matches("[0-9]+") || !isBase64(parts[3]) || !isBase64(parts[4]))
            throw new InvalidToken("malformed");
        if (!parts[0].equals(ChannelToken.VERSION)) throw new InvalidToken("version");
        if (!parts[1].equals(appId)) throw new InvalidToken("app");
        // Section 4.5: over the parts as received; a second JSON encoding may differ.
        String expected = ChannelToken.mac(parts[0] + parts[1] + parts[2] + parts[3], appSecret);
        if (!MessageDigest.isEqual(expected.getBytes(UTF_8), parts[4].getBytes(UTF_8)))
            throw new InvalidToken("signature");
        JsonNode joinParams = readParams(parts[3]);
        // Section 2.1: validity starts at the token's timestamp. The digits of a token may say anything.
        BigInteger end = new BigInteger(parts[2]).add(integer(joinParams, "duration", DAY));
        if (BigInteger.valueOf(now).compareTo(end) > 0) throw new InvalidToken("expired");
        return joinParams;
    }

    /** Encodes again and compares: unused bits must be zero (RFC 4648 section 3.5). */
    private static boolean isBase64(String text) {
        try {
            return Base64.getEncoder().encodeToString(Base64.getDecoder().decode(text)).equals(text);
        } catch (IllegalArgumentException foreign) {
            return false;
        }
    }

    private static JsonNode readParams(String params) throws InvalidToken {
        try {
            // A decoder of its own refuses bad UTF-8; new String would put U+FFFD in its place.
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(Base64.getDecoder().decode(params))).toString();
            JsonNode found = JSON.readTree(text);
            if (isRight(found)) return found;
        } catch (IOException unreadable) {
            // The same answer.
        }
        throw new InvalidToken("params");
    }

    /** Section 2.1. */
    private static boolean isRight(JsonNode found) {
        return found.path("channelId").isTextual()
                && found.path("userId").isTextual()
                && NUMBERS.stream().allMatch(name -> !found.has(name) || found.get(name).isIntegralNumber())
                && integer(found, "duration", DAY).compareTo(DAY) <= 0
                && integer(found, "delayClose", BigInteger.ZERO).compareTo(DAY) <= 0;
    }

    private static BigInteger integer(JsonNode found, String name, BigInteger byDefault) {
        return found.has(name) ? found.get(name).bigIntegerValue() : byDefault;
    }
}
