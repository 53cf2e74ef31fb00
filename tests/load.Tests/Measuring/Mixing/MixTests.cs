using Load.Machine;
using Load.Measuring;
using Load.Measuring.Mixing;

namespace Load.Tests.Measuring.Mixing;

/// <summary>Which step comes when, what becomes of those that follow a failure, and how a mix becomes rows.</summary>
public sealed class MixTests
{
    private static readonly LoadShape Load = new LoadShape.Closed(2);

    [Fact]
    public void ChainAt_Shares_AreKeptInAnyStretch()
    {
        var plan = new MixPlan([Step("a", 0.6), Step("b", 0.3), Step("c", 0.1)]);

        foreach (var start in new long[] { 0, 777, 123_456 })
        {
            var counts = Enumerable.Range(0, 1000).CountBy(i => plan.ChainAt(start + i)[0]).ToDictionary();
            counts[0].ShouldBeInRange(595, 605);
            counts[1].ShouldBeInRange(295, 305);
            counts[2].ShouldBeInRange(95, 105);
        }
    }

    [Fact]
    public void ChainAt_Followers_StandBehindTheStepThatTheyFollow()
    {
        var plan = new MixPlan(
            [Step("late", 0, after: 1), Step("ask", 0.5), Step("send", 0, after: 1), Step("alone", 0.5), Step("end", 0, after: 2)]);

        var chains = Enumerable.Range(0, 10).Select(i => string.Join(' ', plan.ChainAt(i))).Distinct();

        chains.ShouldBe(["1 0 2 4", "3"], ignoreOrder: true);
        plan.MeanOf(step => step.Name == "send" ? 5 : 0).ShouldBe(1, 1e-9); // one request in five
    }

    [Fact]
    public async Task Send_StepThatFails_EndsWhatFollowsItAndNoOther()
    {
        var clients = new[] { "ask", "send", "log", "end" }.Select(name => new FakeClients
        {
            Judge = _ => name == "send" ? new RequestAssessment(Outcome.Failed, "503 busy") : RequestAssessment.Ok,
        }).ToArray();
        var plan = new MixPlan([Step("ask", 1), Step("send", 0, 0), Step("log", 0, 0), Step("end", 0, 1)]);
        using var client = new MixClients(plan, clients).NewClient(0);

        client.Prepare(0);
        await client.SendAsync(TestContext.Current.CancellationToken).Within();
        var assessment = client.Check();

        assessment.Outcome.ShouldBe(Outcome.Failed);
        assessment.Fault.ShouldBe("send: 503 busy");
        assessment.Steps!.Select(taken => ((int)taken.Sample.Step, taken.Outcome, taken.Sample.IsFollowing)).ShouldBe(
            [(1, Outcome.Ok, false), (2, Outcome.Failed, true), (3, Outcome.Ok, true)]);
        clients[3].Requests.ShouldBe(0);
    }

    [Fact]
    public async Task Send_ClientThatThrows_HasFailed()
    {
        var clients = new FakeClients { Send = (_, _) => throw new InvalidOperationException("against its promise") };
        using var client = new MixClients(new MixPlan([Step("ask", 1)]), [clients]).NewClient(0);

        client.Prepare(0);
        await client.SendAsync(TestContext.Current.CancellationToken).Within();

        client.Check().Fault.ShouldBe("ask: InvalidOperationException: against its promise");
    }

    [Fact]
    public void Of_Steps_ShareProcessesAndHaveRowsOfTheirOwn()
    {
        var mix = Mix.Of([Step("ask", 0.75), Step("send", 0.25)], [new("transport", "rest")], new LoadShape.Open(200));

        mix.Rows.Select(row => row.Name).ShouldBe(["rest all 200/s", "rest ask 200/s", "rest send 200/s"]);
        mix.Steps.Select(step => step.StepNumber).ShouldBe([1, 2]);
        Mix.Of([Step("ask", 1)], [], Load).Rows.ShouldHaveSingleItem();
    }

    [Fact]
    public void Of_Steps_NeedTheMostOfEachAndConnectionsByShare()
    {
        var (ask, send, log) = (
            Needing(Step("ask", 0.75), new() { Handles = 10, ConnectionsPerSecond = 100, MemoryBytes = 7 }),
            Needing(Step("send", 0.25), new() { Handles = 30, ConnectionsPerSecond = 200, MemoryBytes = 5 }),
            Needing(Step("log", 0, after: 1), new() { ConnectionsPerSecond = 40 }));

        var needs = Mix.Of([ask, send, log], [], Load).Needs;

        (needs.Handles, needs.ConnectionsPerSecond, needs.MemoryBytes).ShouldBe((30, 75 + 50 + 10, 7));

        static MixedStep Needing(MixedStep step, MachineNeeds needs) => step with { Case = step.Case with { Needs = needs } };
    }

    /// <summary>A mix through the recorder: what each step took is its own, and the whole is all of them.</summary>
    [Fact]
    public void OfStep_Iteration_HasItsRequestsAndItsFaultsAlone()
    {
        var whole = new Iteration(
            1, default, 0, TimeSpan.FromSeconds(1),
            [new(0, 5, Outcome.Ok) { Step = 1 }, new(1, 6, Outcome.Failed) { Step = 2, IsFollowing = true }],
            new Dictionary<string, int> { ["send: 503"] = 1, ["sender: 500"] = 9 }, null);

        var send = whole.OfStep(2, "send");

        send.Samples.ShouldHaveSingleItem().Latency.ShouldBe(6);
        send.Faults.ShouldBe(new Dictionary<string, int> { ["503"] = 1 });
        new Arrivals(new LoadShape.Open(1), [whole]).Started.ShouldBe(1); // what follows was due at no time
    }

    private static MixedStep Step(string name, double share, int? after = null) => new(name, share, after, new Case
    {
        Dimensions = [new("kind", name), Load.Dimension],
        Source = new CountSource.Requests(Load, (_, _) => Task.FromResult<IClientSource>(new FakeClients())),
    });
}
