using Analyzer.Protos.V1;
using Gateway.Features.Metrics;
using Gateway.Features.Overload;
using Gateway.Features.Rest;
using Hosting.Errors;
using Hosting.Uploads;

namespace Gateway.Tests.Rest;

public sealed class UploadCallTests
{
    /// <summary>A read that went on would be in the way of whoever reads the client's request next.</summary>
    [Fact]
    public async Task SendAsync_BackendLeavesWhileTheSenderPauses_LeavesTheSourceAlone()
    {
        var metrics = new GatewayMetrics(Prometheus.Metrics.NewCustomRegistry());
        using var source = new PausingSource();
        using var permit = new UploadAdmission.Permit(new(limit: null, TimeProvider.System));
        using var upload = new UploadCall(source, new FileMetadata(), waits: false, holdBytes: 1024, metrics, permit);
        using var stream = new LostStream();

        await Should.ThrowAsync<IOException>(upload.SendAsync(stream, CancellationToken.None).Within());

        source.Reads.ShouldBe(1);
        source.IsReading.ShouldBeFalse();
        upload.SourceError.ShouldBeNull();
    }

    /// <summary>Its sender sends nothing.</summary>
    private sealed class PausingSource : IUploadBody
    {
        public string? Password => null;

        public bool MayHavePassword => false;

        public int Reads { get; private set; }

        public bool IsReading { get; private set; }

        public ValueTask<Result<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public void RespondEarly() => throw new NotSupportedException();

        public ValueTask ContinueAsync() => ValueTask.CompletedTask;

        public async ValueTask<UploadChunk> ReadAsync(CancellationToken cancellationToken)
        {
            (Reads, IsReading) = (Reads + 1, true);
            try
            {
                await Task.Delay(Timeout.Infinite, cancellationToken);
                return UploadChunk.End;
            }
            finally
            {
                IsReading = false;
            }
        }

        public void Dispose()
        {
        }
    }
}
