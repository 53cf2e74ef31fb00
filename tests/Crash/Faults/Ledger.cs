using System.Collections.Concurrent;

namespace Crash.Faults;

/// <summary>Something that was sent to the system at least once.</summary>
internal interface ILedgerEntry
{
    string Id { get; }

    /// <summary>The system's answer when it first acknowledged the entry, which must not change. Null until then.</summary>
    byte[]? Acknowledged { get; }

    /// <summary>Judges content that was never acknowledged.</summary>
    /// <returns>The problem, or null.</returns>
    string? FaultOf(byte[] content);
}

/// <summary>The ledger as rounds and verification see it.</summary>
internal interface ILedger
{
    int Count { get; }

    /// <summary>A copy of all entries that were acknowledged until now.</summary>
    IReadOnlyList<ILedgerEntry> Acknowledged { get; }

    ILedgerEntry? Find(string id);
}

/// <summary>Every entry that was sent and every answer to it. It lives in the lab's process, which no fault touches.</summary>
internal sealed class Ledger<TEntry> : ILedger
    where TEntry : class, ILedgerEntry
{
    /// <summary>The newest entries may still be under way: a client that repeats one of them makes two of the same entry meet.</summary>
    private const int Recent = 32;

    private readonly ConcurrentDictionary<string, TEntry> _byId = [];
    private readonly List<TEntry> _inOrder = [];
    private readonly Lock _lock = new();

    public int Count => _byId.Count;

    public IReadOnlyList<ILedgerEntry> Acknowledged => [.. _byId.Values.Where(entry => entry.Acknowledged is not null)];

    public ILedgerEntry? Find(string id) => _byId.GetValueOrDefault(id);

    /// <param name="entry">About to be sent for the first time.</param>
    public TEntry Add(TEntry entry)
    {
        if (!_byId.TryAdd(entry.Id, entry))
        {
            throw new InvalidOperationException($"{entry.Id} was sent before.");
        }

        lock (_lock)
        {
            _inOrder.Add(entry);
        }

        return entry;
    }

    /// <summary>Picks an entry sent so far, every other time one of the newest; null before the first.</summary>
    public TEntry? Draw(ulong draw)
    {
        lock (_lock)
        {
            var among = draw % 2 == 0 ? _inOrder.Count : Math.Min(Recent, _inOrder.Count);
            return among == 0 ? null : _inOrder[^(1 + (int)(draw / 2 % (ulong)among))];
        }
    }
}
