using System.Diagnostics.Tracing;

namespace Load.Live;

/// <summary>
/// Marks rows for whoever records the lab: <c>dotnet-trace collect --providers Lab</c>, or PerfView with <c>/Providers=*Lab</c>. Start and
/// stop of a row make an activity, so that both group what happens between them.
/// </summary>
[EventSource(Name = "Lab")]
internal sealed class LabEvents : EventSource
{
    public static readonly LabEvents Log = new();

    private LabEvents()
    {
    }

    /// <summary>The counting of a row has begun.</summary>
    [Event(1, Level = EventLevel.Informational, Message = "row {0}")]
    public void RowStart(string row) => WriteEvent(1, row);

    /// <summary>It has ended.</summary>
    [Event(2, Level = EventLevel.Informational, Message = "row {0}")]
    public void RowStop(string row) => WriteEvent(2, row);
}
