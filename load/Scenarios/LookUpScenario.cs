using Load.Corpus;
using Load.Recording;
using Load.Transports;
using NBomber.CSharp;
using NBomber.Contracts;

namespace Load.Scenarios;

/// <summary>Looks up the report of a known file by its hash.</summary>
internal static class LookUpScenario
{
    public static ScenarioProps Define(string name, Recorder recorder, FileSet files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var file = files.At(lane.Ordinal).Known;
        lane.Start();
        var answer = await lane.Caller.LookUpAsync(file.Sha256, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Known, file));
    });
}
