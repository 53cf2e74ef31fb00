using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration.Services;

/// <summary>
/// Messages of RFC 5424 to a host, over UDP (RFC 5426) or TCP (RFC 6587, with lengths), or to the system's own logger.
/// </summary>
/// <param name="server">Null for the system's logger.</param>
internal sealed class Syslog(DnsEndPoint? server, bool overTcp) : INotifier
{
    private const int DefaultPort = 514;
    private const int Warning = 4;
    private const int Notice5 = 5;
    private const int Daemon = 3;

    /// <summary>Servers cut longer messages (rsyslog at 8 KiB by default), and no packet of UDP takes 64 KiB.</summary>
    private const int MaxText = 7_500;

    private const string Own = "/dev/log";

    public static Syslog? Read(ConfigSection section, string? host, string network)
    {
        if (network is not ("udp" or "tcp"))
        {
            section.Add(section.LineOf("network"), "network has to be udp or tcp");
        }

        if (host is null)
        {
            if (!OperatingSystem.IsWindows())
            {
                return new(null, overTcp: false);
            }

            section.Add(section.Line, "this system has no syslog of its own; name a host, such as host: 192.0.2.1:514");
            return null;
        }

        if (Uri.TryCreate($"syslog://{host}", UriKind.Absolute, out var url) && url.Host.Length > 0)
        {
            return new(new(url.IdnHost, url.Port > 0 ? url.Port : DefaultPort), network == "tcp");
        }

        section.Add(section.LineOf("host"), "host has to be a name or an address, such as 192.0.2.1:514");
        return null;
    }

    public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        var message = Format(notice, id, Environment.MachineName, Environment.ProcessId);
        try
        {
            using var socket = await ConnectAsync(cancellationToken);
            await socket.SendAsync(overTcp ? [.. Encoding.ASCII.GetBytes($"{message.Length} "), .. message] : message, cancellationToken);
            return null;
        }
        catch (SocketException exception)
        {
            throw new NotificationException($"The syslog server cannot be reached: {exception.SocketErrorCode}.", exception);
        }
    }

    internal static byte[] Format(Notice notice, string id, string machine, int process)
    {
        var priority = (Daemon * 8) + (notice.IsBad ? Warning : Notice5);
        var time = notice.At.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture);
        var words = MessageText.Plain(notice, id, MaxText, MessageText.Bytes).Replace("\n(", " (").Replace("\n", "; ");
        return Encoding.UTF8.GetBytes($"<{priority}>1 {time} {machine} prober {process} {notice.Kind} - {words}");
    }

    private async Task<Socket> ConnectAsync(CancellationToken cancellationToken)
    {
        var socket = server is null ? new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified)
            : overTcp ? new Socket(SocketType.Stream, ProtocolType.Tcp)
            : new Socket(SocketType.Dgram, ProtocolType.Udp);
        try
        {
            await socket.ConnectAsync(server is null ? new UnixDomainSocketEndPoint(Own) : server, cancellationToken);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
