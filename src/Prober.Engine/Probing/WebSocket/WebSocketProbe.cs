using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Prober.Engine.Probing.Connecting;
using Prober.Engine.Probing.Securing;
using Prober.Engine.Probing.Talk;

namespace Prober.Engine.Probing.WebSocket;

/// <summary>Opens a WebSocket (RFC 6455), sends a ping, and waits for its pong.</summary>
/// <param name="url">Absolute, <c>ws</c> or <c>wss</c>.</param>
/// <param name="headers">Besides those of the handshake.</param>
/// <param name="steps">A conversation instead of the ping; null for none.</param>
public sealed class WebSocketProbe(
    Uri url, IReadOnlyList<KeyValuePair<string, string>> headers, TlsRules rules, Uri? proxy = null, IReadOnlyList<TalkStep>? steps = null)
    : IProbe
{
    private const int MaxHead = 64 * 1024;
    private const string Secure = "wss";

    /// <summary>RFC 6455, section 4.2.2.</summary>
    private const string Guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    public string Kind => "websocket";

    public string Endpoint { get; } = url.ToString();

    public string Destination { get; } = Connector.NameOf(url.IdnHost, url.Port);

    /// <summary>Closed in the ordinary way: a reset would destroy the closing frame before the server has read it.</summary>
    public Task<ProbeResult> ProbeAsync(ProbeCall call) =>
        Connector.UseAsync(url.IdnHost, url.Port, call, TalkAsync, closesPlainly: true, proxy);

    private async Task TalkAsync(Socket socket, ProbeCall call)
    {
        await using var plain = new NetworkStream(socket, ownsSocket: false);
        if (url.Scheme != Secure)
        {
            await TalkAsync(plain, call);
            return;
        }

        await using var secured = await TlsConnector.AuthenticateAsync(plain, url.IdnHost, rules, SslApplicationProtocol.Http11, call);
        if (secured is not null)
        {
            await TalkAsync(secured, call);
        }
    }

    private async Task TalkAsync(Stream stream, ProbeCall call)
    {
        var (result, asked) = (call.Result, call.Elapsed);
        var key = Convert.ToBase64String(RandomNumberGenerator.GetBytes(16));
        await stream.WriteAsync(Encoding.UTF8.GetBytes(Request(key)), CancellationToken.None);
        var (head, more) = await ReadHeadAsync(stream, call);
        if (head is null)
        {
            return;
        }

        result.Processing = call.Elapsed - asked;
        if (!head.StartsWith("HTTP/1.1 101", StringComparison.Ordinal))
        {
            result.Status = head.Length > 12 && int.TryParse(head[9..12], out var status) ? status : 0;
            result.Fail(FailureClass.Status, $"The server does not open a WebSocket: {head.Split('\r')[0]}");
        }
        else if (ValueOf(head, "Sec-WebSocket-Accept") != Accept(key))
        {
            result.Fail(FailureClass.Protocol, "The server's Sec-WebSocket-Accept is not the one of this request.");
        }
        else
        {
            result.Status = 101;
            var frames = new WebSocketFrames(stream, more);
            var opened = call.Elapsed;
            await (steps is null ? WebSocketTalk.PingAsync(frames, call) : WebSocketTalk.FollowAsync(frames, steps, call));
            result.Transferring = call.Elapsed - opened;
        }
    }

    /// <returns>Without the spaces around it; null when there is no such header.</returns>
    private static string? ValueOf(string head, string name) => head.Split('\n')
        .Select(line => line.Split(':', 2))
        .FirstOrDefault(parts => parts.Length == 2 && parts[0].Equals(name, StringComparison.OrdinalIgnoreCase))?[1].Trim();

    private string Request(string key)
    {
        var text = new StringBuilder($"GET {url.PathAndQuery} HTTP/1.1\r\n");
        if (!headers.Any(header => header.Key.Equals("Host", StringComparison.OrdinalIgnoreCase)))
        {
            var host = url.HostNameType == UriHostNameType.IPv6 ? url.Host : url.IdnHost;
            text.Append($"Host: {(url.IsDefaultPort ? host : $"{host}:{url.Port}")}\r\n");
        }

        text.Append($"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n");
        foreach (var (name, value) in headers)
        {
            text.Append($"{name}: {value}\r\n");
        }

        return text.Append("\r\n").ToString();
    }

    /// <returns>The head with its line ends, and what came after it; null when there is none: the result says why.</returns>
    private static async Task<(string? Head, byte[] More)> ReadHeadAsync(Stream stream, ProbeCall call)
    {
        var buffer = new byte[MaxHead];
        for (var length = 0; length < MaxHead;)
        {
            var read = await stream.ReadAsync(buffer.AsMemory(length), CancellationToken.None);
            if (read == 0)
            {
                call.Result.Fail(FailureClass.Reset, "The connection ended before the response.");
                return (null, []);
            }

            length += read;
            if (buffer.AsSpan(0, length).IndexOf("\r\n\r\n"u8) is >= 0 and var end)
            {
                return (Encoding.Latin1.GetString(buffer, 0, end + 2), buffer[(end + 4)..length]);
            }
        }

        call.Result.Fail(FailureClass.TooLarge, $"The head of the response is larger than {MaxHead} bytes.");
        return (null, []);
    }

#pragma warning disable CA5350 // The protocol demands SHA-1, not as a protection.
    private static string Accept(string key) => Convert.ToBase64String(SHA1.HashData(Encoding.ASCII.GetBytes(key + Guid)));
#pragma warning restore CA5350
}
