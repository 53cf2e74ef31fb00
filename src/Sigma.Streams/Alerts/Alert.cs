using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Serialization;
using System.Text.Unicode;
using Sigma.Engine.Correlations;
using Sigma.Engine.Evaluation;

namespace Sigma.Streams.Alerts;

/// <summary>A rule or a correlation fired.</summary>
/// <param name="RuleId">The name of the rule in alerts.</param>
/// <param name="Title">Its title.</param>
/// <param name="Level">Null when it has none.</param>
/// <param name="Event">Where the matching record was read; for a correlation, the record that fired it.</param>
/// <param name="Time">The record's own time; null if it has none.</param>
/// <param name="Fields">The values by which it fired; for a correlation, its group.</param>
/// <param name="Captures">Named groups of regular expressions.</param>
/// <param name="IsCorrelation">Whether it is a correlation's, so that its fields are a group.</param>
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
            MergesCustomFields = rule.MergesCustomFields,
        };
    }

    /// <summary>The same for the same rule and record at each evaluation, so that repeated alerts can be recognised.</summary>
    public string Id => _id ??= MakeId();

    /// <summary>
    /// The fields' values with their lengths, so that different ones never make the same text: alerts with the same rule and text are
    /// repeats.
    /// </summary>
    public string Group => string.Concat(Fields.Select(member => $"\n{member.Text.Length}:{member.Text}"));

    /// <summary>Where the match was read, if not where the event was: in a match log.</summary>
    public EventPlace? ReadAt { get; init; }

    /// <summary>It was held back, and its record was already committed: it will not be read again.</summary>
    [JsonIgnore]
    public bool WasHeld { get; init; }

    /// <summary>The received event; empty if it is not kept.</summary>
    public ReadOnlyMemory<byte> Record { get; init; }

    /// <summary>Alerts of the same rule and group that were held back since the last one that was sent.</summary>
    public long Repeats { get; init; }

    /// <summary>The topic that the rule names for its alerts; null for the usual one.</summary>
    public string? OutputTopic { get; init; }

    /// <summary>Static fields that the rule gives to its alerts.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> CustomFields { get; init; } = [];

    /// <summary>Whether these fields are members of the alert itself.</summary>
    public bool MergesCustomFields { get; init; }

    private string MakeId()
    {
        const int MaxPlaceBytes = 80; // three numbers, and what parts them
        const int MaxOnStack = 1024;
        var group = IsCorrelation ? Group : "";
        var max = Encoding.UTF8.GetMaxByteCount(RuleId.Length + Event.Source.Length + group.Length) + MaxPlaceBytes;
        var inside = Event.Inside is { } number ? string.Create(CultureInfo.InvariantCulture, $"\n#{number}") : "";
        Span<byte> text = max <= MaxOnStack ? stackalloc byte[MaxOnStack] : new byte[max];
        Utf8.TryWrite(
            text, CultureInfo.InvariantCulture,
            $"{RuleId}\n{Event.Source}\n{Event.Partition}\n{Event.Offset}{inside}{group}", out var length);
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(text[..length], hash);
        return Convert.ToHexStringLower(hash[..16]);
    }
}
