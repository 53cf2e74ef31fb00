using Prober.Features.History.Storage;

namespace Prober.Features.Status;

/// <summary>What the public may know: names, states and availabilities, and what people wrote about incidents.</summary>
/// <param name="Targets">All but the groups.</param>
/// <param name="Incidents">The newest first.</param>
internal sealed record StatusDocument(
    DateTimeOffset Time, IReadOnlyList<StatusGroup> Groups, IReadOnlyList<StatusRow> Targets, IReadOnlyList<IncidentView> Incidents);

/// <param name="State">The sum of the states of its members.</param>
/// <param name="Ratio">The availability in 24 hours; null when nothing is known.</param>
/// <param name="Days">
/// The last days (UTC), a letter each, the oldest first: u for up, d for down at all, m for maintenance, ? for unknown.
/// </param>
internal sealed record StatusGroup(string Name, string State, double? Ratio, double? Lower, double? Upper, string Days);

/// <param name="Groups">The names of the groups that it belongs to.</param>
/// <inheritdoc cref="StatusGroup"/>
internal sealed record StatusRow(
    string Name, string State, double? Ratio, double? Lower, double? Upper, string Days, IReadOnlyList<string> Groups);

internal sealed record IncidentView(long Id, string Title, string State, DateTimeOffset From, IReadOnlyList<IncidentUpdateView> Updates)
{
    public static IncidentView Of(Incident incident) => new(
        incident.Id,
        incident.Title,
        incident.Updates[^1].State,
        DateTimeOffset.FromUnixTimeMilliseconds(incident.Updates[0].At),
        [.. incident.Updates.Select(update => new IncidentUpdateView(
            DateTimeOffset.FromUnixTimeMilliseconds(update.At), update.State, update.Text))]);
}

internal sealed record IncidentUpdateView(DateTimeOffset At, string State, string Text);

/// <param name="Id">Of the incident that was written.</param>
internal sealed record IncidentNumber(long Id);
