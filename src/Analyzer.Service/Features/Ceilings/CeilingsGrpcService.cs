using Analyzer.Protos.Ceilings.V1;
using Grpc.Core;
using Rpc = Analyzer.Protos.Ceilings.V1.Ceilings;

namespace Analyzer.Service.Features.Ceilings;

/// <summary>The ceilings of the gRPC edge.</summary>
internal sealed class CeilingsGrpcService : Rpc.CeilingsBase
{
    private static readonly EmptyResponse Nothing = new();

    public override Task<EmptyResponse> Empty(EmptyRequest request, ServerCallContext context) => Task.FromResult(Nothing);

    public override async Task<NullUploadResponse> NullUpload(IAsyncStreamReader<NullUploadRequest> requestStream, ServerCallContext context)
    {
        var size = 0L;
        while (await requestStream.MoveNext(context.CancellationToken))
        {
            size += requestStream.Current.Data.Length;
        }

        return new NullUploadResponse { Size = size };
    }
}
