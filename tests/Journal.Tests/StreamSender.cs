using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Journal.Tests;

/// <summary>Sends bytes over TCP in pieces, and closes its side behind them.</summary>
internal static class StreamSender
{
    /// <returns>All that was answered until the end of the connection.</returns>
    public static async Task<string> SendAsync(int port, byte[] bytes, int chunk)
    {
        using var client = new TcpClient { NoDelay = true };
        await client.ConnectAsync(IPAddress.Loopback, port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        try
        {
            foreach (var part in bytes.Chunk(chunk))
            {
                await stream.WriteAsync(part, TestContext.Current.CancellationToken);
            }

            client.Client.Shutdown(SocketShutdown.Send);
        }
        catch (IOException)
        {
            // The bytes before are refused already, and the connection closed.
        }

        using var answers = new MemoryStream();
        try
        {
            await stream.CopyToAsync(answers, TestContext.Current.CancellationToken).Within();
        }
        catch (IOException)
        {
            // The end came with a reset, because something was not read any more.
        }

        return Encoding.UTF8.GetString(answers.ToArray());
    }
}
