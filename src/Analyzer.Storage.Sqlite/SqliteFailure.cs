using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>Says what an SQLite error means for the person who runs the service (codes: sqlite.org/rescode.html).</summary>
internal static class SqliteFailure
{
    public const int Busy = 5;
    public const int Full = 13;
    public const int NotADatabase = 26;

    public static StoreUnavailableException Unavailable(SqliteException e, string path) =>
        new($"{Meaning(e.SqliteErrorCode, path)} (SQLite {e.SqliteExtendedErrorCode}: {e.Message})", e);

    private static string Meaning(int code, string path) => code switch
    {
        3 => $"No permission for {path}: give the service's account read and write access to the file and its folder.",
        Busy or 6 => $"Another process holds {path} locked: end it, or wait until it is done.",
        8 => $"{path} is read-only: give the service's account write access to the file and its folder.",
        10 => $"Reading or writing {path} failed: look at the disk and at the system's log.",
        11 or NotADatabase => $"{path} is damaged: stop the service, run the integrity check, restore the file from a copy.",
        Full => $"No space left for {path}: free some on its disk, or raise the limit of the database's size.",
        14 => $"{path} cannot be opened: look whether the folder is there and whether the service's account may use it.",
        _ => $"{path} cannot be used now.",
    };
}
