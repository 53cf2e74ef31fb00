using Load.Statistics;

namespace Crash.Faults;

/// <summary>The calls of one round that were refused, and not because the system had too much to do.</summary>
internal sealed class FailedCalls
{
    private readonly (RefusedCall Call, int Count)[] _calls;

    /// <param name="before">Refusals until the round began, with their numbers.</param>
    /// <param name="after">Refusals until it ended.</param>
    public FailedCalls(IReadOnlyDictionary<RefusedCall, int> before, IReadOnlyDictionary<RefusedCall, int> after) => _calls =
    [
        .. from refusal in after
           where !refusal.Key.IsBusy
           let count = refusal.Value - before.GetValueOrDefault(refusal.Key)
           where count > 0
           orderby count descending
           select (refusal.Key, count),
    ];

    public int Count => _calls.Sum(call => call.Count);

    public int CountOf(string request) => _calls.Where(call => call.Call.Request == request).Sum(call => call.Count);

    /// <returns>How many, and of which kind.</returns>
    public override string ToString() => Count == 0
        ? "no call failed"
        : $"{Format.Count(Count, "call")} failed ({string.Join(", ", _calls.Select(call => $"{Format.Count(call.Count)} × {call.Call}"))})";
}
