using Journal.Log.Frames;

namespace Journal.Log.Writing;

/// <summary>The position of the next frame.</summary>
/// <param name="Frame">Its index.</param>
/// <param name="Sequence">The sequence of its first record.</param>
/// <param name="Previous">SHA-256 of the previous header; zeros at the beginning.</param>
/// <param name="ClosedAt">When the previous frame was closed.</param>
/// <param name="Totals">The totals of the previous frame.</param>
internal sealed record LogPosition(long Frame, long Sequence, byte[] Previous, long ClosedAt, LossTotals Totals)
{
    public static LogPosition Beginning => new(0, 0, new byte[32], 0, default);

    public static LogPosition After(FrameHeader header, byte[] raw) => new(
        header.Index + 1, header.NextSequence, System.Security.Cryptography.SHA256.HashData(raw), header.ClosedAt, header.Totals);
}
