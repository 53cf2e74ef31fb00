using System.Text.Json;
using System.Text.Json.Serialization;

namespace Load.Monitoring;

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(RuntimeCounters))]
internal sealed partial class RuntimeCountersJson : JsonSerializerContext;
