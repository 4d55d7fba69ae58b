/** Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). */
package channelsdk

import com.fasterxml.jackson.core.StreamReadFeature
import com.fasterxml.jackson.databind.DeserializationFeature
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature
import com.fasterxml.jackson.databind.json.JsonMapper
import java.io.IOException
import java.math.BigInteger
import java.security.MessageDigest
import java.util.Base64

/** A token that is not accepted; [reason] is a stable code. */
class InvalidToken(val reason: String) : Exception(reason)

/** Jackson keeps the last of two members (RFC 8259 section 4), ends at the first value, and rounds fractions. */
private val json = JsonMapper.builder()
    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
    .build()

private val NUMBERS = listOf("privileges", "channelDuration", "duration", "size", "delayClose")
private val LIMIT = DAY.toBigInteger()

/** The join parameters as they stand in a valid token: JoinParams would lose members that it does not list. */
fun verifyToken(token: String, appId: String, appSecret: String, now: Long): JsonNode {
    val parts = token.split(".")
    // [0-9], because isDigit takes the digits of every script.
    if (parts.size != 5 || !parts[2].matches(Regex("[0-9]+")) || !isBase64(parts[3]) || !isBase64(parts[4]))
        throw InvalidToken("malformed")
    if (parts[0] != VERSION) throw InvalidToken("version")
    if (parts[1] != appId) throw InvalidToken("app")
    // Section 4.5: over the parts as received; a second JSON encoding may differ.
    val expected = mac(parts.take(4).joinToString(""), appSecret)
    if (!MessageDigest.isEqual(expected.encodeToByteArray(), parts[4].encodeToByteArray()))
        throw InvalidToken("signature")
    val joinParams = readParams(parts[3])
    // Section 2.1: validity starts at the token's timestamp. The digits of a token may say anything.
    if (now.toBigInteger() > parts[2].toBigInteger() + integer(joinParams, "duration", LIMIT))
        throw InvalidToken("expired")
    return joinParams
}

/** Encodes again and compares: unused bits must be zero (RFC 4648 section 3.5). */
private fun isBase64(text: String): Boolean =
    try {
        base64(Base64.getDecoder().decode(text)) == text
    } catch (foreign: IllegalArgumentException) {
        false
    }

private fun readParams(params: String): JsonNode =
    try {
        // Without the flag bad UTF-8 becomes U+FFFD.
        val text = Base64.getDecoder().decode(params).decodeToString(throwOnInvalidSequence = true)
        json.readTree(text).takeIf(::isRight) ?: throw InvalidToken("params")
    } catch (unreadable: IOException) {
        throw InvalidToken("params")
    }

/** Section 2.1. */
private fun isRight(found: JsonNode): Boolean =
    found.path("channelId").isTextual &&
        found.path("userId").isTextual &&
        NUMBERS.all { !found.has(it) || found[it].isIntegralNumber } &&
        integer(found, "duration", LIMIT) <= LIMIT &&
        integer(found, "delayClose", BigInteger.ZERO) <= LIMIT

private fun integer(found: JsonNode, name: String, byDefault: BigInteger): BigInteger =
    if (found.has(name)) found[name].bigIntegerValue() else byDefault
