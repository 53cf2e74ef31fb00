using Sigma.Engine.Linting;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Metadata that other people and programs read.</summary>
public sealed class MetadataLintTests
{
    private const string Good = """
        title: A rule
        id: 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d
        related:
          - id: 7b2c1d3e-0002-4a5b-9c8d-1e2f3a4b5c6d
            type: similar
        status: test
        description: Finds what this test is about.
        references: [https://example.com/a]
        date: 2026-11-01
        modified: 2026-11-02
        tags: [attack.execution, attack.t1059.001, cve.2021-44228, detection.dfir, tlp.amber, car.2016-04-005, attack.s0002]
        level: high
        logsource: { product: x }
        detection: { s: { a: 1 }, condition: s }
        """;

    [Fact]
    public void Check_AGoodRule_FindsNothing() => Check(Good).ShouldBeEmpty();

    [Theory]
    [InlineData("status: test", "status: stabel", "status")]
    [InlineData("date: 2026-11-01", "date: 2026/11/01", "date")]
    [InlineData("date: 2026-11-01", "date: 2026-11-31", "date")]
    [InlineData("modified: 2026-11-02", "modified: 2026-10-02", "date")]
    [InlineData("attack.execution", "Execution", "tags")]
    [InlineData("attack.execution", "atack.execution", "tags")]
    [InlineData("attack.execution", "attack.exection", "tags")]
    [InlineData("attack.execution", "attack.t1059.001", "tags")]
    [InlineData("tlp.amber", "tlp.pink", "tags")]
    [InlineData("cve.2021-44228", "cve.44228", "tags")]
    [InlineData("detection.dfir", "detection.other", "tags")]
    [InlineData("level: high", "", "level")]
    [InlineData("id: 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d", "", "id")]
    [InlineData("- id: 7b2c1d3e-0002-4a5b-9c8d-1e2f3a4b5c6d", "- id: 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d", "related")]
    [InlineData("type: similar", "type: cousin", "related")]
    [InlineData("[https://example.com/a]", "[https://example.com/a, https://example.com/a]", "references")]
    [InlineData("[https://example.com/a]", "https://example.com/a", "references")]
    [InlineData("Finds what this test is about.", "Short.", "description")]
    public void Check_AMistake_IsAWarningAtItsLine(string right, string wrong, string code)
    {
        var problem = Check(Good.Replace(right, wrong, StringComparison.Ordinal)).ShouldHaveSingleItem();

        problem.Code.ShouldBe(code);
        problem.IsError.ShouldBeFalse();
        problem.Message.ShouldEndWith(".");
    }

    [Fact]
    public void Check_TwoRulesOfOneTitle_NameTheFirst() =>
        Check(Good, Good).ShouldHaveSingleItem().Message.ShouldStartWith("0.yml:1:8 has the same title.");

    private static IReadOnlyList<RuleProblem> Check(params string[] files) =>
        MetadataLint.Check(files.Select((text, index) => new RuleText($"{index}.yml", text)));
}
