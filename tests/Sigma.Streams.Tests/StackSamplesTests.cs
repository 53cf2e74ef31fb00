using Hosting.Lifetime;

namespace Sigma.Streams.Tests;

/// <summary>The rules for what the five servers tell of themselves, on lines as they write them.</summary>
public sealed class StackSamplesTests
{
    private const string Place = "\"journal\":{\"sequence\":41,\"receivedAt\":\"2026-11-27T01:26:41.165443+00:00\",\"by\":\"http\"}";

    private static readonly string Samples = Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples", "stack");

    [Theory]
    [InlineData("A client sent a malicious file", "\"host\":\"analyzer\",\"action\":\"SubmitFile\",\"outcome\":\"ok\",\"target\":\"ab\",\"result\":\"malicious\",\"trace\":\"t1\"")]
    [InlineData("A key was revoked or removed", "\"host\":\"gateway\",\"action\":\"key-revoked\",\"outcome\":\"ok\",\"target\":\"k1\"")]
    [InlineData("The journal was silent", "\"host\":\"analyzer\",\"action\":\"records-lost\",\"outcome\":\"queue-full\",\"count\":9")]
    [InlineData("The journal was silent", "\"kind\":\"change\",\"state\":\"down\",\"at\":\"2026-11-27T01:26:40Z\",\"cause\":\"refused\",\"target\":{\"kind\":\"http\",\"name\":\"journal\"}")]
    [InlineData("A server is down", "\"kind\":\"change\",\"state\":\"down\",\"at\":\"2026-11-27T01:26:40Z\",\"cause\":\"refused\",\"target\":{\"kind\":\"http\",\"name\":\"sigma\"}")]
    [InlineData("The journal did not verify", "\"app\":\"journal-verify\",\"message\":\"Damaged: frame 7: its bytes are not those that were signed.\"")]
    public async Task Rule_OnALineOfItsKind_AlertsOnce(string title, string members) =>
        (await EvalAsync(members)).ShouldBe([title]);

    [Fact]
    public async Task MaliciousFile_ToldByGatewayAndAnalyzer_IsOneAlert()
    {
        string[] hosts = ["analyzer", "gateway"];
        (await EvalAsync(hosts.Select(host =>
            $"\"host\":\"{host}\",\"action\":\"SubmitFile\",\"outcome\":\"ok\",\"target\":\"ab\",\"result\":\"malicious\",\"trace\":\"t1\""))).ShouldBe(["A client sent a malicious file"]);
    }

    [Fact]
    public async Task RefusedClient_OfTwentyRefusals_IsToldOnce()
    {
        const string Refusal = "\"host\":\"gateway\",\"action\":\"POST /v1/files\",\"outcome\":\"unauthenticated\",\"address\":\"192.0.2.7\"";

        (await EvalAsync(Enumerable.Repeat(Refusal, 19))).ShouldBeEmpty();
        (await EvalAsync(Enumerable.Repeat(Refusal, 20))).ShouldBe(["One client was refused often"]);
    }

    [Theory]
    [InlineData("\"host\":\"analyzer\",\"action\":\"SubmitFile\",\"outcome\":\"ok\",\"target\":\"ab\",\"result\":\"clean\",\"trace\":\"t1\"")]
    [InlineData("\"kind\":\"change\",\"state\":\"up\",\"at\":\"2026-11-27T01:26:40Z\",\"cause\":\"\",\"target\":{\"kind\":\"http\",\"name\":\"sigma\"}")]
    [InlineData("\"app\":\"journal-verify\",\"message\":\"12 frames: 12 proven, 0 damaged.\"")]
    [InlineData("\"rule\":{\"title\":\"A client sent a malicious file\"},\"fields\":{\"result\":\"malicious\"},\"time\":\"2026-11-27T01:26:40Z\"")]
    public async Task Rules_OnOrdinaryLinesAndOnAlerts_AreSilent(string members) =>
        (await EvalAsync(members)).ShouldBeEmpty();

    /// <returns>The titles of the alerts.</returns>
    private static async Task<IEnumerable<string>> EvalAsync(params IEnumerable<string> lines)
    {
        var events = string.Join('\n', lines.Select(line => $"{{{Place},\"time\":\"2026-11-27T01:26:41Z\",{line}}}"));
        var result = await EvalCommandTests.EvalAsync(
            [Path.Combine(Samples, "rules")], ["-"], events, mappings: [Path.Combine(Samples, "mapping.yml")]);
        result.Code.ShouldBe(ExitCode.Done, result.Messages);
        return result.Alerts.Select(alert => (string)alert["rule"]!["title"]!);
    }
}
