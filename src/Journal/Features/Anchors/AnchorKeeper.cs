using Journal.Features.Settings;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Writing;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Journal.Features.Anchors;

/// <summary>
/// Brings each new checkpoint to places from which nobody with access to this disk can remove it: files on other mounts, and witnesses.
/// </summary>
internal sealed class AnchorKeeper : IHostedService, IDisposable
{
    private static readonly TimeSpan PatienceAtTheEnd = TimeSpan.FromSeconds(2);

    private readonly IReadOnlyList<AnchorLoop> _places;
    private readonly Gauge _oldest;
    private readonly JournalWriter _writer;
    private readonly DateTimeOffset _started;

    /// <exception cref="JournalRefusedException">A place is not valid.</exception>
    public AnchorKeeper(
        IOptions<JournalOptions> options, JournalFolder folder, JournalWriter writer, CollectorRegistry registry, TimeProvider time,
        ILogger<AnchorKeeper> logger)
    {
        (_writer, _started) = (writer, time.GetUtcNow());
        _oldest = Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge(
            "journal_oldest_anchor_timestamp_seconds",
            "The oldest among the places' newest anchors, as its time; the start until each place has one, 0 without any place.");
        _places = [.. options.Value.AnchorPlaces.Select(place => new AnchorLoop(PlaceOf(place, folder, time), Changed, time, logger))];
        Changed();
        writer.Published += Take;
    }

    /// <summary>Frames that all anchors cover; null when none is configured.</summary>
    public long? Covered => _places.Count == 0 ? null : _places.Min(place => place.Covered);

    public Task StartAsync(CancellationToken cancellationToken)
    {
        foreach (var place in _places)
        {
            place.Start();
        }

        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) =>
        Task.WhenAll(_places.Select(place => place.StopAsync(PatienceAtTheEnd))).WaitAsync(cancellationToken);

    public void Dispose()
    {
        _writer.Published -= Take;
        foreach (var place in _places)
        {
            place.Dispose();
        }
    }

    private static IAnchorPlace PlaceOf(string place, JournalFolder folder, TimeProvider time)
    {
        if (!WitnessAddress.IsUrl(place))
        {
            return new FileAnchor(place, time);
        }

        try
        {
            return new WitnessAnchor(WitnessAddress.Parse(place), folder);
        }
        catch (InvalidDataException exception)
        {
            throw new JournalRefusedException($"Journal:Anchors: {exception.Message}", exception);
        }
    }

    private void Take(SignedNote note)
    {
        foreach (var place in _places)
        {
            place.Take(note);
        }
    }

    private void Changed()
    {
        if (_places.Count > 0)
        {
            _oldest.Set(_places.Min(place => place.KeptAt ?? _started).ToUnixTimeMilliseconds() / 1000.0);
        }
    }
}
