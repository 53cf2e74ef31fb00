namespace Analyzer.Core;

/// <summary>How a listing is sorted.</summary>
public enum ReportOrder
{
    NewestFirst,
    OldestFirst,
}
