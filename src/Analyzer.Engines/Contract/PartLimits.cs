namespace Analyzer.Engines.Contract;

/// <summary>What all parts of one file may take together. Whatever is beyond a limit makes the file unable, never clean.</summary>
public sealed record PartLimits
{
    public static PartLimits Default { get; } = new();

    /// <summary>Levels of parts inside parts: 1 opens what lies in the file itself.</summary>
    public int MaxDepth { get; init; } = 4;

    /// <summary>Parts, all levels together.</summary>
    public int MaxParts { get; init; } = 1000;

    /// <summary>Bytes of parts, decoded; what lies in several levels counts in each.</summary>
    public long MaxBytes { get; init; } = 256L << 20;

    /// <summary>Decoded bytes for each byte that they take, above 1 MiB.</summary>
    public int MaxExpansion { get; init; } = 1000;

    /// <summary>Bytes that are kept of formats which have to be read in another order than they arrive.</summary>
    public int MaxKeptBytes { get; init; } = 16 << 20;
}
