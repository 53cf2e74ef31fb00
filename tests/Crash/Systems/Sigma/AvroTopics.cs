using System.Buffers.Binary;
using System.Text;
using System.Text.Json.Nodes;
using Avro;
using Avro.Generic;
using Avro.IO;
using Load.Machine;
using Tests.Common;

namespace Crash.Systems.Sigma;

/// <summary>Stories in Avro, and alerts out of it, by Apache's implementation and a registry.</summary>
internal sealed class AvroTopics : IDisposable
{
    private const int HeaderBytes = 5;

    private const string Events = """
        {"type":"record","name":"Story","fields":[
        {"name":"timestamp","type":{"type":"long","logicalType":"timestamp-micros"}},
        {"name":"action","type":"string"},{"name":"site","type":["null","string"]},{"name":"user","type":["null","string"]},
        {"name":"number","type":"int"},{"name":"host","type":["null","string"]}]}
        """;

    private readonly RecordSchema _events = (RecordSchema)Schema.Parse(Events);
    private readonly SchemaRegistryServer _registry = new(FreePorts.Find([0]));

    public string Address => _registry.Address;

    /// <param name="json">A story's event.</param>
    public byte[] EventOf(byte[] json)
    {
        var (given, record) = (JsonNode.Parse(json)!.AsObject(), new GenericRecord(_events));
        foreach (var field in _events.Fields)
        {
            record.Add(field.Name, field.Name switch
            {
                "number" => (int)given["number"]!,
                "timestamp" => ((DateTimeOffset)given["timestamp"]!).UtcDateTime,
                var name => (string?)given[name],
            });
        }

        using var stream = new MemoryStream();
        stream.Write(new byte[HeaderBytes]);
        new GenericDatumWriter<GenericRecord>(_events).Write(record, new BinaryEncoder(stream));
        var framed = stream.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(framed.AsSpan(1), _registry.Add("events-value", Events));
        return framed;
    }

    /// <returns>The members of an alert that the suite looks at, as JSON.</returns>
    public byte[] AlertOf(byte[] framed)
    {
        var schema = Schema.Parse(_registry.Schema(BinaryPrimitives.ReadInt32BigEndian(framed.AsSpan(1))));
        var alert = new GenericDatumReader<GenericRecord>(schema, schema).Read(
            null!, new BinaryDecoder(new MemoryStream(framed[HeaderBytes..])));
        var (rule, place) = ((GenericRecord)alert["rule"], (GenericRecord)alert["event"]);
        var json = new JsonObject
        {
            ["rule"] = new JsonObject { ["title"] = (string)rule["title"] },
            ["event"] = new JsonObject { ["partition"] = (long)place["partition"], ["offset"] = (long)place["offset"] },
            ["fields"] = new JsonObject(((IDictionary<string, object>)alert["fields"]).Select(
                field => KeyValuePair.Create(field.Key, (JsonNode?)(string)field.Value))),
        };
        if (alert["record"] is string record)
        {
            json["record"] = JsonNode.Parse(record);
        }

        return Encoding.UTF8.GetBytes(json.ToJsonString());
    }

    public void Dispose() => _registry.Dispose();
}
