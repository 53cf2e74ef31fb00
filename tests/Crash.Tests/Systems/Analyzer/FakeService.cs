using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using Crash.Faults;
using Crash.Systems.Analyzer;
using Crash.Systems.Analyzer.Clients;

namespace Crash.Tests.Systems.Analyzer;

/// <summary>A service in memory that keeps what it acknowledges and answers rightly, until a test makes it lie.</summary>
/// <param name="ledger">Knows the files.</param>
internal sealed class FakeService(Ledger<SentFile> ledger) : IAnalyzerClient
{
    private static readonly Response<byte[]> None = new(ResponseKind.NotFound, null, "404");
    private int _time;

    public ConcurrentDictionary<string, byte[]> Stored { get; } = [];

    /// <summary>Replaces the response to a submission.</summary>
    public Func<string, Response<byte[]>, Response<byte[]>> AnswerSubmission { get; set; } = (_, response) => response;

    /// <summary>Replaces the response to a look-up.</summary>
    public Func<string, Response<byte[]>, Response<byte[]>> AnswerLookUp { get; set; } = (_, response) => response;

    /// <summary>Replaces the listing, which is one page.</summary>
    public Func<List<(string Id, byte[] Content)>, List<(string Id, byte[] Content)>> AnswerListing { get; set; } = reports => reports;

    public string Way => "fake";

    public Task<Response<byte[]>> SubmitAsync(FileToSend file, CancellationToken cancellationToken)
    {
        var bytes = file.Pieces.SelectMany(piece => piece.ToArray()).ToArray();
        var id = Convert.ToHexStringLower(SHA256.HashData(bytes));
        var verdict = ((SentFile)ledger.Find(id)!).Upload.Source.Verdict;
        var report = Report(id, file.Size, $"{verdict}", Interlocked.Increment(ref _time));
        var response = Stored.TryAdd(id, report)
            ? new Response<byte[]>(ResponseKind.New, report)
            : new Response<byte[]>(ResponseKind.Known, Stored[id]);
        return Task.FromResult(AnswerSubmission(id, response));
    }

    public Task<Response<byte[]>> FindAsync(string id, CancellationToken cancellationToken) =>
        Task.FromResult(AnswerLookUp(id, Stored.TryGetValue(id, out var report) ? new(ResponseKind.Known, report) : None));

    public Task<Response<ReadBackPage>> ListAsync(string after, CancellationToken cancellationToken)
    {
        var reports = AnswerListing([.. Stored.Select(report => (report.Key, report.Value))]);
        return Task.FromResult(new Response<ReadBackPage>(ResponseKind.Known, new ReadBackPage(reports, "")));
    }

    public void Dispose()
    {
    }

    public static byte[] Report(string id, long size, string verdict, int time) => Encoding.UTF8.GetBytes(
        $$"""{"sha256":"{{id}}","size":{{size}},"verdict":"{{verdict.ToLowerInvariant()}}","elapsedMs":{{time}}}""");
}
