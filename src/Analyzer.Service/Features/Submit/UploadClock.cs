using Analyzer.Service.Features.Refusals;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// Cancels an upload that is silent, too slow on average, or under way for too long. Kestrel's own data rate limit does not
/// reach a gRPC stream, so it is off, and this one holds on every path alike.
/// </summary>
internal sealed class UploadClock : IDisposable
{
    private readonly UploadLimits _limits;
    private readonly TimeProvider _time;
    private readonly CancellationToken _client;
    private readonly CancellationTokenSource _source;
    private readonly CancellationTokenRegistration _clientRegistration;
    private readonly long _started;
    private Rule _next;

    public UploadClock(UploadLimits limits, TimeProvider time, CancellationToken client)
    {
        (_limits, _time, _client) = (limits, time, client);
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

    /// <summary>Fires when time is up, and when the client goes away.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>Call before each wait for more bytes: sets the token to the rule that is broken first if none come.</summary>
    public void Arm(long received)
    {
        var now = _time.GetElapsedTime(_started);
        var due = now + _limits.IdleTimeout;
        _next = Rule.Idle;

        if (_limits.MinDataRate > 0)
        {
            Tighten(Rule.DataRate, _limits.MinDataRateGrace + TimeSpan.FromSeconds((double)received / _limits.MinDataRate));
        }

        Tighten(Rule.Total, _limits.TotalTimeout);
        _source.CancelAfter(due > now ? due - now : TimeSpan.Zero);

        void Tighten(Rule rule, TimeSpan at)
        {
            if (at < due)
            {
                (_next, due) = (rule, at);
            }
        }
    }

    /// <summary>Why waiting for bytes ended with an exception: time was up, or the client went away.</summary>
    public Refusal Reason(Exception exception)
    {
        if (_client.IsCancellationRequested || exception is not OperationCanceledException || !_source.IsCancellationRequested)
        {
            return Refusal.ClientGone;
        }

        var rule = _next switch
        {
            Rule.Idle => $"No byte came for {_limits.IdleTimeout.TotalSeconds:0.###} s.",
            Rule.DataRate => $"An upload has to keep up {_limits.MinDataRate} bytes per second.",
            _ => $"An upload may take {_limits.TotalTimeout.TotalSeconds:0.###} s in all.",
        };
        return new Refusal(RefusalKind.TooSlow, $"{rule} Send the file again, faster; nothing was stored.");
    }

    public void Dispose()
    {
        _clientRegistration.Dispose();
        _source.Dispose();
    }
}
