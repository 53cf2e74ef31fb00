using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <param name="Reports">In the order of the query.</param>
/// <param name="Next">Text of the <see cref="ReportCursor"/> for the page after this one; null on the last.</param>
public sealed record ReportPage(
    IReadOnlyList<AnalysisReport> Reports,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Next);
