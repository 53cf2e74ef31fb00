using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Journal.Tests.Evidence;

/// <summary>A server that takes each connection and its request, sends the beginning of an answer, and no more.</summary>
internal sealed class SilentServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly List<TcpClient> _clients = [];
    private readonly TaskCompletionSource _asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _beginning;

    public SilentServer(string beginning)
    {
        _beginning = Encoding.Latin1.GetBytes(beginning);
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>The name in the setting.</summary>
    public string Store => $"tsa:http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/tsr";

    /// <summary>Ends with the first request.</summary>
    public Task Asked => _asked.Task;

    /// <summary>How many requests have come.</summary>
    public int Times { get; private set; }

    public void Dispose()
    {
        _listener.Dispose();
        lock (_clients)
        {
            _clients.ForEach(client => client.Dispose());
        }
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var client = await _listener.AcceptTcpClientAsync();
                lock (_clients)
                {
                    _clients.Add(client);
                }

                var read = await client.GetStream().ReadAsync(new byte[1024]);
                await client.GetStream().WriteAsync(_beginning);
                Times += read > 0 ? 1 : 0;
                _asked.TrySetResult();
            }
        }
        catch (Exception over) when (over is ObjectDisposedException or SocketException or IOException)
        {
            // The test is over.
        }
    }
}
