using System.Net.Sockets;
using System.Text;

namespace Load.Systems.Analyzer.Abuse;

/// <summary>A connection that sends something, and is then held until the service ends it; then comes another.</summary>
internal static class HeldConnection
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(0.25);

    /// <param name="service">HTTP/1.1.</param>
    /// <param name="text">Sent at once.</param>
    /// <param name="drip">Sent after each pause; null for nothing.</param>
    /// <param name="again">How long after its end the next one comes.</param>
    /// <param name="stop">Ends it.</param>
    public static async Task RunAsync(Uri service, string text, string? drip, TimeSpan again, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            try
            {
                using var client = new TcpClient { NoDelay = true };
                await client.ConnectAsync(service.Host, service.Port, stop);
                var stream = client.GetStream();
                await stream.WriteAsync(Encoding.ASCII.GetBytes(text), stop);
                var ended = EndAsync(stream, stop);
                while (drip is not null && await Task.WhenAny(ended, Task.Delay(Pause, stop)) != ended && !stop.IsCancellationRequested)
                {
                    await stream.WriteAsync(Encoding.ASCII.GetBytes(drip), stop);
                }

                await ended;
                await Task.Delay(again, stop);
            }
            catch (Exception over) when (over is IOException or SocketException or OperationCanceledException)
            {
                // The service, or the iteration, has ended it; a service that takes no more is asked again a little later.
                await Task.WhenAny(Task.Delay(again > Pause ? again : Pause, stop));
            }
        }
    }

    private static async Task EndAsync(NetworkStream stream, CancellationToken stop)
    {
        var buffer = new byte[1024];
        while (await stream.ReadAsync(buffer, stop) > 0)
        {
        }
    }
}
