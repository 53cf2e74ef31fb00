namespace Analyzer.Core;

/// <summary>The reports that a store keeps: those that meet both conditions. Null means no condition.</summary>
/// <param name="OldestTime">Reports that were analyzed earlier are deleted.</param>
/// <param name="MaxReports">The most reports to keep, the newest ones; at least 1.</param>
public sealed record RetentionRule(DateTimeOffset? OldestTime, long? MaxReports);
