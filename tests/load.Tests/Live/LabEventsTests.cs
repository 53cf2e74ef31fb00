using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using Load.Live;
using Load.Tests.Reports;

namespace Load.Tests.Live;

/// <summary>Rows are marked for whoever records the lab: PerfView, dotnet-trace.</summary>
public sealed class LabEventsTests
{
    [Fact]
    public void Measuring_Row_IsMarkedWithItsName()
    {
        const string Row = "rest unknown 1MB x4";
        using var listener = new Listener();
        var metrics = new LabMetrics("test").Begin(Rows.Case(Row));

        metrics.End(); // it broke off before the first request
        metrics.Measuring();
        metrics.End();

        LabEvents.Log.ConstructionException.ShouldBeNull();
        listener.Seen.Where(one => one.Row == Row).Select(one => (one.Name, one.Code)).ShouldBe(
            [("RowStart", EventOpcode.Start), ("RowStop", EventOpcode.Stop)]);
    }

    private sealed class Listener : EventListener
    {
        public ConcurrentQueue<(string Name, EventOpcode Code, string? Row)> Seen { get; } = [];

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "Lab")
            {
                EnableEvents(eventSource, EventLevel.Informational);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData) =>
            Seen?.Enqueue((eventData.EventName!, eventData.Opcode, eventData.Payload?[0] as string));
    }
}
