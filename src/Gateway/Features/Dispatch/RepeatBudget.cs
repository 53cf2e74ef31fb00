using Gateway.Features.Backends;

namespace Gateway.Features.Dispatch;

/// <summary>
/// How many calls may be repeated: a tenth of those of the last ten seconds, and one in any case. However many backends fail, so no more
/// than a tenth is added to what they have to bear; a count for each call would not bound that.
/// </summary>
internal sealed class RepeatBudget(TimeProvider time)
{
    private const int Share = 10;

    private readonly SlidingCounts _calls = new(time);
    private readonly SlidingCounts _repeats = new(time);

    public void Called() => _calls.Add(failed: false);

    /// <returns>False when it is spent.</returns>
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
