using Load.Recording;
using Load.Stores;
using Load.Transports;
using NBomber.CSharp;

namespace Load.Scenarios;

/// <summary>Lists a page of the reports that the store was filled with, from any of them on.</summary>
internal static class ListScenario
{
    public static ScenarioFactory Of(ReportArchive archive) => (name, recorder, _) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var after = Math.Max(archive.Pick(lane.Ordinal), ICaller.PageSize);
        var cursor = ReportArchive.Cursor(after);
        var first = ReportArchive.Upload(after - 1);
        lane.Start();
        var answer = await lane.Caller.ListAsync(cursor, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Listed, first with { Head = new byte[ICaller.PageSize] }));
    });
}
