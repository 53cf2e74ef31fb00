using Sigma.Engine.Correlations;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>The memory of groups has bounds, and the groups that were idle longest are forgotten first.</summary>
public sealed class CorrelationMemoryTests
{
    [Fact]
    public void Add_BeyondTheMemoryOfAll_EvictsTheGroupThatWasIdleLongest()
    {
        const int MaxBytes = 1 << 20;
        var rules = Load("title: C\ncorrelation: { type: value_count, rules: a, group-by: user, timespan: 1h, "
            + "condition: { field: v, gte: 100000 } }");
        var correlator = new Correlator(rules, new() { MaxBytes = MaxBytes, Lateness = null });
        var alerts = new List<CorrelationAlert>();

        for (var i = 0; i < 20_000; i++)
        {
            var fields = new Dictionary<string, string> { ["user"] = $"{i % 100}", ["v"] = $"{i} {new string('x', 100)}" };
            correlator.Add(new(rules.Rules[0], At(0), i, fields), alerts);
            correlator.Memory.Bytes.ShouldBeLessThanOrEqualTo(MaxBytes);
        }

        correlator.Memory.Evicted.ShouldBeGreaterThan(0);
        correlator.Memory.Groups.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData(20, 1L << 30)]
    [InlineData(1000, 1 << 14)]
    public void Add_MemoryThatAnotherCorrelatorShares_EvictsTheOldestGroupOfBoth(int maxGroups, long maxBytes)
    {
        var rules = Load("title: C\ncorrelation: { type: event_count, rules: a, group-by: user, timespan: 1h, condition: { gte: 9 } }");
        CorrelationLimits limits = new() { MaxGroups = maxGroups, MaxBytes = maxBytes, Lateness = null };
        var memory = new CorrelationMemory(limits);
        var (idle, busy) = (new Correlator(rules, limits, memory: memory), new Correlator(rules, limits, memory: memory));

        for (var i = 0; i < 1000; i++)
        {
            var fields = new Dictionary<string, string> { ["user"] = $"{i}" };
            (i < 10 ? idle : busy).Add(new(rules.Rules[0], At(0), i, fields), []);
        }

        memory.Groups.ShouldBeInRange(10, 40);
        memory.Bytes.ShouldBeLessThanOrEqualTo(maxBytes);
        memory.Evicted.ShouldBe(1000 - memory.Groups);
        busy.Clear();
        (memory.Groups, memory.Bytes).ShouldBe((0, 0)); // all of the idle one's groups were older
    }

    [Fact]
    public void Add_GroupsWhoseWindowsAreOver_AreNotKept()
    {
        var rules = Load("title: C\ncorrelation: { type: event_count, rules: a, group-by: user, timespan: 1m, condition: { gte: 2 } }");
        var correlator = new Correlator(rules, new() { Lateness = TimeSpan.FromSeconds(60) });
        var alerts = new List<CorrelationAlert>();

        for (var i = 0; i < 10_000; i++)
        {
            correlator.Add(new(rules.Rules[0], At(i), i, new Dictionary<string, string> { ["user"] = $"{i}" }), alerts);
        }

        correlator.Memory.Groups.ShouldBeLessThan(200);
        correlator.Memory.Evicted.ShouldBe(0);
    }

    private static DateTimeOffset At(int seconds) => DateTimeOffset.UnixEpoch.AddDays(20_000).AddSeconds(seconds);

    private static RuleSet Load(string correlations)
    {
        var rules = Loaded.Rules(Loaded.RulesAAndB + correlations);
        rules.Problems.Where(problem => problem.IsError).ShouldBeEmpty();
        return rules;
    }
}
