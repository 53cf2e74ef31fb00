using Hosting.Errors;

namespace Hosting.Uploads;

/// <summary>
/// Cancels an upload that is silent, too slow on average, or too long under way. Kestrel's own data rate limit does not apply to a gRPC
/// stream, so it is off, and this one applies to all transports alike.
/// </summary>
public sealed class UploadClock : IDisposable
{
    private readonly UploadPace _pace;
    private readonly TimeProvider _time;
    private readonly CancellationToken _client;
    private readonly CancellationTokenSource _source;
    private readonly CancellationTokenRegistration _clientRegistration;
    private readonly long _started;
    private Rule _next;

    public UploadClock(UploadPace pace, TimeProvider time, CancellationToken client)
    {
        (_pace, _time, _client) = (pace, time, client);
        _source = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        _clientRegistration = client.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _source);
        _started = time.GetTimestamp();
    }

    private enum Rule
    {
        Idle,
        DataRate,
        Total,
    }

    /// <summary>Fires when the time is up, and when the client goes away.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Call it before each wait for more bytes: sets the token to the rule that would be broken first.</summary>
    public void Arm(long received)
    {
        var now = _time.GetElapsedTime(_started);
        var due = now + _pace.IdleTimeout;
        _next = Rule.Idle;

        if (_pace.MinDataRate > 0)
        {
            Tighten(Rule.DataRate, _pace.MinDataRateGrace + TimeSpan.FromSeconds((double)received / _pace.MinDataRate));
        }

        Tighten(Rule.Total, _pace.TotalTimeout);
        _source.CancelAfter(due > now ? due - now : TimeSpan.Zero);

        void Tighten(Rule rule, TimeSpan at)
        {
            if (at < due)
            {
                (_next, due) = (rule, at);
            }
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
        _source.Dispose();
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
