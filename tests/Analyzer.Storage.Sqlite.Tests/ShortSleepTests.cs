using System.Runtime.InteropServices;

namespace Analyzer.Storage.Sqlite.Tests;

public sealed partial class ShortSleepTests
{
    [Fact]
    public async Task Sleep_WithAStoreOpen_IsNotRoundedUpToASecond()
    {
        using var directory = new TempDirectory();
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = directory.Combine("reports.db") });

        Sleep(1).ShouldBe(1);
    }

    /// <returns>For how many milliseconds SQLite says that it slept.</returns>
    [LibraryImport("e_sqlite3", EntryPoint = "sqlite3_sleep")]
    private static partial int Sleep(int milliseconds);
}
