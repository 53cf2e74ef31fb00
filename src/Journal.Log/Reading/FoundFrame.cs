using System.Security.Cryptography;
using Journal.Log.Frames;

namespace Journal.Log.Reading;

/// <summary>A frame of a segment, or a place where one should be.</summary>
/// <param name="Index">The index of the frame, or of the first that is missing.</param>
/// <param name="Count">1, or how many are missing.</param>
/// <param name="Offset">In the segment's file.</param>
/// <param name="Header">Null when the frame is missing.</param>
/// <param name="Raw">The header's bytes; valid until the frame's slot is reused, like <paramref name="Stored"/>.</param>
/// <param name="Stored">The stored bytes.</param>
/// <param name="Problem">The problem; null if there is none.</param>
public sealed record FoundFrame(
    long Index, long Count, long Offset, FrameHeader? Header, ReadOnlyMemory<byte> Raw, ReadOnlyMemory<byte> Stored, string? Problem)
{
    /// <summary>Bytes after the last whole frame that no checkpoint covers, from a crash or a running writer.</summary>
    public bool IsTorn { get; init; }

    /// <summary>No segment holds the frames. Signed frames may say that retention deleted them.</summary>
    public bool IsGone { get; init; }

    /// <summary>There are bytes that do not belong there, but nothing is missing.</summary>
    public bool IsIntruder { get; init; }

    /// <summary>A record of it was destroyed: its stored bytes are gone.</summary>
    public bool IsRedacted { get; init; }

    /// <summary>The slot that it was read into; null when it is missing.</summary>
    internal FrameSlot? Slot { get; init; }

    /// <summary>The same after hashing the stored bytes, which may reveal a problem.</summary>
    internal FoundFrame Rehashed()
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        if (Header is null || Problem is not null)
        {
            return this;
        }

        SHA256.HashData(Stored.Span, hash);
        return hash.SequenceEqual(Header.StoredHash) ? this : this with { Problem = "the stored bytes do not match their hash" };
    }
}
