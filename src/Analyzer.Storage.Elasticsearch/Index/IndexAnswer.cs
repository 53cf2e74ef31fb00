using System.Text.Json;

namespace Analyzer.Storage.Elasticsearch.Index;

/// <summary>One index of a "get index" answer.</summary>
/// <param name="Settings">Values are strings there, whatever their type.</param>
internal sealed record IndexAnswer(Dictionary<string, JsonElement> Aliases, MappingAnswer Mappings, SettingsAnswer Settings);
