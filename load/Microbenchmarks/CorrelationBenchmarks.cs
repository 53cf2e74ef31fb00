using System.Globalization;
using BenchmarkDotNet.Attributes;
using Sigma.Engine;
using Sigma.Engine.Correlations;
using Sigma.Engine.Rules;

namespace Microbenchmarks;

/// <summary>
/// The cost of a correlation per match: windows of 60 s, 5 % of the matches up to 30 s late. An operation is 100,000 matches.
/// </summary>
public class CorrelationBenchmarks
{
    public const int Matches = 100_000;
    private const int Groups = 10_000;
    private const int Values = 2_000;
    private const int PerSecond = 1_000; // in one group, so 60,000 entries in a window

    private readonly List<CorrelationAlert> _alerts = [];
    private (Correlator Correlator, RuleSet Rules, Dictionary<string, string>[] Fields) _count;
    private (Correlator Correlator, RuleSet Rules, Dictionary<string, string>[] Fields) _values;
    private DateTimeOffset _now = DateTimeOffset.UnixEpoch.AddYears(50);

    [GlobalSetup]
    public void Setup()
    {
        _count = Open("event_count", "group-by: [user]\n  condition: { gte: 1000000 }",
            i => new() { ["user"] = $"user-{i % Groups}" }, Groups);
        _values = Open("value_count", "group-by: [user]\n  condition: { field: query, gte: 1000000 }",
            i => new() { ["user"] = "one", ["query"] = $"name-{i}.example" }, Values);
    }

    [Benchmark]
    public long EventCount() => Add(_count);

    [Benchmark]
    public long ValueCount() => Add(_values);

    private static (Correlator Correlator, RuleSet Rules, Dictionary<string, string>[] Fields) Open(
        string type, string rest, Func<int, Dictionary<string, string>> fields, int distinct)
    {
        var rule = SigmaCase.Rule("uid: x").Replace("title: Case", "title: Case\nname: case", StringComparison.Ordinal);
        var correlation = $"---\ntitle: Correlation\ncorrelation:\n  type: {type}\n  rules: [case]\n  timespan: 60s\n  {rest}\n";
        var rules = RuleLoader.Load([new RuleText("case.yml", rule + correlation)], Placeholders.None);
        return rules.Correlations.Count == 1
            ? (new(rules, new() { MaxEntries = 100_000 }), rules, [.. Enumerable.Range(0, distinct).Select(fields)])
            : throw new InvalidOperationException(string.Join(Environment.NewLine, rules.Problems));
    }

    private long Add((Correlator Correlator, RuleSet Rules, Dictionary<string, string>[] Fields) to)
    {
        var rule = to.Rules.Rules[0];
        for (var i = 0; i < Matches; i++)
        {
            _now += TimeSpan.FromSeconds(1.0 / PerSecond);
            var late = i % 20 == 0 ? TimeSpan.FromSeconds(i * 7 % 30) : TimeSpan.Zero;
            to.Correlator.Add(new(rule, _now - late, "event", to.Fields[i % to.Fields.Length]), _alerts);
        }

        return to.Correlator.Memory.Late == 0 && _alerts.Count == 0
            ? to.Correlator.Memory.Groups
            : throw new InvalidOperationException(string.Create(
                CultureInfo.InvariantCulture, $"{to.Correlator.Memory.Late} late matches and {_alerts.Count} alerts: none is right."));
    }
}
