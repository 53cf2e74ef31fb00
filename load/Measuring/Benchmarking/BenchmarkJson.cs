using System.Text.Json.Serialization;

namespace Load.Measuring.Benchmarking;

[JsonSourceGenerationOptions(RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(BenchmarkReport))]
internal sealed partial class BenchmarkJson : JsonSerializerContext;
