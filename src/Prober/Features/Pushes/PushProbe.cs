using System.Security.Cryptography;
using System.Text;
using Prober.Engine.Probing;
using Prober.Engine.Watching;

namespace Prober.Features.Pushes;

/// <summary>
/// A target that reports its own state, such as a job: it is what it said last, and down when it is silent for longer than its interval.
/// After a start of the prober nothing is known until its first message, or until that time has passed.
/// </summary>
internal sealed class PushProbe(string name, string token, TimeSpan interval, PushBoard board) : IProbe
{
    private readonly byte[] _token = SHA256.HashData(Encoding.UTF8.GetBytes(token));
    private long _firstAt = long.MinValue;

    public string Kind => TargetDefinition.Push;

    public string Endpoint => name;

    public string Destination => $"push {name}";

    /// <summary>Takes as long for each wrong token.</summary>
    public bool Admits(string given) => CryptographicOperations.FixedTimeEquals(_token, SHA256.HashData(Encoding.UTF8.GetBytes(given)));

    public Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        var (time, result) = (call.Network.Time, call.Result);
        Interlocked.CompareExchange(ref _firstAt, time.GetTimestamp(), long.MinValue);
        var last = board.Find(name);
        var silence = time.GetElapsedTime(last?.At ?? _firstAt);
        _ = last is null && silence <= interval ? result.Fail(FailureClass.Limit, "It has not reported since the start of the prober.")
            : silence > interval ? result.Fail(FailureClass.Timeout, $"It has not reported for {silence.TotalSeconds:0} s.")
            : last!.IsUp ? result
            : result.Fail(FailureClass.Status, last.Message.Length > 0 ? last.Message : "It reports that it is down.");
        result.Reported = result.IsGood ? last?.Duration : null;
        return Task.FromResult(result);
    }
}
