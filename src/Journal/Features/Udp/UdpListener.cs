using System.Net;
using System.Net.Sockets;
using Hosting.Settings;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Features.Udp.Receiving;
using Microsoft.Extensions.Options;

namespace Journal.Features.Udp;

/// <summary>One thread that only receives datagrams and passes them on.</summary>
internal sealed partial class UdpListener(
    IDatagramIntake intake, Ingester ingester, OpenReceiver open, IOptions<JournalOptions> options, IOptions<HostSettings> settings,
    TimeProvider time, ILogger<UdpListener> logger)
    : IHostedService, IDisposable
{
    private const int MaxRoundsAfterStop = 5; // so that senders without a pause do not keep the host from stopping
    private const int MaxFailuresInARow = 16; // with more errors in a row the socket fails, and not a datagram
    private const int SocketLevel = 1;
    private const int ForcedReceiveBuffer = 33; // SO_RCVBUFFORCE: beyond the system's limit, for privileged processes
    private static readonly TimeSpan AccountInterval = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan PauseAfterFailures = TimeSpan.FromSeconds(1);

    private readonly ManualResetEventSlim _stop = new();
    private Socket? _socket;
    private Thread? _thread;

    /// <summary>The address it listens on; null before the start, and if the settings close the port.</summary>
    public IPEndPoint? Endpoint => (IPEndPoint?)_socket?.LocalEndPoint;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (options.Value.UdpPort is not { } port)
        {
            return Task.CompletedTask;
        }

        var endpoint = new IPEndPoint(IPAddress.Parse(settings.Value.Address), port);
        _socket = new(endpoint.AddressFamily, SocketType.Dgram, ProtocolType.Udp)
        {
            ReceiveTimeout = (int)AccountInterval.TotalMilliseconds,
        };
        if (endpoint.Address.Equals(IPAddress.IPv6Any))
        {
            _socket.DualMode = true; // like the stream listeners
        }

        SetReceiveBuffer(_socket, options.Value.ReceiveBufferBytes);
        try
        {
            _socket.Bind(endpoint);
        }
        catch (SocketException exception)
        {
            throw new IOException(
                $"The journal cannot listen on UDP port {endpoint}: {exception.Message.TrimEnd('.')}. "
                    + (exception.SocketErrorCode == SocketError.AddressAlreadyInUse
                        ? "Another program listens there: end it, or change Journal:UdpPort (empty: no UDP)."
                        : "It comes from Journal:Address and Journal:UdpPort."),
                exception);
        }

        Log.Listening(logger, Endpoint!, _socket.ReceiveBufferSize);
        if (new KernelDrops(_socket).Next() is null)
        {
            ingester.Losses.IsKernelTold = false;
            Log.DropsNotKnown(logger);
        }

        _thread = new(Run) { IsBackground = true, Name = "UDP" };
        _thread.Start();
        return Task.CompletedTask;
    }

    /// <summary>Reads everything that the socket holds before it closes.</summary>
    public Task StopAsync(CancellationToken cancellationToken)
    {
        _stop.Set();
        return _thread is null ? Task.CompletedTask : Task.Run(_thread.Join, cancellationToken);
    }

    /// <summary>A failed start is not followed by a stop: the thread must have ended before its socket is closed.</summary>
    public void Dispose()
    {
        _stop.Set();
        _thread?.Join();
        _socket?.Dispose();
        _stop.Dispose();
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

    private void Run()
    {
        var socket = _socket!;
        var drops = new KernelDrops(socket);
        var receiver = open(socket);
        var counted = time.GetTimestamp();
        var (rounds, failures) = (0, 0);
        while (true)
        {
            try
            {
                var count = Receive(socket, ref receiver);
                for (var place = 0; place < count; place++)
                {
                    intake.Take(receiver.DatagramAt(place), receiver.SourceAt(place));
                }

                failures = 0;
                if (count == 0 && _stop.IsSet)
                {
                    break;
                }
            }
            catch (SocketException exception)
            {
                Log.Failed(logger, exception.Message);
                if (exception.SocketErrorCode == SocketError.MessageSize)
                {
                    ingester.Refuse(); // on Windows this error concerns a datagram; other errors do not
                }

                if (++failures >= MaxFailuresInARow && _stop.Wait(PauseAfterFailures))
                {
                    break;
                }
            }

            if (time.GetElapsedTime(counted) >= AccountInterval)
            {
                Count(drops);
                counted = time.GetTimestamp();
                if (_stop.IsSet && ++rounds == MaxRoundsAfterStop)
                {
                    break;
                }
            }
        }

        Count(drops);
    }

    /// <summary>Uses single receives if the system refuses the batch call, as a sandbox may that does not know it.</summary>
    private int Receive(Socket socket, ref IDatagramReceiver receiver)
    {
        try
        {
            return receiver.Receive();
        }
        catch (NotSupportedException exception)
        {
            Log.OneByOne(logger, exception.Message);
            receiver = new SingleReceiver(socket);
            return receiver.Receive();
        }
    }

    private void Count(KernelDrops drops) => ingester.Losses.AddLostInKernel(drops.Next() ?? 0);

    private static partial class Log
    {
        [LoggerMessage(13, LogLevel.Warning, "The system does not count datagrams that it drops at the socket: the account lacks them.")]
        public static partial void DropsNotKnown(ILogger logger);

        [LoggerMessage(10, LogLevel.Information, "Listening on UDP {Endpoint}, with a receive buffer of {Bytes} bytes.")]
        public static partial void Listening(ILogger logger, IPEndPoint endpoint, int bytes);

        [LoggerMessage(11, LogLevel.Warning, "No datagram could be received: {Reason}")]
        public static partial void Failed(ILogger logger, string reason);

        [LoggerMessage(12, LogLevel.Information, "Datagrams are received one by one, because the system refuses batches: {Reason}")]
        public static partial void OneByOne(ILogger logger, string reason);
    }
}
