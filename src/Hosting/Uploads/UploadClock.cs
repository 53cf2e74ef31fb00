using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>
/// Cancels an upload that is silent, too slow on average, or too long under way. It runs only while the host waits for the sender: neither
/// while the host is at work on what has come, nor while the window of the connection may be full of bytes that the host does not read.
/// Kestrel's own data rate limit does not apply to a gRPC stream, so it is off, and this one applies to all transports alike.
/// </summary>
public sealed class UploadClock : IDisposable
{
    private readonly UploadPace _pace;
    private readonly TimeProvider _time;
    private readonly CancellationToken _client;
    private readonly CancellationTokenSource _source = new();
    private readonly CancellationTokenRegistration _clientRegistration;
    private readonly ITimer _timer;
    private readonly Lock _gate = new();

    /// <summary>The waits that have ended, in all; and the beginning of this one, if <see cref="_isWaiting"/>.</summary>
    private TimeSpan _waited;
    private long _since;
    private TimeSpan _unreadBefore;
    private bool _isWaiting;

    /// <summary>How long this wait may last, by the rule that would be broken first.</summary>
    private TimeSpan _left;
    private Rule _next;

    /// <param name="pace">The rules.</param>
    /// <param name="time">Measures the sender's time.</param>
    /// <param name="client">Fires when the client goes away.</param>
    /// <param name="window">That of the connection; null if the upload shares none.</param>
    public UploadClock(UploadPace pace, TimeProvider time, CancellationToken client, ConnectionWindow? window = null)
    {
        (_pace, _time, _client, Window) = (pace, time, client, window);
        _clientRegistration = client.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _source);
        _timer = time.CreateTimer(static clock => ((UploadClock)clock!).Look(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>That of the connection; null if the upload shares none.</summary>
    public ConnectionWindow? Window { get; }

    private enum Rule
    {
        Idle,
        DataRate,
        Total,
    }

    /// <summary>Fires when the time is up, and when the client goes away.</summary>
    public CancellationToken Token => _source.Token;

    private TimeSpan Waiting => _time.GetElapsedTime(_since) - ((Window?.Unread ?? TimeSpan.Zero) - _unreadBefore);

    /// <summary>The host begins to wait for more bytes.</summary>
    public void Arm(long received)
    {
        lock (_gate)
        {
            _waited += _isWaiting ? Waiting : TimeSpan.Zero;
            (_since, _unreadBefore, _isWaiting) = (_time.GetTimestamp(), Window?.Unread ?? TimeSpan.Zero, true);
            (_next, _left) = (Rule.Idle, _pace.IdleTimeout);
            if (_pace.MinDataRate > 0)
            {
                Tighten(Rule.DataRate, _pace.MinDataRateGrace + TimeSpan.FromSeconds((double)received / _pace.MinDataRate) - _waited);
            }

            Tighten(Rule.Total, _pace.TotalTimeout - _waited);
            _timer.Change(Positive(_left), Timeout.InfiniteTimeSpan);
        }

        void Tighten(Rule rule, TimeSpan left)
        {
            if (left < _left)
            {
                (_next, _left) = (rule, left);
            }
        }
    }

    /// <summary>Bytes have come: the time until the next <see cref="Arm"/> is the host's.</summary>
    public void Stop()
    {
        lock (_gate)
        {
            _waited += _isWaiting ? Waiting : TimeSpan.Zero;
            _isWaiting = false;
        }
    }

    /// <summary>Why waiting for bytes ended with an exception: the time was up, or the client went away.</summary>
    public Error Reason(Exception exception)
    {
        if (_client.IsCancellationRequested || exception is not OperationCanceledException || !_source.IsCancellationRequested)
        {
            return UploadErrors.ClientGone;
        }

        var rule = _next switch
        {
            Rule.Idle => $"No byte came for {_pace.IdleTimeout.TotalSeconds:0.###} s.",
            Rule.DataRate => $"An upload has to send at least {ByteSize.InWords(_pace.MinDataRate)} per second.",
            _ => $"An upload may take at most {_pace.TotalTimeout.TotalSeconds:0.###} s in all.",
        };
        return new Error(UploadErrors.TooSlowKind, $"{rule} Send it again, faster; nothing was stored.");
    }

    public void Dispose()
    {
        _clientRegistration.Dispose();
        _timer.Dispose();
        _source.Dispose();
    }

    private static TimeSpan Positive(TimeSpan time) => time > TimeSpan.Zero ? time : TimeSpan.Zero;

    private void Look()
    {
        lock (_gate)
        {
            if (!_isWaiting)
            {
                return;
            }

            var left = _left - Waiting;
            if (left > TimeSpan.Zero)
            {
                _timer.Change(left, Timeout.InfiniteTimeSpan);
                return;
            }
        }

        try
        {
            _source.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The upload has just ended.
        }
    }
}

/// <summary>How fast an upload has to be.</summary>
/// <param name="IdleTimeout">Longest silence within it.</param>
/// <param name="TotalTimeout">Longest time in all.</param>
/// <param name="MinDataRate">Bytes per second that it must keep up on average; 0 for none.</param>
/// <param name="MinDataRateGrace">How long a new upload may be slower.</param>
public readonly record struct UploadPace(TimeSpan IdleTimeout, TimeSpan TotalTimeout, int MinDataRate, TimeSpan MinDataRateGrace)
{
    /// <summary>The defaults: 30 s, 30 min, 4 KiB/s after 10 s.</summary>
    public static UploadPace Default { get; } = new(TimeSpan.FromSeconds(30), TimeSpan.FromMinutes(30), 4096, TimeSpan.FromSeconds(10));
}
