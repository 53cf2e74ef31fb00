using System.Text;

namespace Sigma.Streams.Tests.Kafka;

/// <summary>Records and alerts about as large as the broker takes.</summary>
public sealed class LargeRecordTests(KafkaFixture broker) : TopicsOfATest(broker)
{
    [Fact]
    public async Task Run_RecordsTooLargeForTheBroker_AreDeadLettersAndTheNextOnesGoOn()
    {
        await using var host = await StartAsync("--Sigma:Sources:0=http", $"--Sigma:Kafka:DeadLetterTopic={Name}-dead");

        var (status, _) = await host.PostAsync($"{new string('x', 1_020_000)}\n{Failed(new('y', 1_020_000))}\n{Failed("one")}\n");

        status.ShouldBe(200);
        ((string)(await AlertsAsync(1)).ShouldHaveSingleItem()["record"]!["user"]!).ShouldBe("one");
        var letters = await ReadAsync($"{Name}-dead", 2);
        letters.Select(letter => Encoding.UTF8.GetString(letter.Headers.GetLastBytes("reason"))).ShouldBe(["malformed", "too-large"]);
        letters[0].Value.ShouldBe(new string('x', letters[0].Value.Length));
    }

    [Fact]
    public async Task Run_AlertsOfAllSizesUpToTheLimit_AreWrittenOrDeadLetters()
    {
        await using var host = await StartAsync("--Sigma:Sources:0=http", $"--Sigma:Kafka:DeadLetterTopic={Name}-dead");
        await host.PostAsync($"{Failed("")}\n");
        var frame = (await ReadAsync(AlertTopic, 1)).ShouldHaveSingleItem().Value.Length;

        string Sized(int bytes) => $"{Failed(new('y', bytes - frame))}\n";
        var (status, answer) = await host.PostAsync(string.Concat(new[] { 999_600, 999_850, 999_950, 1_000_000 }.Select(Sized)));

        (status, (int)answer["alerts"]!).ShouldBe((200, 4));
        (await AlertsAsync(2)).Count.ShouldBe(2);
        (await ReadAsync($"{Name}-dead", 3)).Count.ShouldBe(3);
    }
}
