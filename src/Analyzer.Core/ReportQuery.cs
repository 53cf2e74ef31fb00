namespace Analyzer.Core;

/// <summary>Which page of the listing.</summary>
/// <param name="Limit">
/// The most reports on the page: 1 to <see cref="MaxLimit"/>. Large reports end it earlier (<see cref="ReportPageBuilder.MaxBytes"/>).
/// </param>
/// <param name="Filter">Only reports that meet these conditions; null for all.</param>
/// <param name="After">The last report of the page before this one; null for the first page.</param>
/// <param name="Order">
/// By time, then by id. With the oldest first, reports that are saved meanwhile come last, so that an export misses none.
/// </param>
public sealed record ReportQuery(
    int Limit = ReportQuery.DefaultLimit,
    ReportFilter? Filter = null,
    ReportCursor? After = null,
    ReportOrder Order = ReportOrder.NewestFirst)
{
    public const int DefaultLimit = 50;
    public const int MaxLimit = 1000;

    public ReportFilter Filter { get; init; } = Filter ?? ReportFilter.None;

    /// <summary>The place after a report of this listing.</summary>
    public ReportCursor CursorAt(DateTimeOffset analyzedAt, FileId id) => new(analyzedAt, id, Filter.Fingerprint);
}

/// <summary>How a listing is sorted.</summary>
public enum ReportOrder
{
    NewestFirst,
    OldestFirst,
}
