using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Submit;

/// <summary>A sender that names a file and streams it whole, without waiting for the answer.</summary>
internal static class StreamedUpload
{
    private const int PieceLength = 64 << 10;

    /// <exception cref="RpcException">The upload was refused.</exception>
    public static async Task<SubmitFileResponse> SendAsync(Rpc.AnalyzerClient client, byte[] file, string sha256)
    {
        var token = TestContext.Current.CancellationToken;
        using var call = client.SubmitFile(cancellationToken: token);
        try
        {
            await call.RequestStream.WriteAsync(new() { Metadata = new() { Sha256 = sha256 } }, token);
            foreach (var piece in file.Chunk(PieceLength))
            {
                await call.RequestStream.WriteAsync(new() { Data = ByteString.CopyFrom(piece) }, token);
            }

            await call.RequestStream.CompleteAsync();
        }
        catch (Exception answered) when (answered is RpcException or IOException or HttpRequestException or InvalidOperationException)
        {
            // The answer came before the end of the file, and tells why.
        }

        return await call.ResponseAsync;
    }
}
