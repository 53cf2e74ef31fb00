using Load.Corpus;
using Load.Recording;
using Load.Transports;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Load.Scenarios;

/// <summary>Submits a known file by its SHA-256: the service answers before the body is sent.</summary>
internal static class SubmitNamedScenario
{
    public static ScenarioProps Define(string name, Recorder recorder, FileSet files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var file = files.At(lane.Ordinal).Known;
        lane.Start();
        var answer = await lane.Caller.SubmitNamedAsync(file, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Known, file));
    });
}
