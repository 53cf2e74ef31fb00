namespace Sigma.Engine.Correlations;

/// <summary>A match in a group.</summary>
/// <param name="Ticks">Its time.</param>
/// <param name="Reference">The index of the matching rule in the correlation.</param>
/// <param name="Value">The value of the counted fields; empty where nothing is counted.</param>
/// <param name="Number">The number of the added field.</param>
/// <param name="Event">The caller's name for the event.</param>
internal readonly record struct WindowEntry(long Ticks, int Reference, string Value, double Number, object Event);
