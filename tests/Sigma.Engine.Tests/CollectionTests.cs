using Sigma.Engine.Aggregates;
using Sigma.Engine.Collections;
using Sigma.Engine.Matching;
using Sigma.Engine.Mapping;
using Sigma.Engine.Rules;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Tests;

/// <summary>Collections of the earlier specification: a document's <c>action</c> gives its members to others.</summary>
public sealed class CollectionTests
{
    private const string Global = """
        action: global
        title: Stager
        id: 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d
        level: high
        tags: [attack.execution]
        detection:
            selection:
                Description|contains: 'st2 stager'
            condition: selection
        """;

    private const string Created = "logsource: { category: process_creation, product: windows }";

    private const string Loaded = """
        title: Stager, loaded
        logsource:
            product: windows
            service: sysmon
        detection:
            selection:
                EventID: 7
        """;

    [Fact]
    public void Expand_Global_GivesItsMembersToEachRuleAndTheFirstKeepsTheId()
    {
        var rules = Load($"{Global}\n---\n{Created}\n---\n{Loaded}");

        rules.Problems.ShouldBeEmpty();
        rules.Rules.Select(rule => (rule.Title, rule.Level)).ShouldBe([("Stager", "high"), ("Stager, loaded", "high")]);
        rules.Rules[0].Id.ShouldBe("7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d");
        rules.Rules[1].Id.ShouldBe(Load($"{Global}\n---\n{Created}\n---\n{Loaded}").Rules[1].Id);
        Guid.TryParse(rules.Rules[1].Id, out _).ShouldBeTrue();
        rules.Rules.Select(rule => rule.LogSource.Service).ShouldBe([null, "sysmon"]);
        Fired(rules, """{"Description":"an st2 stager"}""").ShouldBe([0]);
        Fired(rules, """{"Description":"an ST2 Stager","EventID":7}""").ShouldBe([0, 1]);
        Fired(rules, """{"EventID":7}""").ShouldBeEmpty();
    }

    [Fact]
    public void Expand_Repeat_IsTheRuleBeforeWithOtherMembers()
    {
        const string First = "logsource: { product: x, service: sysmon }\ndetection: { selection: { EventID: 1 } }";
        const string Second = "action: repeat\nlogsource: { service: security }\ndetection: { selection: { EventID: 4688 } }";
        const string Common =
            "action: global\ntitle: Shell\ndetection: { selection: { CommandLine: cmd.exe }, condition: selection }";

        var rules = Load($"{Common}\n---\n{First}\n---\n{Second}\n---\n{Second.Replace("4688", "4689", StringComparison.Ordinal)}");

        rules.Problems.ShouldBeEmpty();
        rules.Rules.Select(rule => (rule.Title, rule.LogSource.Product, rule.LogSource.Service))
            .ShouldBe([("Shell", "x", "sysmon"), ("Shell", "x", "security"), ("Shell", "x", "security")]);
        Fired(rules, """{"CommandLine":"cmd.exe","EventID":4688}""").ShouldBe([1]);
        Fired(rules, """{"CommandLine":"cmd.exe","EventID":4689}""").ShouldBe([2]);
    }

    [Fact]
    public void Expand_SeveralGlobals_AddUpUntilAReset()
    {
        const string Whole = "title: Other\nlogsource: { product: y }\ndetection: { s: { b: 1 }, condition: s }";
        const string Correlation = "title: Many\ncorrelation: { type: event_count, rules: [one], timespan: 5m, condition: { gte: 2 } }";
        const string Globals =
            "action: global\ntitle: A\nlogsource: { product: x }\n---\naction: global\nlevel: low\ndetection: { condition: s }";

        const string One = "name: one\ndetection: { s: { a: 1 } }";

        var rules = Load($"{Globals}\n---\n{One}\n---\n{Correlation}\n---\naction: reset\n---\n{Whole}");

        rules.Problems.ShouldBeEmpty();
        rules.Rules.Select(rule => (rule.Title, rule.Level, rule.LogSource.Product)).ShouldBe([("A", "low", "x"), ("Other", null, "y")]);
        rules.Correlations.ShouldHaveSingleItem().Level.ShouldBeNull();
    }

    [Theory]
    [InlineData("title: A\naction: repeat\n", "no rule before it", 2)]
    [InlineData("title: A\n---\ntitle: B\naction: often\n", "global, reset or repeat", 4)]
    [InlineData("title: A\n---\naction: [global]\n", "global, reset or repeat", 3)]
    public void Expand_AnActionThatCannotBe_IsNamed(string text, string message, int line)
    {
        var problems = new List<RuleProblem>();

        CollectionExpander.Expand(new("r.yml", text), problems);

        var problem = problems.ShouldHaveSingleItem();
        problem.Message.ShouldContain(message);
        problem.At.Line.ShouldBe(line);
    }

    /// <summary>The rule that a person reads is where its own part stands.</summary>
    [Fact]
    public void OriginOf_AMistakeInAWrittenOutRule_IsItsOwnPart()
    {
        var file = AggregateConverter.Convert(new("r.yml", $"{Global}\n---\n{Created}\n---\nlogsource: nothing\n"), []);

        var problem = RuleLoader.Load([file], Placeholders.None).Problems.ShouldHaveSingleItem();

        file.OriginOf(problem.At).Line.ShouldBe(13);
    }

    [Fact]
    public void Convert_AnAggregationInAGlobal_CountsEachRule()
    {
        var rules = Load("""
            action: global
            title: Many
            detection:
              timeframe: 5m
              condition: s | count() by host > 5
            ---
            logsource: { product: x }
            detection: { s: { a: 1 } }
            ---
            logsource: { product: y }
            detection: { s: { b: 1 } }
            """);

        rules.Problems.ShouldBeEmpty();
        rules.Rules.Select(rule => (rule.LogSource.Product, rule.Alerts)).ShouldBe([("x", false), ("y", false)]);
        rules.Correlations.Count.ShouldBe(2);
    }

    [Fact]
    public void Expand_ManyTimesALargeGlobal_IsRefused()
    {
        var problems = new List<RuleProblem>();
        var text = $"action: global\ndescription: {new string('x', 500_000)}\n" + string.Concat(Enumerable.Repeat("---\ntitle: a\n", 20));

        CollectionExpander.Expand(new("r.yml", text), problems).Text.ShouldBeEmpty();

        problems.ShouldHaveSingleItem().Message.ShouldContain("Split the file");
    }

    [Theory]
    [InlineData("'it''s'")]
    [InlineData("\"a\\nb\\t\\\"c\\\\ \\u0001\"")]
    [InlineData("|\n  two\n  lines\n")]
    [InlineData(">-\n  folded\n  lines")]
    [InlineData("a plain\n  one # and a remark")]
    [InlineData("'- no item'")]
    [InlineData("'a: b'")]
    [InlineData("'x #y'")]
    [InlineData("' blanks '")]
    [InlineData("''")]
    [InlineData("")]
    [InlineData("~")]
    [InlineData("null")]
    [InlineData("'null'")]
    [InlineData("1.50")]
    [InlineData("-5")]
    [InlineData("'5'")]
    [InlineData("true")]
    [InlineData("'true'")]
    [InlineData("[a, 'b', [1, [], {}], { 'k: ey': v }]")]
    [InlineData("{ 'a|contains|all': ['*x*', 'C:\\\\'], ? 'é' : 日本 }")]
    [InlineData("s | count() > 5")]
    [InlineData("1 of selection_* and not (filter or x)")]
    public void Of_AnyValue_ReadsAsTheSame(string value)
    {
        var map = (YamlMap)YamlReader.Read($"k: {value}\n").ShouldHaveSingleItem().Document!;

        var again = YamlReader.Read(YamlText.Of(map)).ShouldHaveSingleItem();

        again.Error.ShouldBeNull();
        Fingerprints.Of((YamlMap)again.Document!).ShouldBe(Fingerprints.Of(map), YamlText.Of(map));
        Shape(again.Document!).ShouldBe(Shape(map));
    }

    private static string Shape(YamlNode node) => node switch
    {
        YamlMap map => $"{{{string.Join(',', map.Entries.Select(entry => $"{entry.Key}={Shape(entry.Value)}"))}}}",
        YamlList list => $"[{string.Join(',', list.Items.Select(Shape))}]",
        YamlScalar scalar => $"{scalar.Kind}:{scalar.Text}",
        _ => "?",
    };

    private static IEnumerable<int> Fired(RuleSet rules, string record) =>
        new RecordMatcher(CompiledRules.Compile(rules, EventMapping.None, routes: false, []))
            .Evaluate(System.Text.Encoding.UTF8.GetBytes(record)).Matches.Select(match => match.Rule);

    private static RuleSet Load(string text)
    {
        var problems = new List<RuleProblem>();
        var written = AggregateConverter.Convert(new("r.yml", text), problems);
        problems.ShouldBeEmpty();
        return RuleLoader.Load([written], Placeholders.None);
    }
}
