using Load.Corpus;
using Load.Transports;

namespace Load.Tests.Transports;

/// <summary>Answers at once, rightly unless told otherwise.</summary>
internal sealed class FakeTransport : ITransport
{
    private int _requests;

    public WireCounter Wire { get; } = new();

    public int Callers { get; private set; }

    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Given the right answer and the number of the request, from 1.</summary>
    public Func<Answer, int, CancellationToken, Task<Answer>> Reply { get; init; } = async (answer, _, _) =>
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
        public Task<Answer> SubmitAsync(Upload upload, CancellationToken cancellationToken) => transport.Reply(
            new Answer(upload.Tail.IsEmpty ? Load.Transports.Reply.Known : Load.Transports.Reply.New, upload.Sha256, upload.Source.Verdict ?? Verdict.Clean, upload.Size),
            Interlocked.Increment(ref transport._requests),
            cancellationToken);

        public void Dispose()
        {
            // Holds nothing.
        }

        public Task<Answer> SubmitNamedAsync(Upload upload, CancellationToken cancellationToken) => SubmitAsync(upload, cancellationToken);

        public Task<Answer> AbortAsync(Upload upload, CancellationToken cancellationToken) => Task.FromResult(Answer.Aborted());

        public Task<Answer> EmptyAsync(CancellationToken cancellationToken) => Task.FromResult(Answer.Counted(0));

        public Task<Answer> UploadAsync(Upload upload, UploadStep step, CancellationToken cancellationToken) => Task.FromResult(Answer.Counted(upload.Size));

        public Task<Answer> ListAsync(string after, CancellationToken cancellationToken) =>
            Task.FromResult(new Answer(Load.Transports.Reply.Listed, default, default, ICaller.PageSize));

        public Task<(Answer Answer, IReadOnlyList<Timing> Saves)> SaveAsync(int count, CancellationToken cancellationToken) =>
            Task.FromResult<(Answer, IReadOnlyList<Timing>)>((Answer.Counted(count), []));

        public Task<Answer> LookUpAsync(Digest sha256, CancellationToken cancellationToken) => transport.Reply(
            new Answer(Load.Transports.Reply.Known, sha256, Verdict.Clean, 0), Interlocked.Increment(ref transport._requests), cancellationToken);
    }
}
