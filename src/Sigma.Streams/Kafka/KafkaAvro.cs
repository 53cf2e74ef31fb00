using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Avro;

namespace Sigma.Streams.Kafka;

/// <summary>Avro in topics, in and out, by the Schema Registry of the settings.</summary>
internal sealed class KafkaAvro : IDisposable
{
    private readonly SchemaRegistry? _registry;
    private readonly AvroAlerts? _alerts;

    /// <exception cref="InvalidDataException">A setting is missing, or refused.</exception>
    public KafkaAvro(IOptions<KafkaOptions> options, KafkaGroup group, TimeProvider time)
    {
        var kafka = options.Value;
        try
        {
            _registry = kafka.SchemaRegistry is { Length: > 0 } url ? new(url, kafka.SchemaRegistryClient) : null;
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            throw new InvalidDataException($"The schema registry's client cannot begin: {exception.Message}", exception);
        }

        if (kafka.AvroAlerts)
        {
            _alerts = new(
                _registry ?? throw new InvalidDataException("Kafka:AvroAlerts needs the address of a registry in Kafka:SchemaRegistry."),
                kafka.RegisterSchemas);
        }

        Records = new(_registry, failure => group.Report("schema registry", failure), time);
    }

    public AvroRecords Records { get; }

    /// <exception cref="IOException">The registry does not answer, or refuses the schema.</exception>
    public byte[] Of(string topic, Alert alert) => _alerts?.Of(topic, alert) ?? AlertJson.Of(alert);

    public void Dispose() => _registry?.Dispose();
}
