// Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5).
using System;
using System.Linq;
using System.Numerics;
using System.Text.RegularExpressions;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace ChannelSdk
{
    /// <summary>A token that is not accepted; Reason is a stable code.</summary>
    public sealed class InvalidToken : Exception
    {
        public InvalidToken(string reason) : base(reason) { Reason = reason; }

        public string Reason { get; }
    }

    public static class TokenVerifier
    {
        private static readonly string[] Numbers =
            { "privileges", "channelDuration", "duration", "size", "delayClose" };

        /// <summary>The join parameters as they stand in a valid token: JoinParams would lose unlisted members.</summary>
        public static JObject Verify(string token, string appId, string appSecret, long now)
        {
            var parts = token.Split('.');
            // [0-9], because \d takes the digits of every script; \z, because $ also matches before a line feed.
            if (parts.Length != 5 || !Regex.IsMatch(parts[2], @"\A[0-9]+\z") || !IsBase64(parts[3]) || !IsBase64(parts[4]))
                throw new InvalidToken("malformed");
            if (parts[0] != ChannelToken.Version) throw new InvalidToken("version");
            if (parts[1] != appId) throw new InvalidToken("app");
            // Section 4.5: over the parts as received; a second JSON encoding may differ.
            if (!AreEqual(ChannelToken.Mac(string.Concat(parts.Take(4)), appSecret), parts[4]))
                throw new InvalidToken("signature");
            var joinParams = ReadParams(parts[3]);
            // Section 2.1: validity starts at the token's timestamp. The digits of a token may say anything.
            var end = BigInteger.Parse(parts[2]) + Integer(joinParams, "duration", ChannelToken.Day);
            return now > end ? throw new InvalidToken("expired") : joinParams;
        }

        /// <summary>Encodes again and compares: FromBase64String skips white space and unused bits.</summary>
        private static bool IsBase64(string text)
        {
            try
            {
                return Convert.ToBase64String(Convert.FromBase64String(text)) == text;
            }
            catch (FormatException)
            {
                return false;
            }
        }

        /// <summary>In a time that does not depend on the place of the difference.</summary>
        private static bool AreEqual(string expected, string received)
        {
            var difference = expected.Length ^ received.Length;
            for (var i = 0; i < Math.Min(expected.Length, received.Length); i++) difference |= expected[i] ^ received[i];
            return difference == 0;
        }

        private static JObject ReadParams(string parameters)
        {
            try
            {
                var found = StrictJson.Read(ChannelToken.Utf8.GetString(Convert.FromBase64String(parameters)));
                if (found is JObject joinParams && IsRight(joinParams)) return joinParams;
            }
            catch (Exception error) when (error is JsonException || error is ArgumentException)
            {
                // No JSON or no UTF-8: the same answer.
            }
            throw new InvalidToken("params");
        }

        /// <summary>Section 2.1.</summary>
        private static bool IsRight(JObject found) =>
            found["channelId"]?.Type == JTokenType.String
            && found["userId"]?.Type == JTokenType.String
            && Numbers.All(name => found[name] == null || found[name].Type == JTokenType.Integer)
            && Integer(found, "duration", ChannelToken.Day) <= ChannelToken.Day
            && Integer(found, "delayClose", 0) <= ChannelToken.Day;

        private static BigInteger Integer(JObject found, string name, long byDefault) =>
            found[name] == null ? byDefault : BigInteger.Parse(found[name].ToString());
    }
}
