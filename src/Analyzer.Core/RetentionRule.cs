namespace Analyzer.Core;

/// <summary>Which reports a store keeps: those that meet both conditions. Null is no condition.</summary>
/// <param name="OldestTime">Reports that were analyzed before this instant go.</param>
/// <param name="MaxReports">So many stay at most, the newest of them; at least 1.</param>
public sealed record RetentionRule(DateTimeOffset? OldestTime, long? MaxReports);
