using Sigma.Engine.Correlations;

namespace Sigma.Engine.Tests;

/// <summary>Windows that change with each match against windows that are counted again each time.</summary>
public sealed class CorrelationOracleTests
{
    private const int Span = 60;
    private const int Matches = 200;

    private static readonly DateTimeOffset Start = DateTimeOffset.UnixEpoch.AddDays(20_000);

    [Theory]
    [InlineData("event_count", "gte: 1")]
    [InlineData("event_count", "gte: 12")]
    [InlineData("value_count", "field: v, gte: 7")]
    [InlineData("value_sum", "field: v, gt: 60")]
    [InlineData("value_avg", "field: v, gte: 6")]
    [InlineData("value_percentile", "field: v, percentile: 75, gte: 8")]
    [InlineData("temporal", "")]
    [InlineData("temporal_ordered", "")]
    public void Add_MatchesOutOfOrder_FiresAsWindowsCountedAnew(string type, string condition)
    {
        var fired = 0;
        for (var seed = 0; seed < 20; seed++)
        {
            var rules = Loaded.Rules(Text(type, condition));
            rules.Problems.Where(problem => problem.IsError).ShouldBeEmpty();
            var correlator = new Correlator(rules, new());
            var random = new Random(seed);
            var (now, held, all, alerts) = (0, false, new List<Match>(), new List<CorrelationAlert>());
            for (var i = 0; i < Matches; i++)
            {
                now += random.Next(20) == 0 ? random.Next(3 * Span) : random.Next(10);
                var match = new Match(
                    random.Next(4) == 0 ? Math.Max(now - random.Next(Span), 0) : now, random.Next(3), random.Next(10), i);
                var newest = all.Count == 0 ? 0 : all.Max(one => one.Time);
                all.Insert(all.FindLastIndex(one => one.Time <= match.Time) + 1, match);

                held &= match.Time - newest < Span; // else there was a time at which the window was empty
                var holds = Holds(type, condition, all, Math.Max(newest, match.Time), int.MaxValue);
                var turns = !held && (holds || (match.Time < newest && all
                    .Where(end => all.IndexOf(end) >= all.IndexOf(match) && end.Time < match.Time + Span)
                    .Any(end => Holds(type, condition, all, end.Time, all.IndexOf(end)))));
                held = holds;

                var before = alerts.Count;
                var fields = new Dictionary<string, string> { ["v"] = $"{match.Value}" };
                correlator.Add(new(rules.Rules[match.Rule], Start.AddSeconds(match.Time), i, fields), alerts);

                (alerts.Count - before).ShouldBe(turns ? 1 : 0, $"seed {seed}, match {i}: {match}");
                fired += turns ? 1 : 0;
            }
        }

        fired.ShouldBeGreaterThan(20);
    }

    /// <param name="type">The type of the correlation.</param>
    /// <param name="condition">Its condition.</param>
    /// <param name="all">By time, those of one time as they came.</param>
    /// <param name="end">When the window ends.</param>
    /// <param name="last">The last that may be in it.</param>
    private static bool Holds(string type, string condition, List<Match> all, int end, int last)
    {
        var window = all.Where((match, i) => i <= last && match.Time > end - Span && match.Time <= end).ToList();
        var values = window.Select(match => (double)match.Value).Order().ToList();
        return type switch
        {
            "event_count" => window.Count >= (condition == "gte: 1" ? 1 : 12),
            "value_count" => values.Distinct().Count() >= 7,
            "value_sum" => values.Sum() > 60,
            "value_avg" => values.Count > 0 && values.Average() >= 6,
            "value_percentile" => values.Count > 0 && values[(int)Math.Ceiling(0.75 * values.Count) - 1] >= 8,
            "temporal" => window.Select(match => match.Rule).Distinct().Count() == 3,
            "temporal_ordered" => window.Aggregate(0, (next, match) => match.Rule == next ? next + 1 : next) == 3,
            _ => throw new ArgumentOutOfRangeException(nameof(type)),
        };
    }

    private static string Text(string type, string condition)
    {
        var rules = string.Concat(((string[])["a", "b", "c"]).Select(name =>
            $"title: {name}\nname: {name}\nlogsource: {{ product: test }}\ndetection: {{ s: {{ x: {name} }}, condition: s }}\n---\n"));
        var comparison = condition.Length == 0 ? "" : $", condition: {{ {condition} }}";
        return $"{rules}title: C\ncorrelation: {{ type: {type}, rules: [a, b, c], timespan: {Span}s{comparison} }}";
    }

    private sealed record Match(int Time, int Rule, int Value, int Number);
}
