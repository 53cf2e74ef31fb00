using Sigma.Engine.Pipelines;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>Processing pipelines as pySigma has them.</summary>
public sealed class PipelineTests
{
    private const string Windows = """
        title: A
        name: a
        level: high
        date: 2023/05/04
        tags: [attack.execution, attack.t1059]
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
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_conditions: [{ type: tag, tag: attack.t1059 }]",
        """{"x":{"Image":"x\\a.exe","User":"root"}}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_conditions: [{ type: tag, tag: attack.t1000 }]",
        """{"Image":"x\\a.exe","User":"root"}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_conditions: [{ type: rule_attribute, attribute: level, "
        + "op: gte, value: medium }]",
        """{"x":{"Image":"x\\a.exe","User":"root"}}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_conditions: [{ type: rule_attribute, attribute: date, "
        + "op: lt, value: 2023-06-01 }]",
        """{"x":{"Image":"x\\a.exe","User":"root"}}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_conditions: [{ type: rule_attribute, attribute: tags, "
        + "op: in, value: attack.t1059 }]",
        """{"x":{"Image":"x\\a.exe","User":"root"}}""", true)]
    [InlineData("type: field_name_prefix\nprefix: x.\nrule_cond_expr: a and not (b or c)\nrule_conditions:\n  a: { "
        + "type: contains_field, field: User }\n"
        + "  b: { type: logsource, product: linux }\n  c: { type: tag, tag: attack.t1 }",
        """{"x":{"Image":"x\\a.exe","User":"root"}}""", true)]
    [InlineData("type: drop_detection_item\nfield_name_cond_op: or\n"
        + "field_name_conditions: [{ type: include_fields, fields: [User] }, { type: include_fields, fields: [CommandLine] }]",
        """{"Image":"x\\a.exe","CommandLine":"test"}""", true)]
    [InlineData("type: drop_detection_item\nfield_name_cond_not: true\nfield_name_conditions: [{ type: include_fields, fields: [Image] }]",
        """{"Image":"x\\a.exe"}""", true)]
    [InlineData("type: drop_detection_item\ndetection_item_cond_expr: a and not b\ndetection_item_conditions:\n"
        + "  a: { type: match_string, cond: any, pattern: '.*' }\n  b: { type: contains_wildcard, cond: any }",
        """{"Image":"x\\a.exe"}""", true)]
    [InlineData("type: case\nmethod: upper", """{"Image":"x\\a.exe","User":"ROOT"}""", true)]
    [InlineData("type: case\nmethod: snake_case", """{"Image":"x\\a.exe","User":"root"}""", true)]
    [InlineData("type: regex\nmethod: plain", """{"Image":"x\\a.exe","User":"Root"}""", false)]
    [InlineData("type: regex\nmethod: plain", """{"Image":"x\\a.exe","User":"root"}""", true)]
    [InlineData("type: regex", """{"Image":"x\\a.exe","User":"Root"}""", true)]
    [InlineData("type: set_value\nvalue: 7\nforce_type: str\nfield_name_conditions: [{ type: include_fields, fields: [User] }]",
        """{"Image":"x\\a.exe","User":"7"}""", true)]
    [InlineData("type: convert_type\ntarget_type: str", """{"Image":"x\\a.exe","User":"root"}""", true)]
    [InlineData("type: replace_string\nregex: 'a|b'\nreplacement: 'c*'\nskip_special: true",
        """{"Image":"x\\c*.exe","User":"root"}""", true)]
    [InlineData("type: replace_string\nregex: 'a|b'\nreplacement: 'c*'\nskip_special: true",
        """{"Image":"x\\cd.exe","User":"root"}""", false)]
    [InlineData("type: replace_string\nregex: 'a|b'\nreplacement: 'c*'\nskip_special: true\ninterpret_special: true",
        """{"Image":"x\\cd.exe","User":"root"}""", true)]
    [InlineData("type: replace_string\nregex: '(?P<all>root)'\nreplacement: '\\g<all>2'", """{"Image":"x\\a.exe","User":"root2"}""", true)]
    [InlineData("type: extract_fields\nregex: '(?P<first>r)(?P<rest>.*)'\nfield_prefix: u\n"
        + "field_name_conditions: [{ type: include_fields, fields: [User] }]",
        """{"Image":"x\\a.exe","u":{"first":"r","rest":"oot"}}""", true)]
    [InlineData("type: set_custom_attribute\nattribute: x\nvalue: 1", """{"Image":"x\\a.exe","User":"root"}""", true)]
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
    public void Load_AStateThatIsAList_EqualsNoValue()
    {
        const string Text = """
            transformations:
              - { type: set_state, key: index, val: [logs-a, logs-b] }
              - { type: set_custom_attribute, attribute: x, value: [logs-a] }
              - { type: field_name_prefix, prefix: a., rule_conditions: [{ type: processing_state, key: index, val: logs-a }] }
              - { type: field_name_prefix, prefix: b., rule_conditions: [{ type: processing_state, key: index, val: logs-a, op: ne }] }
              - { type: field_name_prefix, prefix: c., rule_conditions: [{ type: rule_attribute, attribute: x, value: logs-a, op: in }] }
            """;

        var rules = Load(Windows, Text);

        Loaded.Evaluate(rules, """{"c":{"b":{"Image":"x\\a.exe","User":"root"}}}""").Matches.Count.ShouldBe(1);
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

    [Theory]
    [InlineData("type: wildcard_placeholders", true, true)]
    [InlineData("type: wildcard_placeholders\ninclude: [admins]", true, true)]
    [InlineData("type: wildcard_placeholders\nexclude: [admins]", false, false)]
    [InlineData("type: wildcard_placeholders\nrule_conditions: [{ type: logsource, product: linux }]", false, false)]
    public void Load_PlaceholdersWithoutValues_AreWildcardsWhereAPipelineSaysSo(string step, bool loads, bool fires)
    {
        var rules = Load(
            Windows.Replace("User: root", "User|expand: 'r%admins%'\n    Host|re|expand: '^a%admins%z$'", StringComparison.Ordinal),
            Pipeline(step));

        rules.Problems.Select(problem => problem.Message).ShouldBe(
            loads ? [] : ["A: The placeholder %admins% is unknown. Give it values in a file of placeholders."]);
        if (loads)
        {
            Loaded.Evaluate(rules, """{"Image":"x\\a.exe","User":"root","Host":"abz"}""").Matches.Count.ShouldBe(fires ? 1 : 0);
            Loaded.Evaluate(rules, """{"Image":"x\\a.exe","User":"xroot","Host":"abz"}""").Matches.Count.ShouldBe(0);
        }
    }

    [Theory]
    [InlineData("""{"FileMD5":"0123456789abcdef0123456789abcdef"}""", true)]
    [InlineData("""{"FileSHA1":"0123456789abcdef0123456789abcdef01234567"}""", true)]
    [InlineData("""{"FileIMPHASH":"0123456789abcdef0123456789abcdee"}""", true)]
    [InlineData("""{"FileMD5":"0123456789abcdef0123456789abcdee"}""", false)]
    [InlineData("""{"Hashes":"MD5=0123456789abcdef0123456789abcdef"}""", false)]
    public void Load_HashesFields_AsksForTheFieldOfEachAlgorithm(string record, bool fires)
    {
        const string Rule = """
            title: H
            logsource: { product: windows }
            detection:
              s:
                Hashes|contains:
                  - MD5=0123456789ABCDEF0123456789ABCDEF
                  - 0123456789ABCDEF0123456789ABCDEF01234567
                  - IMPHASH=0123456789ABCDEF0123456789ABCDEE
                  - SHA512=00
              condition: s
            """;

        var rules = Load(Rule, Pipeline("type: hashes_fields\nvalid_hash_algos: [MD5, SHA1, SHA256, IMPHASH]\nfield_prefix: File"));

        Loaded.Evaluate(rules, record).Matches.Count.ShouldBe(fires ? 1 : 0);
    }

    [Fact]
    public void Load_StepsOnAppliedItems_ChangeOnlyThose()
    {
        var rules = Load(Windows, """
            transformations:
              - { id: one, type: field_name_mapping, mapping: { User: user } }
              - { type: field_name_prefix, prefix: a., field_name_conditions: [{ type: processing_item_applied, processing_item_id: one }] }
            """);

        Loaded.Evaluate(rules, """{"Image":"x\\a.exe","a":{"user":"root"}}""").Matches.Count.ShouldBe(1);
    }

    [Fact]
    public void Load_KeywordsAndReferences_AreRenamedToo()
    {
        const string Rule = """
            title: K
            logsource: { product: linux }
            detection:
              k: [panic]
              s: { a|fieldref: b }
              condition: k and s
            """;

        var rules = Load(Rule, Pipeline("type: field_name_mapping\nmapping: { null: message, b: c }"));

        Loaded.Evaluate(rules, """{"message":"kernel panic!","a":"1","c":"1"}""").Matches.Count.ShouldBe(1);
        Loaded.Evaluate(rules, """{"other":"kernel panic!","a":"1","c":"1"}""").Matches.Count.ShouldBe(0);
    }

    [Fact]
    public void Load_ConditionsOfACorrelation_AskForItsRules()
    {
        var rules = Load(
            $"{Windows}\n---\ntitle: C\ncorrelation:\n"
            + "  { type: event_count, rules: a, group-by: [User], timespan: 1m, condition: { gte: 2 } }",
            "transformations:\n  - { type: field_name_prefix, prefix: w., rule_conditions: [{ type: logsource, product: windows }] }\n"
            + "  - { type: field_name_prefix, prefix: x., rule_conditions: [{ type: logsource, product: linux }] }\n"
            + "  - { type: field_name_suffix, suffix: .c, rule_conditions: [{ type: is_sigma_correlation_rule }] }");

        rules.Correlations.ShouldHaveSingleItem().GroupBy.ShouldBe(["w.User.c"]);
    }

    [Fact]
    public void Load_LayersOfCorrelationsThatShareOthers_AskForTheRulesBelow()
    {
        var layers = Enumerable.Range(1, 30).SelectMany(layer => (string[])["x", "y"], (layer, half) =>
            $"\n---\ntitle: C\nname: {half}{layer}\ncorrelation:\n  {{ type: temporal, group-by: [User], timespan: 1m, "
            + $"rules: [{(layer == 1 ? "a" : $"x{layer - 1}, y{layer - 1}")}] }}");

        var rules = Load(Windows + string.Concat(layers),
            Pipeline("type: field_name_suffix\nsuffix: .c\nrule_conditions: [{ type: logsource, product: windows }]"));

        rules.Correlations.Select(rule => rule.GroupBy.ShouldHaveSingleItem()).ShouldBe(Enumerable.Repeat("User.c", 60));
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
    [InlineData("type: strict_field_mapping_failure", "No pipeline maps the fields Image, User, CommandLine")]
    [InlineData("type: convert_type\ntarget_type: num", "is no number")]
    [InlineData("type: hashes_fields\nvalid_hash_algos: [MD5]\nfield_to_parse: [User]", "User names no hash of MD5")]
    public void Load_APipelineThatRefusesTheRule_SaysWhy(string step, string message)
    {
        var rules = Load(Windows, Pipeline(step));

        rules.Rules.ShouldBeEmpty();
        rules.Problems.ShouldHaveSingleItem().Message.ShouldContain(message);
    }

    [Theory]
    [InlineData("transformations: [{ type: hashes_fields }]", "needs valid_hash_algos")]
    [InlineData("transformations: [{ type: command_placeholders, cmd: x }]", "command_placeholders is not read, because it runs a command")]
    [InlineData("transformations: [{ type: http_placeholders }]", "http_placeholders is not read, because it asks a server")]
    [InlineData("transformations: [{ type: file_placeholders }]", "file_placeholders is not read, because it reads another file")]
    [InlineData("transformations: [{ type: query_expression_placeholders }]", "is not read, because it is for queries")]
    [InlineData("transformations: [{ type: field_name_transform }]", "is not read, because it is a function of Python")]
    [InlineData("transformations: [{ type: nonsense }]", "There is no transformation nonsense")]
    [InlineData("transformations: [{ type: case, method: title }]", "lower, upper or snake_case")]
    [InlineData("transformations: [{ type: regex, method: x }]", "plain, ignore_case_flag or ignore_case_brackets")]
    [InlineData("transformations: [{ type: convert_type }]", "target_type: str, or num")]
    [InlineData("transformations: [{ type: set_value, value: x, force_type: num }]", "force_type is str, or num")]
    [InlineData("transformations: [{ type: extract_fields, regex: '(a)' }]", "needs a named group")]
    [InlineData("transformations: [{ type: field_name_prefix, prefx: x }]", "prefx is no member of field_name_prefix. It has prefix.")]
    [InlineData("transformations: [{ type: drop_detection_item, x: 1 }]", "which needs none")]
    [InlineData("transformations: [{ type: set_state, key: k }]", "needs key and val")]
    [InlineData("transformations: [{ type: set_state, key: k, val: v, rule_conditions: [{ type: logsource, catgory: x }] }]",
        "catgory is no member of logsource")]
    [InlineData("transformations: [{ type: set_state, key: k, val: v, rule_conditions: [{ type: tag }] }]", "condition tag needs tag")]
    [InlineData("transformations: [{ type: set_state, key: k, val: v, rule_conditions: [{ type: rule_attribute, "
        + "attribute: level, op: like, "
        + "value: x }] }]", "has no op like")]
    [InlineData("transformations: [{ type: set_state, key: k, val: v, rule_cond_expr: a, rule_conditions: [{ type: tag, tag: x }] }]",
        "needs conditions with names")]
    [InlineData("transformations: [{ type: set_state, key: k, val: v, rule_cond_expr: b, rule_conditions: { a: { type: tag, tag: x } } }]",
        "There is no condition b")]
    [InlineData("transformations: [{ type: set_state, key: k, val: v, rule_cond_expr: a and, rule_conditions: { a: "
        + "{ type: tag, tag: x } } }]",
        "A name is missing at the end")]
    [InlineData("transformations: [{ prefix: x }]", "a map with a type")]
    [InlineData("transformations: { type: nest }", "a list of maps")]
    [InlineData("transformations: [{ type: field_name_mapping }]", "mapping is a map")]
    [InlineData("transformations: [{ type: add_condition, conditions: 1 }]", "needs conditions")]
    [InlineData("sources: []", "sources is not read")]
    [InlineData("transformations: [{ type: replace_string, regex: '(', replacement: x }]", "(")]
    [InlineData("transformations: [{ type: set_state, key: k, val: v, rule_conditions: [{ type: nonsense }] }]",
        "condition nonsense is not read")]
    [InlineData("transformations: [{ type: set_state, key: k, val: v, rule_cond_expr: a }]", "needs conditions with names")]
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

    [Fact]
    public void Load_StepsThatMultiplyNames_RefuseTheRuleAndNoOther()
    {
        var steps = string.Concat(Enumerable.Range(0, 60).Select(step =>
            $"  - {{ id: s{step}, type: field_name_mapping, mapping: {{ A: [A, B], B: [B, A] }} }}\n"));
        var problems = new List<RuleProblem>();
        var pipeline = PipelineReader.Read("p.yml", $"transformations:\n{steps}", problems)!;

        var loaded = RuleLoader.Load(
            [new("r.yml", $"{Loaded.Rule("s: { A: 1 }\ncondition: s")}\n---\n{Loaded.Rule("s: { C: 1 }\ncondition: s")}")],
            Placeholders.None,
            pipeline);

        loaded.Rules.Count.ShouldBe(1);
        loaded.Problems.ShouldHaveSingleItem().Message.ShouldContain("more than 100000 tests of it, at the step s16");
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
