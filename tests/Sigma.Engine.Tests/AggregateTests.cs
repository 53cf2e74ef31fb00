using Sigma.Engine.Aggregates;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Aggregations of the earlier specification, as correlations.</summary>
public sealed class AggregateTests
{
    private const string Other =
        "title: Other # with a | bar\nlogsource: { product: test }\ndetection: { s: { a|contains: x }, condition: s }";

    private const string Id = "7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d";

    [Theory]
    [InlineData("count() > 5", CorrelationType.EventCount, null, "", ">5")]
    [InlineData("count() by host >= 5", CorrelationType.EventCount, null, "host", ">=5")]
    [InlineData("count(user) by host, ip < 5", CorrelationType.ValueCount, "user", "host ip", "<5")]
    [InlineData("COUNT( user ) BY host <= 5", CorrelationType.ValueCount, "user", "host", "<=5")]
    [InlineData("sum(bytes) by host > 1.5", CorrelationType.ValueSum, "bytes", "host", ">1.5")]
    [InlineData("avg(a.b) by host == 5", CorrelationType.ValueAverage, "a.b", "host", "=5")]
    public void Convert_AnAggregation_MakesARuleAndACorrelationWithItsId(
        string aggregation, CorrelationType type, string? field, string group, string bound)
    {
        var rules = Load(Rule(aggregation));

        rules.Problems.ShouldBeEmpty();
        var correlation = rules.Correlations.ShouldHaveSingleItem();
        correlation.Id.ShouldBe(Id);
        correlation.Title.ShouldBe("Many 'of' them");
        correlation.Level.ShouldBe("high");
        correlation.Type.ShouldBe(type);
        correlation.GroupBy.ShouldBe(group.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        correlation.ValueFields.ShouldBe(field is null ? [] : [field]);
        correlation.Timespan.ShouldBe(TimeSpan.FromMinutes(5));
        correlation.Bounds.ShouldHaveSingleItem().Holds(double.Parse(bound.TrimStart('<', '>', '='), null)).ShouldBe(bound.Contains('='));
        rules.Rules.ShouldHaveSingleItem().Alerts.ShouldBeFalse();
    }

    [Fact]
    public void Convert_ARuleWithATextAboutCorrelating_IsARuleLikeAnyOther()
    {
        var rules = Load($"correlation: the logon and the access have one id\n{Rule("count() by host > 5")}");

        rules.Problems.ShouldBeEmpty();
        rules.Rules.ShouldHaveSingleItem();
        rules.Correlations.ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("'s | count() > 5'")]
    [InlineData("\"s | count() > 5\"")]
    [InlineData("(s) | count() > 5")]
    public void Convert_AQuotedCondition_KeepsItsQuotes(string condition) =>
        Load(Rule("").Replace("s | ", condition, StringComparison.Ordinal)).Problems.ShouldBeEmpty();

    [Theory]
    [InlineData("1M", 30 * 24 * 60)]
    [InlineData("24h", 24 * 60)]
    public void Convert_ATimeframe_HasMonthsOf30Days(string timeframe, int minutes) =>
        Load(Rule("count() > 5").Replace("5m", timeframe, StringComparison.Ordinal)).Correlations.ShouldHaveSingleItem()
            .Timespan.ShouldBe(TimeSpan.FromMinutes(minutes));

    [Theory]
    [InlineData("near t", "temporal")]
    [InlineData("max(a) > 5", "max has no correlation")]
    [InlineData("sum() > 5", "sum needs a field")]
    [InlineData("count() by x", "is no aggregation")]
    [InlineData("count() > 5 | count() > 6", "is no aggregation")]
    public void Convert_WhatHasNoCorrelation_SaysWhy(string aggregation, string message)
    {
        var problems = new List<RuleProblem>();
        var file = new RuleText("r.yml", Rule(aggregation));

        AggregateConverter.Convert(file, problems).ShouldBe(file);

        var problem = problems.ShouldHaveSingleItem();
        problem.Message.ShouldContain(message);
        problem.At.Line.ShouldBe(9);
    }

    [Theory]
    [InlineData("{ s: { a: 1 }, timeframe: 5m, condition: s | count() > 5 }", "in braces")]
    [InlineData("{ s: { a: 1 }, condition: s | count() > 5 }", "needs a timeframe")]
    public void Convert_ADetectionInBraces_SaysHowToWriteIt(string detection, string message)
    {
        var (problems, text) = (new List<RuleProblem>(), $"title: x\nlogsource: {{ product: test }}\ndetection: {detection}\n");

        AggregateConverter.Convert(new("r.yml", text), problems).Text.ShouldBe(text);

        problems.ShouldHaveSingleItem().Message.ShouldContain(message);
    }

    [Theory]
    [InlineData(">\n    s\n    | count() > 5\n  other: { b: 1 }")]
    [InlineData("s\n    | count()\n\n    > 5 # many\n  other: { b: 1 }")]
    [InlineData("\n  - s | count() > 5\n  other: { b: 1 }")]
    public void Convert_AConditionOverSeveralLines_IsThatOfOneLine(string condition)
    {
        var rules = Load(Rule("").Replace("s | ", condition, StringComparison.Ordinal));

        rules.Problems.ShouldAllBe(problem => !problem.IsError);
        rules.Correlations.ShouldHaveSingleItem().Id.ShouldBe(Id);
        rules.Rules.ShouldHaveSingleItem();
    }

    [Fact]
    public void Convert_AListOfConditions_MakesACorrelationOfEach()
    {
        const string Conditions = "\n    - s | count(port) by host > 5\n    - not s | count(name) by host > 6\n    - 1 of s";

        var rules = Load($"{Rule("").Replace("s | ", Conditions, StringComparison.Ordinal)}\nfalsepositives: none\n---\n{Other}");

        rules.Problems.ShouldBeEmpty();
        rules.Correlations.Select(rule => rule.Title).ShouldBe(["Many 'of' them", "Many 'of' them"]);
        rules.Correlations.Select(rule => rule.ValueFields.Single()).ShouldBe(["port", "name"]);
        rules.Correlations[0].Id.ShouldBe(Id);
        rules.Rules.Select(rule => (rule.Title, rule.Alerts)).ShouldBe(
            [("Many 'of' them", false), ("Other", true), ("Many 'of' them", false), ("Many 'of' them", true)]);
    }

    [Fact]
    public void Convert_OtherRulesOfTheFile_StayAsTheyAre()
    {
        var converted = AggregateConverter.Convert(new("r.yml", $"{Other}\n---\n{Rule("count() > 5")}"), []).Text;

        converted.ShouldStartWith($"{Other}\n---\n");
        AggregateConverter.Convert(new("r.yml", Other), []).Text.ShouldBe(Other);
    }

    private static string Rule(string aggregation) => $$"""
        title: Many 'of' them
        id: {{Id}}
        level: high
        logsource: { product: test }
        detection:
          s:
            a: 1
          timeframe: 5m
          condition: s | {{aggregation}}
        """;

    private static RuleSet Load(string text)
    {
        var problems = new List<RuleProblem>();
        var converted = AggregateConverter.Convert(new("r.yml", text), problems);
        problems.ShouldBeEmpty();
        return RuleLoader.Load([converted], Placeholders.None);
    }
}
