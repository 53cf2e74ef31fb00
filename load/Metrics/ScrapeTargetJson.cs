using System.Text.Json.Serialization;

namespace Load.Metrics;

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(List<ScrapeTarget>))]
internal sealed partial class ScrapeTargetJson : JsonSerializerContext;
