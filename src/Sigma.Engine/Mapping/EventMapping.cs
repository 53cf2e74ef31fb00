using Sigma.Engine.Patterns;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Mapping;

/// <summary>A name of a field in records.</summary>
/// <param name="Name">The name; dots separate nested names.</param>
/// <param name="IsPath">Whether it is a path of nested names, and not a single top-level name that may have dots.</param>
public sealed record FieldTarget(string Name, bool IsPath);

/// <summary>Records in which these fields have these values come from this source.</summary>
/// <param name="When">For each field its possible values; empty for all records.</param>
/// <param name="Source">The log source of these records.</param>
/// <param name="Rewrite">
/// If not null, the row holds only for events of this source: rules for <paramref name="Source"/> are for it too.
/// </param>
public sealed record LogSourceRow(
    IReadOnlyList<KeyValuePair<string, IReadOnlyList<string>>> When, EventSource Source, LogSource? Rewrite = null)
{
    /// <summary>The pattern of a value of <c>when</c>; one with <c>*</c> is read like a value of a rule.</summary>
    public static TextPattern PatternOf(string value) => value.Contains('*') ? TextPattern.Parse(value) : TextPattern.OfLiteral(value);

    /// <summary>The source of an event for which these rows hold: what they say together.</summary>
    public static EventSource SourceOf(IReadOnlyCollection<LogSourceRow> rows)
    {
        var source = rows.Where(row => row.Rewrite is null)
            .Aggregate(EventSource.Any, (joined, row) => joined.Join(row.Source));
        return rows.Where(row => row.Rewrite is { } rewrite && !source.Excludes(rewrite))
            .Aggregate(source, (joined, row) => joined.Join(row.Source));
    }
}

/// <summary>The names of rules' fields in records, and where records have their log source and time.</summary>
/// <param name="Name">The name of the mapping.</param>
/// <param name="Fields">Further names by field; the field's own name comes first.</param>
/// <param name="Prefixes">Paths below which records may have any field; they come last.</param>
/// <param name="LogSources">A record has the products, categories and services of all rows that hold for it.</param>
/// <param name="TimeFields">The fields of the time; the first present one counts.</param>
/// <param name="RemovesBlanks">Whether names in records are compared without spaces.</param>
public sealed record EventMapping(
    string Name,
    IReadOnlyDictionary<string, IReadOnlyList<FieldTarget>> Fields,
    IReadOnlyList<string> Prefixes,
    IReadOnlyList<LogSourceRow> LogSources,
    IReadOnlyList<string> TimeFields,
    bool RemovesBlanks)
{
    /// <summary>Where containers have their records; none: known containers are found.</summary>
    public IReadOnlyList<RecordPath> Records { get; init; } = [];

    /// <summary>
    /// The mapping is for records in which, for one of these, each field has one of its values; empty: for all records.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<KeyValuePair<string, IReadOnlyList<string>>>> When { get; init; } = [];

    /// <summary>The products of which an event may be that no log source tells; null: any.</summary>
    public IReadOnlyList<string>? Products { get; init; }

    /// <summary>Paths below which records may have any field with a small first letter, as in <c>commandLine</c>; they come last.</summary>
    public IReadOnlyList<string> CamelCasePrefixes { get; init; } = [];

    /// <summary>Part of a name; in records that have it, texts may be escaped twice. Empty: in none.</summary>
    public byte[] EscapedTwice { get; init; } = [];

    /// <summary>Whether data of events may be pairs of a name and a text.</summary>
    public bool HasNamedData { get; init; }

    /// <summary>The record as rules compare it.</summary>
    internal ReadOnlyMemory<byte> AsCompared(ReadOnlyMemory<byte> record)
    {
        record = HasNamedData ? NamedData.Join(record) : record;
        return EscapedTwice.Length > 0 && record.Span.IndexOf(EscapedTwice) >= 0 ? DoubledEscapes.Undo(record) : record;
    }

    /// <summary>The source of an event for which these of its rows hold.</summary>
    public EventSource SourceOf(IReadOnlyCollection<LogSourceRow> rows)
    {
        var source = LogSourceRow.SourceOf(rows);
        return source.Products is null ? source with { Products = Products } : source;
    }

    public const int MaxLogSources = 128;

    private static readonly string[] UsualTimeFields =
    [
        "@timestamp", "ts", "timestamp", "UtcTime", "EventTime", "analyzedAt", "receivedAt", "time",
        "Event.System.TimeCreated.#attributes.SystemTime",
        "Event.System.TimeCreated.SystemTime",
    ];

    /// <summary>Reads the time of a record.</summary>
    public EventTimes Times { get; } = new(TimeFields);

    public static EventMapping None { get; } =
        new("none", new Dictionary<string, IReadOnlyList<FieldTarget>>(), [], [], UsualTimeFields, RemovesBlanks: false);

    /// <summary>The mapping of an event for which there is none among several: its names as they are, its source not known.</summary>
    public static EventMapping Unknown { get; } = None with { LogSources = [new([], EventSource.Any)] };

    /// <summary>The times of the mapping, then the usual ones.</summary>
    internal static IReadOnlyList<string> WithUsualTimeFields(IEnumerable<string> own) => [.. own.Union(UsualTimeFields)];

    /// <summary>
    /// All names of a field; the first that is present in a record counts. Its further names stand below the prefixes as it does itself.
    /// </summary>
    public IEnumerable<FieldTarget> TargetsOf(string field)
    {
        yield return new(field, IsPath: false);
        if (field.Contains('.'))
        {
            yield return new(field, IsPath: true);
        }

        var mapped = Fields.GetValueOrDefault(field, []);
        foreach (var target in mapped.SelectMany(target => Both(target.Name, isPathFirst: target.IsPath)))
        {
            yield return target;
        }

        foreach (var name in mapped.Select(target => target.Name).Where(name => !name.Contains('.')).Prepend(field))
        {
            var small = name.Length == 0 ? name : $"{char.ToLowerInvariant(name[0])}{name[1..]}";
            foreach (var target in Prefixes.Select(prefix => $"{prefix}.{name}")
                .Concat(CamelCasePrefixes.Select(prefix => $"{prefix}.{small}")).SelectMany(below => Both(below, isPathFirst: true)))
            {
                yield return target;
            }
        }
    }

    /// <summary>A path, and a single top-level name with dots, as tables and flattened records have it.</summary>
    private static IEnumerable<FieldTarget> Both(string name, bool isPathFirst) => !name.Contains('.')
        ? [new(name, isPathFirst)]
        : [new(name, isPathFirst), new(name, !isPathFirst)];
}
