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
        using var call = client.SubmitFile(cancellationToken: TestContext.Current.CancellationToken);
        try
        {
            await call.WriteOrAnswerAsync(new() { Metadata = new() { Sha256 = sha256 } });
            foreach (var piece in file.Chunk(PieceLength))
            {
                await call.WriteOrAnswerAsync(new() { Data = ByteString.CopyFrom(piece) });
            }

            await call.RequestStream.CompleteAsync();
        }
        catch (Exception answered) when (answered is RpcException or IOException or HttpRequestException or InvalidOperationException)
        {
            // The answer came before the end of the file, and tells why.
        }

        return await call.ResponseAsync;
    }

    /// <summary>
    /// Writes until the answer is there. On a busy machine it can come in the middle of a write, and then Grpc.Net.Client may leave the
    /// write waiting for room in a window that nobody opens any more.
    /// </summary>
    public static async Task WriteOrAnswerAsync(
        this AsyncClientStreamingCall<SubmitFileRequest, SubmitFileResponse> call, SubmitFileRequest message)
    {
        var writing = call.RequestStream.WriteAsync(message, TestContext.Current.CancellationToken);
        await await Task.WhenAny(writing, call.ResponseAsync);
    }
}
