using Analyzer.Core;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// What the file looks like. Its application_id is 0x414E4C5A, "ANLZ"; its user_version is the number of <see cref="Migrations"/> that
/// were applied.
/// </summary>
internal static class Schema
{
    private const int ApplicationId = 0x414E_4C5A;

    /// <summary>Step n leads from version n to n + 1. Never edit a step that was released: add one.</summary>
    /// <remarks>
    /// The digest is not the table's own key (WITHOUT ROWID), since whole reports would then lie in the tree's pages in random order. That
    /// was measured: a third of the saves per second, three times the bytes written, and listings five times as slow.
    /// <para/>
    /// Both indices hold all that a listing filters by (<see cref="ListStatement"/>). Columns that were added lie behind the report: nobody
    /// reads them there.
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
        """
        CREATE TABLE store (identity TEXT NOT NULL);  -- one row: names this file among all others
        INSERT INTO store VALUES (lower(hex(randomblob(16))));
        """,
        """
        ALTER TABLE reports ADD COLUMN media_type TEXT    NOT NULL DEFAULT ''; -- as in the JSON
        ALTER TABLE reports ADD COLUMN score      INTEGER NOT NULL DEFAULT 0;
        UPDATE reports SET media_type = coalesce(report ->> '$.mediaType', ''), score = coalesce(report ->> '$.score', 0)
            WHERE json_valid(report);  -- a damaged report must not keep the others from being upgraded
        DROP INDEX reports_newest;
        DROP INDEX reports_newest_of_verdict;
        CREATE INDEX reports_newest ON reports (analyzed_at, id, verdict, media_type, score);
        CREATE INDEX reports_newest_of_verdict ON reports (verdict, analyzed_at, id, media_type, score);
        """,
        """
        ALTER TABLE reports ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0; -- ReportChecksum of id and report
        UPDATE reports SET checksum = report_checksum(id, CAST(report AS BLOB)); -- from here on: nobody knows what was written before
        """,
    ];

    public static SqliteFormat<ReportWriter> Format { get; } = new(
        ApplicationId,
        "analyzer",
        "reports",
        Migrations,
        connection => new ReportWriter(connection),
        (message, inner) => new StoreRefusedException(message, inner),
        (message, inner) => new StoreUnavailableException(message, inner))
    {
        Define = connection => connection.CreateFunction<byte[], byte[], long>(
            "report_checksum", (id, json) => ReportChecksum.Of(id, json), isDeterministic: true),
    };
}
