using System.Net;
using Hosting.Listeners;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging.Abstractions;

namespace Hosting.Tests.Listeners;

/// <summary>Streams that are reset before their turn: what becomes of them, of their connection and of the next one.</summary>
public sealed class ResetStreamsTests
{
    private const int Free = 200;

    private readonly TurnedTime _time = new();
    private readonly ResetStreams _resets;
    private int _served;

    public ResetStreamsTests() => _resets = new(_time, NullLogger<ResetStreams>.Instance);

    [Fact]
    public async Task Request_WhoseStreamIsReset_ReachesNobody()
    {
        var connection = await ConnectAsync("192.0.2.1");
        var reset = Request(connection, isReset: true);

        await ServeAsync(reset).Within();
        await ServeAsync(Request(connection, isReset: false)).Within();

        _served.ShouldBe(1);
        reset.Response.StatusCode.ShouldBe(StatusCodes.Status499ClientClosedRequest);
    }

    [Fact]
    public async Task Request_OverHttp1_GoesOnThoughItsClientHasGone()
    {
        var request = Request(await ConnectAsync("192.0.2.1"), isReset: true);
        request.Request.Protocol = HttpProtocol.Http11;

        await ServeAsync(request).Within();

        _served.ShouldBe(1);
    }

    [Fact]
    public async Task Requests_BeyondThoseThatAreFree_KeepTheirPlacesUntilTheConnectionEnds()
    {
        var connection = await ConnectAsync("192.0.2.1");
        await ResetAsync(connection, Free);

        var kept = ServeAsync(Request(connection, isReset: true));

        kept.IsCompleted.ShouldBeFalse();
        connection.Abort();
        await kept.Within();
    }

    [Fact]
    public async Task Requests_BeyondThoseThatAreFree_KeepTheirPlacesForASecond()
    {
        var connection = await ConnectAsync("192.0.2.1");
        await ResetAsync(connection, Free);

        var kept = ServeAsync(Request(connection, isReset: true));

        kept.IsCompleted.ShouldBeFalse();
        _time.Pass(TimeSpan.FromSeconds(1.1));
        await kept.Within();
        await ResetAsync(connection, Free); // another second
    }

    [Fact]
    public async Task Connection_OfOneThatHasFlooded_WaitsAndOthersDoNot()
    {
        var flood = await ConnectAsync("192.0.2.1");
        await ResetAsync(flood, Free);
        var kept = ServeAsync(Request(flood, isReset: true));

        var next = ConnectAsync("192.0.2.1");
        await ConnectAsync("192.0.2.2").Within();

        next.IsCompleted.ShouldBeFalse();
        _time.Pass(TimeSpan.FromSeconds(0.6));
        await next.Within();
        _time.Pass(TimeSpan.FromSeconds(0.6));
        await ConnectAsync("192.0.2.1").Within();
        await kept.Within();
    }

    private async Task ResetAsync(ConnectionContext connection, int count)
    {
        for (var i = 0; i < count; i++)
        {
            await ServeAsync(Request(connection, isReset: true)).Within();
        }
    }

    /// <returns>The connection, when it begins to be read.</returns>
    private async Task<ConnectionContext> ConnectAsync(string address)
    {
        var connection = new DefaultConnectionContext { RemoteEndPoint = new IPEndPoint(IPAddress.Parse(address), 50000) };
        await _resets.Watch(_ => Task.CompletedTask)(connection);
        return connection;
    }

    private Task ServeAsync(HttpContext request) => _resets.ServeAsync(request, _ =>
    {
        _served++;
        return Task.CompletedTask;
    });

    private static DefaultHttpContext Request(ConnectionContext connection, bool isReset)
    {
        var features = new FeatureCollection(connection.Features);
        features.Set<IHttpRequestFeature>(new HttpRequestFeature());
        features.Set<IHttpResponseFeature>(new HttpResponseFeature());
        return new DefaultHttpContext(features)
        {
            Request = { Protocol = HttpProtocol.Http2 },
            RequestAborted = new CancellationToken(isReset),
        };
    }

    /// <summary>Passes when it is told to.</summary>
    private sealed class TurnedTime : TimeProvider
    {
        private readonly List<Timer> _timers = [];
        private long _now = TimeSpan.TicksPerHour;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            var timer = new Timer(callback, state, _now + dueTime.Ticks);
            _timers.Add(timer);
            return timer;
        }

        public void Pass(TimeSpan span)
        {
            _now += span.Ticks;
            foreach (var timer in _timers.Where(timer => timer.Due <= _now).ToList())
            {
                _timers.Remove(timer);
                timer.Ring();
            }
        }

        private sealed class Timer(TimerCallback callback, object? state, long due) : ITimer
        {
            private bool _disposed;

            public long Due => due;

            public void Ring()
            {
                if (!_disposed)
                {
                    callback(state);
                }
            }

            public bool Change(TimeSpan dueTime, TimeSpan period) => throw new NotSupportedException();

            public void Dispose() => _disposed = true;

            public ValueTask DisposeAsync()
            {
                Dispose();
                return ValueTask.CompletedTask;
            }
        }
    }
}
