using Crash.Faults;
using Crash.Systems.Analyzer;
using Load.Tests.Systems.Analyzer.Corpus;

namespace Crash.Tests.Systems.Analyzer;

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
