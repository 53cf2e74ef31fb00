namespace Analyzer.Core;

/// <summary>A stored report is damaged, and is not returned to anybody. All other reports can be read.</summary>
public sealed class ReportDamagedException(FileId id) : Exception(
    $"The stored report of {id} is damaged: its checksum differs. Submit the file again to replace it.");
