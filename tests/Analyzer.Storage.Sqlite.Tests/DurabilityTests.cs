using System.Runtime.CompilerServices;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>
/// A killed process does not tell whether its commits were flushed: what it wrote stays in the kernel's memory either way. A power loss cannot
/// be made here, so this looks at what SQLite was told (sqlite.org/pragma.html): with WAL and synchronous = FULL it syncs the log before a
/// COMMIT returns.
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
        using var database = new Database(new SqliteStoreOptions { Path = _folder.Combine("reports.db") });
        using var first = database.Create();
        using var second = database.ReopenWriter();
        var connection = Connection(reopened ? second : first);

        connection.Scalar("PRAGMA journal_mode").ShouldBe("wal");
        connection.Scalar("PRAGMA synchronous").ShouldBe(Full);
        connection.Scalar("PRAGMA fullfsync").ShouldBe(1L);
    }

    [Fact]
    public void Checkpointer_New_FlushesTheLogBeforeItIsCopied()
    {
        using var database = new Database(new SqliteStoreOptions { Path = _folder.Combine("reports.db") });
        using var writer = database.Create();
        using var connection = database.OpenCheckpointer();

        connection.Scalar("PRAGMA synchronous").ShouldBe(Full);
        connection.Scalar("PRAGMA checkpoint_fullfsync").ShouldBe(1L);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_connection")]
    private static extern ref SqliteConnection Connection(ReportWriter writer);
}
