using Journal.Log.Frames;

namespace Journal.Log.Reading;

/// <summary>A frame of a segment, or a place where one should be.</summary>
/// <param name="Index">The index of the frame, or of the first that is missing.</param>
/// <param name="Count">1, or how many are missing.</param>
/// <param name="Offset">In the segment's file.</param>
/// <param name="Header">Null when it is missing.</param>
/// <param name="Raw">The header's bytes; valid until the next frame is read, like <paramref name="Stored"/>.</param>
/// <param name="Stored">The stored bytes.</param>
/// <param name="Problem">Null when all is well.</param>
public sealed record FoundFrame(
    long Index, long Count, long Offset, FrameHeader? Header, ReadOnlyMemory<byte> Raw, ReadOnlyMemory<byte> Stored, string? Problem)
{
    /// <summary>Bytes after the last whole frame that no checkpoint covers: a crash leaves them, or a writer at work.</summary>
    public bool IsTorn { get; init; }

    /// <summary>Something is there that does not belong there, and nothing is missing.</summary>
    public bool IsIntruder { get; init; }
}
