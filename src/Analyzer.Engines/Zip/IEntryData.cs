using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Zip;

/// <summary>How the end of an entry's data is found, and how they are decoded.</summary>
internal interface IEntryData
{
    /// <summary>Decoded bytes so far.</summary>
    long Decoded { get; }

    /// <summary>Why the data were not decoded to their end; null when they were.</summary>
    Gap? Gap { get; }

    /// <summary>Bytes that were taken, and belong to what follows the entry.</summary>
    ReadOnlySpan<byte> Rest { get; }

    void Begin(LocalHeader header, IPart part, PartBudget budget);

    /// <summary>Takes the next bytes, and leaves those behind the entry.</summary>
    /// <returns>True when the entry has ended: then come <see cref="Rest"/> and the bytes that are left.</returns>
    bool Read(ref ReadOnlySpan<byte> bytes);

    /// <summary>Ends the entry where the file ends.</summary>
    void ReadEnd();

    /// <summary>Gives back what it holds.</summary>
    void Reset();
}
