using System.Buffers;
using System.IO.Compression;
using Grpc.Core;
using Grpc.Protocol;
using Microsoft.AspNetCore.Http;

namespace Grpc.AspNetCore.Server;

/// <summary>
/// Messages with the compressed flag (compression.md): gzip is opened, within the limit of a message. An encoding that we lack is ours to
/// name, a flag without an encoding is the client's error.
/// </summary>
internal static class CompressedMessage
{
    private const string Gzip = "gzip";
    private const int BufferBytes = 16 * 1024;

    /// <param name="http">Its headers say how the message is encoded.</param>
    /// <param name="flag">The flag of the frame; not 0.</param>
    /// <param name="payload">The bytes that came.</param>
    /// <param name="maxBytes">The most bytes that the message may have, opened.</param>
    /// <exception cref="RpcException">It cannot be opened, or is too large.</exception>
    public static ReadOnlySequence<byte> Open(HttpContext http, byte flag, in ReadOnlySequence<byte> payload, int maxBytes)
    {
        var encoding = http.Request.Headers[GrpcHeaders.Encoding].ToString();
        if (flag > 1 || encoding is "" or GrpcHeaders.IdentityEncoding)
        {
            throw new RpcException(
                new Status(StatusCode.Internal, "A message is marked as compressed, and no grpc-encoding says how."));
        }

        return encoding == Gzip ? Inflate(payload.ToArray(), maxBytes) : throw Unknown(http, encoding);
    }

    private static ReadOnlySequence<byte> Inflate(byte[] compressed, int maxBytes)
    {
        var message = new ArrayBufferWriter<byte>(Math.Min(BufferBytes, maxBytes + 1));
        try
        {
            using var gzip = new GZipStream(new MemoryStream(compressed), CompressionMode.Decompress);
            while (gzip.Read(message.GetSpan(BufferBytes)) is > 0 and var read)
            {
                message.Advance(read);
                if (message.WrittenCount > maxBytes)
                {
                    throw new RpcException(
                        new Status(StatusCode.ResourceExhausted, "Received message exceeds the maximum configured message size."));
                }
            }
        }
        catch (InvalidDataException)
        {
            throw new RpcException(new Status(StatusCode.Internal, "A message is marked as compressed, and is no gzip."));
        }

        return new ReadOnlySequence<byte>(message.WrittenMemory);
    }

    private static RpcException Unknown(HttpContext http, string encoding)
    {
        if (!http.Response.HasStarted)
        {
            http.Response.Headers[GrpcHeaders.AcceptEncoding] = $"{GrpcHeaders.IdentityEncoding},{Gzip}";
        }

        return new RpcException(
            new Status(StatusCode.Unimplemented, $"grpc-encoding '{encoding}' is not supported; use gzip or identity."));
    }
}
