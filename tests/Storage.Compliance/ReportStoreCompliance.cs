using System.Text;

namespace Storage.Compliance;

/// <summary>
/// The contract of every <see cref="IReportStore"/>. The test class of a store inherits it and opens the store. xunit makes an instance,
/// and so an empty store, for each test.
/// </summary>
public abstract partial class ReportStoreCompliance
{
    protected static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>Opens the one store of this test. It is empty the first time, and keeps its reports after that.</summary>
    protected abstract Task<IReportStore> OpenAsync();

    /// <summary>Closes the store as a service does when it stops. A second call does nothing. <see cref="OpenAsync"/> may follow.</summary>
    protected abstract Task CloseAsync();

    /// <summary>Waits until the listing shows every save that has returned.</summary>
    protected abstract Task RefreshAsync();

    private static Task<SaveResult[]> SaveAllAsync(IReportStore store, IEnumerable<AnalysisReport> reports) =>
        Task.WhenAll(reports.Select(report => store.SaveAsync(report, Cancellation))).Within();

    /// <summary>The bytes are those that were saved, and so is the report that is parsed from them.</summary>
    private static async Task ShouldBeStoredAsync(IReportStore store, AnalysisReport report)
    {
        var stored = await store.FindAsync(report.Sha256, Cancellation).Within();
        Json(stored).ShouldBe(Json(report));
        Json(stored!.Report).ShouldBe(Json(report));
    }

    private static string Json(StoredReport? stored) => stored is null ? "none" : Encoding.UTF8.GetString(stored.Json.Span);

    /// <summary>The bytes in which this version saves the report.</summary>
    private static string Json(AnalysisReport report) => Encoding.UTF8.GetString(ReportJson.Serialize(report));
}
