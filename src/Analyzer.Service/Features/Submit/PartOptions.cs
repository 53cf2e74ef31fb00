using System.ComponentModel.DataAnnotations;
using Analyzer.Engines.Contract;

namespace Analyzer.Service.Features.Submit;

/// <summary>
/// Limits on what is opened inside a file: section <c>Parts</c> below the host's. Whatever is beyond a limit makes a file unable. Services
/// that share a store need the same limits, or the report depends on which of them the file came to.
/// </summary>
internal sealed class PartOptions
{
    public const string Section = "Parts";

    /// <summary>Levels of parts inside parts. Default 4.</summary>
    [Range(0, 16)]
    public int MaxDepth { get; set; } = PartLimits.Default.MaxDepth;

    /// <summary>Parts of one file, all levels together. Default 1000.</summary>
    [Range(0, 100_000)]
    public int MaxParts { get; set; } = PartLimits.Default.MaxParts;

    /// <summary>Decoded bytes of one file's parts, all levels together. Default 256 MiB.</summary>
    [Range(0, 1L << 40)]
    public long MaxBytes { get; set; } = PartLimits.Default.MaxBytes;

    /// <summary>Decoded bytes for each byte that they take, above 1 MiB. Default 1000.</summary>
    [Range(1, 1_000_000)]
    public int MaxExpansion { get; set; } = PartLimits.Default.MaxExpansion;

    /// <summary>Memory for one file's formats that cannot be read in the order of their bytes. Default 16 MiB.</summary>
    [Range(0, 1 << 30)]
    public int MaxKeptBytes { get; set; } = PartLimits.Default.MaxKeptBytes;

    internal PartLimits ToLimits() => new()
    {
        MaxDepth = MaxDepth,
        MaxParts = MaxParts,
        MaxBytes = MaxBytes,
        MaxExpansion = MaxExpansion,
        MaxKeptBytes = MaxKeptBytes,
    };
}
