using Load.Corpus;
using Load.Recording;
using Load.Transports;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Load.Scenarios;

/// <summary>A request that asks for nothing.</summary>
internal static class EmptyScenario
{
    public static ScenarioProps Define(string name, Recorder recorder, FileSet files) => Scenario.Create(name, async context =>
    {
        var lane = recorder.Rent(context);
        lane.Start();
        var answer = await lane.Caller.EmptyAsync(lane.Deadline);
        return recorder.Return(context, lane, answer, new Expected(Reply.Counted, default));
    });
}
