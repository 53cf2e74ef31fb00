using Microsoft.Data.Sqlite;
using Prober.Engine.Timelines;

namespace Prober.Features.History.Storage;

/// <summary>The statements that write, within a transaction. One thread uses it.</summary>
internal sealed class HistoryWriter(SqliteConnection connection)
{
    private readonly Dictionary<string, SqliteCommand> _commands = [];
    private readonly HashSet<Action<HistoryWriter>> _last = [];

    /// <summary>Reads written rows, including those of this transaction. The connection stays the writer's.</summary>
    public HistoryReader Reader => new(connection);

    /// <summary>Writes a group of records, and then its deferred work.</summary>
    public void Complete(Action<HistoryWriter> write)
    {
        _last.Clear(); // of one that failed
        write(this);
        foreach (var last in _last)
        {
            last(this);
        }
    }

    /// <summary>Does something once, after all other records of the group, however often it is requested.</summary>
    public void AtEnd(Action<HistoryWriter> write) => _last.Add(write);

    /// <summary>The number of a target; a new one gets a row. It is looked up each time, because most are rarely written about.</summary>
    public long Id(TargetKey target)
    {
        if (Find(target) is { } id)
        {
            return id;
        }

        Run("INSERT INTO targets (kind, name, since, validity, labels) VALUES ($1, $2, 0, 0, '{}')", target.Kind, target.Name);
        return Find(target)!.Value;
    }

    /// <param name="since">Since when it is watched; a target that returns keeps its earlier time.</param>
    /// <param name="validity">Milliseconds after which its state is no longer known without new evidence.</param>
    /// <param name="labels">A JSON object.</param>
    public void Watch(TargetKey target, long since, long validity, string labels) => Run(
        """
        INSERT INTO targets (kind, name, since, validity, labels) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (kind, name) DO UPDATE SET
            since = CASE WHEN since = 0 THEN excluded.since ELSE since END, gone = NULL,
            validity = excluded.validity, labels = excluded.labels
        """,
        target.Kind,
        target.Name,
        since,
        validity,
        labels);

    public void Leave(TargetKey target, long at) => Run("UPDATE targets SET gone = $2 WHERE id = $1", Id(target), at);

    public void Change(TargetKey target, StateChange change)
    {
        var id = Id(target);
        Run(
            """
            INSERT INTO changes (target, at, state, doubt, cause) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO UPDATE SET state = excluded.state, doubt = max(doubt, excluded.doubt), cause = excluded.cause
            """,
            id,
            change.At,
            (int)change.State,
            change.Doubt,
            change.Cause);
        Run("DELETE FROM wavering WHERE target = $1", id);
    }

    /// <param name="observed">The last evidence for the state; null when new evidence supports it again.</param>
    public void Waver(TargetKey target, long? observed)
    {
        if (observed is { } at)
        {
            Run("INSERT OR REPLACE INTO wavering (target, observed) VALUES ($1, $2)", Id(target), at);
        }
        else
        {
            Run("DELETE FROM wavering WHERE target = $1", Id(target));
        }
    }

    public void Pause(TimeRange range, string reason) => Run(
        "INSERT INTO pauses (start, end, reason) VALUES ($1, $2, $3) ON CONFLICT DO UPDATE SET end = max(end, excluded.end)",
        range.Start,
        range.End,
        reason);

    public void Live(long now) => Run("UPDATE store SET alive = max(coalesce(alive, 0), $1)", now);

    public void Maintain(string name, TimeRange range, string selector) => Run(
        """
        INSERT INTO maintenance (name, start, end, selector) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO UPDATE SET end = excluded.end, selector = excluded.selector
        """,
        name,
        range.Start,
        range.End,
        selector);

    public void Correct(TargetKey target, Correction correction, long now) => Run(
        "INSERT INTO corrections (target, start, end, state, note, made) VALUES ($1, $2, $3, $4, $5, $6)",
        Id(target),
        correction.Range.Start,
        correction.Range.End,
        (int)correction.State,
        correction.Note,
        now);

    /// <returns>The number of the new incident.</returns>
    public long OpenIncident(string title) =>
        (long)Prepare("INSERT INTO incidents (title) VALUES ($1) RETURNING id", title).ExecuteScalar()!;

    public void UpdateIncident(long incident, long at, string state, string text) => Run(
        """
        INSERT INTO incident_updates (incident, number, at, state, text)
        SELECT $1, 1 + coalesce(max(number), 0), $2, $3, $4 FROM incident_updates WHERE incident = $1
        """,
        incident,
        at,
        state,
        text);

    public void AddHours(TargetKey target, HourSums sums) => Run(
        """
        INSERT INTO hours (target, hour, probes, bad, late, missed, refused, no_evidence, sum_us, max_us)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT DO UPDATE SET probes = probes + excluded.probes, bad = bad + excluded.bad, late = late + excluded.late,
            missed = missed + excluded.missed, refused = refused + excluded.refused,
            no_evidence = no_evidence + excluded.no_evidence, sum_us = sum_us + excluded.sum_us, max_us = max(max_us, excluded.max_us)
        """,
        Id(target),
        sums.Hour,
        sums.Probes,
        sums.Bad,
        sums.Late,
        sums.Missed,
        sums.Refused,
        sums.NoEvidence,
        sums.SumMicroseconds,
        sums.MaxMicroseconds);

    /// <summary>What a target that reports its own state said last.</summary>
    public void Push(TargetKey target, StoredPush push) => Run(
        "INSERT OR REPLACE INTO pushes (target, at, up, message, duration_us) VALUES ($1, $2, $3, $4, $5)",
        Id(target),
        push.At,
        push.IsUp,
        push.Message,
        push.Duration is { } duration ? (long)duration.TotalMicroseconds : DBNull.Value);

    public void Alert(TargetKey target, string body) =>
        Run("INSERT OR REPLACE INTO alerts (target, body) VALUES ($1, $2)", Id(target), body);

    public void Send(TargetKey target, string notifier, string kind, long made, long due, string body) => Run(
        "INSERT INTO outbox (target, notifier, kind, made, due, attempts, body) VALUES ($1, $2, $3, $4, $5, 0, $6)",
        Id(target),
        notifier,
        kind,
        made,
        due,
        body);

    /// <summary>A message about no single target.</summary>
    public void SendAboutAll(string notifier, string kind, long now, string body) => Run(
        "INSERT INTO outbox (target, notifier, kind, made, due, attempts, body) VALUES ($1, $2, $3, $4, $4, 0, $5)",
        OutboxRow.Several,
        notifier,
        kind,
        now,
        body);

    /// <summary>Replaces waiting messages by one about several targets, in the place of the first.</summary>
    /// <param name="replaced">The oldest first.</param>
    public void Join(IReadOnlyList<OutboxRow> replaced, string kind, long now, string body)
    {
        var id = replaced[0].Id;
        foreach (var row in replaced)
        {
            Run("INSERT OR REPLACE INTO joined (message, target, made) VALUES ($1, $2, $3)", id, row.Target, row.Made);
        }

        foreach (var row in replaced.Skip(1))
        {
            Drop(row.Id);
        }

        Run(
            "UPDATE outbox SET target = $2, kind = $3, made = $4, due = $4, attempts = 0, body = $5 WHERE id = $1",
            id,
            OutboxRow.Several,
            kind,
            now,
            body);
    }

    /// <summary>Keeps only so many messages of a kind. It reads all waiting ones.</summary>
    /// <returns>How many of the oldest were deleted.</returns>
    public int Trim(string kind, int count) => Run(
        """
        DELETE FROM outbox WHERE kind = $1
        AND id <= (SELECT id FROM outbox WHERE kind = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
        """,
        kind,
        count);

    /// <summary>A receiver has a message: its number is kept, its text is not.</summary>
    public void Delivered(long id, long at)
    {
        Run("INSERT OR IGNORE INTO delivered SELECT id, target, notifier, kind, made, $2 FROM outbox WHERE id = $1", id, at);
        Drop(id);
    }

    /// <summary>A message that another one replaces.</summary>
    public void Drop(long id) => Run("DELETE FROM outbox WHERE id = $1", id);

    public void Retry(long id, int attempts, long due) =>
        Run("UPDATE outbox SET attempts = $2, due = $3 WHERE id = $1", id, attempts, due);

    /// <summary>The waiting messages about a target: another prober has told more.</summary>
    public void DropAbout(TargetKey target) => Run("DELETE FROM outbox WHERE target = $1", Id(target));

    /// <summary>The waiting messages about several targets that another prober has told.</summary>
    /// <param name="isTold">Looks at the body of one.</param>
    public void DropAboutSeveral(string kind, Func<string, bool> isTold)
    {
        foreach (var row in Reader.AboutSeveral(kind).Where(row => isTold(row.Body)))
        {
            Drop(row.Id);
        }
    }

    /// <summary>A number that only grows, however late a smaller one comes.</summary>
    public void Raise(string name, long count) => Run(
        "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT DO UPDATE SET value = max(value, excluded.value)", name, count);

    /// <returns>The count now.</returns>
    public long Count(string name, long count) => (long)Prepare(
        """
        INSERT INTO counters (name, value) VALUES ($1, $2)
        ON CONFLICT DO UPDATE SET value = value + excluded.value RETURNING value
        """,
        name,
        count).ExecuteScalar()!;

    /// <summary>
    /// Deletes older rows; the last change before the limit stays, because it gives the state after it. A target that was removed earlier
    /// is deleted as a whole.
    /// </summary>
    /// <returns>The number of deleted rows.</returns>
    public int Prune(long changesBefore, long hoursBefore, int limit) =>
        Run(
            """
            DELETE FROM changes WHERE (target, at) IN (
                SELECT target, at FROM changes AS old WHERE at < $1
                AND EXISTS (SELECT 1 FROM changes WHERE target = old.target AND at > old.at AND at < $1) LIMIT $2)
            """,
            changesBefore,
            limit)
        + Run("DELETE FROM pauses WHERE start IN (SELECT start FROM pauses WHERE end < $1 LIMIT $2)", changesBefore, limit)
        + Run("DELETE FROM maintenance WHERE end < $1", changesBefore)
        + Run("DELETE FROM corrections WHERE end < $1", changesBefore)
        + PruneIncidents(changesBefore)
        + Run("DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE made < $1 LIMIT $2)", changesBefore, limit)
        + Run("DELETE FROM delivered WHERE id IN (SELECT id FROM delivered WHERE at < $1 LIMIT $2)", changesBefore, limit)
        + Run(
            """
            DELETE FROM joined WHERE (message, target) IN (
                SELECT message, target FROM joined WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE id = message)
                AND NOT EXISTS (SELECT 1 FROM delivered WHERE id = message) LIMIT $1)
            """,
            limit)
        + Run(
            "DELETE FROM hours WHERE (target, hour) IN (SELECT target, hour FROM hours WHERE hour < $1 LIMIT $2)", hoursBefore, limit)
        + PruneTargets(changesBefore, limit);

    /// <summary>Those whose last update is too old.</summary>
    private int PruneIncidents(long before)
    {
        var gone = Run(
            "DELETE FROM incidents WHERE NOT EXISTS (SELECT 1 FROM incident_updates WHERE incident = id AND at >= $1)", before);
        return gone == 0 ? 0 : gone + Run("DELETE FROM incident_updates WHERE incident NOT IN (SELECT id FROM incidents)");
    }

    private int PruneTargets(long before, int limit)
    {
        var gone = Run(
            """
            DELETE FROM targets WHERE id IN (
                SELECT id FROM targets WHERE gone < $1 AND NOT EXISTS (SELECT 1 FROM changes WHERE target = id AND at >= $1) LIMIT $2)
            """,
            before,
            limit);
        if (gone > 0)
        {
            foreach (var table in (string[])["changes", "hours", "corrections", "wavering", "alerts", "pushes"])
            {
                Run($"DELETE FROM {table} WHERE target NOT IN (SELECT id FROM targets)");
            }
        }

        return gone;
    }

    private long? Find(TargetKey target) =>
        (long?)Prepare("SELECT id FROM targets WHERE kind = $1 AND name = $2", target.Kind, target.Name).ExecuteScalar();

    private int Run(string sql, params ReadOnlySpan<object> values) => Prepare(sql, values).ExecuteNonQuery();

    private SqliteCommand Prepare(string sql, params ReadOnlySpan<object> values)
    {
        if (!_commands.TryGetValue(sql, out var command))
        {
            _commands.Add(sql, command = connection.CreateCommand());
            command.CommandText = sql;
            for (var number = 1; number <= values.Length; number++)
            {
                command.Parameters.AddWithValue($"${number}", values[number - 1]);
            }
        }

        for (var i = 0; i < values.Length; i++)
        {
            command.Parameters[i].Value = values[i];
        }

        return command;
    }
}
