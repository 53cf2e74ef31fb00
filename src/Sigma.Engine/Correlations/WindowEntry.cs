namespace Sigma.Engine.Correlations;

/// <summary>A match in a group.</summary>
/// <param name="Ticks">Its time.</param>
/// <param name="Reference">Which of the correlation's rules matched.</param>
/// <param name="Value">The value of the counted fields; empty where nothing is counted.</param>
/// <param name="Number">The number of the added field.</param>
/// <param name="Event">What the caller knows it by.</param>
internal readonly record struct WindowEntry(long Ticks, int Reference, string Value, double Number, object Event);
