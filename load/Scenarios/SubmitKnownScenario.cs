using Load.Corpus;
using Load.Recording;
using Load.Transports;
using NBomber.CSharp;
using NBomber.Contracts;

namespace Load.Scenarios;

/// <summary>Uploads a file that the service knows already, without saying so.</summary>
internal static class SubmitKnownScenario
{
    public static ScenarioProps Define(string name, Recorder recorder, FileSet files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var file = files.At(lane.Ordinal).Known;
        lane.Start();
        var answer = await lane.Caller.SubmitAsync(file, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Known, file));
    });
}
