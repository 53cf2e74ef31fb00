using System.Text;
using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Sigma.Streams.Explaining;
using Sigma.Streams.Linting;
using Sigma.Streams.RuleFiles;
using Sigma.Streams.Testing;

namespace Sigma.Streams.Tests;

/// <summary>The commands for who writes rules.</summary>
public sealed class RuleCommandTests : IDisposable
{
    private const string Good = """
        title: Good
        name: good
        logsource: { product: test }
        detection:
          s:
            a|contains: 'evil'
            b|gte: 5
          filter:
            c: null
          condition: s and not filter
        """;

    private readonly TempDirectory _folder = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Lint_BrokenRules_AreNamedByFileLineAndColumn()
    {
        var wrong = Good.Replace("contains", "contain", StringComparison.Ordinal);
        Write("rules/bad.yml", wrong.Replace("Good", "Bad", StringComparison.Ordinal));
        Write("rules/good.yml", Good);

        var (code, output) = await RunAsync((stream, messages) =>
            LintCommand.RunAsync([_folder.Combine("rules")], null, false, stream, messages));

        code.ShouldBe(ExitCode.Found);
        var bad = _folder.Combine("rules", "bad.yml");
        output.ShouldBe($"{bad}:6:5: modifier: There is no modifier contain. The most similar one is contains.\n");
    }

    [Fact]
    public async Task Lint_AFileThatMayBeLargerThanMemory_IsReadNoFurtherThanItIsRefused()
    {
        const int Large = 64 << 20;
        Write("rules/large.yml", "");
        using (var file = File.OpenWrite(_folder.Combine("rules", "large.yml")))
        {
            file.SetLength(Large);
        }

        Allocation.Of(() => RuleFolder.Read([_folder.Combine("rules")], RuleTexts.None), calls: 1).ShouldBeLessThan(Large / 4);
        var (code, output) = await RunAsync((stream, messages) =>
            LintCommand.RunAsync([_folder.Combine("rules")], null, false, stream, messages));

        code.ShouldBe(ExitCode.Found);
        output.ShouldBe($"{_folder.Combine("rules", "large.yml")}:1:1: size: The file is larger than 1 MiB. Split it.\n");
    }

    [Fact]
    public async Task Lint_Json_IsALineForEachProblem()
    {
        Write("unused.yml", Good.Replace(" and not filter", "", StringComparison.Ordinal));

        var (code, output) = await RunAsync((stream, messages) =>
            LintCommand.RunAsync([_folder.Combine("unused.yml")], null, true, stream, messages));

        code.ShouldBe(ExitCode.Done);
        var problem = JsonNode.Parse(output)!;
        ((string)problem["code"]!).ShouldBe("unused");
        ((int)problem["line"]!).ShouldBe(8);
        ((string)problem["severity"]!).ShouldBe("warning");
    }

    [Theory]
    [InlineData("event_count", "gte: 10000", false)]
    [InlineData("event_count", "gte: 10001", true)]
    [InlineData("event_count", "gt: 10000", true)]
    [InlineData("event_count", "lt: 10000", false)]
    [InlineData("event_count", "lte: 10000", true)]
    [InlineData("event_count", "eq: 20000", true)]
    [InlineData("value_count", "field: v, gt: 10000", true)]
    [InlineData("value_sum", "field: v, gt: 20000", false)]
    public async Task Lint_AConditionOverMoreThanAGroupHolds_WarnsOfIt(string type, string condition, bool warns)
    {
        Write("rule.yml", "title: A\nname: a\nlogsource: { product: test }\ndetection: { s: { x: 1 }, condition: s }");
        Write("many.yml", $"title: Many\nname: many\ncorrelation:\n"
            + $"  {{ type: {type}, rules: a, timespan: 1m, condition: {{ {condition} }} }}");

        var (code, output) = await RunAsync((stream, messages) =>
            LintCommand.RunAsync([_folder.Path], null, false, stream, messages));

        code.ShouldBe(ExitCode.Done);
        output.ShouldBe(warns
            ? $"{_folder.Combine("many.yml")}:1:1: limit: The condition compares with more than the 10000 matches that a group holds. "
                + "Ask for fewer, or raise Sigma:Limits:MaxEntries of the service.\n"
            : "");
    }

    [Fact]
    public async Task Test_Samples_AllPass()
    {
        var samples = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples", "rules");

        var (code, output) = await RunAsync((stream, messages) => TestCommand.RunAsync([samples], [], null, stream, messages, Token));

        output.ShouldBe("");
        code.ShouldBe(ExitCode.Done);
    }

    [Fact]
    public async Task Test_ACorrelation_ReadsItsEventsTogether()
    {
        Write("rule.yml", "title: A\nname: a\nlogsource: { product: test }\ndetection: { s: { x: 1 }, condition: s }");
        Write("twice.yml", "title: Twice\ncorrelation: { type: event_count, rules: a, timespan: 1m, condition: { gte: 2 } }");
        Write("twice.match.ndjson", "{\"x\":1,\"ts\":1795335303}\n{\"x\":1,\"ts\":1795335400}\n");
        Write("twice.nomatch.ndjson", "{\"x\":1,\"ts\":1795335303}\n{\"x\":1,\"ts\":1795335304}\n");

        var (code, output) = await RunAsync((stream, messages) =>
            TestCommand.RunAsync([_folder.Path], [], null, stream, messages, Token));

        code.ShouldBe(ExitCode.Found);
        output.ShouldBe(
            $"{_folder.Combine("twice.match.ndjson")}: Twice does not fire.\n"
            + $"{_folder.Combine("twice.nomatch.ndjson")}: Twice fires, and should not.\n");
    }

    [Fact]
    public async Task Test_AFilter_ReadsItsEventsThroughTheRulesThatItIsJoinedTo()
    {
        Write("rule.yml", "title: A\nname: a\nlogsource: { product: test }\ndetection: { s: { x: 1 }, condition: s }");
        Write("known.yml", "title: Known\nlogsource: { product: test }\nfilter: { rules: [a], s: { user: ada }, condition: not s }");
        Write("known.match.ndjson", "{\"x\":1,\"user\":\"eve\"}\n{\"x\":1,\"user\":\"ada\"}\n");
        Write("known.nomatch.ndjson", "{\"x\":1,\"user\":\"ada\"}\n");

        var (code, output) = await RunAsync((stream, messages) =>
            TestCommand.RunAsync([_folder.Path], [], null, stream, messages, Token));

        code.ShouldBe(ExitCode.Found);
        output.ShouldBe($"{_folder.Combine("known.match.ndjson")}: record 1: no rule fires. sigma explain says why.\n");
    }

    [Fact]
    public async Task Test_EventsBesideRules_HaveToFireOrNot()
    {
        Write("rule.yml", Good);
        Write("rule.match.ndjson", """
            {"a":"so evil","b":5,"c":1}
            {"a":"so good","b":5,"c":1}
            """);
        Write("rule.nomatch.ndjson", """
            {"a":"so evil","b":4,"c":1}
            {"a":"so evil","b":6,"c":"x"}
            """);

        var (code, output) = await RunAsync((stream, messages) =>
            TestCommand.RunAsync([_folder.Combine("rule.yml")], [], null, stream, messages, Token));

        code.ShouldBe(ExitCode.Found);
        output.ShouldBe(
            $"{_folder.Combine("rule.match.ndjson")}: record 1: no rule fires. sigma explain says why.\n"
            + $"{_folder.Combine("rule.nomatch.ndjson")}: record 1: a rule fires, but should not.\n");
    }

    [Fact]
    public async Task Explain_ARecordThatDoesNotMatch_ShowsWhatEachLeafSaw()
    {
        Write("rule.yml", Good);
        Write("events.ndjson", """
            {"other":1}
            {"a":"evil","b":[1,2]}
            """);

        var (code, output) = await RunAsync((stream, messages) => ExplainCommand.RunAsync(
            new(_folder.Combine("rule.yml"), _folder.Combine("events.ndjson"), 1, [], null), Stream.Null, stream, messages, Token));

        code.ShouldBe(ExitCode.Done);
        output.ShouldBe("""
            Good: does not fire
              false all of
                false s
                  false all of
                    true  a '*evil*' (saw "evil")
                    false b >= 5 (saw 1, 2)
                false not
                  true  filter
                    true  c absent or null (the record has no c)

            """.ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task Explain_AnIndexBeyondTheEvents_IsNotDone()
    {
        Write("rule.yml", Good);
        Write("events.ndjson", "{}");

        var (code, _) = await RunAsync((stream, messages) => ExplainCommand.RunAsync(
            new(_folder.Combine("rule.yml"), _folder.Combine("events.ndjson"), 1, [], null), Stream.Null, stream, messages, Token));

        code.ShouldBe(ExitCode.NotDone);
    }

    private static async Task<(int Code, string Output)> RunAsync(Func<Stream, TextWriter, Task<int>> run)
    {
        using var output = new MemoryStream();
        using var messages = new StringWriter();
        var code = await run(output, messages).Within();
        return (code, Encoding.UTF8.GetString(output.ToArray()).ReplaceLineEndings("\n"));
    }

    private void Write(string file, string text)
    {
        var path = _folder.Combine(file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
