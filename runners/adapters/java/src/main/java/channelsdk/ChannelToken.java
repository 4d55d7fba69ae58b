package channelsdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). Nothing here reads the clock or the
 * environment, and no message holds a secret.
 */
public final class ChannelToken {
    static final String VERSION = "02"; // section 9 item 1
    private static final ObjectMapper JSON = new ObjectMapper();

    private ChannelToken() {}

    /** The params part for a JSON text, which is taken exactly as given. */
    public static String params(String joinParamsJson) {
        // Section 4.5 note 2: no line breaks, so not getMimeEncoder. UTF_8 by name, whatever the platform says.
        return Base64.getEncoder().encodeToString(joinParamsJson.getBytes(UTF_8));
    }

    /** The signature part (section 4.5). */
    public static String sign(String version, String appId, long timestamp, String params, String appSecret) {
        return mac(version + appId + timestamp + params, appSecret);
    }

    /** A token (section 2.2) for the join parameters. */
    public static String issue(String appId, String appSecret, JoinParams joinParams, long timestamp) {
        joinParams.check();
        String params = params(encode(joinParams));
        String signature = sign(VERSION, appId, timestamp, params, appSecret);
        return String.join(".", VERSION, appId, Long.toString(timestamp), params, signature);
    }

    private static String encode(JoinParams joinParams) {
        try {
            return JSON.writeValueAsString(joinParams);
        } catch (JsonProcessingException unwritable) { // its text quotes what it could not write
            throw new Refused("malformed", "joinParams");
        }
    }

    /** The base64 of HMAC-SHA256 with the app secret as key (section 4.5). */
    static String mac(String message, String appSecret) {
        if (appSecret.isEmpty()) throw new Refused("empty-secret", "appSecret");
        try {
            Mac mac = Mac.getInstance("HmacSHA256"); // one each: a Mac is not safe in threads
            mac.init(new SecretKeySpec(appSecret.getBytes(UTF_8), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(message.getBytes(UTF_8)));
        } catch (GeneralSecurityException missing) { // every Java has it
            throw new IllegalStateException(missing);
        }
    }
}
