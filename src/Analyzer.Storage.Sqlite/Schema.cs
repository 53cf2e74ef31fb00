using Analyzer.Core;
using Microsoft.Data.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// What the file must look like. Two fields of SQLite's file header say whose it is and how old (sqlite.org/fileformat.html, 1.3):
/// <list type="table">
/// <item><term>application_id, offset 68</term><description>0x414E4C5A, "ANLZ"</description></item>
/// <item><term>user_version, offset 60</term><description>how many of <see cref="Migrations"/> it has been through</description></item>
/// </list>
/// </summary>
internal static class Schema
{
    public const int ApplicationId = 0x414E_4C5A;

    /// <summary>Step n leads from version n to n + 1. Never edit one that was released; add one.</summary>
    /// <remarks>
    /// The digest is not the table's own key (WITHOUT ROWID), since whole reports would then lie in a tree's pages in random order:
    /// measured, that gave a third of the saves a second, thrice the bytes written, and listings five times as slow.
    /// </remarks>
    private static readonly string[] Migrations =
    [
        $"""
        PRAGMA application_id = {ApplicationId};
        CREATE TABLE reports (
            n           INTEGER PRIMARY KEY,          -- in the order of arrival
            id          BLOB    NOT NULL UNIQUE,      -- SHA-256, 32 bytes
            analyzed_at INTEGER NOT NULL,             -- milliseconds since 1970, UTC
            verdict     TEXT    NOT NULL,             -- as in the JSON
            engine      INTEGER NOT NULL,
            report      TEXT    NOT NULL              -- the whole report, ReportJson
        );
        CREATE INDEX reports_newest ON reports (analyzed_at, id);
        CREATE INDEX reports_newest_of_verdict ON reports (verdict, analyzed_at, id);
        """,
    ];

    public static int Version => Migrations.Length;

    /// <summary>Looks only; changes nothing.</summary>
    /// <exception cref="StoreRefusedException">The file is another program's, or a newer version's.</exception>
    public static void Verify(SqliteConnection connection)
    {
        // One snapshot for all that is read: another process may be migrating.
        using var transaction = connection.BeginTransaction(deferred: true);
        VerifySnapshot(connection);
    }

    /// <summary>There is nothing to migrate.</summary>
    public static bool IsCurrent(SqliteConnection connection) => Read(connection, "PRAGMA user_version") == Version;

    /// <summary>Takes the file to the newest version, wholly or not at all.</summary>
    public static void Migrate(SqliteConnection connection)
    {
        if (IsCurrent(connection))
        {
            return;
        }

        // The lock is taken before the version is read again: another process may be doing the same.
        using var transaction = connection.BeginTransaction();
        VerifySnapshot(connection);
        for (var version = Read(connection, "PRAGMA user_version"); version < Version; version++)
        {
            connection.Execute($"{Migrations[version]} PRAGMA user_version = {version + 1};");
        }

        transaction.Commit();
    }

    private static void VerifySnapshot(SqliteConnection connection)
    {
        var path = connection.DataSource;
        var application = Read(connection, "PRAGMA application_id");
        var version = Read(connection, "PRAGMA user_version");
        var empty = Read(connection, "SELECT count(*) FROM sqlite_master") == 0;
        if (application != ApplicationId && !(empty && application == 0 && version == 0))
        {
            throw new StoreRefusedException($"{path} belongs to another program. It was left as it is: name another file for the reports.");
        }

        if (version > Version)
        {
            throw new StoreRefusedException(
                $"{path} was written by a newer version of the analyzer (schema {version}, this one knows up to {Version}). " +
                "It was left as it is: install that version, or name another file.");
        }
    }

    private static long Read(SqliteConnection connection, string sql) => (long)connection.Scalar(sql);
}
