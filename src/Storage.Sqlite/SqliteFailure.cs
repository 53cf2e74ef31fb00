using Microsoft.Data.Sqlite;

namespace Storage.Sqlite;

/// <summary>Explains SQLite's errors to the person who runs the service (codes: sqlite.org/rescode.html).</summary>
public static class SqliteFailure
{
    public const int Busy = 5;
    public const int Full = 13;
    public const int NotADatabase = 26;

    public static string Explain(SqliteException exception, string path) =>
        $"{Meaning(exception.SqliteErrorCode, path)} (SQLite {exception.SqliteExtendedErrorCode}: {exception.Message})";

    private static string Meaning(int code, string path) => code switch
    {
        3 => $"No permission for {path}: give the service's account read and write access to the file and its folder.",
        Busy or 6 => $"Another process holds {path} locked: end it, or wait until it is done.",
        8 => $"{path} is read-only: give the service's account write access to the file and its folder.",
        10 => $"Reading or writing {path} failed: check the disk and the system's log.",
        11 or NotADatabase => $"{path} is damaged: stop the service, run the integrity check, restore the file from a copy.",
        Full => $"No space left for {path}: free some on its disk, or raise the limit on the size of the database.",
        14 => $"{path} cannot be opened: check that the folder exists and that the service's account may use it.",
        _ => $"{path} cannot be used now.",
    };
}
