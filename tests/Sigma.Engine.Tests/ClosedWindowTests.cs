using Sigma.Engine.Correlations;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>
/// Windows that are judged when they are over follow each other. They are what a plain count says, and what they are depends on no
/// more matches than a correlation reaches back.
/// </summary>
public sealed class ClosedWindowTests
{
    private const int Span = 60;
    private const int Lateness = 30;
    private const int Line = 8 * Span;

    private static readonly DateTimeOffset Start = DateTimeOffset.UnixEpoch.AddDays(20_000);

    public static TheoryData<string> Conditions => ["lt: 4", "lte: 3", "eq: 5", "neq: 4"];

    [Theory]
    [MemberData(nameof(Conditions))]
    public void Complete_MatchesOutOfOrder_JudgesTheWindowsThatAPlainCountFinds(string condition)
    {
        var fired = 0;
        for (var seed = 0; seed < 20; seed++)
        {
            var rules = Rules(condition);
            var matches = Matches(seed, 400);
            var alerts = new List<CorrelationAlert>();
            var correlator = new Correlator(rules, Limits);

            foreach (var match in matches)
            {
                Add(correlator, rules, match, alerts);
            }

            correlator.Complete(alerts);
            correlator.Memory.Late.ShouldBe(0);
            var expected = matches.GroupBy(match => match.Group).SelectMany(group => Windows(condition, group)).Order().ToList();
            Told(alerts).Order().ShouldBe(expected, ignoreOrder: false, $"seed {seed}");
            fired += expected.Count;
        }

        fired.ShouldBeGreaterThan(100);
    }

    /// <summary>A group that is never silent for a timespan: the place of each of its windows hangs on those before.</summary>
    [Theory]
    [MemberData(nameof(Conditions))]
    public void Add_AfterAFoldOfNoMoreThanItReachesBack_FiresAsIfItHadSeenAll(string condition)
    {
        var (fired, differs) = (0, 0);
        for (var seed = 0; seed < 20; seed++)
        {
            var rules = Rules(condition);
            var reach = (int)rules.Correlations[0].Reach.TotalSeconds;
            reach.ShouldBe(Span + Line);
            var matches = Matches(seed, 400);
            var cut = 300 + (seed * 3);
            var (before, after) = (new List<CorrelationAlert>(), new List<CorrelationAlert>());
            var undisturbed = new Correlator(rules, Limits);
            foreach (var (index, match) in matches.Index())
            {
                Add(undisturbed, rules, match, index < cut ? before : after);
            }

            var watermark = matches.Take(cut).Max(match => match.Time) - Lateness;
            var expected = Told(after);
            Resume(reach).ShouldBe(expected, $"seed {seed}");
            fired += expected.Count;
            differs += Resume(2 * Span).SequenceEqual(expected) ? 0 : 1;

            List<string> Resume(int back)
            {
                var alerts = new List<CorrelationAlert>();
                var correlator = new Correlator(rules, Limits);
                foreach (var (index, match) in matches.Index().SkipWhile(pair => pair.Item.Time <= watermark - back))
                {
                    if (index == cut)
                    {
                        alerts.Clear(); // folded in silence
                    }

                    Add(correlator, rules, match, alerts);
                }

                return Told(alerts);
            }
        }

        fired.ShouldBeGreaterThan(20);
        differs.ShouldBeGreaterThan(0); // else the matches show nothing
    }

    /// <summary>
    /// Ten minutes of a match a second, of which four are held: what the newest say is said once a timespan and the lateness.
    /// </summary>
    [Theory]
    [InlineData("value_count", "field: g, eq: 1", 6)]
    [InlineData("event_count", "neq: 3", 6)]
    [InlineData("event_count", "lt: 3", 0)]
    public void Add_MoreMatchesThanAGroupHolds_JudgesItAllTheSame(string type, string condition, int expected)
    {
        var rules = Rules(condition, type);
        var alerts = new List<CorrelationAlert>();
        var correlator = new Correlator(rules, Limits with { MaxEntries = 4 });

        for (var second = 0; second < 10 * Span; second++)
        {
            Add(correlator, rules, new(second, Group: 1, second), alerts);
        }

        alerts.Count.ShouldBe(expected);
        alerts.ShouldAllBe(alert => alert.Time >= Start);
    }

    private static CorrelationLimits Limits => new() { Lateness = TimeSpan.FromSeconds(Lateness) };

    private static RuleSet Rules(string condition, string type = "event_count") => Loaded.Rules(
        $$"""
        title: A
        name: a
        logsource: { product: test }
        detection: { s: { x: 1 }, condition: s }
        ---
        title: C
        correlation: { type: {{type}}, rules: [a], group-by: [g], timespan: {{Span}}s, condition: { {{condition}} } }
        """);

    /// <summary>In the order in which they come, each less than the lateness behind the newest.</summary>
    private static List<Match> Matches(int seed, int count)
    {
        var random = new Random(seed);
        var now = random.Next(Line);
        return
        [
            .. Enumerable.Range(0, count).Select(number => new Match(
                Math.Max(0, (now += random.Next(14)) - (random.Next(4) == 0 ? random.Next(Lateness) : 0)), random.Next(2), number)),
        ];
    }

    private static void Add(Correlator correlator, RuleSet rules, Match match, List<CorrelationAlert> alerts) => correlator.Add(
        new(rules.Rules[0], Start.AddSeconds(match.Time), match.Number, new Dictionary<string, string> { ["g"] = $"{match.Group}" }),
        alerts);

    private static List<string> Told(List<CorrelationAlert> alerts) =>
        [.. alerts.Select(alert => $"{alert.Group[0].Value}: {(alert.Time - Start).TotalSeconds}, {alert.Event}")];

    /// <summary>The windows of a group that hold the condition, each by its last match.</summary>
    private static IEnumerable<string> Windows(string condition, IEnumerable<Match> group)
    {
        var matches = group.OrderBy(match => match.Time).ToList(); // those of one time as they came
        var first = 0;
        while (first < matches.Count)
        {
            var opened = matches[first].Time;
            var window = matches.Skip(first).TakeWhile(match => match.Time < opened + Span).ToList();
            if (Holds(condition, window.Count))
            {
                yield return $"{window[^1].Group}: {window[^1].Time}, {window[^1].Number}";
            }

            var next = Math.Min(opened + Span, ((opened / Line) + 1) * Line);
            first += matches.Skip(first).TakeWhile(match => match.Time < next).Count();
        }
    }

    private static bool Holds(string condition, int count) => condition switch
    {
        "lt: 4" => count < 4,
        "lte: 3" => count <= 3,
        "eq: 5" => count == 5,
        "neq: 4" => count != 4,
        _ => throw new ArgumentOutOfRangeException(nameof(condition)),
    };

    private sealed record Match(int Time, int Group, int Number);
}
