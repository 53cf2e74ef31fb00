using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Prober.Engine.Probing.Connecting;

/// <summary>A connection through a proxy that speaks SOCKS 5 (RFC 1928, RFC 1929). The proxy looks the target's name up.</summary>
internal static class Socks5
{
    private const byte Version = 5;
    private const byte NoLogin = 0;
    private const byte WithPassword = 2;
    private const byte ByName = 3;
    private const int MaxText = 255;

    /// <returns>Null when it failed: the result says why.</returns>
    public static async ValueTask<Socket?> ConnectAsync(Uri proxy, string host, int port, ProbeCall call)
    {
        if (await ProxyFaults.ConnectAsync(proxy, call) is not { } socket)
        {
            return null;
        }

        try
        {
            await using var stream = new NetworkStream(socket, ownsSocket: false);
            call.Ask(proxy);
            if (await GreetAsync(stream, proxy, call) && await AskAsync(stream, host, port, call))
            {
                call.Awaits = "an answer";
                return socket;
            }
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            call.Result.Fail(
                call.IsOver ? FailureClass.Timeout : FailureClass.Proxy, $"The proxy {proxy.Host}:{proxy.Port} does not speak SOCKS 5.");
        }

        call.Detach();
        socket.Dispose();
        return null;
    }

    private static async ValueTask<bool> GreetAsync(NetworkStream stream, Uri proxy, ProbeCall call)
    {
        string[] login = [.. proxy.UserInfo.Split(':', 2).Select(Uri.UnescapeDataString)];
        await stream.WriteAsync(login[0].Length > 0 ? new byte[] { Version, 2, NoLogin, WithPassword } : [Version, 1, NoLogin]);
        var answer = await ReadAsync(stream, 2);
        call.HearProxy();
        if (answer is [Version, WithPassword] && login is [{ Length: > 0 } user, var password])
        {
            await stream.WriteAsync((byte[])[1, .. Text(user), .. Text(password)]);
            answer = await ReadAsync(stream, 2);
            if (answer[1] != 0)
            {
                call.Result.Fail(FailureClass.Proxy, "The proxy refused the prober's name and password.");
                return false;
            }
        }
        else if (answer is not [Version, NoLogin])
        {
            call.Result.Fail(FailureClass.Proxy, "The proxy wants another kind of login, or does not speak SOCKS 5.");
            return false;
        }

        return true;
    }

    private static async ValueTask<bool> AskAsync(NetworkStream stream, string host, int port, ProbeCall call)
    {
        byte[] target = IPAddress.TryParse(host, out var address)
            ? [address.AddressFamily == AddressFamily.InterNetwork ? (byte)1 : (byte)4, .. address.GetAddressBytes()]
            : [ByName, .. Text(host)];
        await stream.WriteAsync((byte[])[Version, 1, 0, .. target, (byte)(port >> 8), (byte)port]);
        var answer = await ReadAsync(stream, 4);
        _ = answer[1] switch
        {
            0 => call.Result,
            3 or 4 => call.Result.Fail(FailureClass.Unreachable, "The proxy cannot reach the target."),
            5 => call.Result.Fail(FailureClass.Refused, "The target refused the proxy's connection."),
            6 => call.Result.Fail(FailureClass.Timeout, "The target did not answer the proxy in time."),
            var code => call.Result.Fail(FailureClass.Proxy, $"The proxy refused the prober: SOCKS code {code}."),
        };
        if (!call.Result.IsGood)
        {
            return false;
        }

        var bound = answer[3] switch { 1 => 4, 4 => 16, _ => (await ReadAsync(stream, 1))[0] };
        await ReadAsync(stream, bound + 2);
        return true;
    }

    private static byte[] Text(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        return [(byte)Math.Min(bytes.Length, MaxText), .. bytes.Take(MaxText)];
    }

    private static async ValueTask<byte[]> ReadAsync(NetworkStream stream, int length)
    {
        var bytes = new byte[length];
        await stream.ReadExactlyAsync(bytes);
        return bytes;
    }
}
