namespace Analyzer.Core;

/// <summary>Which page of the listing.</summary>
/// <param name="Limit">1 to <see cref="MaxLimit"/> reports.</param>
/// <param name="Verdict">Only this verdict; null for all.</param>
/// <param name="After">The last report of the page before; null for the first page.</param>
public sealed record ReportQuery(int Limit = ReportQuery.DefaultLimit, Verdict? Verdict = null, ReportCursor? After = null)
{
    public const int DefaultLimit = 50;
    public const int MaxLimit = 1000;
}
