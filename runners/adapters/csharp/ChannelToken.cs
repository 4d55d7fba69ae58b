// Makes access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). Nothing here reads the clock or the
// environment, and no message holds a secret.
using System;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;

namespace ChannelSdk
{
    /// <summary>A call that makes no token; Reason is a stable code.</summary>
    public sealed class Refused : ArgumentException
    {
        public Refused(string reason, string name) : base(reason + ": " + name) { Reason = reason; }

        public string Reason { get; }
    }

    /// <summary>Section 2.1. What was not set is left out, while an explicit 0 is sent as it is.</summary>
    public sealed class JoinParams
    {
        public string ChannelId { get; set; }
        public string UserId { get; set; }
        public long? Privileges { get; set; }
        public long? ChannelDuration { get; set; }
        public long? Duration { get; set; }
        public long? Size { get; set; }
        public long? DelayClose { get; set; }

        /// <summary>What the types do not express. Lower bounds are not shown, so negative numbers pass.</summary>
        internal void Check()
        {
            if (ChannelId == null) throw new Refused("missing-field", "channelId");
            if (UserId == null) throw new Refused("missing-field", "userId");
            if (Duration > ChannelToken.Day) throw new Refused("out-of-range", "duration");
            if (DelayClose > ChannelToken.Day) throw new Refused("out-of-range", "delayClose");
        }
    }

    public static class ChannelToken
    {
        internal const string Version = "02"; // section 9 item 1
        internal const long Day = 86400;

        /// <summary>Throws where Encoding.UTF8 would put U+FFFD, and writes no byte order mark.</summary>
        internal static readonly Encoding Utf8 = new UTF8Encoding(false, true);

        private static readonly JsonSerializerSettings Json = new JsonSerializerSettings
        {
            ContractResolver = new CamelCasePropertyNamesContractResolver(),
            NullValueHandling = NullValueHandling.Ignore,
        };

        /// <summary>The params part for a JSON text, which is taken exactly as given.</summary>
        // Section 4.5 note 2: no line breaks, so no Base64FormattingOptions.
        public static string Params(string joinParamsJson) => Convert.ToBase64String(Utf8.GetBytes(joinParamsJson));

        /// <summary>The signature part (section 4.5).</summary>
        public static string Sign(string version, string appId, long timestamp, string parameters, string appSecret) =>
            Mac(version + appId + Decimal(timestamp) + parameters, appSecret);

        /// <summary>A token (section 2.2) for the join parameters.</summary>
        public static string Issue(string appId, string appSecret, JoinParams joinParams, long timestamp)
        {
            joinParams.Check();
            var parameters = Params(JsonConvert.SerializeObject(joinParams, Json));
            var signature = Sign(Version, appId, timestamp, parameters, appSecret);
            return string.Join(".", Version, appId, Decimal(timestamp), parameters, signature);
        }

        /// <summary>The base64 of HMAC-SHA256 with the app secret as key (section 4.5).</summary>
        internal static string Mac(string message, string appSecret)
        {
            if (appSecret == "") throw new Refused("empty-secret", "appSecret");
            using (var mac = new HMACSHA256(Utf8.GetBytes(appSecret)))
                return Convert.ToBase64String(mac.ComputeHash(Utf8.GetBytes(message)));
        }

        /// <summary>ToString alone writes the minus sign of the culture.</summary>
        private static string Decimal(long number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
