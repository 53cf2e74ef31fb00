using System.Buffers;
using Analyzer.Protos.Ceilings.V1;
using Grpc.Core;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports.Grpc;

/// <summary>
/// The methods with messages that are encoded already: a file is turned into messages once, and every request hands the same arrays to the
/// transport; of an answer only what is checked is read. Standard protobuf on the wire; the generated client would encode, and copy, every
/// chunk of every request anew, and make objects of every finding.
/// </summary>
internal static class GrpcMethods
{
    private const string Analyzer = "analyzer.v1.Analyzer";

    /// <summary>Field 1, bytes: the digest of an <c>AnalyzeResultRequest</c>.</summary>
    private const byte DigestTag = 0x0A;

    private static readonly Marshaller<byte[]> Encoded = new(
        (message, context) => context.Complete(message), _ => throw new NotSupportedException());

    public static Method<byte[], GrpcReport> SubmitFile { get; } =
        new(MethodType.ClientStreaming, Analyzer, "SubmitFile", Encoded, Read(GrpcReport.OfSubmission));

    public static Method<byte[], GrpcReport> LookUp { get; } =
        new(MethodType.Unary, Analyzer, "AnalyzeResult", Encoded, Read(GrpcReport.OfReport));

    public static Method<byte[], NullUploadResponse> NullUpload { get; } = new(
        MethodType.ClientStreaming, "ceilings.v1.Ceilings", "NullUpload", Encoded,
        Read(message => NullUploadResponse.Parser.ParseFrom(message)));

    /// <summary>An <c>AnalyzeResultRequest</c>.</summary>
    public static byte[] LookUpOf(Digest sha256)
    {
        var message = new byte[2 + Digest.HexLength];
        (message[0], message[1]) = (DigestTag, Digest.HexLength);
        sha256.TryFormat(message.AsSpan(2), out _, default, null);
        return message;
    }

    private static Marshaller<T> Read<T>(Func<ReadOnlySequence<byte>, T> read) => new(
        (_, _) => throw new NotSupportedException(), context => read(context.PayloadAsReadOnlySequence()));
}
