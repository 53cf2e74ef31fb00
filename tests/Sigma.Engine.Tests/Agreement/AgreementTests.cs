using System.Text;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Reference;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests.Agreement;

/// <summary>The fast evaluator says what the reference says.</summary>
public sealed class AgreementTests
{
    private static readonly EventMapping Mapping = EventMapping.None with
    {
        Fields = new Dictionary<string, IReadOnlyList<FieldTarget>>
        {
            ["a"] = [new("c.d", IsPath: true), new("b", IsPath: false)],
            ["long_field_name"] = [new("e", IsPath: false)],
        },
        Prefixes = ["c"],
        LogSources = [new([new("b", ["a", "ab", "1"])], new(Products: ["other"])), new([], new(Categories: ["any"]))],
        RemovesBlanks = true,
    };

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Evaluate_RandomRulesAndRecords_BothSayTheSame(int seed)
    {
        const int Sets = 12;
        const int RulesPerSet = 8;
        const int RecordsPerSet = 60;
        var random = new Random(seed);
        var (generator, records) = (new RandomRules(random), new RandomRecords(random));
        var (fired, dead, loaded) = (0, 0, 0);
        for (var set = 0; set < Sets; set++)
        {
            var texts = Enumerable.Range(0, RulesPerSet).Select(generator.Next).ToArray();
            var rules = Loaded.Rules(Placeholders.Read("values", RandomRules.Values, []), texts);
            loaded += rules.Rules.Count;
            var mapping = set % 2 == 0 ? EventMapping.None : Mapping;
            using var reference = new ReferenceEvaluator(rules, mapping, routes: true);
            var matcher = new RecordMatcher(CompiledRules.Compile(rules, mapping, routes: true, []));
            var evaluator = new VerifyingEvaluator(matcher, reference, rules);
            for (var i = 0; i < RecordsPerSet; i++)
            {
                var record = records.Next();

                var verdict = evaluator.Evaluate(record);

                fired += verdict.Matches.Count;
                dead += verdict.Death is null ? 0 : 1;
                evaluator.Difference.ShouldBeNull($"seed {seed}, {Encoding.UTF8.GetString(record)}\n{Describe(rules)}");
            }
        }

        // The test would show nothing if nothing loaded, fired or broke.
        loaded.ShouldBeGreaterThan(Sets * RulesPerSet / 2);
        fired.ShouldBeGreaterThan(Sets * RecordsPerSet / 4);
        dead.ShouldBeGreaterThan(Sets * RecordsPerSet / 20);

    }

    private static string Describe(RuleSet rules) => string.Join('\n', rules.Rules.Select(rule => $"{rule.Title}: {rule.Condition}"));
}
