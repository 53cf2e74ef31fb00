using System.Security.Cryptography;
using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Watching;

namespace Prober.Features.Pushes;

/// <summary>
/// A target that reports its own state, such as a job: it is what it said last, and down when it is silent for longer than its interval.
/// Nothing is known before its first message, and after a longer absence of the prober, until that time has passed here.
/// </summary>
internal sealed class PushProbe(string name, string token, TimeSpan interval, PushBoard board) : IProbe
{
    private readonly byte[] _token = SHA256.HashData(Encoding.UTF8.GetBytes(token));

    public string Kind => TargetDefinition.Push;

    public string Endpoint => name;

    public string Destination => $"push {name}";

    /// <summary>How long it may be silent.</summary>
    public TimeSpan Interval => interval;

    /// <summary>Takes as long for each wrong token.</summary>
    public bool Admits(string given) => CryptographicOperations.FixedTimeEquals(_token, SHA256.HashData(Encoding.UTF8.GetBytes(given)));

    /// <summary>The target reports.</summary>
    public void Take(Push push) => board.Set(name, push);

    public Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var (time, result) = (call.Network.Time, call.Result);
        var awaited = board.AwaitedSince(name, time.GetTimestamp());
        var last = board.Find(name);
        var silence = time.GetElapsedTime(last?.At ?? awaited);
        var mayHaveFoundNobody = last is null or { MayBeOutdated: true } && time.GetElapsedTime(awaited) <= interval;
        _ = mayHaveFoundNobody && (last is null || silence > interval)
                ? result.Fail(FailureClass.Limit, "It has not reported since the start of the prober.")
            : silence > interval ? result.Fail(FailureClass.Timeout, $"It has not reported for {silence.TotalSeconds:0} s.")
            : last!.IsUp ? result
            : result.Fail(FailureClass.Status, last.Message.Length > 0 ? last.Message : "It reports that it is down.");
        result.Reported = result.IsGood ? last?.Duration : null;
        result.IsUnmeasured = result.Failure == FailureClass.Status; // a silence may be the prober's own: it may be too late to listen
        return Task.FromResult(result);
    }
}
