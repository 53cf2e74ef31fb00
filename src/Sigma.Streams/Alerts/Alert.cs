using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Serialization;
using System.Text.Unicode;
using Sigma.Engine.Correlations;
using Sigma.Engine.Evaluation;

namespace Sigma.Streams.Alerts;

/// <summary>A rule or a correlation fired.</summary>
/// <param name="RuleId">What alerts call the rule.</param>
/// <param name="Title">Its title.</param>
/// <param name="Level">Null when it has none.</param>
/// <param name="Event">Where the record was read for which it fired; of a correlation, the one that turned it.</param>
/// <param name="Time">The time of the record, by its own account; null when it says none.</param>
/// <param name="Fields">The values by which it fired; of a correlation, its group.</param>
/// <param name="Captures">Named groups of regular expressions.</param>
/// <param name="IsCorrelation">Its fields are a group.</param>
internal sealed record Alert(
    string RuleId,
    string Title,
    string? Level,
    EventPlace Event,
    DateTimeOffset? Time,
    IReadOnlyList<MatchedField> Fields,
    IReadOnlyList<KeyValuePair<string, string>> Captures,
    bool IsCorrelation = false)
{
    private string? _id;

    /// <returns>The alert of a correlation, whose events are places.</returns>
    public static Alert Of(CorrelationAlert fired)
    {
        var (rule, group, time, place) = fired;
        MatchedField[] fields = [.. group.Select(field => new MatchedField(field.Key, field.Value, IsText: true))];
        return new(rule.Key, rule.Title, rule.Level, (EventPlace)place, time, fields, [], IsCorrelation: true)
        {
            OutputTopic = rule.OutputTopic,
            CustomFields = rule.CustomFields,
        };
    }

    /// <summary>The same for the same rule and record, however often it is evaluated: by it, an alert that comes twice is known.</summary>
    public string Id => _id ??= MakeId();

    /// <summary>The fields' values, so that different ones never make the same text: alerts of one rule and group repeat.</summary>
    public string Group => string.Concat(Fields.Select(member => $"\n{member.Text.Length}:{member.Text}"));

    /// <summary>Where what fired was read, when that is not where the event was: in a match log.</summary>
    public EventPlace? ReadAt { get; init; }

    /// <summary>It was held back, and its record was committed then: nobody reads it again.</summary>
    [JsonIgnore]
    public bool WasHeld { get; init; }

    /// <summary>The event as it came; empty where it is not kept.</summary>
    public ReadOnlyMemory<byte> Record { get; init; }

    /// <summary>Alerts of the same rule and group that were held back since the last one that was sent.</summary>
    public long Repeats { get; init; }

    /// <summary>The topic that the rule names for its alerts; null for the usual one.</summary>
    public string? OutputTopic { get; init; }

    /// <summary>Static fields that the rule gives to its alerts.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> CustomFields { get; init; } = [];

    private string MakeId()
    {
        const int MaxPlaceBytes = 64; // two numbers, and what parts them
        const int MaxOnStack = 1024;
        var group = IsCorrelation ? Group : "";
        var max = Encoding.UTF8.GetMaxByteCount(RuleId.Length + Event.Source.Length + group.Length) + MaxPlaceBytes;
        Span<byte> text = max <= MaxOnStack ? stackalloc byte[MaxOnStack] : new byte[max];
        Utf8.TryWrite(
            text, CultureInfo.InvariantCulture, $"{RuleId}\n{Event.Source}\n{Event.Partition}\n{Event.Offset}{group}", out var length);
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(text[..length], hash);
        return Convert.ToHexStringLower(hash[..16]);
    }
}
