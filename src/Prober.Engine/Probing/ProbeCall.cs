using System.Net;
using System.Net.Sockets;
using Prober.Engine.Networking;

namespace Prober.Engine.Probing;

/// <summary>
/// One running probe. Its time-out closes the socket, which ends every wait at once, so that no timers or cancellation sources are needed.
/// </summary>
/// <param name="alwaysResolves">Whether to query the name servers instead of using the cache.</param>
public sealed class ProbeCall(ProbeNetwork network, long startedAt, TimeSpan timeout, bool alwaysResolves = false)
{
    private readonly Lock _gate = new();
    private readonly long _started = network.Time.GetTimestamp();
    private Socket? _socket;
    private CancellationTokenSource? _cancellation;

    public ProbeNetwork Network => network;

    public TimeSpan Timeout => timeout;

    public bool AlwaysResolves => alwaysResolves;

    /// <summary>The proxy that has the request and has not said anything yet; null for none.</summary>
    public Uri? Proxy { get; private set; }

    /// <summary>A request goes to a proxy.</summary>
    public void Ask(Uri proxy) => (Proxy, Awaits) = (proxy, "the proxy's answer");

    /// <summary>The proxy has said something: from now on the target is what the probe waits for.</summary>
    public void HearProxy()
    {
        if (Proxy is { } proxy)
        {
            network.Proxies.Answered(proxy);
            Proxy = null;
        }
    }

    /// <summary>The only family of addresses that the probe uses; unspecified for either.</summary>
    public AddressFamily Family { get; set; } = AddressFamily.Unspecified;

    /// <summary>The address of this machine from which the probe connects; null for the one that its routes choose.</summary>
    public IPAddress? Source { get; set; }

    public ProbeResult Result { get; } = new() { StartedAt = startedAt };

    public TimeSpan Elapsed => network.Time.GetElapsedTime(_started);

    /// <summary>The time-out has passed.</summary>
    public bool IsOver { get; private set; }

    /// <summary>What the probe waits for now, such as "the TLS handshake", for the message of a failure; null before it waits.</summary>
    public string? Awaits { get; set; }

    /// <summary>For waits that do not use a socket.</summary>
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

    /// <summary>The socket on which the probe waits now.</summary>
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

    /// <summary>The probe closes the socket itself.</summary>
    public void Detach()
    {
        lock (_gate)
        {
            _socket = null;
        }
    }

    /// <summary>Ends the probe, because its time is over or its result is no longer needed.</summary>
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
