using System.Buffers;
using System.IO.Compression;
using System.Runtime.InteropServices;
using Grpc.Core;
using Hosting.Errors;
using Hosting.Uploads;

namespace Sigma.Streams.Serving;

/// <summary>Unpacks a body, as shippers of logs send it.</summary>
internal static class PackedBody
{
    internal static readonly ErrorKind UnknownCoding = new(
        "unknown-coding", "The body's coding is not known", StatusCodes.Status415UnsupportedMediaType, StatusCode.Unimplemented);

    private const int StepBytes = 64 << 10;

    /// <param name="coding">The value of <c>Content-Encoding</c>.</param>
    /// <param name="packed">The body as it came.</param>
    /// <param name="unpacked">Gets the unpacked body; it has the limit of a body.</param>
    /// <returns>The bytes of the events; an error when they do not unpack, or are too many.</returns>
    public static Result<ReadOnlyMemory<byte>> Unpack(string coding, GrowingBody packed, GrowingBody unpacked)
    {
        if (coding is "" || coding.Equals("identity", StringComparison.OrdinalIgnoreCase))
        {
            return packed.Bytes;
        }

        if (!coding.Equals("gzip", StringComparison.OrdinalIgnoreCase))
        {
            return new Error(UnknownCoding, $"Send the events as they are, or with gzip; {coding} is not known.");
        }

        MemoryMarshal.TryGetArray(packed.Bytes, out var array);
        var step = ArrayPool<byte>.Shared.Rent(StepBytes);
        try
        {
            using var stream = new GZipStream(new MemoryStream(array.Array!, array.Offset, array.Count), CompressionMode.Decompress);
            while (stream.Read(step) is > 0 and var length)
            {
                if (unpacked.Append(new(step, 0, length)) is { } tooLong)
                {
                    return tooLong;
                }
            }

            return unpacked.Bytes;
        }
        catch (InvalidDataException)
        {
            return new Error(EventsEndpoint.Malformed, "The body does not unpack: it is not gzip, or its end is missing.");
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(step);
        }
    }
}
