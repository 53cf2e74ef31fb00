namespace Analyzer.Engines.Contract;

/// <summary>What a file and all its parts have used of <see cref="PartLimits"/>. One file has one, whatever lies in it.</summary>
internal sealed class PartBudget(PartLimits limits)
{
    /// <summary>Below this size no expansion is too large: a small table of zeros compresses well.</summary>
    public const long MinBombBytes = 1L << 20;

    public PartLimits Limits => limits;

    /// <summary>Parts so far, and those that were only noted.</summary>
    public long Parts { get; private set; }

    public long OpenedParts { get; private set; }

    public long PartBytes { get; private set; }

    /// <summary>Bytes that are kept now (<see cref="Keep"/>).</summary>
    public int KeptBytes { get; private set; }

    /// <summary>Bytes that engines decoded without making parts of them, such as object streams.</summary>
    public long DecodedBytes { get; private set; }

    public void Clear() => (Parts, OpenedParts, PartBytes, KeptBytes, DecodedBytes) = (0, 0, 0, 0, 0);

    /// <returns>False when it is one too many.</returns>
    public bool AddPart() => ++Parts <= limits.MaxParts;

    public void AddOpenedPart() => OpenedParts++;

    /// <returns>False when the bytes go beyond the bound.</returns>
    public bool Spend(int bytes)
    {
        PartBytes += bytes;
        return PartBytes <= limits.MaxBytes;
    }

    /// <returns>False when the bytes go beyond the bound, which is that of parts.</returns>
    public bool SpendDecoded(int bytes)
    {
        DecodedBytes += bytes;
        return DecodedBytes <= limits.MaxBytes;
    }

    /// <summary>
    /// Asks for memory of a format that cannot be read as it arrives. At each level a quarter of the rest is left to what lies inside.
    /// </summary>
    /// <param name="bytes">No more than this is given.</param>
    /// <param name="depth">Of the file or part that needs it.</param>
    /// <returns>The bytes that may be kept; 0 when there is no room.</returns>
    public int Keep(int bytes, int depth)
    {
        var reserved = limits.MaxKeptBytes >> Math.Min(2 * (depth + 1), 30);
        var given = Math.Clamp(limits.MaxKeptBytes - reserved - KeptBytes, 0, bytes);
        KeptBytes += given;
        return given;
    }

    /// <summary>Gives back what <see cref="Keep"/> took.</summary>
    public void Release(int bytes) => KeptBytes -= bytes;

    /// <summary>Whether so many decoded bytes are too many for those that they came from.</summary>
    public bool IsBomb(long decoded, long input) => decoded > MinBombBytes && decoded / limits.MaxExpansion > input;
}
