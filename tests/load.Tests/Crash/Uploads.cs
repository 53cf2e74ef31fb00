using Load.Corpus;
using Load.Crash;
using Load.Crash.Edges;

namespace Load.Tests.Crash;

/// <summary>Small files, each its own.</summary>
internal static class Uploads
{
    private static readonly SourceFile Source = PdfFactory.Create(2_000, PdfContent.Plain, seed: 1);
    private static readonly NonceCounter Counter = new();

    public static Upload New()
    {
        using var fresh = new FreshFile(session: 1, Counter);
        var upload = fresh.Of(Source);
        return upload with { Tail = upload.Tail.ToArray() };
    }

    /// <summary>Sends a new file and writes down what was answered, if it was a report.</summary>
    public static async Task<Submission> SubmitAsync(this FakeService service, Ledger ledger)
    {
        var submission = ledger.Add(New());
        var response = await service.SubmitAsync(submission.Upload, TestContext.Current.CancellationToken);
        if (response.Value is { } report)
        {
            submission.Acknowledge(report, response.Kind == ResponseKind.New).ShouldBeNull();
        }

        return submission;
    }
}
