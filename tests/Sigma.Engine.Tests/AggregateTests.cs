using Sigma.Engine.Aggregates;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Aggregations of the earlier specification, as correlations.</summary>
public sealed class AggregateTests
{
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
    public void Convert_WhatHasNoCorrelation_SaysWhy(string aggregation, string message)
    {
        var problems = new List<RuleProblem>();
        var file = new RuleText("r.yml", Rule(aggregation));

        AggregateConverter.Convert(file, problems).ShouldBe(file);

        var problem = problems.ShouldHaveSingleItem();
        problem.Message.ShouldContain(message);
        problem.At.Line.ShouldBe(9);
    }

    [Fact]
    public void Convert_OtherRulesOfTheFile_StayAsTheyAre()
    {
        const string Other = "title: Other # with a | bar\nlogsource: { product: test }\ndetection: { s: { a|contains: x }, condition: s }";
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
