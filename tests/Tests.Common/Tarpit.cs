using System.Net;
using System.Net.Sockets;

namespace Tests.Common;

/// <summary>A web server that takes connections and never answers: whoever fetches an address of it waits until it gives up.</summary>
public sealed class Tarpit : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly List<Socket> _held = [];
    private readonly Task _taking;
    private int _taken;

    public Tarpit()
    {
        _listener.Start();
        _taking = TakeAsync();
    }

    /// <summary>Where an authority's certificate, a list or a responder could be.</summary>
    public Uri Address => new($"http://{_listener.LocalEndpoint}/issuer.cer");

    /// <summary>The connections so far, those too that wait to be taken.</summary>
    public int Connections => Volatile.Read(ref _taken) + (_listener.Pending() ? 1 : 0);

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _taking.Within();
        _held.ForEach(socket => socket.Dispose());
        _listener.Dispose();
    }

    private async Task TakeAsync()
    {
        try
        {
            while (true)
            {
                _held.Add(await _listener.AcceptSocketAsync());
                Interlocked.Increment(ref _taken);
            }
        }
        catch (SocketException)
        {
            // It was stopped.
        }
        catch (ObjectDisposedException)
        {
            // It was stopped.
        }
    }
}
