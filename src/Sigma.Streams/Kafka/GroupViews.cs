using Kafka.Client.Connecting;
using Kafka.Client.Consuming;
using Microsoft.Extensions.Options;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Kafka;

/// <summary>The group over all instances, as the broker knows it. It is asked at most once a second, however many ask.</summary>
internal sealed class GroupViews(IOptions<KafkaOptions> options, IOptions<SigmaOptions> sigma, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Freshness = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    private readonly GroupReader _reader = new(options.Value.Connection);
    private readonly Lock _lock = new();
    private Task<GroupView>? _last;
    private long _askedAt;

    public Task<GroupView> ReadAsync()
    {
        if (!Names.SourcesOf(sigma.Value).Contains(KafkaSource.Name))
        {
            return Task.FromResult(GroupView.None);
        }

        lock (_lock)
        {
            if (_last is null || (_last.IsCompleted && time.GetElapsedTime(_askedAt) >= Freshness))
            {
                (_last, _askedAt) = (AskAsync(options.Value), time.GetTimestamp());
            }

            return _last;
        }
    }

    public void Dispose() => _reader.Dispose();

    private async Task<GroupView> AskAsync(KafkaOptions kafka)
    {
        try
        {
            return GroupView.Of(kafka.Group, await _reader.ReadAsync(kafka.Group, kafka.ConsumerOf(0).Topics, Timeout));
        }
        catch (Exception exception) when (KafkaFailure.IsExpected(exception))
        {
            return new(kafka.Group, null, null, [], [], kafka.ConsumerOf(0).Sentence(exception));
        }
    }
}
