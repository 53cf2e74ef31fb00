using Gateway.Features.Backends;

namespace Gateway.Features.Dispatch;

/// <summary>
/// How many calls may be repeated: a tenth of those of the last ten seconds, and at least one. So repeats add at most a tenth to the
/// backends' load, however many backends fail; a limit per call would not ensure that.
/// </summary>
internal sealed class RepeatBudget(TimeProvider time)
{
    private const int Share = 10;

    private readonly SlidingCounts _calls = new(time);
    private readonly SlidingCounts _repeats = new(time);

    public void Called() => _calls.Add(failed: false);

    /// <returns>False when the budget is spent.</returns>
    public bool TryRepeat()
    {
        if (_repeats.Sum().All * Share >= Math.Max(_calls.Sum().All, 1))
        {
            return false;
        }

        _repeats.Add(failed: false);
        return true;
    }
}
