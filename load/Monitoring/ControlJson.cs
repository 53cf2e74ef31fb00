using System.Text.Json;
using System.Text.Json.Serialization;

namespace Load.Monitoring;

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(RuntimeCounters))]
[JsonSerializable(typeof(ServiceFacts))]
[JsonSerializable(typeof(IReadOnlyList<PoolSample>))]
internal sealed partial class ControlJson : JsonSerializerContext;
