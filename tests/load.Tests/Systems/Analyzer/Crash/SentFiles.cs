using Load.Faults;
using Load.Systems.Analyzer.Crash;
using Load.Tests.Systems.Analyzer.Corpus;

namespace Load.Tests.Systems.Analyzer.Crash;

internal static class SentFiles
{
    public static SentFile New() => new(Uploads.New());

    /// <summary>Sends a new file and writes down the report, if the response has one.</summary>
    public static async Task<SentFile> SubmitAsync(this FakeService service, Ledger<SentFile> ledger)
    {
        var submission = ledger.Add(New());
        var response = await service.SubmitAsync(submission.File, TestContext.Current.CancellationToken);
        if (response.Value is { } report)
        {
            submission.Acknowledge(report, response.Kind == ResponseKind.New).ShouldBeNull();
        }

        return submission;
    }
}
