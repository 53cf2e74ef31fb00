using System.Net;
using Avro;
using Confluent.SchemaRegistry;
using AvroSchema = Avro.Schema;

namespace Sigma.Streams.Avro;

/// <summary>Schemas by their ids, and ids of schemas, from a Schema Registry. Its answers are kept.</summary>
internal sealed class SchemaRegistry : IDisposable
{
    private const int MaxReferences = 100;

    private readonly CachedSchemaRegistryClient _client;

    /// <param name="url">The registry.</param>
    /// <param name="properties">Further properties of the client, such as <c>schema.registry.basic.auth.user.info</c>.</param>
    /// <exception cref="ArgumentException">The client does not know a property.</exception>
    public SchemaRegistry(string url, IReadOnlyDictionary<string, string> properties) => _client = new(
        // Version 2.16 of the client fails with a null reference if it may not try again at all.
        properties.Append(new("schema.registry.url", url)).Append(new("schema.registry.max.retries", "1")));

    /// <returns>The schema; a sentence when there will never be one that can be read.</returns>
    /// <exception cref="IOException">The registry does not answer, or refuses to.</exception>
    public async Task<KnownSchema> FindAsync(SchemaKey key)
    {
        try
        {
            var found = await (key.Guid is { } guid ? _client.GetSchemaByGuidAsync($"{guid}") : _client.GetSchemaAsync(key.Id));
            return found.SchemaType switch
            {
                SchemaType.Json => new(null, null),
                SchemaType.Avro => new(await ParseAsync(found), null),
                var other => new(null, $"has the schema {key}, which is {other}: only Avro and JSON are read."),
            };
        }
        catch (SchemaRegistryException exception) when (exception.Status == HttpStatusCode.NotFound)
        {
            return new(null, $"has the schema id {key}, which the registry does not know.");
        }
        catch (Exception exception) when (exception is AvroException or InvalidDataException or Newtonsoft.Json.JsonException)
        {
            return new(null, $"has the schema {key}, which cannot be read: {exception.Message}");
        }
        catch (Exception exception) when (IsAway(exception))
        {
            throw new IOException(Sentence(exception), exception);
        }
    }

    /// <summary>The id of a schema for the values of a topic.</summary>
    /// <param name="topic">The subject is <c>TOPIC-value</c>.</param>
    /// <param name="schema">The schema.</param>
    /// <param name="registers">Registers it if it is new; otherwise somebody else has to.</param>
    /// <exception cref="IOException">The registry does not answer, or refuses it.</exception>
    public async Task<int> IdOfAsync(string topic, string schema, bool registers)
    {
        try
        {
            var asked = new Confluent.SchemaRegistry.Schema(schema, SchemaType.Avro);
            return registers
                ? await _client.RegisterSchemaAsync($"{topic}-value", asked)
                : await _client.GetSchemaIdAsync($"{topic}-value", asked);
        }
        catch (Exception exception) when (IsAway(exception))
        {
            throw new IOException($"The schema of alerts for {topic} has no id: {Sentence(exception)}", exception);
        }
    }

    public void Dispose() => _client.Dispose();

    private async Task<AvroSchema> ParseAsync(Confluent.SchemaRegistry.Schema schema)
    {
        var names = new SchemaNames();
        await AddAsync(schema.References, names, []);
        return AvroSchema.Parse(LogicalTypes.WithoutInvalid(schema.SchemaString), names, null);
    }

    /// <summary>Referenced schemas come before those that refer to them.</summary>
    private async Task AddAsync(IReadOnlyList<SchemaReference>? references, SchemaNames names, HashSet<(string, int)> known)
    {
        foreach (var reference in references ?? [])
        {
            if (known.Count >= MaxReferences)
            {
                throw new InvalidDataException($"it refers to more than {MaxReferences} others.");
            }

            if (known.Add((reference.Subject, reference.Version)))
            {
                var found = await _client.GetRegisteredSchemaAsync(reference.Subject, reference.Version);
                await AddAsync(found.References, names, known);
                AvroSchema.Parse(LogicalTypes.WithoutInvalid(found.SchemaString), names, null);
            }
        }
    }

    private static bool IsAway(Exception exception) =>
        exception is SchemaRegistryException or HttpRequestException or TaskCanceledException or TimeoutException;

    private static string Sentence(Exception exception) => exception switch
    {
        SchemaRegistryException { Status: HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden } =>
            $"The schema registry refuses the credentials: set them in Kafka:SchemaRegistryClient ({exception.Message})",
        SchemaRegistryException => $"The schema registry refuses: {exception.Message}",
        _ => $"The schema registry does not answer: {exception.Message}",
    };
}

/// <param name="Schema">Null when the records are JSON, or cannot be read.</param>
/// <param name="Problem">Why they cannot be read; it completes "the record ...".</param>
internal sealed record KnownSchema(AvroSchema? Schema, string? Problem);
