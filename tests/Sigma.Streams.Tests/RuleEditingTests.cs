using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace Sigma.Streams.Tests;

/// <summary>Rules that are put and removed over HTTP.</summary>
public sealed class RuleEditingTests : IDisposable
{
    private const string First = "7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d";
    private const string Second = "7b2c1d3e-0002-4a5b-9c8d-1e2f3a4b5c6d";
    private const string Third = "7b2c1d3e-0003-4a5b-9c8d-1e2f3a4b5c6d";

    private readonly TempDirectory _folder = new();
    private readonly string _rules;

    public RuleEditingTests()
    {
        _rules = _folder.Combine("rules");
        Directory.CreateDirectory(_rules);
        File.WriteAllText(Path.Combine(_rules, "first.yml"), Rule(First, "first", 1));
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Put_ANewRule_IsInUseWithTheAnswerAndOnTheDisk()
    {
        await using var host = await StartAsync();

        (await PutAsync(host, Second, Rule(Second, "second", 2))).ShouldBe((HttpStatusCode.Created, ""));

        await host.PostAsync("{\"a\":2}\n");
        ((string)(await host.AlertsAsync()).ShouldHaveSingleItem()["rule"]!["title"]!).ShouldBe("second");
        File.ReadAllText(Path.Combine(_rules, $"{Second}.yml")).ShouldBe(Rule(Second, "second", 2));
    }

    [Fact]
    public async Task Put_ARuleAgain_ReplacesItInItsFile()
    {
        await using var host = await StartAsync();

        (await PutAsync(host, First, Rule(First, "other", 3))).ShouldBe((HttpStatusCode.OK, ""));

        await host.PostAsync("{\"a\":3}\n");
        ((string)(await host.AlertsAsync()).ShouldHaveSingleItem()["rule"]!["title"]!).ShouldBe("other");
        Directory.GetFiles(_rules).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Put_ANewRuleWithTheIdOfAnother_ReplacesNothing()
    {
        await using var host = await StartAsync();

        var (status, detail) = await PutAsync(host, First, Rule(First, "other", 3), isNew: true);
        (status, detail.Contains("first.yml has the id", StringComparison.Ordinal)).ShouldBe((HttpStatusCode.PreconditionFailed, true));
        (await PutAsync(host, Second, Rule(Second, "second", 2), isNew: true)).ShouldBe((HttpStatusCode.Created, ""));

        File.ReadAllText(Path.Combine(_rules, "first.yml")).ShouldBe(Rule(First, "first", 1));
    }

    [Fact]
    public async Task Put_WhatIsNoSuchRule_SaysWhyAndWritesNothing()
    {
        await using var host = await StartAsync();

        (await PutAsync(host, Second, Rule(First, "x", 2))).Detail.ShouldContain("has the same id");
        (await PutAsync(host, Second, Rule(Third, "x", 2))).Detail.ShouldContain($"with the id {Second}");
        (await PutAsync(host, Second, "title: x")).Detail.ShouldContain("logsource");
        (await PutAsync(host, Second, $"{Rule(Second, "x", 2)}\n---\n{Rule(Third, "y", 2)}")).Detail.ShouldContain("one document");
        (await PutAsync(host, "..%2Fx", Rule(Second, "x", 2))).Detail.ShouldContain("not a UUID");
        (await PutAsync(host, Second, "")).Status.ShouldBe(HttpStatusCode.BadRequest);
        (await PutAsync(host, Second, new string('#', (1 << 20) + 1))).Status.ShouldBe(HttpStatusCode.RequestEntityTooLarge);

        Directory.GetFiles(_rules).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Delete_ARule_EndsItsUseUnlessItIsTheLastOrHasNeighbours()
    {
        File.WriteAllText(Path.Combine(_rules, "two.yml"), $"{Rule(Second, "second", 2)}\n---\n{Rule(Third, "third", 3)}");
        await using var host = await StartAsync();

        (await DeleteAsync(host, Second)).Status.ShouldBe(HttpStatusCode.Conflict);
        (await DeleteAsync(host, First)).Status.ShouldBe(HttpStatusCode.NoContent);
        (await DeleteAsync(host, First)).Status.ShouldBe(HttpStatusCode.NotFound);

        await host.PostAsync("{\"a\":1}\n");
        (await host.AlertsAsync()).ShouldBeEmpty();
        File.Exists(Path.Combine(_rules, "first.yml")).ShouldBeFalse();
    }

    [Fact]
    public async Task Delete_TheLastRule_IsRefused()
    {
        await using var host = await StartAsync();

        (await DeleteAsync(host, First)).Detail.ShouldContain("last rule");
    }

    private Task<SigmaHost> StartAsync() => SigmaHost.StartAsync(_folder, "--rules", _rules);

    private static async Task<(HttpStatusCode Status, string Detail)> PutAsync(
        SigmaHost host, string id, string text, bool isNew = false)
    {
        using var request = new HttpRequestMessage(HttpMethod.Put, $"/v1/rules/{id}")
        {
            Content = new StringContent(text, Encoding.UTF8, "application/yaml"),
            Headers = { ExpectContinue = true }, // a body that is refused is not sent into a closed connection
        };
        if (isNew)
        {
            request.Headers.IfNoneMatch.Add(EntityTagHeaderValue.Any);
        }

        return await AnswerAsync(await host.Http.SendAsync(request).Within());
    }

    private static async Task<(HttpStatusCode Status, string Detail)> DeleteAsync(SigmaHost host, string id) =>
        await AnswerAsync(await host.Http.DeleteAsync($"/v1/rules/{id}").Within());

    private static async Task<(HttpStatusCode Status, string Detail)> AnswerAsync(HttpResponseMessage answer)
    {
        using (answer)
        {
            var text = await answer.Content.ReadAsStringAsync().Within();
            return (answer.StatusCode, answer.IsSuccessStatusCode ? "" : text);
        }
    }

    private static string Rule(string id, string title, int value) =>
        $"title: {title}\nid: {id}\nlogsource: {{ product: test }}\ndetection: {{ s: {{ a: {value} }}, condition: s }}\n";
}
