using Analyzer.Protos.Ceilings.V1;
using Analyzer.Service.Features.Grpc;
using Grpc.Core;

namespace Analyzer.Service.Lab;

/// <summary>The ceilings of the gRPC edge.</summary>
internal sealed class CeilingsGrpcService : CeilingsRpc.ServiceBase
{
    private static readonly EmptyResponse Nothing = new();

    public override Task<EmptyResponse> Empty(EmptyRequest request, ServerCallContext context) => Task.FromResult(Nothing);

    public override async Task<NullUploadResponse> NullUpload(IAsyncStreamReader<UploadMessage> requestStream, ServerCallContext context)
    {
        var size = 0L;
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            using var message = requestStream.Current;
            size += message.Chunk.Length;
        }

        return new NullUploadResponse { Size = size };
    }
}
