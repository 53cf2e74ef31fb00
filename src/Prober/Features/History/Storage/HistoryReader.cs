using System.Text.Json;
using Microsoft.Data.Sqlite;
using Prober.Engine.Timelines;
using Storage.Sqlite;

namespace Prober.Features.History.Storage;

/// <summary>A read-only connection. One caller uses it at a time.</summary>
internal sealed class HistoryReader(SqliteConnection connection) : IDisposable
{
    public string Identity => (string)connection.Scalar("SELECT identity FROM store");

    /// <summary>When the prober last ran; null if it never did.</summary>
    public long? Alive => connection.Scalar("SELECT alive FROM store") as long?;

    public List<StoredTarget> Targets() => Targets("1 ORDER BY kind, name");

    /// <returns>Null when there is none.</returns>
    public StoredTarget? Find(TargetKey key) => Targets("kind = $1 AND name = $2", key.Kind, key.Name).SingleOrDefault();

    /// <summary>
    /// The changes that determine a target's states in a window: one before it, those in it, and one after it, whose doubt may reach into
    /// it.
    /// </summary>
    public List<StateChange> Changes(long target, TimeRange window) =>
    [
        .. Changes("at < $2 ORDER BY at DESC LIMIT 1", target, window.Start),
        .. Changes("at >= $2 AND at < $3 ORDER BY at", target, window.Start, window.End),
        .. Changes("at >= $2 ORDER BY at LIMIT 1", target, window.End),
    ];

    public StateChange? LastChange(long target) =>
        Changes("1 ORDER BY at DESC LIMIT 1", target) is [var last] ? last : null;

    public List<StoredPause> Pauses(TimeRange window) => Read(
        "SELECT start, end, reason FROM pauses WHERE start < $2 AND end > $1 ORDER BY start",
        row => new StoredPause(new(row.GetInt64(0), row.GetInt64(1)), row.GetString(2)),
        window.Start,
        window.End);

    public List<StoredMaintenance> Maintenance(TimeRange window) => Read(
        "SELECT name, start, end, selector FROM maintenance WHERE start < $2 AND end > $1 ORDER BY start",
        row => new StoredMaintenance(row.GetString(0), new(row.GetInt64(1), row.GetInt64(2)), row.GetString(3)),
        window.Start,
        window.End);

    /// <summary>The newest incidents, the newest first.</summary>
    public List<Incident> Incidents(int limit)
    {
        var updates = Read(
            """
            SELECT incident, number, at, state, text FROM incident_updates
            WHERE incident IN (SELECT id FROM incidents ORDER BY id DESC LIMIT $1) ORDER BY incident, number
            """,
            row => (Incident: row.GetInt64(0),
                Update: new IncidentUpdate(row.GetInt64(1), row.GetInt64(2), row.GetString(3), row.GetString(4))),
            limit).ToLookup(row => row.Incident, row => row.Update);
        return Read(
            "SELECT id, title FROM incidents ORDER BY id DESC LIMIT $1",
            row => new Incident(row.GetInt64(0), row.GetString(1), [.. updates[row.GetInt64(0)]]),
            limit);
    }

    /// <summary>By target, in the order of their creation.</summary>
    public ILookup<long, Correction> Corrections(TimeRange window) => Read(
        "SELECT target, start, end, state, note FROM corrections WHERE start < $2 AND end > $1 ORDER BY id",
        row => (Target: row.GetInt64(0), Correction: new Correction(
            new(row.GetInt64(1), row.GetInt64(2)), (TargetState)row.GetInt32(3), row.GetString(4))),
        window.Start,
        window.End).ToLookup(row => row.Target, row => row.Correction);

    /// <summary>The sums of the hours that begin in a window, by target.</summary>
    public Dictionary<long, HourSums> Sums(TimeRange window) => Read(
        """
        SELECT target, sum(probes), sum(bad), sum(late), sum(missed), sum(refused), sum(no_evidence), sum(sum_us), max(max_us)
        FROM hours WHERE hour >= $1 AND hour < $2 GROUP BY target
        """,
        row => (Target: row.GetInt64(0), Sums: new HourSums(
            window.Start, row.GetInt64(1), row.GetInt64(2), row.GetInt64(3), row.GetInt64(4), row.GetInt64(5), row.GetInt64(6),
            row.GetInt64(7), row.GetInt64(8))),
        window.Start,
        window.End).ToDictionary(row => row.Target, row => row.Sums);

    public List<(long Target, HourSums Sums)> Hours() => Read(
        "SELECT target, hour, probes, bad, late, missed, refused, no_evidence, sum_us, max_us FROM hours ORDER BY target, hour",
        row => (row.GetInt64(0), new HourSums(
            row.GetInt64(1), row.GetInt64(2), row.GetInt64(3), row.GetInt64(4), row.GetInt64(5), row.GetInt64(6), row.GetInt64(7),
            row.GetInt64(8), row.GetInt64(9))));

    /// <summary>The sums of one target, the oldest first.</summary>
    public List<HourSums> Hours(long target) => Read(
        "SELECT hour, probes, bad, late, missed, refused, no_evidence, sum_us, max_us FROM hours WHERE target = $1 ORDER BY hour",
        row => new HourSums(
            row.GetInt64(0), row.GetInt64(1), row.GetInt64(2), row.GetInt64(3), row.GetInt64(4), row.GetInt64(5), row.GetInt64(6),
            row.GetInt64(7), row.GetInt64(8)),
        target);

    public Dictionary<long, string> Alerts() =>
        Read("SELECT target, body FROM alerts", row => (row.GetInt64(0), row.GetString(1))).ToDictionary();

    /// <summary>What the watched targets that report their own state said last.</summary>
    public List<(string Name, StoredPush Push)> Pushes() => Read(
        "SELECT name, at, up, message, duration_us FROM pushes JOIN targets ON id = target WHERE gone IS NULL",
        row => (row.GetString(0), new StoredPush(
            row.GetInt64(1), row.GetBoolean(2), row.GetString(3),
            row.IsDBNull(4) ? null : TimeSpan.FromMicroseconds(row.GetInt64(4)))));

    /// <summary>The messages that wait for a notifier, the oldest first.</summary>
    public List<OutboxRow> Outbox(string notifier, int limit) => Outbox("notifier = $1 ORDER BY id LIMIT $2", notifier, limit);

    /// <summary>For a notifier, the oldest waiting message of each target, and those about several targets; the oldest first.</summary>
    /// <param name="apart">A kind of messages that others do not wait for.</param>
    public List<OutboxRow> OldestOfEach(string notifier, string apart) =>
        Outbox("id IN (SELECT min(id) FROM outbox WHERE notifier = $1 GROUP BY target, kind = $2) ORDER BY id", notifier, apart);

    /// <summary>The messages that receivers have, the oldest first.</summary>
    public List<DeliveredRow> Delivered() => Read(
        """
        SELECT delivered.id, target, notifier, delivered.kind, made, at, targets.kind, targets.name
        FROM delivered LEFT JOIN targets ON targets.id = target ORDER BY delivered.id
        """,
        row => new DeliveredRow(
            row.GetInt64(0), row.GetInt64(1), row.GetString(2), row.GetString(3), row.GetInt64(4), row.GetInt64(5),
            row.IsDBNull(6) ? null : new TargetKey(row.GetString(6), row.GetString(7))));

    /// <summary>The waiting messages of a kind that are about several targets.</summary>
    public List<OutboxRow> AboutSeveral(string kind) => Outbox("target = $1 AND kind = $2", OutboxRow.Several, kind);

    /// <summary>
    /// The targets about which messages of a kind wait, alone or joined with others, and no receiver has one that is as new.
    /// </summary>
    public List<TargetKey> Untold(string kind) => Read(
        """
        WITH waiting AS (
            SELECT target, made FROM outbox WHERE kind = $1
            UNION ALL SELECT joined.target, joined.made FROM joined JOIN outbox ON outbox.id = message),
        had AS (
            SELECT target, max(made) AS made FROM (
                SELECT target, made FROM delivered
                UNION ALL SELECT joined.target, joined.made FROM joined JOIN delivered ON delivered.id = message)
            GROUP BY target)
        SELECT DISTINCT targets.kind, name FROM waiting JOIN targets ON targets.id = waiting.target
        LEFT JOIN had ON had.target = waiting.target WHERE had.made IS NULL OR had.made < waiting.made
        """,
        row => new TargetKey(row.GetString(0), row.GetString(1)),
        kind);

    /// <summary>What a message about several targets tells: of each, when the newest message that it replaces was made.</summary>
    public List<(TargetKey Target, long Made)> Joined(long message) => Read(
        "SELECT kind, name, made FROM joined JOIN targets ON targets.id = target WHERE message = $1",
        row => (new TargetKey(row.GetString(0), row.GetString(1)), row.GetInt64(2)),
        message);

    /// <summary>The number of messages that wait for each notifier, including those that the configuration no longer has.</summary>
    public List<(string Notifier, long Count)> Waiting() =>
        Read("SELECT notifier, count(*) FROM outbox GROUP BY notifier", row => (row.GetString(0), row.GetInt64(1)));

    public Dictionary<string, long> Counters() =>
        Read("SELECT name, value FROM counters", row => (row.GetString(0), row.GetInt64(1))).ToDictionary();

    public void Dispose() => connection.Dispose();

    private List<OutboxRow> Outbox(string condition, params ReadOnlySpan<object> values) => Read(
        $"""
        SELECT id, target, kind, made, due, attempts, body, (SELECT kind FROM targets WHERE targets.id = outbox.target),
        (SELECT name FROM targets WHERE targets.id = outbox.target)
        FROM outbox WHERE {condition}
        """,
        row => new OutboxRow(
            row.GetInt64(0), row.GetInt64(1), row.GetString(2), row.GetInt64(3), row.GetInt64(4), row.GetInt32(5), row.GetString(6))
        {
            About = row.IsDBNull(7) ? null : new(row.GetString(7), row.GetString(8)),
        },
        values);

    private List<StoredTarget> Targets(string condition, params ReadOnlySpan<object> values) => Read(
        $"""
        SELECT id, kind, name, since, gone, validity, observed, labels FROM targets LEFT JOIN wavering ON target = id WHERE {condition}
        """,
        row => new StoredTarget(
            row.GetInt64(0),
            new(row.GetString(1), row.GetString(2)),
            row.GetInt64(3),
            row.IsDBNull(4) ? null : row.GetInt64(4),
            row.GetInt64(5),
            row.IsDBNull(6) ? null : row.GetInt64(6),
            JsonSerializer.Deserialize<Dictionary<string, string>>(row.GetString(7))!),
        values);

    private List<StateChange> Changes(string condition, params ReadOnlySpan<object> values) => Read(
        $"SELECT at, state, doubt, cause FROM changes WHERE target = $1 AND {condition}",
        row => new StateChange(row.GetInt64(0), (TargetState)row.GetInt32(1), row.GetInt64(2), row.GetString(3)),
        values);

    private List<T> Read<T>(string sql, Func<SqliteDataReader, T> read, params ReadOnlySpan<object> values)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        for (var number = 1; number <= values.Length; number++)
        {
            command.Parameters.AddWithValue($"${number}", values[number - 1]);
        }

        var found = new List<T>();
        using var rows = command.ExecuteReader();
        while (rows.Read())
        {
            found.Add(read(rows));
        }

        return found;
    }
}
