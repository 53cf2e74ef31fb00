namespace Analyzer.Service.Features.Maintenance;

/// <summary>A line of an export.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Utf8">Without the line break; null when it was too long to be kept.</param>
internal readonly record struct ReportLine(long Number, byte[]? Utf8);
