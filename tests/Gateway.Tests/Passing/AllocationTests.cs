using System.Buffers;
using System.IO.Pipelines;
using Analyzer.Protos.V1;
using Gateway.Features.Metrics;
using Gateway.Features.Overload;
using Gateway.Features.Passing;
using Gateway.Features.Rest;
using Hosting.Errors;
using Hosting.Uploads;

namespace Gateway.Tests.Passing;

/// <summary>
/// Allocation of the gateway's own code for an upload when each piece is waited for: by the gateway until it comes, and until the backend
/// takes it.
/// </summary>
public sealed class AllocationTests
{
    private const int Megabytes = 64;
    private const int PiecesOfAMegabyte = 16;

    private static readonly ReadOnlySequence<byte> Piece = new(new byte[(1 << 20) / PiecesOfAMegabyte]);

    private readonly GatewayMetrics _metrics = new(Prometheus.Metrics.NewCustomRegistry());

    [Fact]
    public async Task UploadCall_SendAsync_AllocatesLessThanAKilobyteForEachMegabyte()
    {
        (await AllocatedAsync(Send)).ShouldBeLessThan(Megabytes * 1024);

        void Send()
        {
            using var source = new WaitingUpload();
            using var permit = new UploadAdmission.Permit(new(limit: null, TimeProvider.System));
            using var upload = new UploadCall(source, new FileMetadata(), waits: false, holdBytes: 1024, _metrics, permit);
            using var backend = new WaitingBackend();
            Pass(upload.SendAsync(backend, CancellationToken.None), backend, source.Reads, UploadChunk.End, Piece);
        }
    }

    [Fact]
    public async Task PassedBody_SendAsync_AllocatesLessThanAKilobyteForEachMegabyte()
    {
        (await AllocatedAsync(Send)).ShouldBeLessThan(Megabytes * 1024);

        void Send()
        {
            var source = new WaitingReader();
            using var body = new PassedBody(source, holdBytes: 1024, _metrics);
            using var backend = new WaitingBackend();
            var end = new ReadResult(default, isCanceled: false, isCompleted: true);
            var piece = new ReadResult(Piece, isCanceled: false, isCompleted: false);
            Pass(body.SendAsync(backend, CancellationToken.None), backend, source.Reads, end, piece);
        }
    }

    /// <summary>
    /// Counts the bytes of one thread, on which all of the call runs: other tests have no part in them. The first call fills the pools.
    /// </summary>
    private static Task<long> AllocatedAsync(Action send) => Task.Run(() =>
    {
        send();
        var before = GC.GetAllocatedBytesForCurrentThread();
        send();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }).Within();

    private static void Pass<T>(Task sending, WaitingBackend backend, Turn<T> reads, T end, T piece)
    {
        var left = Megabytes * PiecesOfAMegabyte;
        while (!sending.IsCompleted)
        {
            if (backend.Writes.IsPending)
            {
                backend.Writes.End(true);
            }
            else
            {
                reads.End(left-- > 0 ? piece : end);
            }
        }

        sending.IsCompletedSuccessfully.ShouldBeTrue();
        left.ShouldBe(-1);
    }

    /// <summary>Takes each piece when the test says so.</summary>
    private sealed class WaitingBackend : MemoryStream
    {
        public Turn<bool> Writes { get; } = new();

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            Writes.WaitForEnd();

        public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }

    private sealed class WaitingUpload : IUploadBody
    {
        public string? Password => null;

        public bool MayHavePassword => false;

        public Turn<UploadChunk> Reads { get; } = new();

        public ValueTask<UploadChunk> ReadAsync(CancellationToken cancellationToken) => Reads.Wait();

        public ValueTask<Result<UploadDeclaration>> OpenAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public void RespondEarly() => throw new NotSupportedException();

        public ValueTask ContinueAsync() => throw new NotSupportedException();

        public void Dispose()
        {
        }
    }

    private sealed class WaitingReader : PipeReader
    {
        public Turn<ReadResult> Reads { get; } = new();

        public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) => Reads.Wait();

        public override void AdvanceTo(SequencePosition consumed)
        {
        }

        public override void AdvanceTo(SequencePosition consumed, SequencePosition examined) => throw new NotSupportedException();

        public override bool TryRead(out ReadResult result) => throw new NotSupportedException();

        public override void CancelPendingRead() => throw new NotSupportedException();

        public override void Complete(Exception? exception = null) => throw new NotSupportedException();
    }
}
