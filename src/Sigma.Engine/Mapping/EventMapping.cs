using Sigma.Engine.Rules;

namespace Sigma.Engine.Mapping;

/// <summary>A name that a field has in records.</summary>
/// <param name="Name">Names within each other are parted by dots.</param>
/// <param name="IsPath">Only as names within each other; otherwise one name with dots at the top is looked for before.</param>
public sealed record FieldTarget(string Name, bool IsPath);

/// <summary>Records in which these fields of rules have these values are of this source.</summary>
/// <param name="When">For each field the values, one of which it has; empty for all records.</param>
/// <param name="Source">What is known of them.</param>
public sealed record LogSourceRow(IReadOnlyList<KeyValuePair<string, IReadOnlyList<string>>> When, LogSource Source);

/// <summary>How the fields of rules are called in records, and what records say of their source and time.</summary>
/// <param name="Name">The name of the mapping.</param>
/// <param name="Fields">Further names by field; the field's own name comes first.</param>
/// <param name="Prefixes">Paths below which records may have any field; they come last.</param>
/// <param name="LogSources">The first row that says a product, category or service decides it.</param>
/// <param name="TimeFields">Where the time stands; the first that is there.</param>
/// <param name="RemovesBlanks">Names in records are compared without their blanks.</param>
public sealed record EventMapping(
    string Name,
    IReadOnlyDictionary<string, IReadOnlyList<FieldTarget>> Fields,
    IReadOnlyList<string> Prefixes,
    IReadOnlyList<LogSourceRow> LogSources,
    IReadOnlyList<string> TimeFields,
    bool RemovesBlanks)
{
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

    /// <summary>Times of the mapping, then those that are usual.</summary>
    internal static IReadOnlyList<string> WithUsualTimeFields(IEnumerable<string> own) => [.. own.Union(UsualTimeFields)];

    /// <summary>All names of a field; the first that is present in a record counts.</summary>
    public IEnumerable<FieldTarget> TargetsOf(string field)
    {
        yield return new(field, IsPath: false);
        if (field.Contains('.'))
        {
            yield return new(field, IsPath: true);
        }

        foreach (var target in Fields.GetValueOrDefault(field, []))
        {
            if (!target.IsPath)
            {
                yield return target;
            }

            if (target.IsPath || target.Name.Contains('.'))
            {
                yield return target with { IsPath = true };
            }
        }

        foreach (var prefix in Prefixes)
        {
            yield return new($"{prefix}.{field}", IsPath: true);
        }
    }
}
