using System.Diagnostics;
using Load.Stack.Chaos;
using Load.Systems.Stack.Feeds;

namespace Load.Tests.Systems.Stack;

public sealed class EvidenceCounterTests
{
    [Fact]
    public async Task Count_FileWithoutAlert_HasFailedAndHoldsUpTheTail()
    {
        var sent = Stopwatch.GetTimestamp();
        var (proofs, alerts) = (await ArrivalsAsync("a", "b"), await ArrivalsAsync("a"));
        AcknowledgedFile[] files = [new("1", "a", true) { AnsweredAt = sent }, new("2", "b", true) { AnsweredAt = sent }];

        var count = EvidenceCounter.CountOf(files, proofs, alerts, refused: 3);

        (count.Done, count.Failed).ShouldBe((1, 4));
        count.Faults.ShouldBe(new Dictionary<string, int> { ["no proof or no alert"] = 1 });
        count.Figure(EvidenceCounter.ProvenTail).ShouldNotBeNull().ShouldBeLessThan(60_000);
        count.Figure(EvidenceCounter.AlertTail).ShouldNotBeNull().ShouldBe(60_000, 1);
    }

    private static async Task<EvidenceArrivals> ArrivalsAsync(params string[] traces)
    {
        var arrivals = new EvidenceArrivals(line => line.GetProperty("trace").GetString());
        var lines = string.Join('\n', traces.Select(trace => $$"""{"trace":"{{trace}}"}"""));
        await arrivals.ReadAsync(new StringReader(lines), "", TestContext.Current.CancellationToken);
        return arrivals;
    }
}
