using Hosting.Lifetime;

namespace Sigma.Streams.Tests;

/// <summary>The rules for what the five servers tell of themselves, on lines as they write them.</summary>
public sealed class StackSamplesTests
{
    private const string InLog = "\"journal\":{\"sequence\":41,\"receivedAt\":\"2026-11-27T01:26:41.165443+00:00\",\"by\":\"http\"}";

    private static readonly string Samples = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples", "stack");

    private const string Judged =
        "\"host\":\"HOST\",\"action\":\"SubmitFile\",\"outcome\":\"ok\",\"target\":\"ab\",\"result\":\"VERDICT\",\"trace\":\"t1\","
        + "\"address\":\"192.0.2.7\"";

    private const string Told =
        "\"kind\":\"change\",\"state\":\"STATE\",\"at\":\"2026-11-27T01:26:40Z\",\"cause\":\"refused\","
        + "\"target\":{\"kind\":\"http\",\"name\":\"NAME\"}";

    private const string Refused =
        "\"host\":\"gateway\",\"action\":\"POST /v1/files\",\"outcome\":\"unauthenticated\",\"address\":\"192.0.2.7\"";

    private const string Alert =
        "\"rule\":{\"title\":\"A client sent a malicious file\"},\"fields\":{\"result\":\"malicious\"},\"time\":\"2026-11-27T01:26:40Z\"";

    public static TheoryData<string, string> Lines => new()
    {
        { "A client sent a malicious file", JudgedBy("analyzer", "malicious") },
        { "A key was revoked or removed", "\"host\":\"gateway\",\"action\":\"key-revoked\",\"outcome\":\"ok\",\"target\":\"k1\"" },
        { "The journal was silent", "\"host\":\"analyzer\",\"action\":\"records-lost\",\"outcome\":\"queue-full\",\"count\":9" },
        { "The journal was silent", ToldOf("journal", "down") },
        { "A server is down", ToldOf("sigma", "down") },
        { "The journal did not verify", "\"app\":\"journal-verify\",\"message\":\"Damaged: frame 7: its bytes were changed.\"" },
    };

    public static TheoryData<string> Ordinary => new()
    {
        JudgedBy("analyzer", "clean"),
        ToldOf("sigma", "up"),
        "\"app\":\"journal-verify\",\"message\":\"12 frames: 12 proven, 0 damaged.\"",
        Alert,
    };

    [Theory]
    [MemberData(nameof(Lines))]
    public async Task Rule_OnALineOfItsKind_AlertsOnce(string title, string members) =>
        (await EvalAsync(members)).ShouldBe([title]);

    [Fact]
    public async Task MaliciousFile_ToldByGatewayAndAnalyzer_IsOneAlert() =>
        (await EvalAsync(JudgedBy("analyzer", "malicious"), JudgedBy("gateway", "malicious")))
            .ShouldBe(["A client sent a malicious file"]);

    [Fact]
    public async Task RefusedClient_OfTwentyRefusals_IsToldOnce()
    {
        (await EvalAsync(Enumerable.Repeat(Refused, 19))).ShouldBeEmpty();
        (await EvalAsync(Enumerable.Repeat(Refused, 20))).ShouldBe(["One client was refused often"]);
    }

    [Theory]
    [MemberData(nameof(Ordinary))]
    public async Task Rules_OnOrdinaryLinesAndOnAlerts_AreSilent(string members) =>
        (await EvalAsync(members)).ShouldBeEmpty();

    private static string JudgedBy(string host, string verdict) =>
        Judged.Replace("HOST", host, StringComparison.Ordinal).Replace("VERDICT", verdict, StringComparison.Ordinal);

    private static string ToldOf(string name, string state) =>
        Told.Replace("NAME", name, StringComparison.Ordinal).Replace("STATE", state, StringComparison.Ordinal);

    /// <returns>The titles of the alerts.</returns>
    private static async Task<IEnumerable<string>> EvalAsync(params IEnumerable<string> lines)
    {
        var events = string.Join('\n', lines.Select(line => $"{{{InLog},\"time\":\"2026-11-27T01:26:41Z\",{line}}}"));
        var result = await EvalCommandTests.EvalAsync(
            [Path.Combine(Samples, "rules")], ["-"], events, mappings: [Path.Combine(Samples, "mapping.yml")]);
        result.Code.ShouldBe(ExitCode.Done, result.Messages);
        return result.Alerts.Select(alert => (string)alert["rule"]!["title"]!);
    }
}
