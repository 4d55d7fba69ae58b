// Calls the Real-Time Channel Service over HTTP (sections 4, 5 and 7). No message holds a secret or the Authorization
// value.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

namespace ChannelSdk
{
    /// <summary>A success; Token is null unless one was asked for.</summary>
    public sealed class Reply
    {
        public int Status { get; internal set; }
        public string Token { get; internal set; }
    }

    /// <summary>A failed call; Kind is http, network, timeout or protocol.</summary>
    public sealed class CallFailed : Exception
    {
        public CallFailed(string kind, int? status = null, string code = null) : base(kind)
        {
            Kind = kind;
            Status = status;
            Code = code;
        }

        public string Kind { get; }
        public int? Status { get; }
        public string Code { get; }
    }

    /// <summary>The timeout limits a call as a whole.</summary>
    public sealed class ChannelClient
    {
        /// <summary>Sections 4.1 to 4.4.</summary>
        private static readonly Dictionary<string, (string Method, string Path)> Routes =
            new Dictionary<string, (string, string)>
            {
                ["auth.token"] = ("POST", "/auth/token"),
                ["streaming.start"] = ("POST", "/streaming/start"),
                ["streaming.update"] = ("PUT", "/streaming/update"),
                ["streaming.stop"] = ("POST", "/streaming/stop"),
            };

        private static readonly string[] CodeNames = { "code", "errorCode", "error_code", "error" };

        private readonly string baseUrl;
        private readonly string authorization;
        private readonly TimeSpan timeout;

        public ChannelClient(string baseUrl, string authorization, TimeSpan timeout)
        {
            this.baseUrl = baseUrl.TrimEnd('/');
            this.authorization = authorization;
            this.timeout = timeout;
        }

        public async Task<Reply> CallAsync(string operation, JObject body)
        {
            if (!Routes.ContainsKey(operation)) throw new Refused("malformed", "operation");
            var route = Routes[operation];
            var answer = await Exchange(route.Method, route.Path, body);
            var status = answer.Status;
            // A body that is cut off does not mask an error status.
            if (answer.Body == null && status == 200) throw new CallFailed("network");
            var value = Parse(answer.Body ?? new byte[0]);
            if (status != 200) throw new CallFailed("http", status, CodeIn(value));
            // Section 7.2: what the body of a streaming answer holds is not shown.
            if (operation != "auth.token") return new Reply { Status = status };
            var token = ((value as JObject)?["token"] as JValue)?.Value as string;
            return token == null ? throw new CallFailed("protocol", status) : new Reply { Status = status, Token = token };
        }

        private async Task<HttpAnswer> Exchange(string method, string path, JObject body)
        {
            var url = Url(path);
            var content = ChannelToken.Utf8.GetBytes(body.ToString(Formatting.None));
            using (var limit = new CancellationTokenSource(timeout))
                try
                {
                    var answer = await ChannelHttp.Exchange(url, Head(method, url), content, limit.Token);
                    // A body that the limit cut off, and not the service.
                    var late = answer.Body == null && limit.IsCancellationRequested;
                    return late && answer.Status == 200 ? throw new CallFailed("timeout") : answer;
                }
                catch (Exception) when (limit.IsCancellationRequested)
                {
                    throw new CallFailed("timeout");
                }
                catch (BadAnswer bad)
                {
                    throw new CallFailed("protocol", bad.Status == 0 ? (int?)null : bad.Status);
                }
                catch (Exception error) when (
                    error is IOException || error is SocketException || error is AuthenticationException)
                {
                    throw new CallFailed("network");
                }
        }

        private Uri Url(string path)
        {
            var isUrl = Uri.TryCreate(baseUrl + path, UriKind.Absolute, out var url);
            var isHttp = isUrl && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps);
            return isHttp ? url : throw new Refused("malformed", "baseUrl");
        }

        private string Head(string method, Uri url)
        {
            // A line break would start another header.
            if (authorization.Any(char.IsControl)) throw new Refused("malformed", "authorization");
            return method + " " + url.PathAndQuery + " HTTP/1.1\r\n"
                + "Content-Type: application/json\r\n"
                + "Authorization: " + authorization + "\r\n"
                // Section 4: 32 hexadecimal digits; a Guid has dashes unless "N" says otherwise.
                + "Tracking-Id: " + Guid.NewGuid().ToString("N") + "\r\n";
        }

        private static JToken Parse(byte[] received)
        {
            try
            {
                return StrictJson.Read(ChannelToken.Utf8.GetString(received));
            }
            catch (Exception error) when (error is JsonException || error is ArgumentException)
            {
                return null;
            }
        }

        /// <summary>The first error code, however deep: the shape of error bodies is not shown (section 7).</summary>
        private static string CodeIn(JToken value)
        {
            if (!(value is JContainer container)) return null;
            var members = container as JObject ?? new JObject();
            var named = CodeNames.Select(name => (members[name] as JValue)?.Value as string);
            return named.FirstOrDefault(found => found != null && Regex.IsMatch(found, @"\A[A-Za-z]+(\.[A-Za-z]+)+\z"))
                ?? container.Children().Select(CodeIn).FirstOrDefault(found => found != null);
        }
    }
}
