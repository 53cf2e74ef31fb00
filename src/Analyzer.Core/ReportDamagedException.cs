namespace Analyzer.Core;

/// <summary>A stored report is not what was saved, and nobody gets to see it. Every other report can be read.</summary>
public sealed class ReportDamagedException(FileId id) : Exception(
    $"The stored report of {id} is damaged: its checksum differs. Submit the file again: that replaces the report.");
