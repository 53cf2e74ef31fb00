using System.Security.Cryptography;
using Journal.Log.Frames;

namespace Journal.Log.Reading;

/// <summary>A frame of a segment, or a place where one should be.</summary>
/// <param name="Index">The index of the frame, or of the first that is missing.</param>
/// <param name="Count">1, or how many are missing.</param>
/// <param name="Offset">In the segment's file.</param>
/// <param name="Header">Null when it is missing.</param>
/// <param name="Raw">The header's bytes; valid as long as the frame's slot is not used again, like <paramref name="Stored"/>.</param>
/// <param name="Stored">The stored bytes.</param>
/// <param name="Problem">Null when all is well.</param>
public sealed record FoundFrame(
    long Index, long Count, long Offset, FrameHeader? Header, ReadOnlyMemory<byte> Raw, ReadOnlyMemory<byte> Stored, string? Problem)
{
    /// <summary>Bytes after the last whole frame that no checkpoint covers: a crash leaves them, or a writer at work.</summary>
    public bool IsTorn { get; init; }

    /// <summary>No segment holds the frames. Signed frames say whether retention deleted them.</summary>
    public bool IsGone { get; init; }

    /// <summary>Something is there that does not belong there, and nothing is missing.</summary>
    public bool IsIntruder { get; init; }

    /// <summary>Where it was read into; null when it is missing.</summary>
    internal FrameSlot? Slot { get; init; }

    /// <summary>The same, once the stored bytes have been hashed: a problem of theirs is known now.</summary>
    internal FoundFrame Rehashed()
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        if (Header is null || Problem is not null)
        {
            return this;
        }

        SHA256.HashData(Stored.Span, hash);
        return hash.SequenceEqual(Header.StoredHash) ? this : this with { Problem = "the stored bytes are not those that were hashed" };
    }
}
