using Analyzer.Protos.Ceilings.V1;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;

namespace Load.Systems.Analyzer.Transports.Grpc;

/// <summary>
/// The upload methods with messages that are encoded already: a file is turned into messages once, and every request hands the same arrays
/// to the transport. Standard protobuf on the wire; the generated client would encode, and copy, every chunk of every request anew.
/// </summary>
internal static class GrpcMethods
{
    private static readonly Marshaller<byte[]> Encoded = new(
        (message, context) => context.Complete(message), _ => throw new NotSupportedException());

    public static Method<byte[], SubmitFileResponse> SubmitFile { get; } =
        Upload("analyzer.v1.Analyzer", "SubmitFile", SubmitFileResponse.Parser);

    public static Method<byte[], NullUploadResponse> NullUpload { get; } =
        Upload("ceilings.v1.Ceilings", "NullUpload", NullUploadResponse.Parser);

    private static Method<byte[], T> Upload<T>(string service, string method, MessageParser<T> parser)
        where T : IMessage<T> => new(
            MethodType.ClientStreaming, service, method, Encoded,
            new Marshaller<T>(
                (_, _) => throw new NotSupportedException(), context => parser.ParseFrom(context.PayloadAsReadOnlySequence())));
}
