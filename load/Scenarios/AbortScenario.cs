using Load.Corpus;
using Load.Recording;
using Load.Transports;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Load.Scenarios;

/// <summary>Breaks an upload off in the middle, as a client does that goes away. Nothing is right about the answer but that there is none.</summary>
internal static class AbortScenario
{
    public static ScenarioProps Define(string name, Recorder recorder, FileSet files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var file = lane.Freshen(files.At(lane.Ordinal));
        lane.Start();
        var answer = await lane.Caller.AbortAsync(file, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Aborted, file));
    });
}
