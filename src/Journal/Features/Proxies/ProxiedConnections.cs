using System.Net;
using Hosting.Access;
using Hosting.Logging;
using Journal.Features.Ingest;
using Journal.Features.Settings;
using Journal.Features.Streams;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Journal.Features.Proxies;

/// <summary>
/// Reads a PROXY header before anything else of a connection, TLS included, from the proxies that the settings name; the connection then
/// has the address of the client. Nobody else may name another address, so others are not read.
/// </summary>
internal sealed partial class ProxiedConnections(
    IOptions<JournalOptions> options, Ingester ingester, TimeProvider time, ILogger<ProxiedConnections> logger)
{
    private readonly IReadOnlyList<IPNetwork> _proxies = options.Value.ProxyNetworks;
    private readonly LineAMinute _line = new(time);

    public static void Use(ListenOptions listen) =>
        listen.Use(listen.ApplicationServices.GetRequiredService<ProxiedConnections>().Read);

    public ConnectionDelegate Read(ConnectionDelegate next) => _proxies.Count == 0 ? next : connection => ReadAsync(connection, next);

    private async Task ReadAsync(ConnectionContext connection, ConnectionDelegate next)
    {
        if (connection.RemoteEndPoint is IPEndPoint { Address: var address } && Networks.Contain(_proxies, address))
        {
            switch (await ReadHeaderAsync(connection))
            {
                case ProxyRead.Whole:
                    break;
                case ProxyRead.Incomplete:
                    return; // a health check that only connects
                default:
                    ingester.Refuse();
                    if (_line.IsDue())
                    {
                        Log.Refused(logger, connection.RemoteEndPoint);
                    }

                    return;
            }
        }

        await next(connection);
    }

    private async Task<ProxyRead> ReadHeaderAsync(ConnectionContext connection)
    {
        var input = connection.Transport.Input;
        using var stop = StreamReading.OnStop(connection);
        try
        {
            while (true)
            {
                var read = await input.ReadAsync(options.Value.IdleTimeout, time);
                var buffer = read.Buffer;
                var state = ProxyHeader.Read(ref buffer, out var client);
                if (state == ProxyRead.Incomplete && !read.IsCompleted && !read.IsCanceled)
                {
                    input.AdvanceTo(buffer.Start, buffer.End);
                    continue;
                }

                input.AdvanceTo(buffer.Start);
                connection.RemoteEndPoint = client ?? connection.RemoteEndPoint;
                return state;
            }
        }
        catch (Exception gone) when (gone is IOException or TimeoutException or OperationCanceledException)
        {
            return ProxyRead.Incomplete;
        }
    }

    private static partial class Log
    {
        [LoggerMessage(41, LogLevel.Warning,
            "{Proxy} is one of Journal:ProxyProtocolFrom, but its connection begins with no PROXY header, so it was closed: let the proxy "
            + "send one (HAProxy: send-proxy-v2; nginx: proxy_protocol on), or remove it from the setting.")]
        public static partial void Refused(ILogger logger, EndPoint? proxy);
    }
}
