namespace Hosting.Uploads;

/// <summary>How much a host reads of a file that it knows already.</summary>
public sealed class UnwantedLimits
{
    private const long Framing = 64 << 10;

    /// <summary>The longest file that the host takes. Default 1 GiB.</summary>
    public long MaxFileBytes { get; set; } = 1L << 30;

    /// <summary>With the parts of its message that are not the file's.</summary>
    internal long MaxBytes =>
        MaxFileBytes < long.MaxValue / 2 ? MaxFileBytes + (MaxFileBytes / 16) + Framing : long.MaxValue;
}
