using Hosting.Meters;
using Journal.Features.Settings;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Journal.Features.Ingest;

/// <summary>
/// The senders whose silence matters: a metric says when each last sent something, so that an alert can notice its silence.
/// </summary>
internal sealed class KnownSenders
{
    private readonly Dictionary<string, KnownSender> _senders;
    private readonly TimeProvider _time;

    public KnownSenders(CollectorRegistry registry, IOptions<JournalOptions> options, TimeProvider time)
    {
        _time = time;
        _senders = options.Value.KnownSenderNames.ToDictionary(name => name, _ => new KnownSender(), StringComparer.OrdinalIgnoreCase);
        foreach (var sender in _senders.Values)
        {
            sender.HeardAt = time.GetUtcNow();
        }

        registry.Measure(
            "journal_known_sender_timestamp_seconds",
            "When a sender in Journal:KnownSenders last sent something; the journal's start if it has not since.", ["sender"],
            () => _senders.Select(sender => (new[] { sender.Key }, sender.Value.HeardAt.ToUnixTimeMilliseconds() / 1000.0)));
    }

    /// <summary>A message of the sender was stored.</summary>
    public void Heard(Sender sender)
    {
        if (_senders.Count == 0)
        {
            return;
        }

        if (!sender.IsLookedUp)
        {
            (sender.Known, sender.IsLookedUp) = (Find(sender), true);
        }

        if (sender.Known is { } known)
        {
            known.HeardAt = _time.GetUtcNow();
        }
    }

    /// <summary>Any name in a certificate matches; an address matches all of its ports.</summary>
    private KnownSender? Find(Sender sender) =>
        sender.Names.Prepend(sender.Source.Name).Append(sender.Address).Select(name => _senders.GetValueOrDefault(name))
            .FirstOrDefault(known => known is not null);
}

/// <summary>A sender in the settings.</summary>
internal sealed class KnownSender
{
    private long _ticks;

    public DateTimeOffset HeardAt
    {
        get => new(Volatile.Read(ref _ticks), TimeSpan.Zero);
        set => Volatile.Write(ref _ticks, value.UtcTicks);
    }
}
