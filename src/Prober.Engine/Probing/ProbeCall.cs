using System.Net.Sockets;
using Prober.Engine.Networking;

namespace Prober.Engine.Probing;

/// <summary>
/// One probe under way. Its time-out closes the socket, which ends every wait at once: no timer and no cancellation source each.
/// </summary>
/// <param name="alwaysResolves">No kept answer of a name server will do.</param>
public sealed class ProbeCall(ProbeNetwork network, long startedAt, TimeSpan timeout, bool alwaysResolves = false)
{
    private readonly Lock _gate = new();
    private readonly long _started = network.Time.GetTimestamp();
    private Socket? _socket;
    private CancellationTokenSource? _cancellation;

    public ProbeNetwork Network => network;

    public TimeSpan Timeout => timeout;

    public bool AlwaysResolves => alwaysResolves;

    public ProbeResult Result { get; } = new() { StartedAt = startedAt };

    public TimeSpan Elapsed => network.Time.GetElapsedTime(_started);

    /// <summary>The time-out has passed.</summary>
    public bool IsOver { get; private set; }

    /// <summary>For waits that no socket ends.</summary>
    public CancellationToken Token
    {
        get
        {
            lock (_gate)
            {
                _cancellation ??= new();
                if (IsOver)
                {
                    _cancellation.Cancel();
                }

                return _cancellation.Token;
            }
        }
    }

    /// <summary>The socket that the probe waits for now.</summary>
    public void Attach(Socket socket)
    {
        lock (_gate)
        {
            _socket = socket;
            if (!IsOver)
            {
                return;
            }
        }

        PoliteClosing.Abort(socket);
    }

    /// <summary>The probe closes it itself.</summary>
    public void Detach()
    {
        lock (_gate)
        {
            _socket = null;
        }
    }

    /// <summary>Ends the probe: its time is over, or nobody wants to know any more.</summary>
    public void End()
    {
        Socket? socket;
        CancellationTokenSource? cancellation;
        lock (_gate)
        {
            IsOver = true;
            (socket, cancellation, _socket) = (_socket, _cancellation, null);
        }

        if (socket is not null)
        {
            PoliteClosing.Abort(socket);
        }

        cancellation?.Cancel();
    }
}
