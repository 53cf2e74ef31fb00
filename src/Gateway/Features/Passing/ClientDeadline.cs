using System.Diagnostics;
using Gateway.Features.Headers;

namespace Gateway.Features.Passing;

/// <summary>The deadline that a client has set for its call. That it passes says nothing of a backend: a client may set any.</summary>
internal sealed class ClientDeadline : IDisposable
{
    /// <summary>A backend keeps the deadline too, and its clock may be ahead by so much.</summary>
    private static readonly TimeSpan Tolerance = TimeSpan.FromMilliseconds(20);

    /// <summary>The runtime has no longer timers (49.7 days).</summary>
    private static readonly TimeSpan LongestTimer = TimeSpan.FromMilliseconds(uint.MaxValue - 1);

    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly TimeSpan? _limit;
    private readonly CancellationTokenSource _end;

    /// <param name="timeout">Value of <c>grpc-timeout</c>; null for no deadline.</param>
    /// <param name="client">Fires when the client goes away.</param>
    public ClientDeadline(string? timeout, CancellationToken client)
    {
        _end = CancellationTokenSource.CreateLinkedTokenSource(client);
        if (CallTimeout.TryParse(timeout, out var limit))
        {
            _limit = limit;
            if (limit <= LongestTimer)
            {
                _end.CancelAfter(limit);
            }
        }
    }

    /// <summary>Fires when the deadline has passed, or the client goes away.</summary>
    public CancellationToken Token => _end.Token;

    /// <summary>Null when there is no deadline.</summary>
    public TimeSpan? Left => _limit - Stopwatch.GetElapsedTime(_began);

    public bool HasPassed => Left <= TimeSpan.Zero;

    /// <summary>What goes wrong with a call now goes wrong because of it.</summary>
    public bool IsReached => Left <= Tolerance;

    public void Dispose() => _end.Dispose();
}
