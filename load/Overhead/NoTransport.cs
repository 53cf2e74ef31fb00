using Load.Corpus;
using Load.Transports;

namespace Load.Overhead;

/// <summary>A way to nowhere: every request has its answer already.</summary>
/// <param name="isAsync">Whether the answer comes from another work item of the pool, as from a socket, or at once.</param>
internal sealed class NoTransport(bool isAsync) : ITransport, ICaller
{
    public WireCounter Wire { get; } = new();

    public ICaller NewCaller(int number) => this;

    public Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken) => AnswerAsync(upload.Size);

    public Task<Answer> SubmitNamedAsync(Upload upload, CancellationToken cancellationToken) => AnswerAsync(upload.Size);

    public Task<Answer> AbortAsync(Upload upload, CancellationToken cancellationToken) => AnswerAsync(upload.Size);

    public Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken) => AnswerAsync(0);

    public Task<Answer> ListAsync(string after, CancellationToken cancellationToken) => AnswerAsync(0);

    public async Task<(Answer Answer, IReadOnlyList<Timing> Saves)> SaveAsync(int count, CancellationToken cancellationToken) => (await AnswerAsync(0), []);

    public Task<Answer> EmptyAsync(CancellationToken cancellationToken) => AnswerAsync(0);

    public Task<Answer> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) => AnswerAsync(upload.Size);

    public void Dispose()
    {
        // As a caller it holds nothing.
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private async Task<Answer> AnswerAsync(long size)
    {
        if (isAsync)
        {
            await Task.Yield();
        }

        return Answer.Counted(size);
    }
}
