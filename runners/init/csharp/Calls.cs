// The calls of your SDK, for the loop in Adapter.cs. They only translate: a check or a repair here would test this file
// instead of the SDK.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Newtonsoft.Json.Linq;

public static class Calls
{
    public static readonly object Description = new
    {
        sdk = new { name = "TODO: name of your SDK", version = "0.0.0", language = "C#" },
        // "system" if your SDK reads the clock itself; timestamp is then not sent.
        clock = "injected",
        // "own" if your SDK makes the Authorization value itself.
        authorization = "given",
        // What your SDK does not take, cannot leave out or does not have, say with joinParams, limits, always,
        // operations, members and tells: see the guide of adapters.
    };

    /// <summary>What is null here is not offered, and the suite skips it.</summary>
    public static readonly Dictionary<string, Func<JObject, Task<JObject>>> Methods =
        new Dictionary<string, Func<JObject, Task<JObject>>>
        {
            // TODO token.params: joinParamsJson, a JSON text that is encoded exactly as it is; out: params, text.
            // p => Result(new { @params = Sdk.Params(Text(p, "joinParamsJson")) })
            ["token.params"] = null,

            // TODO token.signature: version, appId, timestamp (a number), params and appSecret; out: signature, text.
            // p => Result(new
            // {
            //     signature = Sdk.Sign(Text(p, "version"), Text(p, "appId"), Number(p, "timestamp"), Text(p, "params"),
            //         Text(p, "appSecret")),
            // })
            ["token.signature"] = null,

            // TODO token.issue: appId, appSecret, joinParams (an object) and timestamp (a number, not with the clock
            // "system"); out: token, text. Pass on only members that are there, and convert none:
            // if (members["size"] != null) joinParams.Size = Number(members, "size");
            // p => Result(new
            // {
            //     token = Sdk.Issue(Text(p, "appId"), Text(p, "appSecret"), ReadJoinParams(p["joinParams"]),
            //         Number(p, "timestamp")),
            // })
            ["token.issue"] = null,

            // TODO token.verify: token, appId, appSecret and now (a number); out: valid = true and joinParams, an
            // object, or valid = false and a reason: malformed, version, app, signature, params or expired.
            // p => Result(new { valid = false, reason = "expired" })
            ["token.verify"] = null,

            // TODO client.call: baseUrl, appId, appSecret, timeoutMillis (a number), authorization (the whole value of
            // the header), operation (auth.token, streaming.start, streaming.update, streaming.stop) and body, an
            // object; out: ok = true, status (a number) and, after auth.token, token; or ok = false, kind (http,
            // network, timeout, protocol) and, where the SDK tells them, status and code. Leave out what is null.
            // async p => JObject.FromObject(
            //     new { ok = true, status = 200, token = await Client(p).TokenAsync((JObject)p["body"]) })
            ["client.call"] = null,
        };

    internal static Task<JObject> Result(object members) => Task.FromResult(JObject.FromObject(members));

    // A cast of the token would convert.
    internal static string Text(JObject p, string name) =>
        (p[name] as JValue)?.Value as string ?? throw new Unsupported(name);

    internal static long Number(JObject p, string name) =>
        (p[name] as JValue)?.Value as long? ?? throw new Unsupported(name);

    /// <summary>The types of C# cannot hold the values of the question: code 2.</summary>
    private sealed class Unsupported : Exception
    {
        public Unsupported(string name) : base("cannot be expressed in the types of this SDK: " + name) { }
    }

    /// <summary>The errors of the SDK in the codes of the protocol; null is code 3, all else.</summary>
    public static JObject Translate(Exception error)
    {
        // TODO code 1 is a refusal by the SDK, with the reason missing-field, wrong-type, out-of-range, empty-secret or
        // malformed:
        // if (error is SdkException)
        //     return new JObject
        //     {
        //         ["code"] = 1, ["message"] = "refused", ["data"] = new JObject { ["reason"] = "out-of-range" },
        //     };
        return error is Unsupported ? new JObject { ["code"] = 2, ["message"] = error.Message } : null;
    }
}
