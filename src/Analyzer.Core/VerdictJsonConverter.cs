using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

internal sealed class VerdictJsonConverter() : JsonStringEnumConverter<Verdict>(JsonNamingPolicy.CamelCase, allowIntegerValues: false);
