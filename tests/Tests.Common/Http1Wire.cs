using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace Tests.Common;

/// <summary>A connection of HTTP/1.1 that sends what it is told, however wrong.</summary>
public sealed class Http1Wire : IDisposable
{
    private readonly TcpClient _client = new() { NoDelay = true };
    private readonly byte[] _buffer = new byte[16 << 10];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static async Task<Http1Wire> ConnectAsync(Uri address)
    {
        var wire = new Http1Wire();
        await wire._client.ConnectAsync(address.Host, address.Port, Token).AsTask().Within();
        return wire;
    }

    /// <returns>Head and body of the first response.</returns>
    public static async Task<string> AskAsync(Uri address, string request)
    {
        using var wire = await ConnectAsync(address);
        await wire.SendAsync(request);
        return await wire.ReadResponseAsync();
    }

    /// <summary>A connection that was refused may break while it is sent to.</summary>
    public async Task SendAsync(string text)
    {
        try
        {
            await _client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(text), Token).AsTask().Within();
        }
        catch (IOException)
        {
            // The next read says so.
        }
    }

    /// <summary>Reads one response; empty when the connection was closed before any of it.</summary>
    public async Task<string> ReadResponseAsync()
    {
        var text = new StringBuilder();
        while (!IsWhole(text.ToString()))
        {
            int read;
            try
            {
                read = await _client.GetStream().ReadAsync(_buffer, Token).AsTask().Within();
            }
            catch (IOException)
            {
                break;
            }

            if (read == 0)
            {
                break;
            }

            text.Append(Encoding.Latin1.GetString(_buffer, 0, read));
        }

        return text.ToString();
    }

    public void Dispose() => _client.Dispose();

    private static bool IsWhole(string response)
    {
        var end = response.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        if (end < 0)
        {
            return false;
        }

        const string Length = "Content-Length: ";
        var at = response.IndexOf(Length, StringComparison.OrdinalIgnoreCase);
        if (at >= 0 && at < end)
        {
            var value = response[(at + Length.Length)..response.IndexOf('\r', at)];
            return response.Length >= end + 4 + int.Parse(value, CultureInfo.InvariantCulture);
        }

        return !response.Contains("Transfer-Encoding: chunked", StringComparison.OrdinalIgnoreCase)
            || response.EndsWith("0\r\n\r\n", StringComparison.Ordinal);
    }
}
