namespace Sigma.Engine.Correlations;

/// <summary>What the groups of all correlations hold together, and an order of their use.</summary>
internal sealed class CorrelationMemory(long maxBytes)
{
    // Roughly the cost of objects and of places in tables, beside their texts.
    private const int GroupBytes = 400;
    private const int EntryBytes = 120;

    private long _uses;

    public long Bytes { get; private set; }

    public bool IsOver => Bytes > maxBytes;

    /// <summary>Later uses have higher numbers.</summary>
    public long NextUse() => ++_uses;

    public void Add(string key) => Bytes += GroupBytes + (2L * key.Length);

    public void Remove(string key) => Bytes -= GroupBytes + (2L * key.Length);

    public void Add(in WindowEntry entry) => Bytes += EntryBytes + (2L * entry.Value.Length);

    public void Remove(ReadOnlySpan<WindowEntry> entries)
    {
        foreach (ref readonly var entry in entries)
        {
            Bytes -= EntryBytes + (2L * entry.Value.Length);
        }
    }
}
