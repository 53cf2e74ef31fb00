using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Reference;

namespace Sigma.Engine.Tests;

/// <summary>Whether a name is there, whatever its value (specification 2.1.0, modifiers).</summary>
public sealed class ExistenceTests
{
    [Theory]
    [InlineData("a", """{"a":""}""", true)]
    [InlineData("a", """{"a":{}}""", true)]
    [InlineData("a", """{"a":[null]}""", true)]
    [InlineData("a", """{"a":[[ ]]}""", true)]
    [InlineData("a", """{"a":1,"a":null}""", true)]
    [InlineData("a", """{"b":{"a":null}}""", false)]
    [InlineData("a", """{"b":null}""", false)]
    [InlineData("a.b", """{"a.b":null}""", true)]
    [InlineData("a.b", """{"a":{"b":null}}""", true)]
    [InlineData("a.b", """{"a":[1,{"b":[]}]}""", true)]
    [InlineData("a.b", """{"a":null}""", false)]
    [InlineData("a.b", """{"a":{"b":null},"a":{}}""", false)] // the last of equal names counts
    [InlineData("a.b", """{"a":[{"b":null},{"b":null,"b":[]}],"c":1}""", true)]
    public void Exists_OfAName_DoesNotAskForItsValue(string field, string record, bool isThere)
    {
        Loaded.Fires($"s:\n  {field}|exists: true\ncondition: s", record).ShouldBe(isThere);
        Loaded.Fires($"s:\n  {field}|exists: false\ncondition: s", record).ShouldBe(!isThere);
    }

    [Theory]
    [InlineData("""{"b":1,"renamed":null}""", true)]
    [InlineData("""{"b":1,"prefix":{"a":null}}""", true)]
    [InlineData("""{"b":1}""", false)]
    public void Exists_OfAFieldWithOtherNames_AsksForThemToo(string record, bool isThere)
    {
        var mapping = EventMapping.None with
        {
            Fields = new Dictionary<string, IReadOnlyList<FieldTarget>> { ["a"] = [new("renamed", IsPath: false)] },
            Prefixes = ["prefix"],
        };
        var rules = Loaded.Rules(Loaded.Rule("s:\n  a|exists: true\n  b: 1\ncondition: s"));

        (Loaded.Evaluate(rules, record, mapping).Matches.Count > 0).ShouldBe(isThere);
    }

    [Fact]
    public void WhyNot_OfAFieldThatHasOnlyNull_KnowsThatItCame()
    {
        var rules = Loaded.Rules(
            Loaded.Rule("s:\n  a|exists: true\ncondition: s"), Loaded.Rule("s:\n  b: 1\ncondition: s"));
        var compiled = new MappedRules(rules, [EventMapping.None], routes: true, []);
        var seen = new SeenRecords();
        seen.Use(compiled);
        var matcher = compiled.Matcher();
        seen.Watch(compiled, matcher);

        matcher.Evaluate("""{"a":null,"b":null}"""u8.ToArray());

        seen.WhyNot().ShouldBe([null, "No record had b."]);
    }

    [Fact]
    public void Explain_OfANameWithoutAValue_SaysSo()
    {
        var rules = Loaded.Rules(Loaded.Rule("s:\n  a|exists: true\n  b|exists: true\n  c: 1\ncondition: s"));
        using var reference = new ReferenceEvaluator(rules, EventMapping.None, routes: true);

        var tree = reference.Explain(rules.Rules[0], """{"a":null,"c":[]}"""u8.ToArray())!;

        tree.Inner[0].Inner.Select(leaf => $"{leaf.Text}: {leaf.Holds}, {leaf.Saw}").ShouldBe(
        [
            "a exists: True, a is there, without a value",
            "b exists: False, the record has no b",
            "c 1: False, c is there, without a value",
        ]);
    }
}
