/**
 * The calls of an SDK in Kotlin, for the loop in Adapter.kt: put those of your SDK in their place. They only translate:
 * a check or a repair here would test this file instead of the SDK.
 */
package adapter

import channelsdk.CallFailed
import channelsdk.ChannelClient
import channelsdk.InvalidToken
import channelsdk.JoinParams
import channelsdk.Refused
import channelsdk.issueToken
import channelsdk.mintParams
import channelsdk.sign
import channelsdk.verifyToken
import com.fasterxml.jackson.databind.JsonNode
import kotlin.time.Duration.Companion.milliseconds

typealias Method = (JsonNode) -> Any

class Failure(val code: Int, val message: String, val reason: String? = null)

val DESCRIPTION = mapOf(
    "sdk" to mapOf("name" to "channelsdk", "version" to "1.0.0", "language" to "Kotlin"),
    // "system" if your SDK reads the clock itself; timestamp is then not sent.
    "clock" to "injected",
    // "own" if your SDK makes the Authorization value itself.
    "authorization" to "given",
    // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
    // members and tells: see the guide of adapters.
)

/** What is null here is not offered, and the suite skips it. */
val METHODS: Map<String, Method?> = mapOf(
    "token.params" to { p -> mapOf("params" to mintParams(text(p, "joinParamsJson"))) },
    "token.signature" to { p ->
        val (version, appId, params, appSecret) = listOf("version", "appId", "params", "appSecret").map { text(p, it) }
        mapOf("signature" to sign(version, appId, number(p, "timestamp"), params, appSecret))
    },
    "token.issue" to { p ->
        val joinParams = joinParams(p.path("joinParams"))
        mapOf("token" to issueToken(text(p, "appId"), text(p, "appSecret"), joinParams, number(p, "timestamp")))
    },
    "token.verify" to ::verify,
    "client.call" to ::clientCall,
)

/** An invalid token is a result, not an error. */
private fun verify(p: JsonNode): Any =
    try {
        val found = verifyToken(text(p, "token"), text(p, "appId"), text(p, "appSecret"), number(p, "now"))
        mapOf("valid" to true, "joinParams" to found)
    } catch (invalid: InvalidToken) {
        mapOf("valid" to false, "reason" to invalid.reason)
    }

/** A failed call is a result too. */
private fun clientCall(p: JsonNode): Any {
    val timeout = number(p, "timeoutMillis").milliseconds
    val client = ChannelClient(text(p, "baseUrl"), text(p, "authorization"), timeout)
    val told = try {
        val reply = client.call(text(p, "operation"), p.path("body"))
        mapOf("ok" to true, "status" to reply.status, "token" to reply.token)
    } catch (failed: CallFailed) {
        mapOf("ok" to false, "kind" to failed.kind, "status" to failed.status, "code" to failed.code)
    }
    return told.filterValues { it != null }
}

private val JOIN_PARAMS = setOf("channelId", "userId", "privileges", "channelDuration", "duration", "size", "delayClose")

/** Only the members that are there, and nothing converted: "60" and null do not fit a Long. */
private fun joinParams(given: JsonNode): JoinParams {
    if (!given.isObject) throw Unsupported("joinParams")
    if (given.fieldNames().asSequence().any { it !in JOIN_PARAMS }) throw Unsupported("an unlisted member")
    fun optional(name: String) = if (given.has(name)) number(given, name) else null
    return JoinParams(
        channelId = if (given.has("channelId")) text(given, "channelId") else null,
        userId = if (given.has("userId")) text(given, "userId") else null,
        privileges = optional("privileges"),
        channelDuration = optional("channelDuration"),
        duration = optional("duration"),
        size = optional("size"),
        delayClose = optional("delayClose"),
    )
}

private fun text(p: JsonNode, name: String): String =
    p.path(name).textValue() ?: throw Unsupported(name) // asText would convert

private fun number(p: JsonNode, name: String): Long =
    p.path(name).takeIf { it.isIntegralNumber && it.canConvertToLong() }?.longValue() ?: throw Unsupported(name)

/** Kotlin's types cannot hold the values of the question. */
private class Unsupported(name: String) : Exception("cannot be expressed in the types of this SDK: $name")

/** The errors of the SDK in the codes of the protocol; null is code 3. */
fun translate(error: Throwable): Failure? = when (error) {
    is Refused -> Failure(1, error.message!!, error.reason)
    is Unsupported -> Failure(2, error.message!!)
    else -> null
}
