using Analyzer.Service.Features.Reports;
using Google.Protobuf;
using Grpc.Core;

namespace Analyzer.Service.Features.Grpc;

/// <summary>Marshallers like those of generated code, but without an array on the way in or out.</summary>
internal static class ProtobufMarshaller
{
    /// <summary>A report that was serialized before.</summary>
    public static Marshaller<WireReport> OfReport { get; } = new(
        (report, context) =>
        {
            context.SetPayloadLength(report.Length);
            report.WriteTo(context.GetBufferWriter());
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
            context => Read(parser, context));

    /// <exception cref="RpcException">The bytes are not such a message: the client's error, not a bug to log.</exception>
    private static T Read<T>(MessageParser<T> parser, DeserializationContext context)
        where T : class, IBufferMessage, IMessage<T>
    {
        try
        {
            return parser.ParseFrom(context.PayloadAsReadOnlySequence());
        }
        catch (InvalidProtocolBufferException)
        {
            throw new RpcException(new Status(
                StatusCode.InvalidArgument, $"The message is not a {typeof(T).Name}: it is incomplete, or not protobuf at all."));
        }
    }
}
