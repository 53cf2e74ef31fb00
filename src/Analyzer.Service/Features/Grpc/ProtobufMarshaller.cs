using System.Buffers;
using Analyzer.Service.Features.Storage;
using Google.Protobuf;
using Grpc.Core;

namespace Analyzer.Service.Features.Grpc;

/// <summary>What generated code uses for a message: no array on the way in or out.</summary>
internal static class ProtobufMarshaller
{
    /// <summary>A report that was serialized before.</summary>
    public static Marshaller<KnownReport> OfKnownReport { get; } = new(
        (stored, context) =>
        {
            context.SetPayloadLength(stored.Protobuf.Length);
            context.GetBufferWriter().Write(stored.Protobuf);
            context.Complete();
        },
        _ => throw new NotSupportedException("The service only sends these."));

    public static Marshaller<T> Of<T>(MessageParser<T> parser)
        where T : class, IBufferMessage, IMessage<T> => new(
            (message, context) =>
            {
                context.SetPayloadLength(message.CalculateSize());
                message.WriteTo(context.GetBufferWriter());
                context.Complete();
            },
            context => parser.ParseFrom(context.PayloadAsReadOnlySequence()));
}
