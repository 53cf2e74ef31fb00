namespace Prober.Engine.Scheduling;

/// <summary>
/// A hashed timer wheel: an entry waits in the slot of its tick until its round comes. Adding, removing and firing cost the same however
/// many entries wait. For one thread.
/// </summary>
/// <param name="slots">A power of two.</param>
public sealed class TimerWheel<T>(int slots)
    where T : class, IWheelEntry<T>
{
    private readonly T?[] _slots = new T?[slots];
    private long _tick = -1;

    public int Count { get; private set; }

    /// <param name="dueTick">The tick; one that has passed counts as the next.</param>
    public void Add(T entry, long dueTick)
    {
        entry.DueTick = Math.Max(dueTick, _tick + 1);
        ref var first = ref Slot(entry.DueTick);
        (entry.Previous, entry.Next) = (null, first);
        if (first is not null)
        {
            first.Previous = entry;
        }

        first = entry;
        Count++;
    }

    /// <param name="entry">An entry of the wheel.</param>
    public void Remove(T entry)
    {
        if (entry.Previous is { } previous)
        {
            previous.Next = entry.Next;
        }
        else
        {
            Slot(entry.DueTick) = entry.Next;
        }

        if (entry.Next is { } next)
        {
            next.Previous = entry.Previous;
        }

        (entry.Previous, entry.Next) = (null, null);
        Count--;
    }

    /// <summary>Removes the entries that are due up to a tick.</summary>
    /// <param name="due">Gets the entries, the earliest first.</param>
    public void Advance(long tick, List<T> due)
    {
        var taken = due.Count;

        // One round visits every slot, however long ago the last call was.
        for (var at = Math.Max(_tick + 1, tick - _slots.Length + 1); at <= tick; at++)
        {
            for (var entry = Slot(at); entry is not null;)
            {
                var next = entry.Next;
                if (entry.DueTick <= tick)
                {
                    Remove(entry);
                    due.Add(entry);
                }

                entry = next;
            }
        }

        var jumped = tick - _tick > _slots.Length;
        _tick = Math.Max(_tick, tick);
        if (jumped)
        {
            due.Sort(taken, due.Count - taken, Comparer<T>.Create((left, right) => left.DueTick.CompareTo(right.DueTick)));
        }
    }

    private ref T? Slot(long tick) => ref _slots[tick & (_slots.Length - 1)];
}
