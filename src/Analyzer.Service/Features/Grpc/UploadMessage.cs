using System.Buffers;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;

namespace Analyzer.Service.Features.Grpc;

/// <summary>
/// A received SubmitFileRequest. A piece of a file is copied once, from the receive buffers into a pooled buffer, because gRPC takes the
/// receive buffers back as soon as a message is read; generated code would allocate an array per piece.
/// </summary>
/// <remarks>
/// A message that is nothing but one chunk is read by hand:
/// <code>
/// 0x12            field 2 (data), wire type LEN
/// varint          length: the rest of the message
/// bytes           the chunk
/// </code>
/// The generated parser reads everything else.
/// </remarks>
internal sealed class UploadMessage : IDisposable
{
    private const byte DataTag = (SubmitFileRequest.DataFieldNumber << 3) | (int)WireFormat.WireType.LengthDelimited;

    private byte[]? _buffer;

    public static Marshaller<UploadMessage> Marshaller { get; } =
        new((_, _) => throw new NotSupportedException("The service only receives these."), Read);

    /// <summary>The generated form; null for a chunk.</summary>
    public SubmitFileRequest? Message { get; private init; }

    /// <summary>The chunk; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlyMemory<byte> Chunk { get; private init; }

    /// <summary>Returns the buffer.</summary>
    public void Dispose()
    {
        if (_buffer is { } buffer)
        {
            _buffer = null;
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private static UploadMessage Read(DeserializationContext context)
    {
        var payload = context.PayloadAsReadOnlySequence();
        return TryReadChunk(payload, out var chunk) ? Copy(chunk) : Parse(SubmitFileRequest.Parser.ParseFrom(payload));
    }

    private static UploadMessage Parse(SubmitFileRequest message) =>
        message.PartCase == SubmitFileRequest.PartOneofCase.Data && !message.Data.IsEmpty
            ? new UploadMessage { Chunk = message.Data.Memory }
            : new UploadMessage { Message = message };

    private static UploadMessage Copy(ReadOnlySequence<byte> chunk)
    {
        var buffer = ArrayPool<byte>.Shared.Rent((int)chunk.Length);
        chunk.CopyTo(buffer);
        return new UploadMessage { _buffer = buffer, Chunk = buffer.AsMemory(0, (int)chunk.Length) };
    }

    // A varint has 7 bits a byte, least significant first; a length below 2 GiB has at most five.
    private static bool TryReadChunk(ReadOnlySequence<byte> payload, out ReadOnlySequence<byte> chunk)
    {
        chunk = default;
        var reader = new SequenceReader<byte>(payload);
        if (!reader.TryRead(out var tag) || tag != DataTag)
        {
            return false;
        }

        var length = 0L;
        for (var shift = 0; shift < 35; shift += 7)
        {
            if (!reader.TryRead(out var bits))
            {
                return false;
            }

            length |= (bits & 0x7FL) << shift;
            if (bits < 0x80)
            {
                chunk = reader.UnreadSequence;
                return length > 0 && length == reader.Remaining;
            }
        }

        return false;
    }
}
