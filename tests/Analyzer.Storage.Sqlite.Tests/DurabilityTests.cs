
namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>
/// Killing a process does not show whether its commits were flushed: its writes stay in the kernel's memory either way. A test cannot cut
/// the power, so these look at SQLite's settings (sqlite.org/pragma.html): with WAL and synchronous = FULL it syncs the log before a COMMIT
/// returns.
/// </summary>
public sealed class DurabilityTests : IDisposable
{
    private const long Full = 2;

    private readonly TempDirectory _folder = new("sqlite-durability");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)] // as after a failure
    public void Writer_New_FlushesItsLogAtEveryCommit(bool reopened)
    {
        using var database = new Database<ReportWriter>(Schema.Format, new SqliteStoreOptions { Path = _folder.Combine("reports.db") });
        using var first = database.Create();
        using var second = database.ReopenWriter();
        var connection = (reopened ? second : first).Connection;

        connection.Scalar("PRAGMA journal_mode").ShouldBe("wal");
        connection.Scalar("PRAGMA synchronous").ShouldBe(Full);
        connection.Scalar("PRAGMA fullfsync").ShouldBe(1L);
    }

    [Fact]
    public void Checkpointer_New_FlushesTheLogBeforeItIsCopied()
    {
        using var database = new Database<ReportWriter>(Schema.Format, new SqliteStoreOptions { Path = _folder.Combine("reports.db") });
        using var writer = database.Create();
        using var connection = database.OpenCheckpointer();

        connection.Scalar("PRAGMA synchronous").ShouldBe(Full);
        connection.Scalar("PRAGMA checkpoint_fullfsync").ShouldBe(1L);
    }
}
