using System.Runtime.InteropServices;

namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>The store relies on these properties of the SQLite library that is published with it.</summary>
public sealed partial class LibraryTests
{
    /// <summary>
    /// When two connections enter the log at the same moment, SQLite lets one of them wait for microseconds. A library built without a
    /// short sleep waits for a whole second instead, and so does everybody who saves.
    /// </summary>
    [Fact]
    public async Task Sleep_OfAMillisecond_IsNotRoundedUpToASecond()
    {
        using var folder = new TempDirectory();
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = folder.Combine("reports.db") });

        Sleep(1).ShouldBe(1);
    }

    [Fact]
    public void Version_OfTheLibrary_IsOneThatWasTried()
    {
        using var folder = new TempDirectory();
        using var file = new SqliteFile(folder.Combine("any.db"));

        Version.Parse((string)file.Scalar("SELECT sqlite_version()")).ShouldBeGreaterThanOrEqualTo(new Version(3, 50, 4));
    }

    /// <returns>For how many milliseconds SQLite says that it slept.</returns>
    [LibraryImport("e_sqlite3", EntryPoint = "sqlite3_sleep")]
    private static partial int Sleep(int milliseconds);
}
