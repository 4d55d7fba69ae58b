// The calls of an SDK in C#, for the loop in Adapter.cs: put those of your SDK in their place. They only translate: a
// check or a repair here would test this file instead of the SDK.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using ChannelSdk;
using Newtonsoft.Json.Linq;

public static class Calls
{
    public static readonly object Description = new
    {
        sdk = new { name = "ChannelSdk", version = "1.0.0", language = "C#" },
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
            ["token.params"] = p => Result(new { @params = ChannelToken.Params(Text(p, "joinParamsJson")) }),
            ["token.signature"] = p => Result(new
            {
                signature = ChannelToken.Sign(
                    Text(p, "version"),
                    Text(p, "appId"),
                    Number(p, "timestamp"),
                    Text(p, "params"),
                    Text(p, "appSecret")),
            }),
            ["token.issue"] = p => Result(new
            {
                token = ChannelToken.Issue(
                    Text(p, "appId"), Text(p, "appSecret"), ReadJoinParams(p["joinParams"]), Number(p, "timestamp")),
            }),
            ["token.verify"] = Verify,
            ["client.call"] = Call,
        };

    /// <summary>An invalid token is a result, not an error.</summary>
    private static Task<JObject> Verify(JObject p)
    {
        try
        {
            var found = TokenVerifier.Verify(
                Text(p, "token"), Text(p, "appId"), Text(p, "appSecret"), Number(p, "now"));
            return Result(new { valid = true, joinParams = found });
        }
        catch (InvalidToken invalid)
        {
            return Result(new { valid = false, reason = invalid.Reason });
        }
    }

    /// <summary>A failed call is a result too.</summary>
    private static async Task<JObject> Call(JObject p)
    {
        var timeout = TimeSpan.FromMilliseconds(Number(p, "timeoutMillis"));
        var client = new ChannelClient(Text(p, "baseUrl"), Text(p, "authorization"), timeout);
        try
        {
            var reply = await client.CallAsync(Text(p, "operation"), (JObject)p["body"]);
            var result = new JObject { ["ok"] = true, ["status"] = reply.Status };
            if (reply.Token != null) result["token"] = reply.Token;
            return result;
        }
        catch (CallFailed failed)
        {
            var result = new JObject { ["ok"] = false, ["kind"] = failed.Kind };
            if (failed.Status != null) result["status"] = failed.Status;
            if (failed.Code != null) result["code"] = failed.Code;
            return result;
        }
    }

    /// <summary>Only the members that are there, and nothing converted: "60" and null do not fit a long.</summary>
    private static JoinParams ReadJoinParams(JToken given)
    {
        if (!(given is JObject members)) throw new Unsupported("joinParams");
        var joinParams = new JoinParams();
        foreach (var member in members.Properties())
            switch (member.Name)
            {
                case "channelId": joinParams.ChannelId = Text(members, member.Name); break;
                case "userId": joinParams.UserId = Text(members, member.Name); break;
                case "privileges": joinParams.Privileges = Number(members, member.Name); break;
                case "channelDuration": joinParams.ChannelDuration = Number(members, member.Name); break;
                case "duration": joinParams.Duration = Number(members, member.Name); break;
                case "size": joinParams.Size = Number(members, member.Name); break;
                case "delayClose": joinParams.DelayClose = Number(members, member.Name); break;
                default: throw new Unsupported("a member that JoinParams does not have");
            }
        return joinParams;
    }

    private static Task<JObject> Result(object members) => Task.FromResult(JObject.FromObject(members));

    // A cast of the token would convert.
    private static string Text(JObject p, string name) =>
        (p[name] as JValue)?.Value as string ?? throw new Unsupported(name);

    private static long Number(JObject p, string name) =>
        (p[name] as JValue)?.Value as long? ?? throw new Unsupported(name);

    /// <summary>The types of C# cannot hold the values of the question.</summary>
    private sealed class Unsupported : Exception
    {
        public Unsupported(string name) : base("cannot be expressed in the types of this SDK: " + name) { }
    }

    /// <summary>The errors of the SDK in the codes of the protocol; null is code 3.</summary>
    public static JObject Translate(Exception error)
    {
        if (error is Unsupported) return new JObject { ["code"] = 2, ["message"] = error.Message };
        if (!(error is Refused refused)) return null;
        // Code 1 needs data.reason; without it the answer counts as a failure.
        var data = new JObject { ["reason"] = refused.Reason };
        return new JObject { ["code"] = 1, ["message"] = refused.Message, ["data"] = data };
    }
}
