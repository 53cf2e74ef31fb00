using Sigma.Engine.Correlations;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

public sealed class CorrelationTests
{
    [Theory]
    [InlineData("gte: 3", "a0 a10 a20", "20")]
    [InlineData("gte: 3", "a0 a10 a60", "")] // the window of 60 begins after 0
    [InlineData("gte: 3", "a0 a10 a59", "59")]
    [InlineData("gt: 2", "a0 a1 a2 a3 a4", "2")] // it fires when it turns, not again while it holds
    [InlineData("gte: 2", "a0 a1 a200 a201", "1 201")]
    [InlineData("gte: 1", "a0 a59 a119 a178 a179", "0 119")] // a window that was empty in between held nothing
    [InlineData("gte: 3", "a0 a40 a20", "20")] // late, and it completes the window that ends with 40
    [InlineData("gte: 3", "a0 a50 a100 a60", "60")]
    [InlineData("lt: 2", "a0 a10 a100", "100")] // the windows that 0 and 100 open
    [InlineData("eq: 2", "a0 a10 a100", "10")]
    [InlineData("neq: 2", "a0 a10 a100", "100")]
    [InlineData("{ gte: 2, lte: 3 }", "a0 a1 a2 a3 a100 a101", "101")]
    public void EventCount_OverAMinute_FiresWhenItTurns(string condition, string matches, string expected) =>
        Fire("event_count", "", condition, matches).ShouldBe(expected);

    [Theory]
    [InlineData("temporal", "a0 a1 b2", "2")]
    [InlineData("temporal", "b0 a1", "1")]
    [InlineData("temporal", "a0 b60", "")]
    [InlineData("temporal", "a0 b70 a30", "30")] // late, between the two
    [InlineData("temporal_ordered", "b0 a1", "")]
    [InlineData("temporal_ordered", "b0 a1 b2", "2")]
    [InlineData("temporal_ordered", "b5 a4", "4")] // late, and before it in time
    [InlineData("temporal_ordered", "a0 b2", "2", "gte: 2")] // all of them, which it means anyway: nothing waits for the window's end
    [InlineData("temporal_ordered", "a0 b2", "2", "eq: 2")]
    [InlineData("temporal_ordered", "b0 a1", "", "eq: 2")]
    public void Temporal_TwoRules_HaveToMatchWithinTheSpan(string type, string matches, string expected, string? condition = null) =>
        Fire(type, "", condition, matches).ShouldBe(expected);

    [Theory]
    [InlineData("value_count", "gte: 2", "a0=x a1=x a2=y", "2")]
    [InlineData("value_count", "gte: 2", "a0=x a61=y a62=x", "62")]
    [InlineData("value_count", "gte: 2", "a0=x a1", "")] // a match without the field counts nothing
    [InlineData("value_sum", "gt: 10", "a0=5 a1=5 a2=0.5", "2")]
    [InlineData("value_sum", "gt: 10", "a0=9 a61=9 a62=2", "62")]
    [InlineData("value_sum", "gt: 10", "a0=20 a60=20 a300=20", "0 60 300")]
    [InlineData("value_avg", "gte: 4", "a0=1 a1=2 a2=9", "2")]
    [InlineData("value_sum", "gt: 1", "a0=many", "")]
    [InlineData("value_sum", "gt: 1", "a0=NaN a1=2", "1")]
    [InlineData("value_percentile", "gte: 9", "a0=1 a1=2 a2=3 a3=9 a4=9", "4")] // the fourth of five is the first that 75 % do not exceed
    public void ValueTypes_OfAField_CompareWhatTheWindowHolds(string type, string condition, string matches, string expected) =>
        Fire(type, $"field: v\n    {(type == "value_percentile" ? "percentile: 75\n    " : "")}", condition, matches).ShouldBe(expected);

    [Fact]
    public void GroupBy_WithAliases_KeepsGroupsApart()
    {
        var rules = Load("""
            title: C
            correlation:
              type: temporal
              rules: [a, b]
              group-by: [who, host]
              timespan: 1m
              aliases:
                who: { a: user, b: account }
            """);

        var alerts = Run(rules, new(),
            (0, 0, new() { ["user"] = "ada", ["host"] = "h" }),
            (1, 1, new() { ["account"] = "eve", ["host"] = "h" }),
            (1, 2, new() { ["account"] = "ada" }),
            (1, 3, new() { ["account"] = "ada", ["host"] = "h" }));

        var alert = alerts.ShouldHaveSingleItem();
        alert.Group.Select(field => $"{field.Key}={field.Value}").ShouldBe(["who=ada", "host=h"]);
        alert.Time.ShouldBe(At(3));
    }

    [Fact]
    public void Chain_OfCorrelations_ReadsWhatTheFirstEmitted()
    {
        var rules = Load("""
            title: Burst
            name: burst
            correlation: { type: event_count, rules: a, group-by: user, timespan: 10s, condition: { gte: 2 } }
            ---
            title: Burst, then success
            correlation: { type: temporal_ordered, rules: [burst, b], group-by: user, timespan: 1m }
            """);

        var alerts = Run(rules, new(),
            (0, 0, new() { ["user"] = "ada" }), (0, 1, new() { ["user"] = "ada" }), (1, 30, new() { ["user"] = "ada" }));

        alerts.ShouldHaveSingleItem().Rule.Title.ShouldBe("Burst, then success");
    }

    [Theory]
    [InlineData("false", false)]
    [InlineData("true", true)]
    public void Generate_OfACorrelation_DecidesWhetherItsRulesAlert(string generate, bool alerts) =>
        Load($"title: C\ncorrelation: {{ type: event_count, rules: a, timespan: 1m, condition: {{ gte: 2 }}, generate: {generate} }}")
            .Rules[0].Alerts.ShouldBe(alerts);

    [Theory]
    [InlineData("rules: nobody", "reference")]
    [InlineData("rules: c", "reference")]
    [InlineData("rules: []", "correlation")]
    public void Load_ReferencesThatLeadNowhere_AreRefused(string references, string code)
    {
        var rules = RuleLoader.Load(
            [new("c.yml", Loaded.RulesAAndB + "title: C\nname: c\n"
                + $"correlation: {{ type: event_count, {references}, timespan: 1m, condition: {{ gte: 2 }} }}")],
            Placeholders.None);

        rules.Correlations.ShouldBeEmpty();
        rules.Problems.ShouldContain(problem => problem.Code == code && problem.IsError);
    }

    [Fact]
    public void Load_SomeRulesInOrder_AreRefusedByTheirPlace()
    {
        var rules = RuleLoader.Load(
            [new("c.yml", "title: C\ncorrelation:\n  type: temporal_ordered\n  rules: [a, b]\n  timespan: 1m\n"
                + $"  condition:\n    lt: 2\n---\n{Loaded.RulesAAndB}")],
            Placeholders.None);

        rules.Correlations.ShouldBeEmpty();
        var problem = rules.Problems.ShouldHaveSingleItem();
        (problem.Code, $"{problem.At}", problem.IsError).ShouldBe(("condition", "6:3", true), problem.Message);
    }

    [Theory]
    [InlineData("{ a: user, nobody: account }", "6:30", false)]
    [InlineData("{ a: user, b: account }", "6:30", false)] // it is a rule, but not one that the correlation refers to
    [InlineData("{ a: user, 3f0c1a52-6a2e-4c1f-9a53-0d1f6d1c8f01: account }", "", true)] // referred to by its name, here by its id
    public void Load_AliasForARuleThatItDoesNotReferTo_IsRefusedByItsPlace(string fields, string place, bool loads)
    {
        var rules = RuleLoader.Load(
            [new("c.yml", "title: D\ncorrelation:\n  type: temporal\n  rules: [a, c]\n  timespan: 1m\n"
                + $"  aliases: {{ who: {fields} }}\n---\n{Loaded.RulesAAndB}"
                + "---\nid: 3f0c1a52-6a2e-4c1f-9a53-0d1f6d1c8f01\ntitle: C\nname: c\n"
                + "logsource: { product: test }\ndetection: { s: { x: 3 }, condition: s }\n")],
            Placeholders.None);

        rules.Correlations.Count.ShouldBe(loads ? 1 : 0);
        rules.Problems.Select(problem => $"{problem.Code} {problem.At} {problem.IsError}").ShouldBe(loads ? [] : [$"alias {place} True"]);
    }

    [Theory]
    [InlineData("366d", true)]
    [InlineData("367d", false)]
    [InlineData("99999999d", false)]
    [InlineData("2147483648s", false)]
    [InlineData("0s", false)]
    [InlineData("5w", false)]
    public void Load_Timespan_IsAtMostALeapYear(string timespan, bool loads)
    {
        var rules = RuleLoader.Load(
            [new("c.yml", Loaded.RulesAAndB
                + $"title: C\ncorrelation: {{ type: event_count, rules: a, timespan: {timespan}, condition: {{ gte: 2 }} }}")],
            Placeholders.None);

        rules.Correlations.Count.ShouldBe(loads ? 1 : 0);
        rules.Problems.Where(problem => problem.IsError).Select(problem => problem.Code).ShouldBe(loads ? [] : ["timespan"]);
    }

    /// <summary>The match log counts the values of a match in a byte.</summary>
    [Fact]
    public void Load_MoreFieldsOfARuleThanAreKept_RefusesTheCorrelationThatIsTooMuch()
    {
        string Correlation(string name, int first, int count) =>
            $"title: {name}\nname: {name}\ncorrelation:\n  type: event_count\n  rules: a\n  timespan: 1m\n  condition: {{ gte: 2 }}\n"
            + $"  group-by: [{string.Join(", ", Enumerable.Range(first, count).Select(i => $"f{i}"))}]\n";
        var rules = RuleLoader.Load(
            [new(
                "c.yml",
                $"{Loaded.RulesAAndB}{Correlation("one", 0, 200)}---\n{Correlation("two", 100, 155)}---\n{Correlation("three", 255, 1)}")],
            Placeholders.None);

        rules.Correlations.Select(rule => rule.Title).ShouldBe(["one", "two"]);
        rules.Problems.Where(problem => problem.IsError).Select(problem => problem.Code).ShouldBe(["group-by"]);
        new CorrelationFields(rules).Of(rules.Rules[0])!.Count.ShouldBe(CorrelationOrder.MaxFieldsOfARule);
    }

    [Fact]
    public void Add_MillionsOfGroups_StaysWithinItsBounds()
    {
        const int MaxGroups = 100;
        var rules = Load("title: C\ncorrelation: { type: event_count, rules: a, group-by: user, timespan: 1m, condition: { gte: 2 } }");
        var correlator = new Correlator(rules, new() { MaxGroups = MaxGroups });
        var alerts = new List<CorrelationAlert>();

        for (var i = 0; i < 10_000; i++)
        {
            correlator.Add(new(rules.Rules[0], At(0), i, new Dictionary<string, string> { ["user"] = $"{i}" }), alerts);
            correlator.Add(new(rules.Rules[0], At(0), i, new Dictionary<string, string> { ["user"] = "often" }), alerts);
        }

        correlator.Memory.Groups.ShouldBe(MaxGroups);
        correlator.Memory.Evicted.ShouldBe(10_001 - MaxGroups);
        alerts.ShouldHaveSingleItem().Group[0].Value.ShouldBe("often");
    }

    [Fact]
    public void Add_BehindTheWatermark_IsLateAndCountsInNoWindow()
    {
        var rules = Load("title: C\ncorrelation: { type: event_count, rules: a, timespan: 1h, condition: { gte: 2 } }");
        var correlator = new Correlator(rules, new() { Lateness = TimeSpan.FromSeconds(60) });
        var alerts = new List<CorrelationAlert>();

        correlator.Add(new(rules.Rules[0], At(100), "", new Dictionary<string, string>()), alerts);
        correlator.Add(new(rules.Rules[0], At(39), "", new Dictionary<string, string>()), alerts);
        correlator.Memory.Late.ShouldBe(1);
        alerts.ShouldBeEmpty();

        correlator.Add(new(rules.Rules[0], At(40), "", new Dictionary<string, string>()), alerts);
        alerts.ShouldHaveSingleItem();
    }

    [Fact]
    public void Add_MoreEntriesThanAGroupHolds_GoesOnWithTheNewest()
    {
        var rules = Load("title: C\ncorrelation: { type: event_count, rules: a, timespan: 1h, condition: { gte: 3 } }");
        var correlator = new Correlator(rules, new() { MaxEntries = 4 });
        var alerts = new List<CorrelationAlert>();

        for (var i = 0; i < 100; i++)
        {
            correlator.Add(new(rules.Rules[0], At(i), i, new Dictionary<string, string>()), alerts);
        }

        alerts.ShouldHaveSingleItem().Event.ShouldBe(2);
    }

    [Theory]
    [InlineData("event_count", "gte: 4", 0)] // the newest four are enough
    [InlineData("event_count", "gt: 4", 6)]
    [InlineData("event_count", "lt: 2", 6)]
    [InlineData("value_count", "field: v, gte: 2", 6)]
    [InlineData("value_sum", "field: v, gte: 2", 6)]
    public void Add_MoreEntriesThanAGroupHolds_CountsThoseThatItsConditionMayNeed(string type, string condition, int expected)
    {
        var rules = Load($"title: C\ncorrelation: {{ type: {type}, rules: a, timespan: 1h, condition: {{ {condition} }} }}");
        var correlator = new Correlator(rules, new() { MaxEntries = 4 });

        for (var i = 0; i < 10; i++)
        {
            correlator.Add(new(rules.Rules[0], At(i), i, new Dictionary<string, string> { ["v"] = $"{i}" }), []);
        }

        correlator.Memory.Overflowed.ShouldBe(expected);
    }

    [Fact]
    public void Add_ToAFullGroupWhoseWindowIsOver_ForgetsNothingThatIsMissed()
    {
        var rules = Load("title: C\ncorrelation: { type: event_count, rules: a, timespan: 1m, condition: { gt: 4 } }");
        var correlator = new Correlator(rules, new() { MaxEntries = 4, Lateness = null });

        for (var i = 0; i < 10; i++)
        {
            correlator.Add(new(rules.Rules[0], At(15 * i), i, new Dictionary<string, string>()), []);
        }

        correlator.Memory.Overflowed.ShouldBe(0);
    }

    [Fact]
    public void Advance_BeyondAWindow_JudgesIt()
    {
        var rules = Load("title: C\ncorrelation: { type: event_count, rules: a, timespan: 1m, condition: { lt: 2 } }");
        var correlator = new Correlator(rules, new() { Lateness = null });
        var alerts = new List<CorrelationAlert>();

        correlator.Add(new(rules.Rules[0], At(0), "", new Dictionary<string, string>()), alerts);
        correlator.Advance(At(59), alerts);
        alerts.ShouldBeEmpty();
        correlator.Advance(At(60), alerts);

        alerts.ShouldHaveSingleItem();
        correlator.Add(new(rules.Rules[0], At(59), "", new Dictionary<string, string>()), alerts);
        correlator.Memory.Late.ShouldBe(1);
    }

    [Theory]
    [InlineData("title: A", "title: A # the same", true)]
    [InlineData("title: A", "title: Another", false)]
    [InlineData("gte: 3", "gte: 4", false)]
    public void Correlator_AfterAnother_GoesOnWhereNothingChanged(string old, string changed, bool goesOn)
    {
        const string Count = "title: C\ncorrelation: { type: event_count, rules: a, timespan: 1h, condition: { gte: 3 } }";
        var first = Load(Count);
        var second = Loaded.Rules((Loaded.RulesAAndB + Count).Replace(old, changed, StringComparison.Ordinal));
        var correlator = new Correlator(first, new() { Lateness = null });
        var alerts = new List<CorrelationAlert>();
        correlator.Add(new(first.Rules[0], At(0), "", new Dictionary<string, string>()), alerts);
        correlator.Add(new(first.Rules[0], At(1), "", new Dictionary<string, string>()), alerts);

        var next = new Correlator(second, new() { Lateness = null }, correlator);
        next.Add(new(second.Rules[0], At(2), "", new Dictionary<string, string>()), alerts);

        alerts.Count.ShouldBe(goesOn ? 1 : 0);
    }

    private static DateTimeOffset At(int seconds) => DateTimeOffset.UnixEpoch.AddDays(20_000).AddSeconds(seconds);

    private static RuleSet Load(string correlations)
    {
        var rules = Loaded.Rules(Loaded.RulesAAndB + correlations);
        rules.Problems.Where(problem => problem.IsError).ShouldBeEmpty();
        return rules;
    }

    private static List<CorrelationAlert> Run(
        RuleSet rules, CorrelationLimits limits, params (int Rule, int Seconds, Dictionary<string, string> Fields)[] matches)
    {
        var correlator = new Correlator(rules, limits);
        var alerts = new List<CorrelationAlert>();
        foreach (var (rule, seconds, fields) in matches)
        {
            correlator.Add(new(rules.Rules[rule], At(seconds), seconds, fields), alerts);
        }

        correlator.Complete(alerts);
        return alerts;
    }

    /// <param name="type">The type of the correlation.</param>
    /// <param name="fields">Members of its condition before the comparison.</param>
    /// <param name="condition">The comparison; null for none.</param>
    /// <param name="matches">Such as <c>a10=x</c>: rule a, at 10 s, with this value.</param>
    /// <returns>When it fired, in seconds.</returns>
    private static string Fire(string type, string fields, string? condition, string matches)
    {
        var comparison = condition is null ? ""
            : condition[0] == '{' ? $"  condition: {condition}\n" : $"  condition:\n    {fields}{condition}\n";
        var references = type.StartsWith("temporal", StringComparison.Ordinal) ? "[a, b]" : "a";
        var rules = Load($"title: C\ncorrelation:\n  type: {type}\n  rules: {references}\n  timespan: 1m\n{comparison}");
        var alerts = Run(rules, new(), [.. matches.Split(' ').Select(match => match.Split('=')).Select(parts => (
            parts[0][0] - 'a',
            int.Parse(parts[0][1..], System.Globalization.CultureInfo.InvariantCulture),
            parts.Length == 1 ? new Dictionary<string, string>() : new() { ["v"] = parts[1] }))]);
        return string.Join(' ', alerts.Select(alert => $"{alert.Event}"));
    }
}
