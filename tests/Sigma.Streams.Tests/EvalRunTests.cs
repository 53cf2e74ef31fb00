using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Sigma.Engine;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Rules;
using Sigma.Streams.Evaluating;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Tests;

public sealed class EvalRunTests : IDisposable
{
    private const string Rules = """
        title: A
        id: 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d
        level: high
        logsource: { product: x }
        detection: { s: { x: [1, 2], y|re: 'v(?<number>[0-9]+)' }, condition: s }
        ---
        title: B
        name: b
        logsource: { product: x }
        detection: { s: { x: 2 }, condition: s }
        """;

    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Run_OnManyThreads_WritesWhatOneThreadDoesInTheOrderOfFilesRecordsAndRules()
    {
        string[] files = [_folder.Combine("second.ndjson"), _folder.Combine("first.ndjson")];
        foreach (var file in files)
        {
            // Several blocks of 256 KiB, and batches of unequal cost.
            File.WriteAllLines(file, Enumerable.Range(0, 30_000).Select(i => $"{{\"x\":{i % 5},\"y\":\"{new string('-', i % 40)}v{i}\"}}"));
        }

        var one = await RunAsync(files, threads: 1);
        var many = await RunAsync(files, threads: 8);

        many.Output.AsSpan().SequenceEqual(one.Output).ShouldBeTrue();
        many.Messages.ShouldBe(one.Messages);
        one.Code.ShouldBe(ExitCode.Done, one.Messages);
        Encoding.UTF8.GetString(one.Output).Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonNode.Parse(line)!)
            .Select(alert => ((string)alert["event"]!["file"]!, (int)alert["event"]!["index"]!, (string)alert["rule"]!["title"]!))
            .ShouldBe(files.SelectMany(file => Enumerable.Range(0, 30_000).SelectMany<int, (string, int, string)>(i => (i % 5) switch
            {
                1 => [(file, i, "A")],
                2 => [(file, i, "A"), (file, i, "B")],
                _ => [],
            })));
    }

    [Fact]
    public async Task Run_AMatch_IsALineOfTheMembersThatAreWritten()
    {
        const string Empty = "{\"x\":0}\n";
        var run = await RunAsync(
            ["-"], threads: 1, input: $"{Empty}  {{\"ts\":\"2026-11-22T08:15:03.5Z\",\"y\":\"v\\u0034\",\"x\":1.0}}\n");

        const string Id = "7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d";
        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes($"{Id}\n-\n0\n{Empty.Length + 2}")))[..32];
        Encoding.UTF8.GetString(run.Output).ShouldBe(
            $"{{\"rule\":{{\"id\":\"{Id}\",\"title\":\"A\",\"level\":\"high\"}},"
            + $"\"event\":{{\"file\":\"-\",\"index\":1,\"offset\":{Empty.Length + 2}}},\"id\":\"{hash}\","
            + "\"time\":\"2026-11-22T08:15:03.5Z\",\"fields\":{\"x\":1.0,\"y\":\"v4\"},\"captures\":{\"number\":\"4\"}}\n");
    }

    [Fact]
    public async Task Run_EvaluatorsThatDiffer_NamesTheFirstTenRecordsCountsAllAndFails()
    {
        var run = await RunAsync(["-"], threads: 2, input: string.Concat(Enumerable.Repeat("{\"x\":2}\n{\"x\":0}\n", 12)), differs: true);

        run.Code.ShouldBe(ExitCode.Found);
        var lines = run.Messages.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        lines.Length.ShouldBe(12);
        lines[9].ShouldStartWith("-: record 18 at byte 144: one says */*/*, B (rule 1) by ");
        lines[^1].ShouldBe("eval: the evaluators differ on 12 records. Please report that.");
    }

    private static async Task<(int Code, byte[] Output, string Messages)> RunAsync(
        string[] files, int threads, string input = "", bool differs = false)
    {
        var rules = RuleLoader.Load([new("rules.yml", Rules)], Placeholders.None);
        var compiled = CompiledRules.Compile(rules, EventMapping.None, routes: true, []);
        using var output = new MemoryStream();
        using var messages = new StringWriter();
        var run = new EvalRun(rules, [EventMapping.None], Create, new(output, isJson: true), messages, threads,
            Unwrapper.ByItself, format: null, new([EventMapping.None], routes: true));
        var stream = new MemoryStream(Encoding.UTF8.GetBytes(input));
        var code = await run.RunAsync(files, stream, TestContext.Current.CancellationToken).Within();
        return (code, output.ToArray(), $"{messages}");

        IRecordEvaluator Create() => differs
            ? new VerifyingEvaluator(new RecordMatcher(compiled), new Silent(), rules)
            : new RecordMatcher(compiled);
    }

    /// <summary>Nothing ever fires.</summary>
    private sealed class Silent : IRecordEvaluator
    {
        public EventSource LogSource => EventSource.Any;

        public EventMapping Mapping => EventMapping.None;

        public RecordVerdict Evaluate(ReadOnlyMemory<byte> record) => RecordVerdict.NoMatch;

        public string? FirstText(string field) => null;
    }
}
