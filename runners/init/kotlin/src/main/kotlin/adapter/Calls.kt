/**
 * The calls of your SDK, for the loop in Adapter.kt. They only translate: a check or a repair here would test this file
 * instead of the SDK.
 */
package adapter

import com.fasterxml.jackson.databind.JsonNode

typealias Method = (JsonNode) -> Any

class Failure(val code: Int, val message: String, val reason: String? = null)

val DESCRIPTION = mapOf(
    "sdk" to mapOf("name" to "TODO: name of your SDK", "version" to "0.0.0", "language" to "Kotlin"),
    // "system" if your SDK reads the clock itself; timestamp is then not sent.
    "clock" to "injected",
    // "own" if your SDK makes the Authorization value itself.
    "authorization" to "given",
    // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always, operations,
    // members and tells: see the guide of adapters.
)

/** What is null here is not offered, and the suite skips it. */
val METHODS: Map<String, Method?> = mapOf(
    // TODO token.params: joinParamsJson, a JSON text that is encoded exactly as it is; out: params, text.
    // { p -> mapOf("params" to Sdk.params(text(p, "joinParamsJson"))) }
    "token.params" to null,

    // TODO token.signature: version, appId, timestamp (a number), params and appSecret; out: signature, text.
    // { p -> mapOf("signature" to Sdk.sign(text(p, "version"), text(p, "appId"), number(p, "timestamp"), …)) }
    "token.signature" to null,

    // TODO token.issue: appId, appSecret, joinParams (an object) and timestamp (a number, not with the clock "system");
    // out: token, text. Pass on only members that are there, and convert none:
    // val size = if (given.has("size")) number(given, "size") else null
    // { p -> mapOf("token" to Sdk.issue(text(p, "appId"), text(p, "appSecret"), joinParams(p["joinParams"]), …)) }
    "token.issue" to null,

    // TODO token.verify: token, appId, appSecret and now (a number); out: valid: true and joinParams, an object, or
    // valid: false and a reason: malformed, version, app, signature, params or expired.
    // { p -> mapOf("valid" to false, "reason" to "expired") }
    "token.verify" to null,

    // TODO client.call: baseUrl, appId, appSecret, timeoutMillis (a number), authorization (the whole value of the
    // header), operation (auth.token, streaming.start, streaming.update, streaming.stop) and body, an object; out: ok:
    // true, status (a number) and, after auth.token, token; or ok: false, kind (http, network, timeout, protocol) and,
    // where the SDK tells them, status and code. Calls come in threads, side by side: runBlocking is fine.
    // { p -> mapOf("ok" to true, "status" to 200, "token" to runBlocking { client(p).token(p["body"]) }) }
    "client.call" to null,
)

fun text(p: JsonNode, name: String): String =
    p.path(name).textValue() ?: throw Unsupported(name) // asText would convert

fun number(p: JsonNode, name: String): Long =
    p.path(name).takeIf { it.isIntegralNumber && it.canConvertToLong() }?.longValue() ?: throw Unsupported(name)

/** Kotlin's types cannot hold the values of the question: code 2. */
class Unsupported(name: String) : Exception("cannot be expressed in the types of this SDK: $name")

/** The errors of the SDK in the codes of the protocol; null is code 3, all else. */
fun translate(error: Throwable): Failure? = when (error) {
    // TODO code 1 is a refusal by the SDK, with the reason missing-field, wrong-type, out-of-range, empty-secret or
    // malformed:
    // is SdkException -> Failure(1, "refused", "out-of-range")
    is Unsupported -> Failure(2, error.message!!)
    else -> null
}
