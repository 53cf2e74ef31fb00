namespace Analyzer.Engines.Pdf.Filters;

/// <summary>Bounds what a file's streams decode to, so that a few bytes cannot keep a processor busy.</summary>
internal sealed class DecodeBudget
{
    public const long MaxStreamBytes = 64L << 20;
    public const long MaxFileBytes = 256L << 20;
    public const int MaxExpansion = 1000;

    /// <summary>Below this size no expansion is too large: a small table of zeros compresses well.</summary>
    public const long MinBombBytes = 1L << 20;

    private long _streamBytes;
    private long _streamInput;

    /// <summary>Decoded bytes of the whole file, those between two filters included.</summary>
    public long FileBytes { get; private set; }

    /// <summary>True when the current stream went beyond a bound.</summary>
    public bool IsExceeded { get; private set; }

    /// <summary>True when the current stream expanded beyond all use.</summary>
    public bool IsBomb { get; private set; }

    public void BeginFile()
    {
        FileBytes = 0;
        BeginStream();
    }

    public void BeginStream() => (_streamBytes, _streamInput, IsExceeded, IsBomb) = (0, 0, false, false);

    public void AddInput(int bytes) => _streamInput += bytes;

    /// <returns>False when the bytes go beyond a bound.</returns>
    public bool Spend(int bytes)
    {
        _streamBytes += bytes;
        FileBytes += bytes;
        IsBomb |= _streamBytes > MinBombBytes && _streamBytes / MaxExpansion > _streamInput;
        IsExceeded |= IsBomb || _streamBytes > MaxStreamBytes || FileBytes > MaxFileBytes;
        return !IsExceeded;
    }
}
