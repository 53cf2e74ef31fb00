using System.Diagnostics;
using System.Globalization;
using Confluent.Kafka;
using Crash.Faults;
using Load.Statistics;

namespace Crash.Systems.Sigma;

/// <summary>Writes the events of a site, and waits for all of its alerts; then those of the next.</summary>
internal sealed class StoryTeller(
    IProducer<Null, byte[]> producer, string topic, int partitions, AlertFollower follower, ulong seed, Ledger<ExpectedAlert> ledger,
    Counters counters, AvroTopics? avro) : ICrashWorker
{
    private SplitMix64 _draws = new(seed);
    private int _number;

    public string Way => follower.Way;

    public async Task<ResponseKind> AskAsync()
    {
        var story = Story.Of(string.Create(CultureInfo.InvariantCulture, $"s{seed:x}-{_number++}"), _draws.Next());
        var own = story.Events.Select(written => ledger.Add(new(written.Id))).ToArray();
        var correlations = story.Correlations.Select(id => ledger.Add(new(id))).ToArray();
        var started = Stopwatch.GetTimestamp();
        try
        {
            var places = await Task.WhenAll(story.Events.Select(WriteAsync));
            foreach (var (alert, place) in own.Zip(places))
            {
                alert.Acknowledge($"{place.Partition.Value}/{place.Offset.Value}");
            }

            Array.ForEach(correlations, alert => alert.Acknowledge(""));
        }
        catch (ProduceException<Null, byte[]> exception)
        {
            counters.NoteRefusal(new("record", Way, exception.Error.Reason, IsBusy: false));
            return ResponseKind.Refused;
        }

        var seen = await Task.WhenAll(own.Concat(correlations).Select(IsSeenAsync));
        if (seen.Contains(false))
        {
            return ResponseKind.Unanswered;
        }

        counters.CountTime(Stopwatch.GetElapsedTime(started));
        return ResponseKind.New;
    }

    public void Dispose()
    {
        // The producer is everybody's.
    }

    private Task<DeliveryResult<Null, byte[]>> WriteAsync(StoryEvent written) => producer.ProduceAsync(
        new TopicPartition(topic, (int)(_draws.Next() % (ulong)partitions)),
        new() { Value = BytesOf(written.ToJson(TimeProvider.System.GetUtcNow())) });

    private byte[] BytesOf(byte[] json) => avro?.EventOf(json) ?? json;

    private async Task<bool> IsSeenAsync(ExpectedAlert alert)
    {
        var isSeen = await follower.SeenAsync(alert.Id, CancellationToken.None);
        if (isSeen)
        {
            counters.CountAcknowledged(Way);
        }

        return isSeen;
    }
}
