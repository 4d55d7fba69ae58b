/** Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7). */
package channelsdk

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.ObjectMapper
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodySubscribers
import java.security.SecureRandom
import java.util.HexFormat
import java.util.concurrent.ExecutionException
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration

/** A success; the token is there after auth.token. */
class Reply(val status: Int, val token: String? = null)

/** A failed call; [kind] is http, network, timeout or protocol. It wraps nothing that may quote headers. */
class CallFailed(val kind: String, val status: Int? = null, val code: String? = null) : Exception(kind)

private class Route(val method: String, val path: String)

/** Sections 4.1 to 4.4. */
private val ROUTES = mapOf(
    "auth.token" to Route("POST", "/auth/token"),
    "streaming.start" to Route("POST", "/streaming/start"),
    "streaming.update" to Route("PUT", "/streaming/update"),
    "streaming.stop" to Route("POST", "/streaming/stop"),
)
private val CODE_NAMES = listOf("code", "errorCode", "error_code", "error")
private val CODE = Regex("[A-Za-z]+(\\.[A-Za-z]+)+")
private val json = ObjectMapper()
private val random = SecureRandom()

/** One for all, since each has a thread. HTTP/1.1: else it offers an upgrade. */
private val http = HttpClient.newBuilder()
    .version(HttpClient.Version.HTTP_1_1)
    .followRedirects(HttpClient.Redirect.NEVER)
    .build()

/** The timeout limits each call as a whole. */
class ChannelClient(private val baseUrl: String, private val authorization: String, private val timeout: Duration) {
    fun call(operation: String, body: JsonNode): Reply {
        val route = ROUTES[operation] ?: throw Refused("malformed", "operation")
        val response = exchange(request(route, body))
        val value = parse(response.body())
        val status = response.statusCode()
        if (status != 200) throw CallFailed("http", status, codeIn(value))
        // Section 7.2: what the body of a streaming answer holds is not shown.
        if (operation != "auth.token") return Reply(status)
        return Reply(status, value.path("token").textValue() ?: throw CallFailed("protocol", status))
    }

    private fun request(route: Route, body: JsonNode): HttpRequest =
        try {
            HttpRequest.newBuilder(URI.create(baseUrl.trimEnd('/') + route.path))
                .header("Content-Type", "application/json")
                .header("Authorization", authorization)
                .header("Tracking-Id", trackingId())
                .method(route.method, BodyPublishers.ofString(body.toString())) // in UTF-8
                .build()
        } catch (malformed: IllegalArgumentException) { // its text quotes the value
            throw Refused("malformed", "baseUrl or authorization")
        }

    /** The timeout of HttpRequest would end with the headers, so the wait for all of it is limited. */
    private fun exchange(request: HttpRequest): HttpResponse<ByteArray> {
        val status = AtomicInteger()
        val response = http.sendAsync(request) { head ->
            status.set(head.statusCode())
            BodySubscribers.ofByteArray()
        }
        try {
            return response.get(timeout.inWholeMilliseconds, TimeUnit.MILLISECONDS)
        } catch (broken: ExecutionException) {
            // A body that is cut off does not mask an error status.
            throw if (status.get() >= 300) CallFailed("http", status.get()) else CallFailed("network")
        } catch (late: TimeoutException) {
            throw CallFailed("timeout")
        } finally {
            response.cancel(true) // else it goes on behind a timeout
        }
    }
}

/** Section 4: 32 hexadecimal digits; a UUID as text has dashes. */
private fun trackingId(): String = HexFormat.of().formatHex(ByteArray(16).also(random::nextBytes))

private fun parse(body: ByteArray): JsonNode =
    try {
        json.readTree(body)
    } catch (unreadable: IOException) {
        json.missingNode()
    }

/** The first error code, however deep: the shape of error bodies is not shown (section 7). */
private fun codeIn(value: JsonNode): String? =
    CODE_NAMES.firstNotNullOfOrNull { name -> value.path(name).textValue()?.takeIf(CODE::matches) }
        ?: value.firstNotNullOfOrNull(::codeIn)
