/**
 * Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). Nothing here reads the clock or the
 * environment, and no message holds a secret.
 */
package channelsdk

import com.fasterxml.jackson.annotation.JsonInclude
import com.fasterxml.jackson.databind.ObjectMapper
import java.util.Base64
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

/** A call that the SDK refuses; [reason] is a stable code. */
class Refused(val reason: String, name: String) : IllegalArgumentException("$reason: $name")

/** Section 2.1. What is null is left out, while an explicit 0 is sent as it is. */
@JsonInclude(JsonInclude.Include.NON_NULL)
data class JoinParams(
    val channelId: String?,
    val userId: String?,
    val privileges: Long? = null,
    /** In minutes; the others are seconds. */
    val channelDuration: Long? = null,
    val duration: Long? = null,
    val size: Long? = null,
    val delayClose: Long? = null,
)

internal const val VERSION = "02" // section 9 item 1
internal const val DAY = 86400L

private val json = ObjectMapper()

/** The params part for a JSON text, which is taken exactly as given. */
fun mintParams(joinParamsJson: String): String = base64(joinParamsJson.encodeToByteArray())

/** The signature part (section 4.5). */
fun sign(version: String, appId: String, timestamp: Long, params: String, appSecret: String): String =
    mac("$version$appId$timestamp$params", appSecret)

/** A token (section 2.2) for the join parameters. */
fun issueToken(appId: String, appSecret: String, joinParams: JoinParams, timestamp: Long): String {
    check(joinParams)
    val params = mintParams(json.writeValueAsString(joinParams))
    return listOf(VERSION, appId, timestamp, params, sign(VERSION, appId, timestamp, params, appSecret)).joinToString(".")
}

/** What the types do not express. Lower bounds are not shown, so negative numbers pass. */
private fun check(joinParams: JoinParams) {
    if (joinParams.channelId == null) throw Refused("missing-field", "channelId")
    if (joinParams.userId == null) throw Refused("missing-field", "userId")
    if ((joinParams.duration ?: 0) > DAY) throw Refused("out-of-range", "duration")
    if ((joinParams.delayClose ?: 0) > DAY) throw Refused("out-of-range", "delayClose")
}

/** The base64 of HMAC-SHA256 with the app secret as key (section 4.5). */
internal fun mac(message: String, appSecret: String): String {
    if (appSecret.isEmpty()) throw Refused("empty-secret", "appSecret")
    val mac = Mac.getInstance("HmacSHA256") // one each: a Mac is not safe in threads
    mac.init(SecretKeySpec(appSecret.encodeToByteArray(), "HmacSHA256"))
    return base64(mac.doFinal(message.encodeToByteArray()))
}

/** Standard base64 with padding. Section 4.5 note 2: no line breaks, so not getMimeEncoder. */
internal fun base64(data: ByteArray): String = Base64.getEncoder().encodeToString(data)
