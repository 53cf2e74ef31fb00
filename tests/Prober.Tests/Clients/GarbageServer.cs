using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Prober.Tests.Clients;

/// <summary>Sends the same to each client, reads a little, and closes.</summary>
internal sealed class GarbageServer(TcpListener listener, Task serving) : IAsyncDisposable
{
    public int Port => ((IPEndPoint)listener.LocalEndpoint).Port;

    public static Task<GarbageServer> StartAsync(string answer)
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return Task.FromResult(new GarbageServer(listener, ServeAsync(listener, Encoding.Latin1.GetBytes(answer))));
    }

    public async ValueTask DisposeAsync()
    {
        listener.Stop();
        await serving.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private static async Task ServeAsync(TcpListener listener, byte[] answer)
    {
        while (true)
        {
            using var client = await listener.AcceptTcpClientAsync();
            try
            {
                await using var stream = client.GetStream();
                await stream.WriteAsync(answer);
                await stream.ReadAsync(new byte[4096]).AsTask().WaitAsync(TimeSpan.FromSeconds(2));
            }
            catch (Exception exception) when (exception is IOException or TimeoutException)
            {
                // The client has gone, or sends nothing.
            }
        }
    }
}
