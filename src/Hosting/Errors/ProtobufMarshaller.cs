using Google.Protobuf;
using Grpc.Core;

namespace Hosting.Errors;

/// <summary>
/// Marshallers like those of generated code, without an array on the way in or out. They differ in one thing: bytes that are not such a
/// message are the client's error. The package would treat them as a bug of the service, log each with its stack, and answer UNKNOWN.
/// </summary>
public static class ProtobufMarshaller
{
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
