using Sigma.Engine.Pipelines;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Processing pipelines as pySigma has them.</summary>
public sealed class PipelineTests
{
    private const string Windows = """
        title: A
        name: a
        logsource: { product: windows, category: process_creation }
        detection:
          s:
            Image|endswith: ['\a.exe', '\b.exe']
            User: root
          f:
            CommandLine|contains: test
          condition: s and not f
        """;

    [Theory]
    [InlineData("type: field_name_mapping\nmapping: { Image: process.path, User: [u, v] }",
        """{"process":{"path":"x\\a.exe"},"v":"root"}""", true)]
    [InlineData("type: field_name_mapping\nmapping: { Image: process.path }", """{"Image":"x\\a.exe","User":"root"}""", false)]
    [InlineData("type: field_name_prefix\nprefix: win.", """{"win":{"Image":"x\\a.exe","User":"root"}}""", true)]
    [InlineData("type: field_name_suffix\nsuffix: _s", """{"Image_s":"x\\a.exe","User_s":"root"}""", true)]
    [InlineData("type: field_name_prefix_mapping\nmapping: { Us: p. }", """{"Image":"x\\a.exe","p":{"er":"root"}}""", true)]
    [InlineData("type: drop_detection_item\nfield_name_conditions: [{ type: include_fields, fields: [User] }]",
        """{"Image":"x\\a.exe"}""", true)]
    [InlineData("type: drop_detection_item\nfield_name_conditions: [{ type: include_fields, fields: ['^U'], mode: re }]",
        """{"Image":"x\\a.exe"}""", true)]
    [InlineData("type: drop_detection_item\nfield_name_conditions: [{ type: exclude_fields, fields: [Image, CommandLine] }]",
        """{"Image":"x\\b.exe"}""", true)]
    [InlineData("type: drop_detection_item\ndetection_item_conditions: [{ type: match_string, cond: any, pattern: 'root' }]",
        """{"Image":"x\\b.exe"}""", true)]
    [InlineData("type: drop_detection_item\nfield_name_conditions: [{ type: include_fields, fields: [CommandLine] }]",
        """{"Image":"x\\a.exe","User":"root","CommandLine":"test"}""", true)]
    [InlineData("type: add_condition\nconditions: { EventID: [1, 4688] }", """{"Image":"x\\a.exe","User":"root","EventID":4688}""", true)]
    [InlineData("type: add_condition\nconditions: { EventID: 1 }", """{"Image":"x\\a.exe","User":"root","EventID":2}""", false)]
    [InlineData("type: add_condition\nconditions: { Host: 'lab*' }\nnegated: true",
        """{"Image":"x\\a.exe","User":"root","Host":"lab1"}""", false)]
    [InlineData("type: add_condition\ntemplate: true\nconditions: { src: '$product/${category}' }",
        """{"Image":"x\\a.exe","User":"root","src":"windows/process_creation"}""", true)]
    [InlineData("type: replace_string\nregex: '^root$'\nreplacement: 'DOM\\\\root'", """{"Image":"x\\a.exe","User":"DOM\\root"}""", true)]
    [InlineData("type: replace_string\nregex: '(r)(oo)'\nreplacement: '\\2\\1'", """{"Image":"x\\a.exe","User":"oort"}""", true)]
    [InlineData("type: map_string\nmapping: { root: [admin, Administrator] }", """{"Image":"x\\a.exe","User":"Administrator"}""", true)]
    [InlineData("type: set_value\nvalue: 7\nfield_name_conditions: [{ type: include_fields, fields: [User] }]",
        """{"Image":"x\\a.exe","User":7}""", true)]
    [InlineData("type: nest\nitems: [{ type: field_name_prefix, prefix: a. }, { type: field_name_prefix, prefix: b. }]",
        """{"b":{"a":{"Image":"x\\a.exe","User":"root"}}}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_conditions: [{ type: logsource, product: linux }]",
        """{"Image":"x\\a.exe","User":"root"}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_cond_not: true\nrule_conditions: [{ type: logsource, product: windows }]",
        """{"Image":"x\\a.exe","User":"root"}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_cond_op: or\n"
        + "rule_conditions: [{ type: logsource, product: linux }, { type: contains_field, field: User }]",
        """{"x":{"Image":"x\\a.exe","User":"root"}}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_conditions: [{ type: contains_detection_item, field: User, value: root }]",
        """{"x":{"Image":"x\\a.exe","User":"root"}}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_conditions: [{ type: rule_attribute, attribute: title, value: B }]",
        """{"Image":"x\\a.exe","User":"root"}""", true)]
    [InlineData("type: add_field\nfield: x", """{"Image":"x\\a.exe","User":"root"}""", true)]
    public void Load_WithAPipeline_ChangesWhatTheRuleFiresOn(string step, string record, bool fires)
    {
        var rules = Load(Windows, Pipeline(step));

        rules.Problems.ShouldBeEmpty();
        Loaded.Evaluate(rules, record).Matches.Count.ShouldBe(fires ? 1 : 0);
    }

    [Fact]
    public void Load_SeveralPipelines_AppliesThemByPriority()
    {
        var rules = Load(Windows,
            $"priority: 20\n{Pipeline("type: field_name_prefix\nprefix: outer.")}",
            $"priority: 10\n{Pipeline("type: field_name_prefix\nprefix: inner.")}");

        Loaded.Evaluate(rules, """{"outer":{"inner":{"Image":"x\\a.exe","User":"root"}}}""").Matches.Count.ShouldBe(1);
    }

    [Fact]
    public void Load_StateAndAppliedItems_DecideLaterSteps()
    {
        const string Text = """
            transformations:
              - { id: one, type: set_state, key: k, val: v }
              - { type: field_name_prefix, prefix: a., rule_conditions: [{ type: processing_state, key: k, val: v }] }
              - { type: field_name_prefix, prefix: b., rule_conditions: [{ type: processing_item_applied, processing_item_id: one }] }
              - { type: field_name_prefix, prefix: c., rule_conditions: [{ type: processing_state, key: k, val: w }] }
            """;

        var rules = Load(Windows, Text);

        Loaded.Evaluate(rules, """{"b":{"a":{"Image":"x\\a.exe","User":"root"}}}""").Matches.Count.ShouldBe(1);
    }

    [Fact]
    public void Load_ChangedLogSource_RoutesTheRuleThere()
    {
        var rules = Load(Windows, Pipeline("type: change_logsource\nproduct: other\nservice: s"));

        rules.Rules.ShouldHaveSingleItem().LogSource.ShouldBe(new LogSource("other", null, "s"));
    }

    [Fact]
    public void Load_Placeholders_HaveTheVarsOfThePipeline()
    {
        var rules = Load(
            Windows.Replace("User: root", "User|expand: '%admins%'", StringComparison.Ordinal),
            $"vars: {{ admins: [root, toor] }}\n{Pipeline("type: value_placeholders")}");

        Loaded.Evaluate(rules, """{"Image":"x\\a.exe","User":"toor"}""").Matches.Count.ShouldBe(1);
    }

    [Fact]
    public void Load_Correlation_AsksForTheRenamedFields()
    {
        var rules = Load(
            $"{Windows}\n---\ntitle: C\ncorrelation:\n"
            + "  { type: event_count, rules: a, group-by: [User], timespan: 1m, condition: { gte: 2 } }",
            Pipeline("type: field_name_mapping\nmapping: { User: user.name }"));

        rules.Correlations.ShouldHaveSingleItem().GroupBy.ShouldBe(["user.name"]);
    }

    [Theory]
    [InlineData("type: rule_failure\nmessage: Not here.", "A: Not here.")]
    [InlineData("type: detection_item_failure\nmessage: No users.\nfield_name_conditions: [{ type: include_fields, fields: [User] }]",
        "No users.")]
    [InlineData("type: drop_detection_item", "drops everything")]
    public void Load_APipelineThatRefusesTheRule_SaysWhy(string step, string message)
    {
        var rules = Load(Windows, Pipeline(step));

        rules.Rules.ShouldBeEmpty();
        rules.Problems.ShouldHaveSingleItem().Message.ShouldContain(message);
    }

    [Theory]
    [InlineData("transformations: [{ type: hashes_fields }]", "hashes_fields is not read")]
    [InlineData("transformations: [{ type: command_placeholders, cmd: x }]", "command_placeholders is not read")]
    [InlineData("transformations: [{ type: nonsense }]", "nonsense is not read")]
    [InlineData("transformations: [{ prefix: x }]", "a map with a type")]
    [InlineData("transformations: { type: nest }", "a list of maps")]
    [InlineData("transformations: [{ type: field_name_mapping }]", "mapping is a map")]
    [InlineData("transformations: [{ type: add_condition, conditions: 1 }]", "needs conditions")]
    [InlineData("sources: []", "sources is not read")]
    [InlineData("transformations: [{ type: replace_string, regex: '(', replacement: x }]", "(")]
    [InlineData("transformations: [{ type: set_state, rule_conditions: [{ type: tag, tag: x }] }]", "condition tag is not read")]
    [InlineData("transformations: [{ type: set_state, rule_cond_expr: a }]", "rule_cond_expr is not read")]
    [InlineData("[1]", "A pipeline is a map")]
    [InlineData("a: [", "")]
    public void Read_WhatIsNotRead_IsRefusedByName(string text, string message)
    {
        var problems = new List<RuleProblem>();

        PipelineReader.Read("p.yml", text, problems).ShouldBeNull();

        problems[0].Message.ShouldContain(message);
    }

    [Fact]
    public void Read_RenamingInACircle_IsOneWarning()
    {
        var problems = new List<RuleProblem>();

        PipelineReader.Read("p.yml", """
            transformations:
              - { type: field_name_mapping, mapping: { A: B } }
              - { type: field_name_mapping, mapping: { B: A } }
            """, problems).ShouldNotBeNull();

        problems.ShouldHaveSingleItem().Message.ShouldContain("A is renamed in a circle: B, then A.");
    }

    private static string Pipeline(string step) =>
        $"transformations:\n  - {step.ReplaceLineEndings("\n").Replace("\n", "\n    ", StringComparison.Ordinal)}";

    private static RuleSet Load(string rules, params string[] pipelines)
    {
        var problems = new List<RuleProblem>();
        var read = pipelines.Select(text => PipelineReader.Read("p.yml", text, problems)!).ToList();
        problems.ShouldBeEmpty();
        return RuleLoader.Load([new("r.yml", rules)], Placeholders.None, read);
    }
}
