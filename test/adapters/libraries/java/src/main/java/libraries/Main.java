package libraries;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.util.Timeout;

/**
 * An adapter whose client.call goes through one of Java's HTTP libraries, as it comes: Main library. Only what every
 * client of the service must do is added. With --wrong, each status is a success.
 */
public final class Main {
    private record Route(String method, String path) {}

    private record Sent(String method, String url, Map<String, String> headers, String body, Duration limit) {}

    private record Received(int status, byte[] body) {}

    /** Sends one request. */
    private interface Library {
        Received send(Sent sent) throws Exception;
    }

    private static final Map<String, Route> ROUTES = Map.of(
            "auth.token", new Route("POST", "/auth/token"),
            "streaming.start", new Route("POST", "/streaming/start"),
            "streaming.update", new Route("PUT", "/streaming/update"),
            "streaming.stop", new Route("POST", "/streaming/stop"));
    private static final List<String> CODE_NAMES = List.of("code", "errorCode", "error_code", "error");
    private static final Map<String, Library> LIBRARIES =
            Map.of("java.net.http", Main::byJava, "OkHttp", Main::byOkHttp, "HttpClient 5", Main::byApache);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final PrintStream OUTPUT = System.out;
    private static String library;
    private static boolean isWrong;

    private static Received byJava(Sent sent) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(sent.url))
                .method(sent.method, BodyPublishers.ofString(sent.body))
                .timeout(sent.limit);
        sent.headers.forEach(request::header);
        HttpResponse<byte[]> response = Shared.JAVA.send(request.build(), BodyHandlers.ofByteArray());
        return new Received(response.statusCode(), response.body());
    }

    private static Received byOkHttp(Sent sent) throws Exception {
        Request.Builder request = new Request.Builder()
                .url(sent.url)
                .method(sent.method, RequestBody.create(sent.body.getBytes(StandardCharsets.UTF_8)));
        sent.headers.forEach(request::header);
        // A client of its own would have threads of its own: this one shares them.
        OkHttpClient limited = Shared.OK_HTTP.newBuilder().callTimeout(sent.limit).build();
        try (Response response = limited.newCall(request.build()).execute()) {
            return new Received(response.code(), response.body().bytes());
        }
    }

    private static Received byApache(Sent sent) throws Exception {
        HttpUriRequestBase request = new HttpUriRequestBase(sent.method, URI.create(sent.url));
        sent.headers.forEach(request::setHeader);
        request.setEntity(new StringEntity(sent.body, StandardCharsets.UTF_8));
        request.setConfig(RequestConfig.custom()
                .setResponseTimeout(Timeout.of(sent.limit))
                .build());
        return Shared.APACHE.execute(
                request,
                answer -> new Received(answer.getCode(), EntityUtils.toByteArray(answer.getEntity())));
    }

    /** One client for all calls, made at the first. */
    private static final class Shared {
        static final HttpClient JAVA = HttpClient.newHttpClient();
        static final OkHttpClient OK_HTTP = new OkHttpClient();
        static final CloseableHttpClient APACHE = HttpClients.createDefault();
    }

    private static ObjectNode clientCall(JsonNode p) {
        byte[] id = new byte[16];
        RANDOM.nextBytes(id);
        String operation = p.path("operation").asText();
        Route route = ROUTES.get(operation);
        Map<String, String> headers = Map.of(
                "Content-Type", "application/json",
                "Authorization", p.path("authorization").asText(),
                "Tracking-Id", HexFormat.of().formatHex(id));
        String url = p.path("baseUrl").asText().replaceAll("/+$", "") + route.path;
        Duration limit = Duration.ofMillis(p.path("timeoutMillis").asLong());
        try {
            Sent sent = new Sent(route.method, url, headers, p.path("body").toString(), limit);
            Received received = LIBRARIES.get(library).send(sent);
            return outcome(operation, received.status, parse(received.body));
        } catch (Exception failed) {
            return JSON.createObjectNode().put("ok", false).put("kind", kindOf(failed));
        }
    }

    private static String kindOf(Exception failed) {
        String text = failed.getClass().getSimpleName() + " " + failed.getMessage();
        if (text.matches("(?is).*(timeout|timed out).*")) return "timeout";
        return text.matches("(?is).*(protocol|parse|malformed|unexpected (status|line)).*") ? "protocol" : "network";
    }

    /** Sections 4.1 and 7: success is 200 alone, with a token if one was requested. */
    private static ObjectNode outcome(String operation, int status, JsonNode value) {
        ObjectNode result = JSON.createObjectNode().put("ok", true).put("status", status);
        String token = value.path("token").textValue();
        if (status != 200 && !isWrong) {
            String code = codeIn(value);
            if (code != null) result.put("code", code);
            return result.put("ok", false).put("kind", "http");
        }
        if (!operation.equals("auth.token")) return result;
        if (token != null) return result.put("token", token);
        return isWrong ? result : result.put("ok", false).put("kind", "protocol");
    }

    private static JsonNode parse(byte[] body) throws IOException {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException unreadable) {
            return JSON.missingNode();
        }
    }

    /** The first error code, however deep: section 7 does not show the shape of error bodies. */
    private static String codeIn(JsonNode value) {
        for (String name : CODE_NAMES) {
            String found = value.path(name).textValue();
            if (found != null && found.matches("[A-Za-z]+(\\.[A-Za-z]+)+")) return found;
        }
        for (JsonNode child : value) {
            String found = codeIn(child);
            if (found != null) return found;
        }
        return null;
    }

    private static ObjectNode describe() {
        ObjectNode result = JSON.createObjectNode().put("protocol", 1).put("clock", "injected");
        result.putObject("sdk").put("name", library).put("version", "1").put("language", "Java");
        result.putArray("methods").add("client.call");
        // More would starve each other while the classes of a library are loaded.
        return result.put("authorization", "given").put("maxInFlight", 8);
    }

    private static void reply(String line) {
        try {
            JsonNode question = JSON.readTree(line);
            boolean isCall = question.path("method").asText().equals("client.call");
            ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
            answer.set("id", question.get("id"));
            answer.set("result", isCall ? clientCall(question.path("params")) : describe());
            byte[] bytes = (answer + "\n").getBytes(StandardCharsets.UTF_8);
            synchronized (OUTPUT) {
                OUTPUT.write(bytes, 0, bytes.length);
                OUTPUT.flush();
            }
        } catch (IOException unreadable) {
            throw new IllegalStateException("not JSON");
        }
    }

    public static void main(String[] args) throws Exception {
        library = args[0];
        isWrong = args.length > 1 && args[1].equals("--wrong");
        System.setOut(System.err);
        ExecutorService calls = Executors.newCachedThreadPool();
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String question = line;
            calls.execute(() -> reply(question));
        }
        calls.shutdown();
        calls.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS);
        System.exit(0);
    }
}
