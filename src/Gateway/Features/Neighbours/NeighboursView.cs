namespace Gateway.Features.Neighbours;

/// <summary>The latest from the other systems; null for those that no setting names.</summary>
/// <param name="Sigma">The newest alerts.</param>
/// <param name="Prober">The availability of what it watches.</param>
/// <param name="Journal">How far it is proven.</param>
/// <param name="Reader">The address of the page of the journal's reader, who has the proof of each record.</param>
internal sealed record NeighboursView(NeighbourAlerts? Sigma, NeighbourAvailability? Prober, NeighbourProof? Journal, Uri? Reader);

/// <param name="Address">The address of its page.</param>
/// <param name="Problem">Why it does not tell; null if it does.</param>
/// <param name="Alerts">The newest first.</param>
internal sealed record NeighbourAlerts(Uri Address, string? Problem, IReadOnlyList<NeighbourAlert> Alerts);

/// <param name="Id">The same at each delivery.</param>
/// <param name="Time">When the event happened; null if it has none.</param>
/// <param name="Target">What it is about, such as a file's SHA-256; null if the rule does not say.</param>
internal sealed record NeighbourAlert(string Id, string Title, string Level, DateTimeOffset? Time, string? Target);

/// <param name="Targets">The worst first.</param>
/// <inheritdoc cref="NeighbourAlerts"/>
internal sealed record NeighbourAvailability(Uri Address, string? Problem, IReadOnlyList<NeighbourTarget> Targets);

/// <param name="Ratio">The availability in 24 hours, 0 to 1; null when nothing is known.</param>
internal sealed record NeighbourTarget(string Kind, string Name, string State, double? Ratio);

/// <param name="Frames">Frames that the newest checkpoint covers; null when none was read.</param>
/// <param name="Checkpoint">Where the checkpoint is, with which any record's proof is checked.</param>
/// <inheritdoc cref="NeighbourAlerts"/>
internal sealed record NeighbourProof(Uri Address, string? Problem, long? Frames, Uri Checkpoint);
