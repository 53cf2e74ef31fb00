using Load.Corpus;
using Load.Recording;
using Load.Stores;
using Load.Transports;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Load.Scenarios;

/// <summary>Asks for reports that the store was filled with, any of them as likely as another.</summary>
internal static class StoredScenario
{
    /// <summary>Looks one up by its hash.</summary>
    public static Func<string, Recorder, FileSet, ScenarioProps> DefineLookUp(ReportArchive archive) => (name, recorder, _) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var report = ReportArchive.Upload(archive.Pick(lane.Ordinal));
        lane.Start();
        var answer = await lane.Caller.LookUpAsync(report.Sha256, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Known, report));
    });

    /// <summary>Lists a page from one on.</summary>
    public static Func<string, Recorder, FileSet, ScenarioProps> DefineList(ReportArchive archive) => (name, recorder, _) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var after = Math.Max(archive.Pick(lane.Ordinal), Listing.PageSize);
        var cursor = ReportArchive.Cursor(after);
        var first = ReportArchive.Upload(after - 1);
        lane.Start();
        var answer = await lane.Caller.ListAsync(cursor, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Listed, first with { Head = new byte[Listing.PageSize] }));
    });
}
