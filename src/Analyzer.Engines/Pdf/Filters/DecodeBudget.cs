using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Pdf.Filters;

/// <summary>Bounds what a file's streams decode to, so that a few bytes cannot keep a processor busy.</summary>
internal sealed class DecodeBudget
{
    public const long MaxStreamBytes = 64L << 20;
    public const long MaxFileBytes = 256L << 20;
    public const int MaxExpansion = 1000;

    /// <summary>Below this size no expansion is too large: a small table of zeros compresses well.</summary>
    public const long MinBombBytes = 1L << 20;

    private PartBudget? _shared;

    /// <summary>Decoded bytes of the current stream, those between two filters included.</summary>
    public long StreamBytes { get; private set; }

    /// <summary>Bytes of the current stream as it lies in the file.</summary>
    public long StreamInput { get; private set; }

    /// <summary>Decoded bytes of the whole file, those between two filters included.</summary>
    public long FileBytes { get; private set; }

    /// <summary>True when the current stream went beyond a bound.</summary>
    public bool IsExceeded { get; private set; }

    /// <summary>True when the current stream expanded beyond all use.</summary>
    public bool IsBomb { get; private set; }

    /// <summary>A document begins.</summary>
    /// <param name="shared">What it shares with the documents around it; null when it decodes little.</param>
    public void Open(PartBudget? shared)
    {
        (_shared, FileBytes) = (shared, 0);
        BeginStream();
    }

    public void BeginStream() => (StreamBytes, StreamInput, IsExceeded, IsBomb) = (0, 0, false, false);

    public void AddInput(int bytes) => StreamInput += bytes;

    /// <returns>False when the bytes go beyond a bound.</returns>
    public bool Spend(int bytes)
    {
        StreamBytes += bytes;
        FileBytes += bytes;
        var isShared = _shared is null || _shared.SpendDecoded(bytes);
        IsBomb |= StreamBytes > MinBombBytes && StreamBytes / MaxExpansion > StreamInput;
        IsExceeded |= IsBomb || StreamBytes > MaxStreamBytes || FileBytes > MaxFileBytes || !isShared;
        return !IsExceeded;
    }
}
