using System.Text;
using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Journal.Features.Replay.Sinks;
using Kafka.Client.Consuming;
using Kafka.Client.Native;

namespace Journal.Tests;

/// <summary>A replay into a topic whose broker is killed, and stands still, for longer than the client itself tries.</summary>
[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class KafkaOutageTests : IAsyncLifetime
{
    private static readonly TimeSpan Outage = TimeSpan.FromSeconds(30);

    private readonly KafkaFixture _broker = new() { IsOwn = true };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public ValueTask InitializeAsync() => default;

    public ValueTask DisposeAsync() => _broker.DisposeAsync();

    [Theory]
    [InlineData("kill", "start")]
    [InlineData("pause", "resume")]
    public async Task Send_WhileTheBrokerIsAway_WaitsAndEachLineIsThereOnce(string fault, string remedy)
    {
        var address = await _broker.SkipUnlessPresentAsync();
        LibrdkafkaLoader.ThrowIfMissing(); // before the first client: it finds the library
        using (var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = address }).Build())
        {
            await admin.CreateTopicsAsync([new TopicSpecification { Name = fault, NumPartitions = 1, ReplicationFactor = 1 }]).Within();
        }

        using var messages = new StringWriter();
        await using var sink = await KafkaOutput.OpenAsync(
            new($"kafka://{address}/{fault}"), "log", TextWriter.Synchronized(messages), Token);
        var sent = 0L;
        using var stop = new CancellationTokenSource();
        var sending = SendUntilAsync(stop.Token);
        await Deadline.UntilAsync(() => Volatile.Read(ref sent) > 5, Deadline.Extended);

        await _broker.StrikeAsync(fault);
        await Task.Delay(Outage, Token);
        var before = Volatile.Read(ref sent);
        await _broker.StrikeAsync(remedy);
        await Deadline.UntilAsync(() => Volatile.Read(ref sent) > before + 5, Deadline.Extended, messages.ToString());
        await stop.CancelAsync();
        await sending;

        var read = await Task.Run(() => Read(address, fault, (int)sent), Token).Within(Deadline.Extended);
        read.ShouldBe(Enumerable.Range(0, (int)sent).Select(i => $"line {i}"));
        messages.ToString().ShouldStartWith($"kafka://{address}/{fault} takes no lines, which wait: ");
        messages.ToString().ShouldEndWith($"kafka://{address}/{fault} takes lines again.{Environment.NewLine}");

        async Task SendUntilAsync(CancellationToken end)
        {
            for (; !end.IsCancellationRequested; Interlocked.Increment(ref sent))
            {
                var lines = new ReplayedLines();
                lines.Add(sent, Encoding.UTF8.GetBytes($"line {sent}"), isSuspicious: false);
                await sink.SendAsync(lines, Token);
            }
        }
    }

    private static List<string> Read(string address, string topic, int count)
    {
        using var reader = new TopicReader(new() { BootstrapServers = address, ClientId = topic });
        reader.Assign([new(topic, 0, Offset.Beginning)]);
        var lines = new List<string>();
        while (lines.Count < count && !Token.IsCancellationRequested)
        {
            if (reader.Read(TimeSpan.FromMilliseconds(100)) is { IsPartitionEOF: false } record)
            {
                lines.Add(Encoding.UTF8.GetString(record.Message.Value));
            }
        }

        return lines;
    }
}
