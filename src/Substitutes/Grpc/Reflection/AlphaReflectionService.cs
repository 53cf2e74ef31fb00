using Google.Protobuf;
using Grpc.Core;
using Grpc.Reflection.V1;

namespace Grpc.AspNetCore.Server.Reflection;

/// <summary>
/// <c>grpc.reflection.v1alpha</c>, which older tools ask for: the same messages under another service name, so the messages of v1 serve.
/// </summary>
[BindServiceMethod(typeof(AlphaReflectionService), nameof(Bind))]
internal sealed class AlphaReflectionService(ReflectionAnswers answers)
{
    private static readonly Method<ServerReflectionRequest, ServerReflectionResponse> Method = new(
        MethodType.DuplexStreaming,
        "grpc.reflection.v1alpha.ServerReflection",
        nameof(ServerReflectionInfo),
        Marshaller(ServerReflectionRequest.Parser),
        Marshaller(ServerReflectionResponse.Parser));

    public static void Bind(ServiceBinderBase binder, AlphaReflectionService? service) => binder.AddMethod(
        Method,
        service is null
            ? null
            : new DuplexStreamingServerMethod<ServerReflectionRequest, ServerReflectionResponse>(service.ServerReflectionInfo));

    public Task ServerReflectionInfo(
        IAsyncStreamReader<ServerReflectionRequest> requests,
        IServerStreamWriter<ServerReflectionResponse> responses,
        ServerCallContext context) => answers.AnswerAsync(requests, responses);

    private static Marshaller<T> Marshaller<T>(MessageParser<T> parser)
        where T : IMessage<T> => Marshallers.Create<T>(
            (message, context) =>
            {
                context.SetPayloadLength(message.CalculateSize());
                message.WriteTo(context.GetBufferWriter());
                context.Complete();
            },
            context => parser.ParseFrom(context.PayloadAsReadOnlySequence()));
}
