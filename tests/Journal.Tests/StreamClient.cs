using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Journal.Tests;

/// <summary>A sender on a connection, which stays open until the test ends it. It collects what it hears.</summary>
internal sealed class StreamClient : IDisposable
{
    private readonly TcpClient _client;
    private readonly Lock _gate = new();
    private readonly StringBuilder _heard = new();

    private StreamClient(TcpClient client)
    {
        _client = client;
        Ended = ListenAsync();
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>Ends when the journal has closed the connection.</summary>
    public Task Ended { get; }

    public string Heard
    {
        get
        {
            lock (_gate)
            {
                return _heard.ToString();
            }
        }
    }

    public static async Task<StreamClient> ConnectAsync(int port)
    {
        var client = new TcpClient { NoDelay = true };
        await client.ConnectAsync(IPAddress.Loopback, port, Token);
        return new(client);
    }

    public Task SendAsync(string text) => SendAsync(Encoding.UTF8.GetBytes(text));

    public Task SendAsync(byte[] bytes) => _client.GetStream().WriteAsync(bytes, Token).AsTask();

    public Task UntilHeardAsync(string text) => Deadline.UntilAsync(() => Heard.Contains(text, StringComparison.Ordinal));

    /// <summary>Sends no more, and waits until the journal has read it all.</summary>
    public async Task EndAsync()
    {
        _client.Client.Shutdown(SocketShutdown.Send);
        await Ended.Within();
    }

    public void Dispose() => _client.Dispose();

    private async Task ListenAsync()
    {
        var buffer = new byte[4096];
        try
        {
            while (await _client.GetStream().ReadAsync(buffer, Token) is > 0 and var length)
            {
                lock (_gate)
                {
                    _heard.Append(Encoding.UTF8.GetString(buffer, 0, length));
                }
            }
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            // A reset, because something was not read any more; or the test is over.
        }
    }
}
