using System.Text;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Which correlations load: each decision of the second table in the engine's README, and what the specification shows.</summary>
public sealed class CorrelationDecisionTests
{
    public static TheoryData<string, string, bool> Decisions => new()
    {
        {
            "`temporal_ordered` may have a condition that no fewer than all of its rules fulfil: it says what holds without.",
            "type: temporal_ordered\nrules: [a, b]\ntimespan: 5m\ncondition: { gte: 2 }",
            true
        },
        {
            "One that fewer fulfil is refused: fewer have no order of their own.",
            "type: temporal_ordered\nrules: [a, b]\ntimespan: 5m\ncondition: { gte: 1 }",
            false
        },
        {
            "A condition over the names of rules is refused: it comes after 2.1.0.",
            "type: temporal\nrules: [a, b]\ntimespan: 5m\ncondition: a and b",
            false
        },
        {
            "`value_percentile` compares the number at the `percentile`, by nearest rank.",
            "type: value_percentile\nrules: a\ntimespan: 5m\ncondition: { field: size, percentile: 99, gt: 1000 }",
            true
        },
        {
            "Without `percentile` it is refused: some read it as the share that a text has of all, others as the median.",
            "type: value_percentile\nrules: a\ntimespan: 5m\ncondition: { field: size, lte: 1 }",
            false
        },
        {
            "A member that no correlation has does nothing; `sigma lint` warns of it.",
            "type: event_count\nrules: a\ngroup_by: user\ntimespan: 5m\ncondition: { gte: 2 }",
            true
        },
    };

    [Theory]
    [MemberData(nameof(Decisions))]
    public void Decision_InTheTable_Holds(string decision, string correlation, bool loads)
    {
        var rules = Load(correlation);

        rules.Correlations.Count.ShouldBe(loads ? 1 : 0, decision);
        rules.HasErrors.ShouldBe(!loads, decision);
    }

    [Fact]
    public void Table_OfTheReadme_HasTheSameRows()
    {
        var readme = File.ReadAllLines(Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Engine", "README.md"), Encoding.UTF8);

        var rows = readme.Where(line => line.EndsWith(" loads |", StringComparison.Ordinal)
            || line.EndsWith(" refused |", StringComparison.Ordinal));

        rows.ShouldBe(Decisions.Select(row => row.Data).Select(row =>
            $"| {row.Item1} | `{row.Item2.Replace('\n', ' ')}` | {(row.Item3 ? "loads" : "refused")} |"));
    }

    /// <summary>One of each shape that the specification's own documents have.</summary>
    [Theory]
    [InlineData("type: event_count\nrules: [a]\ngroup-by: [Host]\ntimespan: 10m\ncondition: { gte: 50 }")]
    [InlineData("type: event_count\nrules: [a]\ngroup-by: [host.name, user.name]\ntimespan: 90m\ncondition: { gt: 100, lte: 200 }")]
    [InlineData("type: value_count\nrules: [a]\ngroup-by: [Host, Source]\ntimespan: 1d\ncondition: { field: User, gte: 20 }")]
    [InlineData("type: value_sum\nrules: [a]\ngroup-by: [User]\ntimespan: 1h\ncondition: { field: Bytes, gt: 1000000 }")]
    [InlineData("type: value_avg\nrules: [a]\ngroup-by: [User]\ntimespan: 24h\ncondition: { field: Bytes, gt: 500.5 }")]
    [InlineData("type: temporal\nrules: [a, b]\ngroup-by: [Host, User]\ntimespan: 5m")]
    [InlineData("type: temporal\nrules: [a, b]\ngroup-by: [who]\naliases: { who: { a: User, b: Account } }\ntimespan: 30s")]
    [InlineData("type: temporal_ordered\nrules: [a, b]\ngroup-by: [User]\ntimespan: 1h")]
    public void Load_ShapesOfTheSpecification_LeaveNothingToSay(string correlation)
    {
        var rules = Load(correlation);

        rules.Correlations.ShouldHaveSingleItem();
        rules.Problems.ShouldBeEmpty();
    }

    [Fact]
    public void Load_MemberThatNoCorrelationHas_IsWarnedOf()
    {
        var rules = Load("type: event_count\nrules: a\ngroup_by: user\ntimespan: 5m\ncondition: { gte: 2 }");

        var problem = rules.Problems.ShouldHaveSingleItem();
        (problem.Code, $"{problem.At}", problem.IsError).ShouldBe(("unknown", "15:3", false), problem.Message);
    }

    private static RuleSet Load(string correlation) => Loaded.Rules(
        $"{Loaded.RulesAAndB}title: C\ncorrelation:\n  {Loaded.Indent(correlation)}\n");
}
