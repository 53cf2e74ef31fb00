using System.Text.Json;

namespace Analyzer.Storage.Elasticsearch.Index;

/// <summary>The mapping's <c>_meta</c>: whose the index is, and how old. Another program may have put anything there.</summary>
internal sealed record IndexOwner(JsonElement Application, JsonElement Schema)
{
    public bool IsAnalyzer => Application.ValueKind == JsonValueKind.String && Application.GetString() == IndexSchema.Application;

    public int Version => Schema.ValueKind == JsonValueKind.Number && Schema.TryGetInt32(out var version) ? version : 0;
}
