using System.Net.Sockets;
using System.Text;

namespace Prober.Engine.Probing.Connecting;

/// <summary>A connection through a proxy of HTTP, by CONNECT (RFC 9110, section 9.3.6).</summary>
internal static class HttpConnect
{
    private const int MaxHead = 64 * 1024;

    /// <param name="headers">Further headers for the proxy, without line breaks.</param>
    /// <returns>Null when it failed: the result says why.</returns>
    public static async ValueTask<Socket?> ConnectAsync(
        Uri proxy, string host, int port, ProbeCall call, IReadOnlyList<KeyValuePair<string, string>>? headers = null)
    {
        if (await ProxyFaults.ConnectAsync(proxy, call) is not { } socket)
        {
            return null;
        }

        try
        {
            await using var stream = new NetworkStream(socket, ownsSocket: false);
            var name = Connector.NameOf(host, port);
            var user = Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(proxy.UserInfo)));
            var login = user.Length == 0 ? "" : $"Proxy-Authorization: Basic {user}\r\n";
            var more = string.Concat((headers ?? []).Select(header => $"{header.Key}: {header.Value}\r\n"));
            call.Ask(proxy);
            await stream.WriteAsync(Encoding.UTF8.GetBytes($"CONNECT {name} HTTP/1.1\r\nHost: {name}\r\n{login}{more}\r\n"));
            if (IsOpen(await StatusAsync(stream, call), call.Result))
            {
                call.Awaits = "an answer";
                return socket;
            }
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            call.Result.Fail(
                call.IsOver ? FailureClass.Timeout : FailureClass.Proxy, $"The proxy {proxy.Host}:{proxy.Port} closed the connection.");
        }

        call.Detach();
        socket.Dispose();
        return null;
    }

    /// <returns>0 when that is no HTTP.</returns>
    private static async ValueTask<int> StatusAsync(NetworkStream stream, ProbeCall call)
    {
        // Byte by byte: what follows the head belongs to the target.
        var (head, one) = (new StringBuilder(), new byte[1]);
        while (head.Length < MaxHead && !head.ToString(Math.Max(0, head.Length - 4), Math.Min(4, head.Length)).Equals("\r\n\r\n")
            && await stream.ReadAsync(one) > 0)
        {
            head.Append((char)one[0]);
            call.HearProxy();
        }

        return head.ToString().Split(' ', 3) is [var version, var status, ..] && version.StartsWith("HTTP/1.", StringComparison.Ordinal)
            && int.TryParse(status.AsSpan(0, Math.Min(3, status.Length)), out var number) ? number : 0;
    }

    private static bool IsOpen(int status, ProbeResult result) => (status switch
    {
        >= 200 and < 300 => result,
        502 or 503 or 504 => result.Fail(FailureClass.Unreachable, $"The proxy cannot reach the target: {status}."),
        0 => result.Fail(FailureClass.Proxy, "The proxy does not speak HTTP."),
        _ => result.Fail(FailureClass.Proxy, $"The proxy refused the prober: {status}."),
    }).IsGood;
}
