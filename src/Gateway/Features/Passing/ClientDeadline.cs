using System.Diagnostics;
using Gateway.Features.Errors;
using Gateway.Features.Headers;
using Gateway.Features.Routing;
using Hosting.Errors;

namespace Gateway.Features.Passing;

/// <summary>
/// How long a client's call may last: until the client's own deadline or the end of its route's time, and as long as its key is valid. No
/// end says anything about a backend, because a client may set any deadline.
/// </summary>
internal sealed class ClientDeadline : IDisposable
{
    /// <summary>The backend applies the deadline too, and its clock may be ahead by so much.</summary>
    private static readonly TimeSpan Tolerance = TimeSpan.FromMilliseconds(20);

    /// <summary>.NET has no longer timers (49.7 days).</summary>
    private static readonly TimeSpan LongestTimer = TimeSpan.FromMilliseconds(uint.MaxValue - 1);

    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly TimeSpan? _limit;
    private readonly CallRoute? _limiting; // null when the client's own deadline comes first
    private readonly CancellationToken _accessEnded;
    private readonly CancellationTokenSource _end;

    /// <param name="timeout">Value of <c>grpc-timeout</c>; null for no deadline.</param>
    /// <param name="route">May limit the time too; null for none.</param>
    /// <param name="accessEnded">Fires when the client's key is no longer valid.</param>
    /// <param name="client">Fires when the client goes away.</param>
    public ClientDeadline(string? timeout, CallRoute? route, CancellationToken accessEnded, CancellationToken client)
    {
        _accessEnded = accessEnded;
        _end = CancellationTokenSource.CreateLinkedTokenSource(accessEnded, client);
        _limit = CallTimeout.TryParse(timeout, out var own) ? own : null;
        if (route?.Timeout is { } most && !(_limit <= most))
        {
            (_limit, _limiting) = (most, route);
        }

        if (_limit is { } limit && limit <= LongestTimer)
        {
            _end.CancelAfter(limit);
        }
    }

    /// <summary>Fires when the deadline has passed, the key is no longer valid, or the client goes away.</summary>
    public CancellationToken Token => _end.Token;

    /// <summary>Null when there is no deadline.</summary>
    public TimeSpan? Left => _limit - Stopwatch.GetElapsedTime(_began);

    public bool HasPassed => Left <= TimeSpan.Zero;

    /// <summary>The reason why the client's side ended the call; null as long as it did not.</summary>
    public Error? Reason =>
        _accessEnded.IsCancellationRequested ? GatewayErrors.AccessEnded
        : Left <= Tolerance ? Passed
        : null;

    /// <summary>The reason when the time is over.</summary>
    public Error Passed => _limiting is { } route ? GatewayErrors.RouteTimePassed(route.Name, _limit!.Value) : GatewayErrors.DeadlinePassed;

    public void Dispose() => _end.Dispose();
}
