using System.Buffers.Binary;
using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Avro;
using Avro.Generic;
using Avro.IO;
using Confluent.Kafka;
using Kafka.Client.Producing;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>Topics in Avro, in and out, with a registry that goes away and comes back.</summary>
public sealed class AvroTopicTests(KafkaFixture broker) : TopicsOfATest(broker)
{
    private const string Login = """
        {"type":"record","name":"Login","fields":[{"name":"action","type":"string"},{"name":"user","type":["null","string"]},
        {"name":"time","type":{"type":"long","logicalType":"timestamp-millis"}}]}
        """;

    [Fact]
    public async Task Run_AvroIn_FiresAndNamesWhatItCannotRead()
    {
        using var registry = new SchemaRegistryServer(LoopbackPort.FindFree());
        var id = registry.Add("x-value", Login);
        var json = registry.Add("y-value", """{"type":"object"}""", "JSON");
        var other = registry.Add("z-value", "syntax = \"proto3\"; message A {}", "PROTOBUF");
        await using var host = await StartAsync(
            $"--Sigma:Kafka:SchemaRegistry={registry.Address}", $"--Sigma:Kafka:DeadLetterTopic={Name}-dead");

        await SendAsync(
            Record(id, "failed", "ada"), Framed(json, Encoding.UTF8.GetBytes(Failed("bob"))), Encoding.UTF8.GetBytes(Failed("cyd")),
            Framed(other, [1]), Framed(99, [1]), Record(id, "failed", "dan")[..^1]);

        var alerts = await AlertsAsync(3);
        alerts.Select(alert => (string)alert["record"]!["user"]!).ShouldBe(["ada", "bob", "cyd"], ignoreOrder: true);
        ((string)alerts.Single(alert => (string)alert["record"]!["user"]! == "ada")["time"]!).ShouldBe("2026-11-26T21:00:00Z");
        var dead = await ReadAsync($"{Name}-dead", 3);
        dead.Select(letter => Header(letter, "reason")).ShouldAllBe(reason => reason == "undecoded");
        string.Join('\n', dead.Select(letter => Header(letter, "detail"))).ShouldSatisfyAllConditions(
            details => details.ShouldContain("it has the schema id 99, which the registry does not know."),
            details => details.ShouldContain("only Avro and JSON are read"),
            details => details.ShouldContain($"it has the schema {id}, and ends too early for its schema."));
        registry.Asked.Count(path => path.EndsWith($"/ids/{id}", StringComparison.Ordinal)).ShouldBe(1);
    }

    [Fact]
    public async Task Run_RegistryIsAway_WaitsAndLosesNothing()
    {
        using var registry = new SchemaRegistryServer(LoopbackPort.FindFree());
        var id = registry.Add("x-value", Login);
        registry.Stop();
        await using var host = await StartAsync(
            $"--Sigma:Kafka:SchemaRegistry={registry.Address}", "--Sigma:Kafka:AvroAlerts=true");
        await SendAsync(Record(id, "failed", "ada"));
        await Deadline.UntilAsync(async () =>
            await ReadyAsync(host) is (503, var body) && body.Contains("schema registry does not answer"));

        registry.Start();
        registry.Refuses = HttpStatusCode.Unauthorized;
        await Deadline.UntilAsync(async () => await ReadyAsync(host) is (503, var body) && body.Contains("refuses the credentials"));
        registry.Refuses = null;

        await ReadAsync(AlertTopic, 1);
        await Deadline.UntilAsync(async () => (await ReadyAsync(host)).Status == 200);
        (await SendAndCountAsync(registry, id)).ShouldBe(2);
    }

    [Fact]
    public async Task Run_AvroOut_IsReadByApache()
    {
        using var registry = new SchemaRegistryServer(LoopbackPort.FindFree());
        await using var host = await StartAsync($"--Sigma:Kafka:SchemaRegistry={registry.Address}", "--Sigma:Kafka:AvroAlerts=true");

        await WriteAsync(["""{"action":"failed","user":"ada","time":"2026-11-26T21:00:00.123456Z"}"""]);

        var bytes = (await ReadBytesAsync(1))[0];
        bytes[0].ShouldBe((byte)0);
        var schema = Schema.Parse(Sigma.Streams.Avro.AvroAlerts.Schema);
        var alert = new GenericDatumReader<GenericRecord>(schema, schema)
            .Read(null!, new BinaryDecoder(new MemoryStream(bytes[5..])));
        ((GenericRecord)alert["rule"])["title"].ShouldBe("Failed login");
        ((DateTime)alert["time"]).ShouldBe(new DateTime(2026, 11, 26, 21, 0, 0, 123, 456, DateTimeKind.Utc));
        ((IDictionary<string, object>)alert["fields"])["action"].ShouldBe("failed");
        ((string)JsonNode.Parse((string)alert["record"])!["user"]!).ShouldBe("ada");
        registry.Asked.ShouldContain($"POST /subjects/{AlertTopic}-value/versions");
    }

    [Fact]
    public async Task Run_SchemaWithReferences_IsReadWhole()
    {
        using var registry = new SchemaRegistryServer(LoopbackPort.FindFree());
        registry.Add("user", """{"type":"record","name":"User","namespace":"n","fields":[{"name":"name","type":"string"}]}""");
        var id = registry.Add(
            "x-value", """{"type":"record","name":"E","fields":[{"name":"action","type":"string"},{"name":"user","type":"n.User"}]}""",
            "AVRO", ("n.User", "user", 1));
        await using var host = await StartAsync($"--Sigma:Kafka:SchemaRegistry={registry.Address}");

        await SendAsync(Framed(id, [12, .. "failed"u8, 6, .. "ada"u8]));

        ((string)(await AlertsAsync(1))[0]["record"]!["user"]!["name"]!).ShouldBe("ada");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Run_SchemaInAHeader_IsReadAsBeforeTheValue(bool oneByOne)
    {
        using var registry = new SchemaRegistryServer(LoopbackPort.FindFree());
        var id = registry.Add("x-value", Login);
        var json = registry.Add("y-value", """{"type":"object"}""", "JSON");
        await using var host = await StartAsync(
            $"--Sigma:Kafka:SchemaRegistry={registry.Address}", $"--Sigma:Kafka:DeadLetterTopic={Name}-dead",
            $"--Sigma:Kafka:OneByOne={oneByOne}");

        using (var producer = await OpenProducerAsync("writer"))
        {
            producer.Write(
                [
                    Headed(GuidHeader(id), Record(id, "failed", "ada")[5..]), Headed(IdHeader(id), Record(id, "failed", "bob")[5..]),
                    Headed(GuidHeader(json), Encoding.UTF8.GetBytes(Failed("cyd"))), Headed([2], Encoding.UTF8.GetBytes(Failed("dan"))),
                    new(Events, null, [.. GuidHeader(id), .. Record(id, "failed", "eve")[5..]]),
                    Headed(GuidHeader(99), Record(id, "failed", "fay")[5..]),
                ],
                []);
        }

        (await AlertsAsync(5)).Select(alert => (string)alert["record"]!["user"]!)
            .ShouldBe(["ada", "bob", "cyd", "dan", "eve"], ignoreOrder: true);
        Header((await ReadAsync($"{Name}-dead", 1))[0], "detail").ShouldBe(
            $"it has the schema id {SchemaRegistryServer.GuidOf(99)}, which the registry does not know.");
    }

    [Fact]
    public async Task Run_AvroWithoutARegistry_SaysWhatToSet()
    {
        await using var host = await StartAsync($"--Sigma:Kafka:DeadLetterTopic={Name}-dead");

        using (var producer = await OpenProducerAsync("writer"))
        {
            producer.Write(
                [new(Events, null, Framed(7, [1])), Headed(GuidHeader(1), Encoding.UTF8.GetBytes(Failed("ada")))], []);
        }

        Header((await ReadAsync($"{Name}-dead", 1))[0], "detail").ShouldBe("it has the schema id 7: set Kafka:SchemaRegistry to read it.");
        ((string)(await AlertsAsync(1))[0]["record"]!["user"]!).ShouldBe("ada");
    }

    private async Task<int> SendAndCountAsync(SchemaRegistryServer registry, int id)
    {
        registry.Stop(); // what it said is kept
        await SendAsync(Record(id, "failed", "bob"));
        return (await ReadBytesAsync(2)).Count;
    }

    private async Task SendAsync(params byte[][] records)
    {
        using var producer = await OpenProducerAsync("writer");
        producer.Write([.. records.Select(record => new ProducedRecord(Events, null, record))], []);
    }

    private async Task<List<byte[]>> ReadBytesAsync(int count) => await Task.Run(() =>
    {
        using var consumer = new ConsumerBuilder<Ignore, byte[]>(new ConsumerConfig
        {
            BootstrapServers = Broker,
            GroupId = $"{Name}-{Guid.NewGuid():n}",
            IsolationLevel = IsolationLevel.ReadCommitted,
            EnableAutoCommit = false,
        }).Build();
        consumer.Assign(Enumerable.Range(0, 2).Select(partition => new TopicPartitionOffset(AlertTopic, partition, Offset.Beginning)));
        var read = new List<byte[]>();
        while (read.Count < count)
        {
            Cancellation.ThrowIfCancellationRequested();
            if (consumer.Consume(TimeSpan.FromMilliseconds(200)) is { } record)
            {
                read.Add(record.Message.Value);
            }
        }

        return read;
    }).Within();

    private static byte[] Record(int id, string action, string user)
    {
        var schema = (RecordSchema)Schema.Parse(Login);
        var record = new GenericRecord(schema);
        record.Add("action", action);
        record.Add("user", user);
        record.Add("time", new DateTime(2026, 11, 26, 21, 0, 0, DateTimeKind.Utc));
        using var stream = new MemoryStream();
        new GenericDatumWriter<GenericRecord>(schema).Write(record, new BinaryEncoder(stream));
        return Framed(id, stream.ToArray());
    }

    private ProducedRecord Headed(byte[] header, byte[] value) => new(Events, null, value)
    {
        Headers = [new("__value_schema_id", header)],
    };

    private static byte[] GuidHeader(int id) => [1, .. SchemaRegistryServer.GuidOf(id).ToByteArray(bigEndian: true)];

    private static byte[] IdHeader(int id) => Framed(id, []);

    private static byte[] Framed(int id, byte[] value)
    {
        var framed = new byte[5 + value.Length];
        BinaryPrimitives.WriteInt32BigEndian(framed.AsSpan(1), id);
        value.CopyTo(framed, 5);
        return framed;
    }

    private static string Header(Message<string, string> record, string name) =>
        Encoding.UTF8.GetString(record.Headers.Single(header => header.Key == name).GetValueBytes());
}
