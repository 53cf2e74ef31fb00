namespace Prometheus;

/// <summary>The source of a metric's exemplars.</summary>
public sealed class ExemplarBehavior
{
    internal static readonly ExemplarBehavior Default = new();
    private static readonly ExemplarBehavior OnlyGiven = new();

    private ExemplarBehavior()
    {
    }

    /// <summary>Only exemplars that are given with an observation.</summary>
    public static ExemplarBehavior NoExemplars() => OnlyGiven;

    /// <param name="slot">Filled with a slot when this is its first exemplar.</param>
    /// <param name="given">The exemplar that came with the observation; null takes the current trace, unless this is none.</param>
    /// <param name="value">The observation.</param>
    /// <exception cref="InvalidOperationException">The exemplar was used before.</exception>
    /// <exception cref="ArgumentException">The exemplar has a key twice or is too long.</exception>
    internal void Record(ref ExemplarSlot? slot, Exemplar? given, double value)
    {
        var exemplar = given ?? (this == OnlyGiven ? Exemplar.None : Exemplar.FromTraceContext());
        if (exemplar.Length == 0)
        {
            return;
        }

        var labels = exemplar.Consume();
        (Volatile.Read(ref slot) ?? CreateSlot(ref slot)).TryFill(labels, value);
        exemplar.Recycle();
    }

    private static ExemplarSlot CreateSlot(ref ExemplarSlot? slot)
    {
        var created = new ExemplarSlot();
        return Interlocked.CompareExchange(ref slot, created, null) ?? created;
    }
}
