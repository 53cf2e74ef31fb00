using System.Text.Json.Nodes;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>A broken document is refused by its place, and the others load.</summary>
public sealed class BadRuleTests
{
    private const string Good = "title: Good\nlogsource: { product: test }\ndetection: { s: { a: 1 }, condition: s }\n";

    private static readonly string Bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        + string.Concat(Enumerable.Range(1, 9).Select(i => $"a{i}: &a{i} [{Repeat($"*a{i - 1}")}]\n"));

    [Fact]
    public void Read_BlockWhoseEmptyFirstLineHasSpaces_IsARule()
    {
        var rule = Loaded.Rule("s: { a: b }\ncondition: s");
        var rules = Loaded.Rules($"{rule}\n---\n{rule}\ndescription: |\n    \n    text\n---\n{rule}");

        rules.Problems.ShouldBeEmpty();
        rules.Rules.Count.ShouldBe(3);
    }

    [Theory]
    [InlineData("s:\n  a|contain: x\ncondition: s", "modifier", 5, 5)]
    [InlineData("s:\n  a|re: '('\ncondition: s", "regex", 5, 11)]
    [InlineData("s:\n  a|cidr: 10.0.0.1/8\ncondition: s", "cidr", 5, 13)]
    [InlineData("s:\n  a|cidr: 300.0.0.0/8\ncondition: s", "cidr", 5, 13)]
    [InlineData("s:\n  a|cidr: 010.0.0.0/8\ncondition: s", "cidr", 5, 13)]
    [InlineData("s:\n  a|cidr: '10'\ncondition: s", "cidr", 5, 13)]
    [InlineData("s:\n  a|cidr: 0xa.0.0.0/8\ncondition: s", "cidr", 5, 13)]
    [InlineData("s:\n  a|cidr: 10.0/8\ncondition: s", "cidr", 5, 13)]
    [InlineData("s:\n  a|cidr: 10.0.0.0/ 8\ncondition: s", "cidr", 5, 13)]
    [InlineData("s:\n  a|cidr: 10.0.0.0/-1\ncondition: s", "cidr", 5, 13)]
    [InlineData("s:\n  a|expand: '%hosts%'\ncondition: s", "placeholder", 5, 15)]
    [InlineData("s:\n  a: 1\n  a: 2\ncondition: s", "yaml", 6, 5)]
    [InlineData("s:\n  a: { b: 1 }\ncondition: s", "type", 5, 8)]
    [InlineData("s:\n  a: []\ncondition: s", "empty", 5, 8)]
    [InlineData("s:\n  a: 1\ncondition: s and t", "name", 6, 20)]
    [InlineData("s:\n  a: 1\ncondition: 1 of t*", "name", 6, 14)]
    [InlineData("s:\n  a: 1\ncondition: (s", "condition", 6, 16)]
    [InlineData("s:\n  a: 1\ncondition: s | count() > 5", "condition", 6, 16)]
    [InlineData("s:\n  a: 1", "condition", 4, 3)]
    [InlineData("s: [[a]]\ncondition: s", "type", 4, 7)]
    [InlineData("s:\n  a|contains: null\ncondition: s", "type", 5, 17)]
    [InlineData("s:\n  '|gt': 5\ncondition: s", "modifier", 5, 12)]
    public void Load_ABrokenRule_IsRefusedByItsPlace(string detection, string code, int line, int column)
    {
        var rules = Loaded.Rules(Loaded.Rule(detection), Good);

        rules.Rules.ShouldHaveSingleItem().Title.ShouldBe("Good");
        var problem = rules.Problems.First(problem => problem.IsError);
        (problem.File, problem.Code, problem.At.Line, problem.At.Column).ShouldBe(("0.yml", code, line, column), problem.Message);
    }

    [Theory]
    [InlineData(@"c:\dir\*", @"'c:\dir\\*'")]
    [InlineData(@"C:\*", @"'C:\\*'")]
    [InlineData(@"\temp\*.rar\", @"'\temp\\*.rar\'")]
    [InlineData(@"\users\*\o'neil\?.exe", @"'\users\\*\o''neil\\?.exe'")]
    [InlineData(@"*Tool\*", @"'*Tool\\*'")]
    [InlineData(@"temp\*", @"'temp\\*'")]
    [InlineData(@"\\server\share (1)\*", @"'\\server\share (1)\\*'")]
    public void Load_APathWhoseSeparatorEscapesAWildcard_IsWarnedOf(string value, string repaired)
    {
        var quoted = value.Replace("'", "''");
        var problem = Loaded.Rules(Loaded.Rule($"s:\n  a|contains: '{quoted}'\ncondition: s")).Problems.ShouldHaveSingleItem();

        (problem.Code, problem.IsError, problem.At.Line, problem.At.Column).ShouldBe(("escaped-wildcard", false, 5, 17));
        problem.Message.ShouldContain(value);
        problem.Message.ShouldContain(repaired);
    }

    [Theory]
    [InlineData("c:\\dir\\\\*")]
    [InlineData("c:\\dir\\\\\\*")]
    [InlineData(@"c:\*x\.exe\*", "|re")]
    [InlineData(@"select \* from *")]
    [InlineData(@"/index.php\?id=*")]
    [InlineData(@"\*name\*")]
    [InlineData(@"\*.bak")]
    [InlineData(@"\\?\C:\*x")]
    [InlineData("\\\\\\\\\\*\\\\IPC$")]
    [InlineData(@"QP\*(58")]
    public void Load_AnEscapedWildcardThatIsMeant_IsNotWarnedOf(string value, string modifier = "") =>
        Loaded.Rules(Loaded.Rule($"s:\n  a{modifier}: '{value}'\ncondition: s")).Problems.ShouldBeEmpty();

    [Fact]
    public void Load_TwoRulesWithOneId_RefusesTheSecond()
    {
        const string Twin = $"id: 3f0c1a52-6a2e-4c1f-9a53-0d1f6d1c8f01\n{Good}";
        var rules = Loaded.Rules(Twin, Twin);

        rules.Rules.ShouldHaveSingleItem().File.ShouldBe("0.yml");
        rules.Problems.ShouldHaveSingleItem().Message.ShouldStartWith("0.yml:1:1 has the same id");
    }

    [Fact]
    public void Load_AliasesThatGrow_AreRefusedBeforeTheyDo()
    {
        var rules = Loaded.Rules(Bomb + Good, Good);

        rules.Rules.ShouldHaveSingleItem().File.ShouldBe("1.yml");
        rules.Problems.ShouldHaveSingleItem().Message.ShouldStartWith("More than 200000 values");
    }

    [Fact]
    public void Load_TooLargeOrTooDeep_IsRefused()
    {
        var deep = new string('[', 100) + new string(']', 100);
        var full = $"{Good}#{new string('é', (RuleLoader.MaxFileBytes - Good.Length - 1) / 2)}";
        var rules = Loaded.Rules(full + "é", $"title: {deep}\n", full);

        rules.Rules.ShouldHaveSingleItem().File.ShouldBe("2.yml");
        rules.Problems.Select(problem => problem.Code).ShouldBe(["size", "yaml"]);
    }

    [Fact]
    public void Load_OneBrokenDocumentOfAFile_LeavesTheOthers() =>
        Loaded.Rules($"{Good}---\ntitle: Bad\n---\n{Good}").Rules.Count.ShouldBe(2);

    public static TheoryData<string> NoRules =>
    [
        "title: Bad\ntitle: Worse\n",
        "title: *nobody\n",
        "? [a]\n: b\n",
        $"title: {new string('[', 100)}{new string(']', 100)}\n",
        Bomb,
    ];

    [Theory]
    [MemberData(nameof(NoRules))]
    public void Load_DocumentOfYamlThatNoRuleNeeds_LeavesThoseBeforeAndAfterIt(string document)
    {
        var rules = Loaded.Rules($"{Good}---\n{document}---\n{Good}");

        rules.Rules.Count.ShouldBe(2);
        var problem = rules.Problems.ShouldHaveSingleItem();
        (problem.Code, problem.IsError).ShouldBe(("yaml", true), problem.Message);
        problem.At.Line.ShouldBeInRange(5, 4 + document.Count(character => character == '\n'));
        problem.Message.ShouldNotContain("Nothing after");
    }

    [Theory]
    [InlineData("title: [\n")]
    [InlineData("title: {\nlevel: high\n")]
    [InlineData("title: {levels}\n")]
    public void Load_DocumentWhoseEndCannotBeTold_SaysThatNothingAfterItWasRead(string document)
    {
        var levels = new string('[', 500_000) + new string(']', 500_000);
        var text = document.Replace("{levels}", levels, StringComparison.Ordinal);

        var rules = Loaded.Rules($"{Good}---\n{text}---\n{Good}");

        rules.Rules.ShouldHaveSingleItem();
        rules.Problems[^1].Message.ShouldEndWith(" Nothing after this line was read.");
    }

    [Fact]
    public void Load_LookAround_IsAcceptedWithAWarning()
    {
        var rules = Loaded.Rules(Loaded.Rule("s:\n  a|re: '(?<!x)y'\ncondition: s"));

        rules.Rules.ShouldHaveSingleItem();
        rules.Problems.ShouldHaveSingleItem().Code.ShouldBe("regex-backtracks");
    }

    [Fact]
    public void Expand_WithValues_IsAnyOfThem()
    {
        var problems = new List<RuleProblem>();
        var placeholders = Placeholders.Read("p.yml", "hosts: [alpha, beta*]\nport: 22\n", problems);
        var text = Loaded.Rule("s:\n  a|expand: '%hosts%:%port%'\ncondition: s");
        var rules = Loaded.Rules(placeholders, text);

        problems.ShouldBeEmpty();
        Loaded.Evaluate(rules, """{"a":"betamax:22"}""").Matches.ShouldHaveSingleItem();
        Loaded.Evaluate(rules, """{"a":"gamma:22"}""").Matches.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(@"\%plain%name%", "%plainvalue")]
    [InlineData(@"\%name\%", "%name%")]
    [InlineData(@"\\%name%", @"\value")] // an escaped backslash before a placeholder
    [InlineData("%name%-%name%", "value-value")]
    [InlineData("100% %name%", "100% value")]
    [InlineData("%nested%-%name%", "%name%-value")] // a value is no text of the rule
    public void Expand_EscapedPercentSigns_BeginNoPlaceholder(string value, string expected)
    {
        var placeholders = Placeholders.Read("p.yml", "name: value\nnested: '%name%'\n", []);
        var rules = Loaded.Rules(placeholders, Loaded.Rule($"s:\n  a|expand: '{value}'\ncondition: s"));

        rules.Problems.ShouldBeEmpty();
        var record = new JsonObject { ["a"] = expected };
        Loaded.Evaluate(rules, record.ToJsonString()).Matches.ShouldHaveSingleItem();
    }

    [Fact]
    public void Expand_ABackslashBeforeTheOnlyName_IsToldThatItIsText()
    {
        var rules = Loaded.Rules(Loaded.Rule(@"s: { a|expand: 'C:\Users\%user%\x' }" + "\ncondition: s"));

        var problem = rules.Problems.ShouldHaveSingleItem();
        (problem.Code, problem.IsError).ShouldBe(("placeholder", false));
        problem.Message.ShouldContain(@"write two of them: \\%user%.");
    }

    [Theory]
    [InlineData("rules: [good]", "{ product: test }", false)]
    [InlineData("rules: any", "{ product: test }", false)]
    [InlineData("rules: any", "{ product: test, service: x }", true)]
    [InlineData("rules: [good, another]", "{ product: test }", false)]
    public void Filter_OfARule_IsJoinedAsItIsWritten(string names, string source, bool fires)
    {
        var rules = Loaded.Rules(
            $"name: good\n{Good}",
            $"title: Filter\nlogsource: {source}\nfilter:\n  {names}\n  s:\n    user: admin\n  condition: not s\n");

        rules.Filters.ShouldHaveSingleItem();
        Loaded.Evaluate(rules, """{"a":1,"user":"eve"}""").Matches.ShouldHaveSingleItem();
        (Loaded.Evaluate(rules, """{"a":1,"user":"admin"}""").Matches.Count > 0).ShouldBe(fires);
    }

    [Fact]
    public void Filter_OfARuleThatIsNotThere_IsRefusedByItsPlace()
    {
        var rules = Loaded.Rules(
            Good,
            "title: Filter\nlogsource: { product: test }\n"
            + "filter:\n  rules:\n    - nobody\n    - none\n  s:\n    user: admin\n  condition: not s\n");

        rules.Filters.ShouldBeEmpty();
        rules.Rules.ShouldHaveSingleItem();
        var problem = rules.Problems.ShouldHaveSingleItem();
        (problem.Code, $"{problem.At}", problem.IsError).ShouldBe(("filter", "5:7", true), problem.Message);
    }

    [Fact]
    public void Filter_OfARuleAndOneThatIsNotThere_IsJoinedWithAWarning()
    {
        var rules = Loaded.Rules(
            $"name: good\n{Good}",
            "title: Filter\nlogsource: { product: test }\nfilter:\n  rules: [nobody, good]\n  s:\n    user: admin\n  condition: not s\n");

        rules.Filters.ShouldHaveSingleItem();
        var problem = rules.Problems.ShouldHaveSingleItem();
        (problem.Code, $"{problem.At}", problem.IsError).ShouldBe(("filter", "4:11", false), problem.Message);
    }

    [Theory]
    [InlineData("", "3:3")]
    [InlineData("  rule: [good]\n", "3:3")] // a search, by the look of it
    [InlineData("  rules:\n", "3:3")]
    [InlineData("  rules: []\n", "3:3")]
    public void Filter_ThatNamesNoRules_IsRefused(string names, string place)
    {
        var rules = Loaded.Rules(
            $"name: good\n{Good}", $"title: Filter\nfilter:\n{names}  s:\n    user: admin\n  condition: not s\n");

        rules.Filters.ShouldBeEmpty();
        rules.Problems.Where(problem => problem.IsError).Select(problem => $"{problem.Code} {problem.At}").ShouldBe([$"filter {place}"]);
        Loaded.Evaluate(rules, """{"a":1,"user":"admin"}""").Matches.ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("not s", "")]
    [InlineData("NOT 1 of s*", "")]
    [InlineData("notepad and not s", "")]
    [InlineData("[s, not notepad]", "")]
    [InlineData("s", "filter-without-not 8:14")]
    [InlineData("notepad or s", "filter-without-not 8:14")]
    [InlineData("[s, notepad]", "filter-without-not 8:14")]
    public void Filter_WithoutNot_IsWarnedOf(string condition, string warning)
    {
        var rules = Loaded.Rules(Good, "title: Filter\nlogsource: { product: test }\nfilter:\n  rules: any\n"
            + $"  s: {{ user: admin }}\n  notepad:\n    name|neq: notepad\n  condition: {condition}\n");

        rules.Filters.ShouldHaveSingleItem();
        rules.Problems.Where(problem => problem.Code == "filter-without-not").Select(problem => $"{problem.Code} {problem.At}")
            .ShouldBe(warning.Length == 0 ? [] : [warning]);
    }

    [Fact]
    public void Filter_WithoutALogSource_IsJoinedWithAWarning()
    {
        var rules = Loaded.Rules(Good, "title: Filter\nfilter:\n  rules: any\n  s:\n    user: admin\n  condition: not s\n");

        rules.Filters.ShouldHaveSingleItem();
        var problem = rules.Problems.ShouldHaveSingleItem();
        (problem.Code, $"{problem.At}", problem.IsError).ShouldBe(("logsource", "1:1", false), problem.Message);
    }

    [Theory]
    [InlineData("kafka: alerts", "type 4:8 True")]
    [InlineData("kafka: { outputTopic: t, customFields: [a, b] }", "type 4:40 True")]
    [InlineData("kafka: { output_topic: t }", "unknown 4:10 False")]
    [InlineData("kafka:", "")]
    [InlineData("kafka: { outputTopic: t, customFields: { a: b } }", "")]
    public void Load_WhereAlertsGo_IsAMapOfWhatIsKnown(string kafka, string expected)
    {
        var rules = Loaded.Rules($"{Good}{kafka}\n");

        rules.Problems.Select(problem => $"{problem.Code} {problem.At} {problem.IsError}").ShouldBe(expected.Length == 0 ? [] : [expected]);
        rules.Rules.Count.ShouldBe(rules.HasErrors ? 0 : 1);
    }

    private static string Repeat(string text) => string.Join(", ", Enumerable.Repeat(text, 10));
}
