using System.Collections.Frozen;
using Gateway.Features.Settings;
using Grpc.Core;

namespace Gateway.Features.Routing;

/// <summary>When a call of a service that is not ours is repeated, and after which pause (gRFC A6).</summary>
internal sealed class RetryPolicy(RetrySettings settings)
{
    /// <summary>gRPC's clients allow no more, whatever a service says.</summary>
    private const int AttemptsLimit = 5;

    private const double Jitter = 0.2;

    /// <summary>The golden ratio's fractional part: its multiples fill an interval evenly.</summary>
    private const double Step = 0.6180339887498949;

    private readonly int _maxAttempts = Math.Min(settings.MaxAttempts, AttemptsLimit);
    private readonly FrozenSet<StatusCode> _codes = settings.RetryableStatusCodes
        .Select(code => TryParse(code, out var status) ? status : StatusCode.OK).ToFrozenSet();

    private uint _pauses;

    private readonly RetryThrottle _throttle = new(settings.MaxTokens, settings.TokenRatio);

    /// <returns>Null when nothing is repeated.</returns>
    public static RetryPolicy? Of(RetrySettings settings) => settings.MaxAttempts > 1 ? new(settings) : null;

    /// <summary>Reads a status other than OK: its name in the form of gRPC or of .NET, or its number.</summary>
    public static bool TryParse(string? text, out StatusCode status) =>
        Enum.TryParse(text?.Trim().Replace("_", "", StringComparison.Ordinal), ignoreCase: true, out status)
        && Enum.IsDefined(status) && status != StatusCode.OK;

    public void Succeeded() => _throttle.Succeeded();

    /// <param name="failure">How the call failed.</param>
    /// <param name="isFinal">It cannot be repeated.</param>
    /// <param name="throttled">It would be repeated, but too many calls fail.</param>
    /// <returns>How long to wait before it is sent again; null: it is not.</returns>
    public TimeSpan? WaitAfter(FailedAttempt failure, bool isFinal, out bool throttled)
    {
        throttled = false;
        if (!_codes.Contains(failure.Status))
        {
            return null;
        }

        var allows = _throttle.Failed();
        if (isFinal || failure.Attempts >= _maxAttempts)
        {
            return null;
        }

        throttled = !allows;
        return allows ? failure.Pause ?? Backoff(failure.Pauses) : null;
    }

    private TimeSpan Backoff(int pauses)
    {
        var longest = settings.InitialBackoff.TotalMilliseconds * Math.Pow(settings.BackoffMultiplier, pauses - 1);
        var share = 1 - Jitter + (2 * Jitter * (Interlocked.Increment(ref _pauses) * Step % 1));
        return TimeSpan.FromMilliseconds(Math.Min(longest, settings.MaxBackoff.TotalMilliseconds) * share);
    }
}

/// <summary>How a call that a policy may repeat has failed.</summary>
/// <param name="Status">Its last attempt's.</param>
/// <param name="Attempts">How often it was sent.</param>
/// <param name="Pauses">Which of the policy's own pauses the next one would be, since the backend last asked for one.</param>
/// <param name="Pause">How long the backend asks this client to wait; null when it does not.</param>
internal readonly record struct FailedAttempt(StatusCode Status, int Attempts, int Pauses, TimeSpan? Pause);
