package channelsdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7); the timeout limits a call as a whole. */
public final class ChannelClient {
    /** A success; the token is null unless one was asked for. */
    public record Reply(int status, String token) {}

    private record Route(String method, String path) {}

    /** Sections 4.1 to 4.4. */
    private static final Map<String, Route> ROUTES = Map.of(
            "auth.token", new Route("POST", "/auth/token"),
            "streaming.start", new Route("POST", "/streaming/start"),
            "streaming.update", new Route("PUT", "/streaming/update"),
            "streaming.stop", new Route("POST", "/streaming/stop"));

    private static final List<String> CODE_NAMES = List.of("code", "errorCode", "error_code", "error");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SecureRandom RANDOM = new SecureRandom();
    /** One for all, since each has a thread. HTTP/1.1: else it offers an upgrade. */
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final String baseUrl;
    private final String authorization;
    private final Duration timeout;

    public ChannelClient(String baseUrl, String authorization, Duration timeout) {
        this.baseUrl = baseUrl.replaceAll("/+$", "");
        this.authorization = authorization;
        this.timeout = timeout;
    }

    public Reply call(String operation, JsonNode body) throws CallFailed {
        HttpResponse<byte[]> response = exchange(request(operation, body));
        JsonNode value = parse(response.body());
        int status = response.statusCode();
        if (status != 200) throw new CallFailed("http", status, codeIn(value));
        // Section 7.2: what the body of a streaming answer holds is not shown.
        if (!operation.equals("auth.token")) return new Reply(status, null);
        if (!value.path("token").isTextual()) throw new CallFailed("protocol", status, null);
        return new Reply(status, value.get("token").textValue());
    }

    private HttpRequest request(String operation, JsonNode body) {
        Route route = ROUTES.get(operation);
        if (route == null) throw new Refused("malformed", "operation");
        byte[] trackingId = new byte[16]; // section 4: 32 hexadecimal digits; a UUID as text has dashes
        RANDOM.nextBytes(trackingId);
        try {
            return HttpRequest.newBuilder(URI.create(baseUrl + route.path()))
                    .header("Content-Type", "application/json")
                    .header("Authorization", authorization)
                    .header("Tracking-Id", HexFormat.of().formatHex(trackingId))
                    .method(route.method(), BodyPublishers.ofString(body.toString())) // in UTF-8
                    .build();
        } catch (IllegalArgumentException malformed) { // its text quotes the value
            throw new Refused("malformed", "baseUrl or authorization");
        }
    }

    /** The timeout of HttpRequest would end with the headers, so the wait for all of it is limited. */
    private HttpResponse<byte[]> exchange(HttpRequest request) throws CallFailed {
        AtomicInteger status = new AtomicInteger();
        CompletableFuture<HttpResponse<byte[]>> response = HTTP.sendAsync(request, head -> {
            status.set(head.statusCode());
            return BodySubscribers.ofByteArray();
        });
        try {
            return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException broken) {
            // A body that is cut off does not mask an error status.
            boolean isKnown = status.get() >= 300;
            throw new CallFailed(isKnown ? "http" : "network", isKnown ? status.get() : null, null);
        } catch (TimeoutException late) {
            throw new CallFailed("timeout", null, null);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CallFailed("network", null, null);
        } finally {
            response.cancel(true); // else it goes on behind a timeout
        }
    }

    private static JsonNode parse(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (IOException unreadable) {
            return JSON.missingNode();
        }
    }

    /** The first error code, however deep: the shape of error bodies is not shown (section 7). */
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
}
