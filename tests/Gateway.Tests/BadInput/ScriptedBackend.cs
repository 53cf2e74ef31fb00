using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Gateway.Tests.BadInput;

/// <summary>A backend that says, byte for byte, what a test has it say.</summary>
internal sealed class ScriptedBackend : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Func<ScriptedConnection, int, Task> _answer;
    private readonly Task _accepting;
    private int _calls;
    private readonly bool _atHead;
    private int _connections;

    /// <param name="answer">Answers a call on this stream.</param>
    /// <param name="atHead">A call is answered when it begins, and its body gets no window beyond the first.</param>
    public ScriptedBackend(Func<ScriptedConnection, int, Task> answer, bool atHead = false)
    {
        (_answer, _atHead) = (answer, atHead);
        _listener.Start();
        _accepting = AcceptAsync();
    }

    public Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");

    /// <summary>Calls that came.</summary>
    public int Calls => Volatile.Read(ref _calls);

    /// <summary>Connections that came.</summary>
    public int Connections => Volatile.Read(ref _connections);

    /// <summary>Error codes of the streams that the gateway reset, in their order.</summary>
    public ConcurrentQueue<int> Resets { get; } = new();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _accepting; // it may be about to accept once more, which a listener that is gone takes for a bug
        _listener.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        var connections = new List<Task>();
        try
        {
            while (true)
            {
                connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
            }
        }
        catch (Exception exception) when (exception is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(connections);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        {
            Interlocked.Increment(ref _connections);
            client.NoDelay = true;
            var connection = new ScriptedConnection(client.GetStream(), Resets.Enqueue, _stop.Token);
            try
            {
                await connection.GreetAsync();
                while (await connection.NextCallAsync(_atHead) is > 0 and var stream)
                {
                    Interlocked.Increment(ref _calls);
                    await _answer(connection, stream);
                }
            }
            catch (Exception exception) when (
                exception is OperationCanceledException or IOException or SocketException or ObjectDisposedException)
            {
                // The gateway closed the connection, or the script did.
            }
        }
    }
}
