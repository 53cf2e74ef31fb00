using System.Buffers;
using System.IO.Compression;
using System.Runtime.InteropServices;
using Hosting.Errors;
using Hosting.Uploads;
using Snappier;

namespace Journal.Features.Http;

/// <summary>
/// A request's body, or another packed piece, unpacked in memory. Packed and unpacked bytes share the room of all bodies.
/// </summary>
internal sealed class ReceivedBody(int maxBytes, BodyRoom room) : IDisposable
{
    private const int StepBytes = 64 << 10;

    private static readonly byte[] SnappyFrames = [0xFF, 6, 0, 0, .. "sNaPpY"u8];

    private readonly GrowingBody _received = new(maxBytes, room);
    private GrowingBody? _unpacked;

    public static ErrorKind UnknownCodingKind { get; } = new(
        "unknown-coding", "The body's coding is not known", StatusCodes.Status415UnsupportedMediaType, Grpc.Core.StatusCode.Unimplemented);

    public ReadOnlyMemory<byte> Bytes => (_unpacked ?? _received).Bytes;

    /// <summary>The body as it came, before it is unpacked.</summary>
    public ReadOnlyMemory<byte> Received => _received.Bytes;

    /// <summary>Reads the body, and unpacks what its Content-Encoding names.</summary>
    /// <param name="request">The request.</param>
    /// <param name="time">Measures the sender's pace.</param>
    /// <param name="isSnappy">Snappy is the form of the message itself, as Loki and Prometheus use it, and is left to the caller.</param>
    /// <returns>Null when it was read; otherwise the reason.</returns>
    public async ValueTask<Error?> ReadAsync(HttpRequest request, TimeProvider time, bool isSnappy = false)
    {
        var coding = request.Headers.ContentEncoding.ToString();
        return await _received.ReadAsync(request, time)
            ?? (isSnappy && coding.Equals("snappy", StringComparison.OrdinalIgnoreCase) ? null : Unpack(coding, Bytes));
    }

    /// <param name="coding">Such as <c>gzip</c>; empty for none.</param>
    /// <param name="packed">Part of these bytes, or others.</param>
    /// <returns>Null when it was unpacked; otherwise the reason.</returns>
    public Error? Unpack(string coding, ReadOnlyMemory<byte> packed)
    {
        switch (coding.Trim().ToUpperInvariant())
        {
            case "" or "IDENTITY":
                return null;
            case "SNAPPY" or "X-SNAPPY-FRAMED":
                return packed.Span.StartsWith(SnappyFrames)
                    ? Unpack(packed, stream => new SnappyStream(stream, CompressionMode.Decompress))
                    : UnpackSnappy(packed);
            case "GZIP" or "X-GZIP":
                return Unpack(packed, stream => new GZipStream(stream, CompressionMode.Decompress));
            case "DEFLATE" or "ZLIB":
                return Unpack(packed, stream => new ZLibStream(stream, CompressionMode.Decompress));
            case "ZSTD":
                return Unpack(packed, stream => new ZstdSharp.DecompressionStream(stream));
            case { } several when several.Contains(','):
                return UnpackEach(several, packed);
            default:
                return new(UnknownCodingKind, $"Send the body as it is, or with gzip, deflate, snappy or zstd; {coding} is not known.");
        }
    }

    /// <summary>
    /// Several codings, the last one first (RFC 9110, section 8.4). Senders also name several and use one (graypy: <c>gzip,deflate</c>), so
    /// that each has to be there.
    /// </summary>
    private Error? UnpackEach(string codings, ReadOnlyMemory<byte> packed)
    {
        foreach (var coding in codings.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Reverse())
        {
            if (IsThere(coding, packed.Span) && Unpack(coding, packed) is { } error)
            {
                return error;
            }

            packed = _unpacked is null ? packed : _unpacked.Bytes;
        }

        return null;

        static bool IsThere(string coding, ReadOnlySpan<byte> bytes) => coding switch
        {
            "GZIP" or "X-GZIP" => bytes is [0x1F, 0x8B, ..],
            "DEFLATE" or "ZLIB" => bytes is [var method, var flags, ..] && (method & 0x0F) == 8 && ((method << 8) | flags) % 31 == 0,
            _ => true,
        };
    }

    /// <param name="packed">A block of snappy's, whose beginning says how long it is unpacked.</param>
    /// <returns>Null when it was unpacked; otherwise the reason.</returns>
    public Error? UnpackSnappy(ReadOnlyMemory<byte> packed)
    {
        try
        {
            var length = Snappy.GetUncompressedLength(packed.Span);
            if (length < 0 || length > maxBytes)
            {
                return new(UploadErrors.TooLargeKind, $"A body may have at most {maxBytes} bytes unpacked: send less at a time.");
            }

            if (room.Take(length) is { } full)
            {
                return full;
            }

            try
            {
                var block = Snappy.DecompressToArray(packed.Span);
                _unpacked?.Dispose();
                _unpacked = new(maxBytes, room);
                return _unpacked.Append(new(block));
            }
            finally
            {
                room.Return(length);
            }
        }
        catch (Exception broken) when (broken is InvalidDataException or InvalidOperationException or ArgumentException)
        {
            return UploadErrors.Malformed("The body is no block of snappy's.");
        }
    }

    public void Dispose()
    {
        _unpacked?.Dispose();
        _received.Dispose();
    }

    /// <summary>What a bomb holds beyond the limit of a body is never made.</summary>
    private Error? Unpack(ReadOnlyMemory<byte> packed, Func<Stream, Stream> open)
    {
        var unpacked = new GrowingBody(maxBytes, room);
        _unpacked?.Dispose();
        _unpacked = unpacked;
        var step = ArrayPool<byte>.Shared.Rent(StepBytes);
        try
        {
            using var stream = open(Reading(packed));
            while (stream.Read(step) is > 0 and var length)
            {
                if (unpacked.Append(new(step, 0, length)) is { } tooLong)
                {
                    return tooLong;
                }
            }

            return null;
        }
        catch (Exception broken) when (broken is InvalidDataException or EndOfStreamException or ZstdSharp.ZstdException)
        {
            return UploadErrors.Malformed("The content does not unpack: it is packed in another way than it says, or its end is missing.");
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(step);
        }
    }

    // The bytes count for the room already: a copy of them would not.
    private static MemoryStream Reading(ReadOnlyMemory<byte> bytes) => MemoryMarshal.TryGetArray(bytes, out var array)
        ? new(array.Array!, array.Offset, array.Count, writable: false)
        : new(bytes.ToArray(), writable: false);
}
