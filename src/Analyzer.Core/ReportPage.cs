using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>One page of the listing.</summary>
/// <param name="Reports">The reports, in the order of the query.</param>
/// <param name="Next">The text of the <see cref="ReportCursor"/> that the next page starts after; null on the last page.</param>
public sealed record ReportPage(
    IReadOnlyList<StoredReport> Reports,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Next = null)
{
    /// <summary>Reports that belong on the page but are damaged (<see cref="ReportDamagedException"/>).</summary>
    [JsonIgnore]
    public IReadOnlyList<FileId> Damaged { get; init; } = [];

    /// <summary>How many of the reports have no checksum, because an earlier version stored them.</summary>
    [JsonIgnore]
    public int WithoutChecksum { get; init; }
}
