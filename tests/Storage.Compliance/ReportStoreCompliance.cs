using System.Text;

namespace Storage.Compliance;

/// <summary>
/// What every <see cref="IReportStore"/> must do. A store's test class inherits it and says how one is opened; xunit makes an instance,
/// and so an empty store, for each test.
/// </summary>
public abstract partial class ReportStoreCompliance
{
    protected static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>Opens the one store of this test: empty the first time, with all it had before on every further call.</summary>
    protected abstract Task<IReportStore> OpenAsync();

    /// <summary>Closes it as a service that stops does; <see cref="OpenAsync"/> may follow. A second call does nothing.</summary>
    protected abstract Task CloseAsync();

    /// <summary>Until the listing shows every save that has returned; at once where it always does.</summary>
    protected abstract Task SettleAsync();

    private static Task<SaveResult[]> SaveAllAsync(IReportStore store, IEnumerable<AnalysisReport> reports) =>
        Task.WhenAll(reports.Select(report => store.SaveAsync(report, Cancellation))).Within();

    private static async Task ShouldBeStoredAsync(IReportStore store, AnalysisReport report) =>
        Json(await store.FindAsync(report.Sha256, Cancellation).Within()).ShouldBe(Json(report));

    /// <summary>Reports are compared by the bytes of their one JSON form.</summary>
    private static string Json(AnalysisReport? report) => report is null ? "none" : Encoding.UTF8.GetString(ReportJson.Serialize(report));
}
