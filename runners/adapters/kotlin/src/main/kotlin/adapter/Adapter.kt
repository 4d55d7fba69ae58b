/** The loop of an adapter: reads questions, writes answers. It needs no change: the calls are in Calls.kt. */
package adapter

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.DeserializationFeature
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.node.ObjectNode
import java.io.ByteArrayOutputStream
import java.io.FileDescriptor
import java.io.FileOutputStream
import java.io.InputStream
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

/** Fractions are kept as they are written: a double would make 1.0E400 infinite. */
private val JSON = JsonMapper.builder()
    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
    .build()

/** Not System.out: it buffers, translates characters, and belongs to everyone. */
private val OUTPUT = FileOutputStream(FileDescriptor.out)

fun main() {
    // A println somewhere in the SDK must not land between two answers.
    System.setOut(System.err)
    val calls = Executors.newCachedThreadPool()
    val input = System.`in`.buffered()
    generateSequence { readLine(input) }.map(::parse).forEach { question ->
        // Side by side: some calls wait for their time limit.
        if (question.path("method").asText() == "client.call") calls.execute { reply(question) } else reply(question)
    }
    // What is under way is finished.
    calls.shutdown()
    calls.awaitTermination(Long.MAX_VALUE, TimeUnit.SECONDS)
}

/** A line with its line feed; null at the end. Readers of text would also break at a bare return. */
private fun readLine(input: InputStream): ByteArray? {
    val line = ByteArrayOutputStream()
    var next = input.read()
    while (next >= 0) {
        line.write(next)
        if (next == '\n'.code) break
        next = input.read()
    }
    return line.toByteArray().takeIf { it.isNotEmpty() }
}

private fun parse(line: ByteArray): JsonNode =
    try {
        JSON.readTree(line)
    } catch (unreadable: JsonProcessingException) { // its text quotes the line
        JSON.createObjectNode()
    }

private fun reply(question: JsonNode) {
    val answer = JSON.createObjectNode().put("jsonrpc", "2.0")
    answer.set<JsonNode>("id", question.get("id")) // as it came: a number or a string
    val name = question.path("method").asText()
    val method: Method? = if (name == "describe") { _ -> describe() } else METHODS[name]
    try {
        require(name.isNotEmpty())
        if (method == null) answer.putObject("error").put("code", -32601).put("message", "method not offered")
        else answer.set<JsonNode>("result", JSON.valueToTree(method(question.path("params"))))
    } catch (error: Throwable) { // StackOverflowError too
        fail(answer.putObject("error"), error)
    }
    write(answer)
}

/** Code 1 needs data.reason; of any other error the class only, because its text may hold a secret. */
private fun fail(failure: ObjectNode, error: Throwable) {
    val known = translate(error) ?: Failure(3, "unexpected ${error.javaClass.name}")
    failure.put("code", known.code).put("message", known.message)
    if (known.reason != null) failure.putObject("data").put("reason", known.reason)
}

private fun describe(): Any =
    mapOf("protocol" to 1) + DESCRIPTION + ("methods" to METHODS.filterValues { it != null }.keys)

@Synchronized
private fun write(answer: ObjectNode) = OUTPUT.write(JSON.writeValueAsBytes(answer) + '\n'.code.toByte()) // UTF-8
