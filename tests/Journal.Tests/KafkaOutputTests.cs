using System.Text;
using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Kafka.Client.Consuming;
using Kafka.Client.Native;

[assembly: AssemblyFixture(typeof(KafkaFixture))]

namespace Journal.Tests;

/// <summary>Replay into a topic of a real broker.</summary>
[Trait("Category", "EndToEnd")]
public sealed class KafkaOutputTests(KafkaFixture broker)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Replay_IntoATopic_WritesEveryLineInOrderWithItsSequence()
    {
        var address = await broker.SkipUnlessPresentAsync();
        var topic = $"journal-{Guid.NewGuid():n}";
        LibrdkafkaLoader.ThrowIfMissing(); // before the first client: it finds the library
        using (var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = address }).Build())
        {
            await admin.CreateTopicsAsync([new TopicSpecification { Name = topic, NumPartitions = 1, ReplicationFactor = 1 }]).Within();
        }

        var lines = Enumerable.Range(0, 3000).Select(i => $"line {i}").ToList();
        await using var host = await JournalHost.StartAsync();
        using var client = new HttpClient { BaseAddress = host.Http };
        foreach (var chunk in lines.Chunk(1000))
        {
            using var answer = await client.PostAsync("/v1/lines", new StringContent(string.Join('\n', chunk)), Token).Within();
            answer.EnsureSuccessStatusCode();
        }

        await using (var sink = await ReplaySinks.OpenAsync($"kafka://{address}/{topic}", Token).Within())
        {
            var replay = new ReplayCommand(host.Folder, new(), RecordFormats.Of(RecordFormats.Raw), TextWriter.Null);
            (await JournalHost.ReplayAsync(replay, sink, Token)).ShouldBe(0);
        }

        var records = await Task.Run(() => Read(address, topic, lines.Count), Token).Within();
        records.Select(record => Encoding.UTF8.GetString(record.Message.Value)).ShouldBe(lines);
        records.Select(record => record.Message.Headers.Single(header => header.Key == "sequence").GetValueBytes())
            .Select(Encoding.ASCII.GetString).ShouldBe(Enumerable.Range(0, lines.Count).Select(i => $"{i}"));
    }

    [Fact]
    public void NameOf_AnotherTopic_IsAnother()
    {
        var (one, other) = (new Uri("kafka://h:9092/one"), new Uri("kafka://h:9092/other"));

        KafkaOutput.NameOf("log /position", one).ShouldBe(KafkaOutput.NameOf("log /position", one));
        KafkaOutput.NameOf("log /position", one).ShouldNotBe(KafkaOutput.NameOf("log /position", other));
        KafkaOutput.NameOf("log /position", one).ShouldNotBe(KafkaOutput.NameOf("log /position2", one));
    }

    [Theory]
    [InlineData("kafka://127.0.0.1:9092")]
    [InlineData("kafka://127.0.0.1:9092/a/b")]
    [InlineData("kafka:///topic")]
    public async Task Open_AddressWithoutATopic_IsRefused(string output) =>
        (await Should.ThrowAsync<ArgumentException>(() => ReplaySinks.OpenAsync(output, Token))).Message
            .ShouldContain("kafka://host:9092/topic");

    private static List<ConsumeResult<byte[], byte[]>> Read(string address, string topic, int count)
    {
        using var reader = new TopicReader(new() { BootstrapServers = address, ClientId = topic });
        reader.Assign([new(topic, 0, Offset.Beginning)]);
        var records = new List<ConsumeResult<byte[], byte[]>>();
        while (records.Count < count && !Token.IsCancellationRequested)
        {
            if (reader.Read(TimeSpan.FromMilliseconds(100)) is { IsPartitionEOF: false } record)
            {
                records.Add(record);
            }
        }

        return records;
    }
}
