using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>One index in the response to "get index".</summary>
internal sealed record IndexResponse(Dictionary<string, JsonElement> Aliases, MappingResponse Mappings, SettingsResponse Settings);

internal sealed record MappingResponse(
    [property: JsonPropertyName("_meta")] IndexOwner? Owner, Dictionary<string, FieldResponse>? Properties)
{
    /// <summary>Whether types and scores are indexed (<see cref="IndexSchema.Mapping"/>).</summary>
    public bool HasFilters => Properties?.GetValueOrDefault("score")?.Index is not false;
}

/// <param name="Index">Whether the field is indexed; null for yes.</param>
internal sealed record FieldResponse(bool? Index);

/// <summary>The mapping's <c>_meta</c>: whose index it is, and of which version. Another program may have put anything there.</summary>
internal sealed record IndexOwner(JsonElement Application, JsonElement Schema)
{
    public bool IsAnalyzer => Application.ValueKind == JsonValueKind.String && Application.GetString() == IndexSchema.Application;

    public int Version => Schema.ValueKind == JsonValueKind.Number && Schema.TryGetInt32(out var version) ? version : 0;
}

/// <summary>The settings. Elasticsearch writes every value as a string, whatever its type.</summary>
internal sealed record SettingsResponse(IndexSettings Index);

/// <param name="Uuid">Given to the index when it was made.</param>
internal sealed record IndexSettings(TranslogSettings? Translog, string? Uuid = null);

/// <param name="Durability">
/// <c>request</c>, or null: a write is flushed before its response. <c>async</c>: it is flushed some time later.
/// </param>
internal sealed record TranslogSettings(string? Durability);
