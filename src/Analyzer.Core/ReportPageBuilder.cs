namespace Analyzer.Core;

/// <summary>A page that a store fills, report by report, in the order of the query.</summary>
public sealed class ReportPageBuilder(ReportQuery query)
{
    /// <summary>
    /// The most bytes of JSON on a page, unless its only report has more. A thousand ordinary reports fit, and so does every page into
    /// the 4 MiB that a client over gRPC takes without a setting: what a document makes its report say can grow to half a megabyte.
    /// </summary>
    public const int MaxBytes = 2 << 20;

    private readonly List<StoredReport> _reports = [];
    private readonly List<FileId> _damaged = [];
    private int _withoutChecksum;
    private long _bytes;
    private bool _isFull;

    /// <summary>How many reports fit at most, besides those that are there.</summary>
    public int Room => query.Limit - _reports.Count - _damaged.Count;

    /// <summary>The place of the last report that was added; before that, the place after which the page starts.</summary>
    public ReportCursor? Last { get; private set; } = query.After;

    /// <param name="place">Where the listing has the report.</param>
    /// <param name="id">Whose report it is.</param>
    /// <param name="report">Null when it is damaged.</param>
    /// <param name="hasChecksum">Whether this version wrote it, or an earlier one.</param>
    /// <returns>False when the page is full: another one starts with this report.</returns>
    public bool TryAdd(ReportCursor place, FileId id, StoredReport? report, bool hasChecksum = true)
    {
        var length = report?.Json.Length ?? 0;
        _isFull = Room == 0 || (Room < query.Limit && _bytes + length > MaxBytes);
        if (_isFull)
        {
            return false;
        }

        Last = query.CursorAt(place.AnalyzedAt, place.Id);
        _bytes += length;
        if (report is null)
        {
            _damaged.Add(id);
        }
        else
        {
            _reports.Add(report);
            _withoutChecksum += hasChecksum ? 0 : 1;
        }

        return true;
    }

    /// <summary>The page. It names a next one only after a report that did not fit.</summary>
    public ReportPage Build() =>
        new(_reports, _isFull ? Last?.ToString() : null) { Damaged = _damaged, WithoutChecksum = _withoutChecksum };
}
