using System.Text.Json;
using Sigma.Engine.Mapping;

namespace Sigma.Streams.Unwrapping;

/// <summary>Finds the array that a record mainly consists of: the record may be a container that nobody named.</summary>
internal static class LargeArray
{
    /// <summary>The most names before the array.</summary>
    private const int MaxNames = 3;

    /// <returns>The path of an array of objects with more than half of the record's bytes; null when there is none.</returns>
    public static RecordPath? In(ReadOnlyMemory<byte> record)
    {
        try
        {
            using var document = JsonDocument.Parse(record);
            var (value, steps) = (document.RootElement, new List<string?>());
            while (steps.Count < MaxNames && value.ValueKind == JsonValueKind.Object)
            {
                var large = value.EnumerateObject().FirstOrDefault(member => IsMost(member.Value, record.Length));
                if (large.Value.ValueKind == JsonValueKind.Undefined)
                {
                    return null;
                }

                steps.Add(large.Name);
                value = large.Value;
            }

            return value.ValueKind == JsonValueKind.Array && value.GetArrayLength() > 1
                && value.EnumerateArray().All(element => element.ValueKind == JsonValueKind.Object) ? new([.. steps, null]) : null;
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static bool IsMost(JsonElement value, int bytes) =>
        value.ValueKind is JsonValueKind.Array or JsonValueKind.Object && value.GetRawText().Length > bytes / 2;
}
