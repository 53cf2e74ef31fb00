using System.Text.Json;
using System.Text.Json.Serialization;
using Sigma.Streams.Alerts;

namespace Sigma.Streams.Delivering;

/// <summary>Alerts of one rule and group that are held back.</summary>
/// <param name="Number">A unique number.</param>
/// <param name="Count">The number of alerts.</param>
/// <param name="Last">The alert that will be sent for all of them; null when none is held any more.</param>
internal sealed record HeldAlert(long Number, long Count, Alert? Last)
{
    /// <returns>A line of a file, with its end.</returns>
    public byte[] ToLine() => [.. JsonSerializer.SerializeToUtf8Bytes(this, HeldAlertJson.Default.HeldAlert), (byte)'\n'];

    /// <returns>Null when the line is not valid.</returns>
    public static HeldAlert? Read(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, HeldAlertJson.Default.HeldAlert);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, IgnoreReadOnlyProperties = true)]
[JsonSerializable(typeof(HeldAlert))]
internal sealed partial class HeldAlertJson : JsonSerializerContext;
