namespace Sigma.Engine.Tests;

/// <summary>Merge keys of YAML, and what the specification writes that has no one meaning.</summary>
public sealed class MergeKeyTests
{
    [Theory]
    [InlineData("b: &b { a: 1 }\ns:\n  <<: *b\n  c: 1\ncondition: s", """{"a":1,"c":1}""", true)]
    [InlineData("b: &b { a: 1 }\ns:\n  <<: *b\n  c: 1\ncondition: s", """{"c":1}""", false)]
    [InlineData("b: &b { a: 1 }\ns:\n  <<: *b\n  a: 2\ncondition: s", """{"a":2}""", true)]
    [InlineData("b: &b { a: 1 }\nd: &d { a: 2, e: 1 }\ns:\n  <<: [*b, *d]\ncondition: s", """{"a":1,"e":1}""", true)]
    public void Fires_AMergedMap_HasItsMembersUnlessItsOwn(string detection, string record, bool fires)
    {
        var rules = Loaded.Rules(Loaded.Rule(detection));

        Loaded.Evaluate(rules, record).Matches.Count.ShouldBe(fires ? 1 : 0);
    }

    [Fact]
    public void Load_AMergeOfNoMap_IsRefusedWithAHint() =>
        Loaded.Rules(Loaded.Rule("s:\n  <<: text\n  a: 1\ncondition: s"))
            .Problems.ShouldHaveSingleItem().Message.ShouldContain("takes a map");

    [Theory]
    [InlineData("1M", "30d")]
    [InlineData("1y", "365d")]
    public void Load_ATimespanWithoutAFixedLength_NamesOneInDays(string timespan, string days) => Loaded.Rules(
        $"{Loaded.RulesAAndB}title: C\ncorrelation:\n  type: event_count\n  rules: a\n  timespan: {timespan}\n  condition: {{ gte: 2 }}")
        .Problems.ShouldHaveSingleItem().Message.ShouldContain(days);
}
