using System.Net;
using System.Net.Sockets;
using Hosting.Settings;
using Microsoft.Extensions.Options;

namespace Journal.Features.Fluent;

/// <summary>Answers the heartbeats that Fluentd sends with <c>heartbeat_type udp</c>: a byte for a byte, at the same port.</summary>
internal sealed partial class ForwardHeartbeats(
    IOptions<HostSettings> settings, HostDescription host, IConfiguration configuration, ILogger<ForwardHeartbeats> logger)
    : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (!int.TryParse(configuration[host.Key(ForwardFeature.PortKey)], out var port) || port == 0)
        {
            return; // closed, or a free port that no sender can know
        }

        var address = IPAddress.Parse(settings.Value.Address);
        using var socket = new Socket(address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            socket.Bind(new IPEndPoint(address, port));
        }
        catch (SocketException taken)
        {
            Log.Taken(logger, port, taken.Message);
            return;
        }

        var (datagram, anybody) = (new byte[1], new IPEndPoint(address, 0));
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                var received = await socket.ReceiveFromAsync(datagram, SocketFlags.None, anybody, stoppingToken);
                await socket.SendToAsync("\0"u8.ToArray(), SocketFlags.None, received.RemoteEndPoint, stoppingToken);
            }
            catch (Exception gone) when (gone is SocketException or OperationCanceledException)
            {
                // The sender has gone, or the datagram is longer than a heartbeat; or the host stops.
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(51, LogLevel.Warning, "Heartbeats at UDP port {Port} are not answered: {Reason}")]
        public static partial void Taken(ILogger logger, int port, string reason);
    }
}
