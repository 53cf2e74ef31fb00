using Storage.Sqlite;

namespace Prober.Features.History.Storage;

/// <summary>
/// What the file looks like. Its application_id is 0x50524F42, "PROB". Times are Unix milliseconds; a state is the number of
/// <see cref="Engine.Timelines.TargetState"/>.
/// </summary>
internal static class HistoryFormat
{
    private const int ApplicationId = 0x5052_4F42;

    private static readonly string[] Migrations =
    [
        """
        CREATE TABLE store (identity TEXT NOT NULL, alive INTEGER);  -- one row; alive: the prober ran then
        INSERT INTO store VALUES (lower(hex(randomblob(8))), NULL);
        CREATE TABLE targets (
            id       INTEGER PRIMARY KEY,
            kind     TEXT    NOT NULL,
            name     TEXT    NOT NULL,
            since    INTEGER NOT NULL,
            gone     INTEGER,             -- no longer watched since then
            validity INTEGER NOT NULL,    -- a known state is this old at most, unless it wavers
            labels   TEXT    NOT NULL,    -- a JSON object
            UNIQUE (kind, name)
        );
        CREATE TABLE changes (
            target INTEGER NOT NULL,
            at     INTEGER NOT NULL,
            state  INTEGER NOT NULL,
            doubt  INTEGER NOT NULL,
            cause  TEXT    NOT NULL,
            PRIMARY KEY (target, at)
        ) WITHOUT ROWID;
        CREATE TABLE wavering (target INTEGER PRIMARY KEY, observed INTEGER NOT NULL);  -- evidence speaks against the state since then
        CREATE TABLE pauses (start INTEGER PRIMARY KEY, end INTEGER NOT NULL, reason TEXT NOT NULL);
        CREATE TABLE maintenance (name TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, selector TEXT NOT NULL,
            PRIMARY KEY (name, start)) WITHOUT ROWID;
        CREATE TABLE corrections (id INTEGER PRIMARY KEY, target INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
            state INTEGER NOT NULL, note TEXT NOT NULL, made INTEGER NOT NULL);
        CREATE TABLE hours (
            target INTEGER NOT NULL, hour INTEGER NOT NULL, probes INTEGER NOT NULL, bad INTEGER NOT NULL, late INTEGER NOT NULL,
            missed INTEGER NOT NULL, no_evidence INTEGER NOT NULL, sum_us INTEGER NOT NULL, max_us INTEGER NOT NULL,
            PRIMARY KEY (target, hour)
        ) WITHOUT ROWID;
        CREATE TABLE alerts (target INTEGER PRIMARY KEY, body TEXT NOT NULL);
        CREATE TABLE outbox (
            id       INTEGER PRIMARY KEY AUTOINCREMENT,  -- no id is used twice
            target   INTEGER NOT NULL,                   -- 0: of several
            notifier TEXT    NOT NULL,
            kind     TEXT    NOT NULL,
            made     INTEGER NOT NULL,
            due      INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            body     TEXT    NOT NULL
        );
        CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        """,
        "ALTER TABLE hours ADD COLUMN refused INTEGER NOT NULL DEFAULT 0",
        """
        CREATE TABLE delivered (
            id       INTEGER PRIMARY KEY,  -- that of the outbox
            target   INTEGER NOT NULL,
            notifier TEXT    NOT NULL,
            kind     TEXT    NOT NULL,
            made     INTEGER NOT NULL,
            at       INTEGER NOT NULL
        );
        """,
        """
        CREATE TABLE incidents (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL);
        CREATE TABLE incident_updates (
            incident INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, state TEXT NOT NULL, text TEXT NOT NULL,
            PRIMARY KEY (incident, number)
        ) WITHOUT ROWID;
        """,
        """
        CREATE TABLE joined (   -- what a message about several targets tells of each
            message INTEGER NOT NULL,   -- its id in outbox or delivered
            target  INTEGER NOT NULL,
            made    INTEGER NOT NULL,   -- when the newest of the messages that it replaces was made
            PRIMARY KEY (message, target)
        ) WITHOUT ROWID;
        """,
        """
        CREATE TABLE pushes (   -- what a target that reports its own state said last
            target INTEGER PRIMARY KEY, at INTEGER NOT NULL, up INTEGER NOT NULL, message TEXT NOT NULL,
            duration_us INTEGER   -- null when it did not say how long it took
        );
        """,
    ];

    public static SqliteFormat<HistoryWriter> Format { get; } = new(
        ApplicationId,
        "prober",
        "history",
        Migrations,
        connection => new HistoryWriter(connection),
        (message, inner) => new HistoryRefusedException(message, inner),
        (message, inner) => new HistoryUnavailableException(message, inner));
}

/// <summary>The file must not be used; the message says what to do.</summary>
internal sealed class HistoryRefusedException(string message, Exception? inner) : Exception(message, inner);

/// <summary>The file cannot be read or written now; a later attempt may succeed.</summary>
internal sealed class HistoryUnavailableException(string message, Exception? inner) : Exception(message, inner);
