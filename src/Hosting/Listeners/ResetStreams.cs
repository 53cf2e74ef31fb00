using System.Collections.Concurrent;
using System.Net;
using Hosting.Limits;
using Hosting.Logging;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace Hosting.Listeners;

/// <summary>
/// Limits HTTP/2 requests whose streams are reset before their turn. A few cost nothing more. On a connection that continues (rapid reset,
/// CVE-2023-44487) they keep their places: Kestrel counts these, and ends the connection with ENHANCE_YOUR_CALM. Further connections of the
/// same client then have to wait before they are read, because otherwise the flood would continue there at once.
/// </summary>
internal sealed partial class ResetStreams(TimeProvider time, ILogger<ResetStreams> log)
{
    /// <summary>So many resets a second keep no place: a client may cancel all of its calls, and those that replace them.</summary>
    private const int Free = 200;

    /// <summary>The number of clients that are remembered.</summary>
    private const int MaxClients = 10_000;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    /// <summary>How long a place is kept unless the connection ends.</summary>
    private static readonly TimeSpan Kept = Second;

    /// <summary>How long a client's further connections are delayed, and for how long after its last flood.</summary>
    private static readonly TimeSpan Wait = TimeSpan.FromSeconds(0.5), Remembered = Second;

    private readonly ConcurrentDictionary<string, long> _floods = new(StringComparer.Ordinal);
    private readonly LineAMinute _line = new(time);

    /// <summary>Wraps each HTTP/2 connection.</summary>
    public ConnectionDelegate Watch(ConnectionDelegate next) => connection =>
    {
        var resets = new Resets(ClientName.Of((connection.RemoteEndPoint as IPEndPoint)?.Address));
        connection.Features.Set(resets);
        return IsFlooding(resets.Client) ? WaitAsync(next, connection) : next(connection);
    };

    /// <summary>Wraps each request.</summary>
    public Task ServeAsync(HttpContext context, RequestDelegate next) =>
        HttpProtocol.IsHttp2(context.Request.Protocol) && context.RequestAborted.IsCancellationRequested
            ? DropAsync(context)
            : next(context);

    private Task DropAsync(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status499ClientClosedRequest;
        if (context.Features.Get<Resets>() is not { } resets || resets.Count(time) <= Free)
        {
            return Task.CompletedTask;
        }

        Remember(resets.Client);
        return KeepPlaceAsync(context);
    }

    private async Task KeepPlaceAsync(HttpContext context)
    {
        var ended = context.Features.Get<IConnectionLifetimeFeature>()?.ConnectionClosed ?? CancellationToken.None;
        await Task.Delay(Kept, time, ended).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task WaitAsync(ConnectionDelegate next, ConnectionContext connection)
    {
        await Task.Delay(Wait, time, connection.ConnectionClosed).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await next(connection);
    }

    private bool IsFlooding(string client)
    {
        if (!_floods.TryGetValue(client, out var seen))
        {
            return false;
        }

        if (time.GetElapsedTime(seen) <= Remembered)
        {
            return true;
        }

        _floods.TryRemove(KeyValuePair.Create(client, seen));
        return false;
    }

    private void Remember(string client)
    {
        var now = time.GetTimestamp();
        if (_floods.Count >= MaxClients)
        {
            foreach (var known in _floods.Where(known => time.GetElapsedTime(known.Value, now) > Remembered))
            {
                _floods.TryRemove(known);
            }
        }

        if (_floods.Count < MaxClients || _floods.ContainsKey(client))
        {
            _floods[client] = now;
        }

        if (_line.IsDue())
        {
            Log.Flooded(log, client, Free);
        }
    }

    /// <summary>The resets of one connection, in the current second.</summary>
    private sealed class Resets(string client)
    {
        private readonly Lock _gate = new();
        private long _since;
        private int _count;

        public string Client => client;

        /// <summary>Counts one more.</summary>
        public int Count(TimeProvider time)
        {
            lock (_gate)
            {
                if (time.GetElapsedTime(_since) > Second)
                {
                    (_since, _count) = (time.GetTimestamp(), 0);
                }

                return ++_count;
            }
        }
    }

    private static partial class Log
    {
        [LoggerMessage(22, LogLevel.Warning, "{Client} resets more than {Count} streams a second: its further connections are delayed.")]
        public static partial void Flooded(ILogger logger, string client, int count);
    }
}
