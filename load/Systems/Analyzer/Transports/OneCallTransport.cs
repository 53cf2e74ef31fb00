using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer.Corpus;

namespace Load.Systems.Analyzer.Transports;

/// <summary>Another transport for each call, with one connection: a call's time is that of connecting, asking and being answered.</summary>
/// <param name="create">Makes it, with the counter of all its bytes.</param>
internal sealed class OneCallTransport(Func<WireCounter, ITransport> create) : ITransport
{
    private readonly WireCounter _wire = new();

    public WireCounter Wire => _wire;

    public ICaller NewCaller(int number) => new Caller(() => create(_wire));

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private sealed class Caller(Func<ITransport> create) : ICaller
    {
        public Task<AnalyzerResponse> SubmitAsync(Upload upload, CancellationToken cancellationToken) =>
            OnceAsync(caller => caller.SubmitAsync(upload, cancellationToken));

        public Task<AnalyzerResponse> SubmitNamedAsync(Upload upload, TimeSpan over, CancellationToken cancellationToken) =>
            OnceAsync(caller => caller.SubmitNamedAsync(upload, over, cancellationToken));

        public Task<AnalyzerResponse> AbortAsync(Upload upload, CancellationToken cancellationToken) =>
            OnceAsync(caller => caller.AbortAsync(upload, cancellationToken));

        public Task<AnalyzerResponse> LookUpAsync(Digest sha256, CancellationToken cancellationToken) =>
            OnceAsync(caller => caller.LookUpAsync(sha256, cancellationToken));

        public Task<AnalyzerResponse> ListAsync(string after, CancellationToken cancellationToken) =>
            OnceAsync(caller => caller.ListAsync(after, cancellationToken));

        public Task<(AnalyzerResponse Response, IReadOnlyList<TimedSpan> Saves)> SaveAsync(int count, CancellationToken cancellationToken) =>
            OnceAsync(caller => caller.SaveAsync(count, cancellationToken));

        public Task<AnalyzerResponse> EmptyAsync(CancellationToken cancellationToken) =>
            OnceAsync(caller => caller.EmptyAsync(cancellationToken));

        public Task<AnalyzerResponse> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) =>
            OnceAsync(caller => caller.UploadAsync(upload, step, cancellationToken));

        public void Dispose()
        {
            // Each call has ended its own connection.
        }

        private async Task<T> OnceAsync<T>(Func<ICaller, Task<T>> call)
        {
            await using var transport = create();
            using var caller = transport.NewCaller(0);
            return await call(caller);
        }
    }
}
