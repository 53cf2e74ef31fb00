using System.Net;
using System.Net.Sockets;
using Hosting.Settings;
using Journal.Features.Ingest;
using Journal.Features.Sealed;
using Journal.Features.Settings;
using Journal.Log.Frames;
using Microsoft.Extensions.Options;

namespace Journal.Features.Udp;

/// <summary>One thread that does nothing but copy datagrams into the open batch.</summary>
internal sealed partial class UdpListener(
    Inlet inlet, SealedIntake intake, IOptions<JournalOptions> options, IOptions<HostSettings> settings, TimeProvider time,
    ILogger<UdpListener> logger)
    : IHostedService, IDisposable
{
    private const int MaxSenders = 4096;
    private const int MaxDatagram = 64 << 10;
    private const int MaxRoundsAfterStop = 5; // senders that never pause do not keep the host from stopping
    private const int SocketLevel = 1;
    private const int ForcedReceiveBuffer = 33; // SO_RCVBUFFORCE: past the system's limit, for those who may
    private static readonly TimeSpan AccountInterval = TimeSpan.FromMilliseconds(200);

    private readonly Dictionary<SocketAddress, Sender> _senders = [];
    private Socket? _socket;
    private Thread? _thread;
    private volatile bool _stopping;

    /// <summary>Where it listens; null before the start.</summary>
    public IPEndPoint? Endpoint => (IPEndPoint?)_socket?.LocalEndPoint;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        var endpoint = new IPEndPoint(IPAddress.Parse(settings.Value.Address), options.Value.UdpPort);
        _socket = new(endpoint.AddressFamily, SocketType.Dgram, ProtocolType.Udp)
        {
            ReceiveTimeout = (int)AccountInterval.TotalMilliseconds,
        };
        SetReceiveBuffer(_socket, options.Value.ReceiveBufferBytes);
        try
        {
            _socket.Bind(endpoint);
        }
        catch (SocketException exception)
        {
            throw new IOException($"UDP port {endpoint} cannot be listened on: {exception.Message}", exception);
        }

        Log.Listening(logger, Endpoint!, _socket.ReceiveBufferSize);
        _thread = new(Receive) { IsBackground = true, Name = "UDP" };
        _thread.Start();
        return Task.CompletedTask;
    }

    /// <summary>Takes in all that the socket holds before it closes.</summary>
    public Task StopAsync(CancellationToken cancellationToken)
    {
        _stopping = true;
        return _thread is null ? Task.CompletedTask : Task.Run(_thread.Join, cancellationToken);
    }

    /// <summary>A start that failed later is never stopped: the thread must have ended before its socket goes.</summary>
    public void Dispose()
    {
        _stopping = true;
        _thread?.Join();
        _socket?.Dispose();
    }

    private static void SetReceiveBuffer(Socket socket, int bytes)
    {
        socket.ReceiveBufferSize = bytes;
        if (OperatingSystem.IsLinux() && socket.ReceiveBufferSize < bytes)
        {
            try
            {
                socket.SetRawSocketOption(SocketLevel, ForcedReceiveBuffer, BitConverter.GetBytes(bytes));
            }
            catch (SocketException)
            {
                // Only a privileged process may; the log says what the socket has got.
            }
        }
    }

    private void Receive()
    {
        var socket = _socket!;
        var drops = new KernelDrops(socket);
        var buffer = new byte[MaxDatagram];
        var address = new SocketAddress(socket.AddressFamily);
        var counted = time.GetTimestamp();
        var rounds = 0;
        while (true)
        {
            try
            {
                var length = socket.ReceiveFrom(buffer, SocketFlags.None, address);
                Take(buffer.AsSpan(0, length), address);
            }
            catch (SocketException exception) when (exception.SocketErrorCode is SocketError.TimedOut or SocketError.WouldBlock)
            {
                if (_stopping)
                {
                    break;
                }
            }
            catch (SocketException exception)
            {
                Log.Failed(logger, exception.Message); // such as a datagram that is too long for the buffer, on Windows
                inlet.Refuse();
            }

            if (time.GetElapsedTime(counted) >= AccountInterval)
            {
                Count(drops);
                counted = time.GetTimestamp();
                if (_stopping && ++rounds == MaxRoundsAfterStop)
                {
                    break;
                }
            }
        }

        Count(drops);
    }

    private void Take(ReadOnlySpan<byte> datagram, SocketAddress address)
    {
        if (datagram.IsEmpty)
        {
            inlet.Refuse();
        }
        else if (!intake.TryTake(datagram) && SenderOf(address) is var sender && !inlet.TryTake(sender, datagram, awaited: false, out _))
        {
            inlet.Drop(sender, datagram);
        }
    }

    private Sender SenderOf(SocketAddress address)
    {
        if (_senders.TryGetValue(address, out var sender))
        {
            return sender;
        }

        if (_senders.Count == MaxSenders)
        {
            _senders.Clear(); // addresses cost a forger nothing
        }

        var copy = new SocketAddress(address.Family, address.Size);
        address.Buffer.Span[..address.Size].CopyTo(copy.Buffer.Span);
        var name = new IPEndPoint(IPAddress.Any, 0);
        sender = new(new RecordSource(SourceKind.Udp, EndpointOf(copy).ToString()));
        _senders.Add(copy, sender);
        return sender;

        IPEndPoint EndpointOf(SocketAddress known) => (IPEndPoint)(known.Family == AddressFamily.InterNetworkV6
            ? new IPEndPoint(IPAddress.IPv6Any, 0)
            : name).Create(known);
    }

    private void Count(KernelDrops drops) => inlet.Losses.AddLostInKernel(drops.Next() ?? 0);

    private static partial class Log
    {
        [LoggerMessage(10, LogLevel.Information, "Listening on UDP {Endpoint}, with a receive buffer of {Bytes} bytes.")]
        public static partial void Listening(ILogger logger, IPEndPoint endpoint, int bytes);

        [LoggerMessage(11, LogLevel.Warning, "A datagram could not be received: {Reason}")]
        public static partial void Failed(ILogger logger, string reason);
    }
}
