namespace Analyzer.Core;

/// <summary>Which page of the listing.</summary>
/// <param name="Limit">1 to <see cref="MaxLimit"/> reports.</param>
/// <param name="Verdict">Only this verdict; null for all.</param>
/// <param name="After">The last report of the page before; null for the first page.</param>
/// <param name="Order">By time and id; the other way round what is saved meanwhile comes last, so that nothing is passed over.</param>
public sealed record ReportQuery(
    int Limit = ReportQuery.DefaultLimit, Verdict? Verdict = null, ReportCursor? After = null, ReportOrder Order = ReportOrder.NewestFirst)
{
    public const int DefaultLimit = 50;
    public const int MaxLimit = 1000;
}
