using Journal.Features.Settings;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Writing;
using Microsoft.Extensions.Options;
using Prometheus;
using Trust;

namespace Journal.Features.Anchors;

/// <summary>
/// Brings each new checkpoint to stores from which nobody with access to this disk can remove it: files on other mounts, and witnesses.
/// </summary>
internal sealed class AnchorKeeper : IHostedService, IDisposable
{
    private static readonly TimeSpan PatienceAtTheEnd = TimeSpan.FromSeconds(2);

    private readonly IReadOnlyList<AnchorLoop> _stores;
    private readonly Gauge _oldest;
    private readonly JournalWriter _writer;
    private readonly DateTimeOffset _started;

    /// <exception cref="JournalRefusedException">A store is not valid.</exception>
    public AnchorKeeper(
        IOptions<JournalOptions> options, JournalFolder folder, JournalWriter writer, CollectorRegistry registry, TimeProvider time,
        ILogger<AnchorKeeper> logger)
    {
        (_writer, _started) = (writer, time.GetUtcNow());
        _oldest = Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge(
            "journal_oldest_anchor_timestamp_seconds",
            "The oldest among the stores' newest anchors, as its time; the start until each store has one, 0 without any store.");
        _stores = [.. options.Value.AnchorStores.Select(store =>
            new AnchorLoop(StoreOf(store, options.Value, folder, time), Changed, time, logger))];
        Changed();
        writer.Published += Take;
    }

    /// <summary>Frames that all anchors cover; null when none is configured.</summary>
    public long? Covered => _stores.Count == 0 ? null : _stores.Min(store => store.Covered);

    /// <summary>Stores that were not asked yet since the start.</summary>
    public IEnumerable<string> NotAsked => _stores.Where(store => !store.WasAsked).Select(store => store.Name);

    /// <summary>Stores that have seen another history of this log.</summary>
    public IEnumerable<string> Denied => _stores.Where(store => store.IsDenied).Select(store => store.Name);

    public Task StartAsync(CancellationToken cancellationToken)
    {
        foreach (var store in _stores)
        {
            store.Start();
        }

        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) =>
        Task.WhenAll(_stores.Select(store => store.StopAsync(PatienceAtTheEnd))).WaitAsync(cancellationToken);

    public void Dispose()
    {
        _writer.Published -= Take;
        foreach (var store in _stores)
        {
            store.Dispose();
        }
    }

    private static IAnchorStore StoreOf(string store, JournalOptions options, JournalFolder folder, TimeProvider time)
    {
        if (TimeStampStore.Is(store))
        {
            var authorities = options.TimeStampAuthorities is { Length: > 0 } file
                ? Authorities.FromFile(file, "the authorities that signed certificates for time stamps")
                : Authorities.System;
            return new TimeStampStore(store, new(authorities), options.TimeStampInterval, folder, time);
        }

        if (!WitnessAddress.IsUrl(store))
        {
            return new FileAnchorStore(store, folder, time);
        }

        try
        {
            return new WitnessAnchorStore(WitnessAddress.Parse(store), folder);
        }
        catch (InvalidDataException exception)
        {
            throw new JournalRefusedException($"Journal:Anchors: {exception.Message}", exception);
        }
    }

    private void Take(SignedNote note)
    {
        foreach (var store in _stores)
        {
            store.Take(note);
        }
    }

    private void Changed()
    {
        if (_stores.Count > 0)
        {
            _oldest.Set(_stores.Min(store => store.KeptAt ?? _started).ToUnixTimeMilliseconds() / 1000.0);
        }
    }
}
