package adapter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The loop of an adapter: reads questions, writes answers. It needs no change: the calls are in Calls. */
public final class Adapter {
    /** Fractions are kept as they are written: a double would make 1.0E400 infinite. */
    static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** Not System.out: it buffers, translates characters, and belongs to everyone. */
    private static final OutputStream OUTPUT = new FileOutputStream(FileDescriptor.out);

    private Adapter() {}

    public static void main(String[] args) throws Exception {
        // A println somewhere in the SDK must not land between two answers.
        System.setOut(System.err);
        ExecutorService calls = Executors.newCachedThreadPool();
        InputStream input = new BufferedInputStream(System.in);
        for (byte[] line = readLine(input); line.length > 0; line = readLine(input)) {
            JsonNode question = parse(line);
            // Side by side: some calls wait for their time limit.
            if (question.path("method").asText().equals("client.call")) calls.execute(() -> reply(question));
            else reply(question);
        }
        // What is under way is finished.
        calls.shutdown();
        calls.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
    }

    /** A line with its line feed; empty at the end. BufferedReader would also break at a bare return. */
    private static byte[] readLine(InputStream input) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = input.read(); next >= 0; next = input.read()) {
            line.write(next);
            if (next == '\n') break;
        }
        return line.toByteArray();
    }

    private static JsonNode parse(byte[] line) throws IOException {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException unreadable) { // its text quotes the line
            return JSON.createObjectNode();
        }
    }

    private static void reply(JsonNode question) {
        ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", question.get("id")); // as it came: a number or a string
        try {
            answer(question, answer);
            write(answer);
        } catch (IOException gone) { // of standard output
            System.exit(1);
        }
    }

    /** Adds the result or the error, whatever goes wrong. */
    private static void answer(JsonNode question, ObjectNode answer) {
        String name = question.path("method").asText();
        Calls.Method method = name.equals("describe") ? params -> describe() : Calls.METHODS.get(name);
        try {
            if (name.isEmpty()) throw new IllegalArgumentException();
            if (method == null) answer.putObject("error").put("code", -32601).put("message", "method not offered");
            else answer.set("result", JSON.valueToTree(method.call(question.path("params"))));
        } catch (Throwable error) { // StackOverflowError too
            fail(answer.putObject("error"), error);
        }
    }

    /** Code 1 needs data.reason; of any other error the class only, because its text may hold a secret. */
    private static void fail(ObjectNode failure, Throwable error) {
        Calls.Failure known = Calls.translate(error);
        if (known == null) known = new Calls.Failure(3, "unexpected " + error.getClass().getName(), null);
        failure.put("code", known.code()).put("message", known.message());
        if (known.reason() != null) failure.putObject("data").put("reason", known.reason());
    }

    private static ObjectNode describe() {
        ObjectNode result = JSON.createObjectNode().put("protocol", 1);
        result.setAll((ObjectNode) JSON.valueToTree(Calls.DESCRIPTION));
        Calls.METHODS.forEach((name, method) -> {
            if (method != null) result.withArray("methods").add(name);
        });
        if (!result.has("methods")) result.putArray("methods");
        return result;
    }

    private static synchronized void write(ObjectNode answer) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.write(JSON.writeValueAsBytes(answer)); // UTF-8
        line.write('\n');
        line.writeTo(OUTPUT);
    }
}
