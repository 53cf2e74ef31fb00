using Load.Corpus;
using Load.Recording;
using Load.Transports;
using NBomber.CSharp;
using NBomber.Contracts;

namespace Load.Scenarios;

/// <summary>Uploads a file that nobody has seen: each request has content of its own, made and hashed before its clock starts.</summary>
internal static class SubmitUnknownScenario
{
    public static ScenarioProps Define(string name, Recorder recorder, FileSet files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        var file = lane.Freshen(files.At(lane.Ordinal));
        lane.Start();
        var answer = await lane.Caller.SubmitAsync(file, lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.New, file));
    });
}
