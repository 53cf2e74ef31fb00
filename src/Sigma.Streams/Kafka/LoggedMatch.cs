using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Sigma.Engine.Rules;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Kafka;

/// <summary>A match in the match log, for one correlation.</summary>
/// <param name="Correlation">Its key.</param>
/// <param name="Document">The key of the matching rule, or of a correlation that another refers to.</param>
/// <param name="Time">When it happened.</param>
/// <param name="Source">Where the event was read.</param>
/// <param name="Partition">The partition of the source.</param>
/// <param name="Offset">The offset of the source.</param>
/// <param name="Fields">The texts of the fields that correlations need.</param>
/// <param name="Fingerprint">The fingerprint of the correlation and of what it refers to; null in logs of earlier versions.</param>
/// <param name="Came">When it was logged, to leave idle partitions out; null in logs of earlier versions.</param>
/// <param name="Inside">The number of records before it in its container; null if it was in none.</param>
internal sealed record LoggedMatch(
    string Correlation, string Document, DateTimeOffset Time, string Source, uint Partition, long Offset,
    IReadOnlyDictionary<string, string> Fields, ulong? Fingerprint = null, DateTimeOffset? Came = null, int? Inside = null)
{
    [JsonIgnore]
    public EventPlace Place => new(Source, Partition, Offset, Inside: Inside);

    public static LoggedMatch Of(CorrelationRule correlation, Match match, DateTimeOffset now) => new(
        correlation.Key, match.Rule.Key, match.Time, match.Event.Source, match.Event.Partition, match.Event.Offset, match.Fields,
        correlation.Fingerprint, now, match.Event.Inside);

    /// <summary>Whether it was logged for the current text of the correlation: after a change, it begins without matches.</summary>
    public bool IsFor(CorrelationRule correlation) => Fingerprint is null || Fingerprint == correlation.Fingerprint;

    /// <returns>Correlation and group, each with its length, so that different ones have different keys. Null without a group.</returns>
    public static byte[]? KeyOf(CorrelationRule correlation, SigmaDocument document, IReadOnlyDictionary<string, string> fields)
    {
        var key = new StringBuilder();
        key.Append(correlation.Key.Length).Append(':').Append(correlation.Key);
        foreach (var name in correlation.GroupBy)
        {
            if (!fields.TryGetValue(correlation.FieldOf(name, document), out var text))
            {
                return null;
            }

            key.Append(text.Length).Append(':').Append(text);
        }

        return Encoding.UTF8.GetBytes(key.ToString());
    }

    /// <returns>Null when the bytes are not a match.</returns>
    public static LoggedMatch? Read(ReadOnlyMemory<byte> json)
    {
        try
        {
            return JsonSerializer.Deserialize(json.Span, LoggedMatchJson.Default.LoggedMatch);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    public byte[] ToJson() => JsonSerializer.SerializeToUtf8Bytes(this, LoggedMatchJson.Default.LoggedMatch);
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LoggedMatch))]
internal sealed partial class LoggedMatchJson : JsonSerializerContext;
