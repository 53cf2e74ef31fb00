using System.Collections.Concurrent;
using System.Text;
using Load.Corpus;
using Load.Crash.Edges;

namespace Load.Tests.Crash;

/// <summary>A service in memory that keeps what it acknowledges and answers rightly, until a test makes it lie.</summary>
internal sealed class FakeService : IEdge
{
    private static readonly Response<byte[]> None = new(ResponseKind.NotFound, null, "404");
    private int _time;

    public ConcurrentDictionary<Digest, byte[]> Stored { get; } = [];

    /// <summary>Takes the place of the answer to a submission.</summary>
    public Func<Upload, Response<byte[]>, Response<byte[]>> AnswerSubmission { get; set; } = (_, response) => response;

    /// <summary>Takes the place of the answer to a look-up.</summary>
    public Func<Digest, Response<byte[]>, Response<byte[]>> AnswerLookUp { get; set; } = (_, response) => response;

    /// <summary>Takes the place of the listing, which is one page.</summary>
    public Func<List<byte[]>, List<byte[]>> AnswerListing { get; set; } = reports => reports;

    public string Name => "fake";

    public Task<Response<byte[]>> SubmitAsync(Upload upload, CancellationToken cancellationToken)
    {
        var report = Report(upload, Interlocked.Increment(ref _time));
        var response = Stored.TryAdd(upload.Sha256, report)
            ? new Response<byte[]>(ResponseKind.New, report)
            : new Response<byte[]>(ResponseKind.Known, Stored[upload.Sha256]);
        return Task.FromResult(AnswerSubmission(upload, response));
    }

    public Task<Response<byte[]>> FindAsync(Digest id, CancellationToken cancellationToken) =>
        Task.FromResult(AnswerLookUp(id, Stored.TryGetValue(id, out var report) ? new(ResponseKind.Known, report) : None));

    public Task<Response<ListedPage>> ListAsync(string after, CancellationToken cancellationToken) =>
        Task.FromResult(new Response<ListedPage>(ResponseKind.Known, new ListedPage(AnswerListing([.. Stored.Values]), "")));

    public void Dispose()
    {
    }

    public static byte[] Report(Upload upload, int time) => Encoding.UTF8.GetBytes(
        $$"""{"sha256":"{{upload.Sha256}}","size":{{upload.Size}},"verdict":"{{upload.Source.Verdict.ToString()!.ToLowerInvariant()}}","elapsedMs":{{time}}}""");
}
