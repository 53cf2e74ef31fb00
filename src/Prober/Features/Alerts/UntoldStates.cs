using Prober.Features.History.Storage;

namespace Prober.Features.Alerts;

/// <summary>
/// What the receivers knew of targets before the messages that none of them has taken yet. Other probers of a quorum hear this state: if
/// this one ends before it can deliver, they tell what it could not.
/// </summary>
internal sealed class UntoldStates
{
    /// <summary>A target that changes more often without a receiver is told of from there on.</summary>
    private const int MaxOfATarget = 100;

    private readonly Dictionary<TargetKey, Queue<(long Made, AlertState Before)>> _waiting = [];

    /// <param name="made">When the message was made; Unix milliseconds.</param>
    /// <param name="before">What the receivers know until they have it.</param>
    public void Add(TargetKey key, long made, AlertState before)
    {
        if (!_waiting.TryGetValue(key, out var messages))
        {
            _waiting[key] = messages = new();
        }

        if (messages.Count < MaxOfATarget)
        {
            messages.Enqueue((made, before));
        }
    }

    /// <summary>A receiver has the message that was made then, and so those before it.</summary>
    /// <returns>Whether it is the first that has it.</returns>
    public bool Take(TargetKey key, long made)
    {
        var isNews = false;
        if (_waiting.TryGetValue(key, out var messages))
        {
            while (messages.TryPeek(out var first) && first.Made <= made)
            {
                messages.Dequeue();
                isNews = true;
            }

            if (messages.Count == 0)
            {
                _waiting.Remove(key);
            }
        }

        return isNews;
    }

    /// <summary>What the receivers know of a target, whose messages lead to this state.</summary>
    public AlertState Known(TargetKey key, AlertState state) => _waiting.TryGetValue(key, out var messages)
        ? messages.Peek().Before with { SilencedUntil = state.SilencedUntil, Note = state.Note }
        : state;

    public void Forget(TargetKey key) => _waiting.Remove(key);
}
