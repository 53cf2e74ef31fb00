using Journal.Log.Frames;

namespace Journal.Log.Writing;

/// <summary>Where the next frame goes.</summary>
/// <param name="Frame">Its index.</param>
/// <param name="Sequence">The sequence of its first record.</param>
/// <param name="Previous">SHA-256 of the header before; zeros at the beginning.</param>
/// <param name="ClosedAt">When the frame before was closed.</param>
/// <param name="Totals">In the frame before.</param>
internal sealed record LogPosition(long Frame, long Sequence, byte[] Previous, long ClosedAt, LossTotals Totals)
{
    public static LogPosition Beginning => new(0, 0, new byte[32], 0, default);

    public static LogPosition After(FrameHeader header, byte[] raw) => new(
        header.Index + 1, header.NextSequence, System.Security.Cryptography.SHA256.HashData(raw), header.ClosedAt, header.Totals);
}
