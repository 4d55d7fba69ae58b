import static java.nio.charset.StandardCharsets.UTF_8;

import channelproof.Vectors;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Recomputes every signature with javax.crypto. */
public final class Signatures {
    public static void main(String[] args) throws Exception {
        JsonNode vectors = new ObjectMapper().readTree(Vectors.family("token/signature")).get("vectors");
        int agree = 0;
        for (JsonNode vector : vectors) {
            String expected = vector.at("/expect/output/signature").textValue();
            if (sign(vector.at("/question/params")).equals(expected)) agree++;
            else System.out.println("differs: " + vector.get("id").textValue());
        }
        System.out.println(agree + " of " + vectors.size() + " agree");
        System.exit(agree == vectors.size() ? 0 : 1);
    }

    private static String sign(JsonNode asked) throws Exception {
        StringBuilder message = new StringBuilder();
        for (String name : new String[] {"version", "appId", "timestamp", "params"}) message.append(asked.get(name).asText());
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(asked.get("appSecret").textValue().getBytes(UTF_8), "HmacSHA256"));
        return Base64.getEncoder().encodeToString(mac.doFinal(message.toString().getBytes(UTF_8)));
    }
}
