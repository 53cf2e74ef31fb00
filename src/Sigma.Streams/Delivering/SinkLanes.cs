using Sigma.Streams.Flow;

namespace Sigma.Streams.Delivering;

/// <summary>All sinks: a delivery is done when each has it. Alerts that a sink refuses for good become dead letters.</summary>
/// <param name="alerts">The sinks that settings name.</param>
/// <param name="deadLetters">The sink for dead letters.</param>
/// <param name="throttled">The file of held-back alerts.</param>
internal sealed class SinkLanes(IReadOnlyList<SinkLane> alerts, SinkLane deadLetters, SinkLane throttled)
{
    /// <summary>The current problems of the sinks.</summary>
    public IEnumerable<string> Failures => alerts.Append(deadLetters).Append(throttled).Where(lane => lane.Failure is not null)
        .Select(lane => $"The sink {lane.Name} takes nothing: {lane.Failure}");

    /// <summary>The longest of them.</summary>
    /// <inheritdoc cref="ISink.Rest"/>
    public TimeSpan Rest => alerts.Select(lane => lane.Rest).DefaultIfEmpty().Max();

    /// <inheritdoc cref="ISink.Begin"/>
    public void Begin()
    {
        foreach (var lane in alerts.Append(throttled))
        {
            lane.Begin();
        }
    }

    public async Task DeliverAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        await DeliverAsync(alerts.Where(lane => !lane.KeepsPositions), delivery, delivery.DeadLetters, cancellationToken);
        await DeliverAsync(alerts.Where(lane => lane.KeepsPositions), delivery, [], cancellationToken);
    }

    /// <summary>Stores held-back alerts, and forgets delivered ones.</summary>
    public Task KeepThrottledAsync(Delivery delivery, CancellationToken cancellationToken) =>
        throttled.DeliverAsync(delivery, cancellationToken);

    private async Task DeliverAsync(
        IEnumerable<SinkLane> lanes, Delivery delivery, IReadOnlyList<DeadLetter> letters, CancellationToken cancellationToken)
    {
        var refused = await Task.WhenAll(lanes.Select(lane => lane.DeliverAsync(delivery, cancellationToken)));
        letters = [.. letters, .. refused.SelectMany(letter => letter)];
        if (letters.Count > 0)
        {
            await deadLetters.DeliverAsync(delivery with { DeadLetters = letters }, cancellationToken);
        }
    }
}
