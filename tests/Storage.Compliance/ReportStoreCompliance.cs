using Analyzer.Core;
using Tests.Common;

namespace Storage.Compliance;

/// <summary>What every <see cref="IReportStore"/> must do. A store's test class inherits it and says how one is opened.</summary>
public abstract class ReportStoreCompliance
{
    protected static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>Opens the one store of this test: empty the first time, with all it had before on every further call.</summary>
    protected abstract Task<IReportStore> OpenAsync();

    /// <summary>Closes it as a service that stops does; <see cref="OpenAsync"/> may follow.</summary>
    protected abstract Task CloseAsync();

    /// <summary>Until the listing shows every save that has returned; at once where it always does.</summary>
    protected abstract Task SettleAsync();

    [Fact]
    public async Task SaveAsync_NewReport_IsCreatedAndFoundByteForByte()
    {
        var store = await OpenAsync().Within();
        var report = Reports.Make(1);

        var saved = await store.SaveAsync(report, Cancellation).Within();
        var found = await store.FindAsync(report.Sha256, Cancellation).Within();

        saved.Outcome.ShouldBe(SaveOutcome.Created);
        Json(saved.Stored).ShouldBe(Json(report));
        Json(found.ShouldNotBeNull()).ShouldBe(Json(report));
    }

    protected static string Json(AnalysisReport report) => System.Text.Encoding.UTF8.GetString(ReportJson.Serialize(report));
}
