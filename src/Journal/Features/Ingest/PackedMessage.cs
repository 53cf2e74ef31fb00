using System.IO.Compression;

namespace Journal.Features.Ingest;

/// <summary>A message that its sender packed: as GELF senders do over UDP (zlib, gzip), or as rsyslog does (<c>ZipLevel</c>).</summary>
internal static class PackedMessage
{
    /// <summary>Whether the bytes begin like a zlib (RFC 1950) or gzip (RFC 1952) stream; text begins in neither way.</summary>
    public static bool Is(ReadOnlySpan<byte> bytes) => CodingOf(bytes) is not null;

    /// <summary>Whether rsyslog has packed it: a z, then a zlib stream with the largest window.</summary>
    public static bool IsOfRsyslog(ReadOnlySpan<byte> bytes) => bytes is [(byte)'z', 0x78, ..] && IsZlib(bytes[1..]);

    /// <returns>Its name in HTTP; null if the bytes begin like neither.</returns>
    public static string? CodingOf(ReadOnlySpan<byte> bytes) => IsGzip(bytes) ? "gzip" : IsZlib(bytes) ? "deflate" : null;

    /// <param name="bytes">The packed bytes, outside of the room.</param>
    /// <param name="room">Gets the message, as far as it has room.</param>
    /// <returns>The length of the message, more than the room has if it is longer; null when the bytes do not unpack.</returns>
    public static int? Unpack(ReadOnlySpan<byte> bytes, byte[] room)
    {
        using var packed = new MemoryStream(bytes.ToArray(), writable: false);
        using Stream unpacking = IsGzip(bytes)
            ? new GZipStream(packed, CompressionMode.Decompress)
            : new ZLibStream(packed, CompressionMode.Decompress);
        try
        {
            // No more is unpacked than is stored: what a bomb holds beyond that is never made.
            var length = unpacking.ReadAtLeast(room, room.Length, throwOnEndOfStream: false);
            return length < room.Length || unpacking.ReadByte() < 0 ? length : room.Length + 1;
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }

    private static bool IsGzip(ReadOnlySpan<byte> bytes) => bytes is [0x1F, 0x8B, 0x08, ..];

    /// <summary>Deflate, with a window of at most 32 KiB, and no dictionary.</summary>
    private static bool IsZlib(ReadOnlySpan<byte> bytes) =>
        bytes is [var method, var flags, ..] && (method & 0x0F) == 8 && method >> 4 <= 7 && ((method << 8) | flags) % 31 == 0
        && (flags & 0x20) == 0 && bytes.Length > 6;
}
