using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Transports;

namespace Load.Tests.Systems.Analyzer.Operations;

/// <summary>Answers at once, rightly unless told otherwise.</summary>
internal sealed class FakeTransport : ITransport
{
    private int _requests;

    public WireCounter Wire { get; } = new();

    public int Callers { get; private set; }

    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Given the right answer and the number of the request, from 1.</summary>
    public Func<AnalyzerResponse, int, CancellationToken, Task<AnalyzerResponse>> Reply { get; init; } = async (answer, _, _) =>
    {
        await Task.Delay(1, CancellationToken.None);
        return answer;
    };

    public ICaller NewCaller(int number)
    {
        Callers++;
        return new Caller(this);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private sealed class Caller(FakeTransport transport) : ICaller
    {
        public Task<AnalyzerResponse> SubmitAsync(Upload upload, CancellationToken cancellationToken) => transport.Reply(
            new AnalyzerResponse(upload.Tail.IsEmpty ? AnalyzerResponseKind.Known : AnalyzerResponseKind.New, upload.Sha256,
                upload.Source.Verdict ?? ReportVerdict.Clean, upload.Size),
            Interlocked.Increment(ref transport._requests),
            cancellationToken);

        public void Dispose()
        {
            // Holds nothing.
        }

        public Task<AnalyzerResponse> SubmitNamedAsync(Upload upload, TimeSpan over, CancellationToken cancellationToken) =>
            SubmitAsync(upload, cancellationToken);

        public Task<AnalyzerResponse> AbortAsync(Upload upload, CancellationToken cancellationToken) =>
            Task.FromResult(AnalyzerResponse.Aborted());

        public Task<AnalyzerResponse> EmptyAsync(CancellationToken cancellationToken) => Task.FromResult(AnalyzerResponse.Counted(0));

        public Task<AnalyzerResponse> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) =>
            Task.FromResult(AnalyzerResponse.Counted(upload.Size));

        public Task<AnalyzerResponse> ListAsync(string after, CancellationToken cancellationToken) =>
            Task.FromResult(new AnalyzerResponse(AnalyzerResponseKind.Listed, default, default, ICaller.PageSize));

        public Task<(AnalyzerResponse Response, IReadOnlyList<TimedSpan> Saves)> SaveAsync(
            int count, CancellationToken cancellationToken) =>
            Task.FromResult<(AnalyzerResponse, IReadOnlyList<TimedSpan>)>((AnalyzerResponse.Counted(count), []));

        public Task<AnalyzerResponse> LookUpAsync(Digest sha256, CancellationToken cancellationToken) => transport.Reply(
            new AnalyzerResponse(AnalyzerResponseKind.Known, sha256, ReportVerdict.Clean, 0),
            Interlocked.Increment(ref transport._requests), cancellationToken);
    }
}
