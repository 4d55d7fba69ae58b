// One HTTP exchange. In .NET, HttpClient would do; that of Mono takes an interim answer for the final one.
using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace ChannelSdk
{
    /// <summary>An answer that is no HTTP, or too long; Status is 0 if it was not read.</summary>
    internal sealed class BadAnswer : Exception
    {
        public BadAnswer(int status = 0) { Status = status; }

        public int Status { get; }
    }

    internal sealed class HttpAnswer
    {
        public int Status;
        public readonly Dictionary<string, string> Headers =
            new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        /// <summary>Null if it was cut off.</summary>
        public byte[] Body;
    }

    internal sealed class ChannelHttp
    {
        private const int LineLimit = 1 << 16;
        private const int BodyLimit = 1 << 20; // no answer of the interface is so long, and reading more takes its time

        private readonly Stream stream;
        private readonly byte[] buffer = new byte[1 << 16];
        private int at, end;

        private ChannelHttp(Stream stream) { this.stream = stream; }

        /// <summary>
        /// The answer to one request. Redirects are not followed, and each call has its own connection: a POST that finds
        /// a kept one dead could not be repeated.
        /// </summary>
        public static async Task<HttpAnswer> Exchange(Uri url, string head, byte[] body, CancellationToken limit)
        {
            var family = url.HostNameType == UriHostNameType.IPv6 ? AddressFamily.InterNetworkV6 : AddressFamily.InterNetwork;
            using (var client = new TcpClient(family) { NoDelay = true })
            using (limit.Register(client.Close)) // so the limit ends whatever step it is
            {
                await client.ConnectAsync(url.DnsSafeHost, url.Port);
                using (var stream = await Secured(client.GetStream(), url))
                {
                    var lines = head + "Host: " + url.Authority + "\r\nContent-Length: " + body.Length
                        + "\r\nConnection: close\r\n\r\n";
                    var request = new MemoryStream();
                    request.Write(Encoding.UTF8.GetBytes(lines), 0, Encoding.UTF8.GetByteCount(lines));
                    request.Write(body, 0, body.Length);
                    await stream.WriteAsync(request.GetBuffer(), 0, (int)request.Length);
                    return await new ChannelHttp(stream).Answer();
                }
            }
        }

        private static async Task<Stream> Secured(Stream plain, Uri url)
        {
            if (url.Scheme == Uri.UriSchemeHttp) return plain;
            var secured = new SslStream(plain);
            await secured.AuthenticateAsClientAsync(url.DnsSafeHost);
            return secured;
        }

        private async Task<HttpAnswer> Answer()
        {
            var answer = await Head();
            // RFC 9110 section 15.2: interim answers come before the final one.
            while (answer.Status < 200 && answer.Status != 101) answer = await Head();
            var body = new MemoryStream();
            if (await Body(answer, body)) answer.Body = body.ToArray();
            return answer;
        }

        private async Task<HttpAnswer> Head()
        {
            var first = Regex.Match(await Line(), @"\AHTTP/1\.[01] ([0-9]{3})(?: |\z)");
            if (!first.Success) throw new BadAnswer();
            var answer = new HttpAnswer { Status = int.Parse(first.Groups[1].Value) };
            for (var line = await Line(); line != ""; line = await Line())
            {
                var colon = line.IndexOf(':');
                if (colon > 0) answer.Headers[line.Substring(0, colon)] = line.Substring(colon + 1).Trim();
            }
            return answer;
        }

        /// <summary>Was all there?</summary>
        private async Task<bool> Body(HttpAnswer answer, MemoryStream body)
        {
            if (answer.Status == 101 || answer.Status == 204 || answer.Status == 304) return true;
            try
            {
                if (answer.Headers.ContainsKey("Transfer-Encoding")) return await Chunks(answer.Status, body);
                if (!answer.Headers.ContainsKey("Content-Length")) return await Copy(answer.Status, body, null);
                var length = answer.Headers["Content-Length"];
                if (!Regex.IsMatch(length, @"\A[0-9]{1,18}\z")) throw new BadAnswer(answer.Status);
                return await Copy(answer.Status, body, long.Parse(length));
            }
            catch (IOException)
            {
                return false;
            }
        }

        private async Task<bool> Chunks(int status, MemoryStream body)
        {
            for (var size = await ChunkSize(status); size > 0; size = await ChunkSize(status))
            {
                if (!await Copy(status, body, size)) return false;
                await Line();
            }
            return true; // trailers say nothing that is needed
        }

        private async Task<long> ChunkSize(int status)
        {
            var size = Regex.Match(await Line(), @"\A0*([0-9A-Fa-f]{1,8})[ \t]*(?:;|\z)");
            return size.Success ? Convert.ToInt64(size.Groups[1].Value, 16) : throw new BadAnswer(status);
        }

        /// <summary>Takes so many bytes; without a length all that come until the connection ends.</summary>
        private async Task<bool> Copy(int status, MemoryStream body, long? length)
        {
            for (long left = length ?? long.MaxValue; left > 0;)
            {
                if (at == end && !await Fill()) return length == null;
                var count = (int)Math.Min(end - at, left);
                body.Write(buffer, at, count);
                at += count;
                left -= count;
                if (body.Length > BodyLimit) throw new BadAnswer(status);
            }
            return true;
        }

        private async Task<string> Line()
        {
            var line = new StringBuilder();
            while (line.Length < LineLimit)
            {
                if (at == end && !await Fill()) throw new IOException("cut off");
                var next = (char)buffer[at++];
                if (next == '\n') return line.ToString().TrimEnd('\r');
                line.Append(next);
            }
            throw new BadAnswer();
        }

        private async Task<bool> Fill()
        {
            at = 0;
            end = await stream.ReadAsync(buffer, 0, buffer.Length);
            return end > 0;
        }
    }
}
