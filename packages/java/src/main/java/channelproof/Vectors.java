package channelproof;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The vectors of channelproof as JSON. */
public final class Vectors {
    private Vectors() {}

    /**
     * Returns the JSON text of a family, such as "token/signature"; "index" is the list of all families.
     *
     * @throws IllegalArgumentException if there is no such family
     */
    public static String family(String name) throws IOException {
        try (InputStream file = Vectors.class.getResourceAsStream("vectors/" + name + ".json")) {
            if (file == null) throw new IllegalArgumentException("no family " + name);
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
