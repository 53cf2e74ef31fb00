using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using Microsoft.AspNetCore.Http;
using Prober.Features.Status;

namespace Prober.Tests.Status;

/// <summary>What the public sees: names, states, days and incidents, and nothing else.</summary>
public sealed class StatusPageTests : IDisposable
{
    private const string Markup = "<b>We</b> & \"they\" look into it.\n]]> <script>alert(1)</script>";
    private static readonly XNamespace Atom = "http://www.w3.org/2005/Atom";
    private readonly TempDirectory _folder = new("status");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Status_OfGroups_HasTheirStatesAndDaysAndNoMoreThanNames()
    {
        await using var host = await StartAsync();
        await host.UntilAsync(targets => targets.All(target => (string)target!["state"]! == "down"));

        var text = await host.Http.GetStringAsync("/api/v1/status", Token).Within();

        var status = JsonNode.Parse(text)!;
        var group = status["groups"]!.AsArray().ShouldHaveSingleItem()!;
        ((string?)group["name"], (string?)group["state"]).ShouldBe(("Web", "down"));
        ((string)group["days"]!).Length.ShouldBe(90);
        var row = status["targets"]!.AsArray().ShouldHaveSingleItem()!;
        ((string?)row["name"], ((string)row["days"]!)[^1]).ShouldBe(("Shop", 'd'));
        row["groups"]!.AsArray().Select(name => (string?)name).ShouldBe(["Web"]);
        text.ShouldNotContain("127.0.0.1");
        text.ShouldNotContain("refused");
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("""{"title":"a"}""")]
    [InlineData("""{"title":"a\nb","text":"c"}""")]
    [InlineData("""{"title":"a","text":"\u001b[31mred"}""")]
    [InlineData("""{"title":"a","text":"b","state":"<b>"}""")]
    [InlineData("""{"text":"b","state":"resolved"}""")]
    [InlineData("[]")]
    [InlineData("")]
    public async Task Incident_ThatIsWrong_IsRefused(string body)
    {
        await using var host = await StartAsync();
        using var content = new StringContent(body, null, "application/json");

        using var answer = await host.Http.PostAsync("/api/v1/incidents", content, Token).Within();

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await host.Http.GetFromJsonAsync<JsonArray>("/api/v1/incidents", Token).Within())!.ShouldBeEmpty();
    }

    [Fact]
    public async Task Feeds_OfAnIncident_AreValidAndHoldItsTextAsText()
    {
        await using var host = await StartAsync();
        (await PostAsync("/api/v1/incidents/1/updates", new { text = "too early", state = "resolved" })).ShouldBe(HttpStatusCode.NotFound);
        (await PostAsync("/api/v1/incidents", new { title = "The <i>shop</i>", text = Markup })).ShouldBe(HttpStatusCode.Created);
        (await PostAsync("/api/v1/incidents/1/updates", new { text = "It works.", state = "resolved" })).ShouldBe(HttpStatusCode.Created);
        (await PostAsync("/api/v1/incidents/1/updates", new { text = "It works." })).ShouldBe(HttpStatusCode.BadRequest);

        var atom = XDocument.Parse(await host.Http.GetStringAsync("/status/feed.atom", Token).Within()).Root!;
        var rss = XDocument.Parse(await host.Http.GetStringAsync("/status/feed.rss", Token).Within()).Root!.Element("channel")!;

        var entries = atom.Elements(Atom + "entry").ToList();
        entries.Select(entry => entry.Element(Atom + "title")!.Value)
            .ShouldBe(["The <i>shop</i> (resolved)", "The <i>shop</i> (investigating)"]);
        entries[1].Element(Atom + "content")!.Value.ShouldBe(Markup);
        entries.Select(entry => entry.Element(Atom + "id")!.Value).Distinct().Count().ShouldBe(2);
        foreach (var name in (string[])["id", "title", "updated", "author"])
        {
            atom.Element(Atom + name).ShouldNotBeNull();
        }

        var items = rss.Elements("item").ToList();
        WebUtility.HtmlDecode(items[1].Element("description")!.Value).Replace("<br>", "").ShouldBe(Markup);
        items[1].Element("description")!.Value.ShouldNotContain("<script>");
        items[0].Element("link")!.Value.ShouldEndWith("/status#incident-1");
        DateTimeOffset.ParseExact(items[0].Element("pubDate")!.Value, "r", CultureInfo.InvariantCulture).ShouldBeGreaterThan(default);

        async Task<HttpStatusCode> PostAsync(string path, object body)
        {
            using var answer = await host.Http.PostAsJsonAsync(path, body, Token).Within();
            return answer.StatusCode;
        }
    }

    [Fact]
    public async Task Status_WithALabelThatAGroupHasNot_ShowsItsMembersWithoutTheGroup()
    {
        await using var host = await StartAsync();

        var status = JsonNode.Parse(await host.Http.GetStringAsync("/api/v1/status?label=team=web", Token).Within())!;

        status["groups"]!.AsArray().ShouldBeEmpty();
        var row = status["targets"]!.AsArray().ShouldHaveSingleItem()!;
        row["groups"]!.AsArray().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("prober.example:81", "http://prober.example:81/status")]
    [InlineData("", "http://localhost/status")] // HTTP/1.0
    [InlineData("a b:x", "http://localhost/status")]
    public void AddressOf_WhateverHostAClientNames_IsAnAddress(string host, string address)
    {
        var request = new DefaultHttpContext().Request;
        (request.Scheme, request.Host) = ("http", new(host));

        StatusFeature.AddressOf(request).AbsoluteUri.ShouldBe(address);
    }

    [Theory]
    [InlineData(true, HttpStatusCode.OK)]
    [InlineData(false, HttpStatusCode.Unauthorized)]
    public async Task Status_WhereKeysAreSet_IsPublicIfASettingSaysSo(bool isPublic, HttpStatusCode expected)
    {
        using var keys = new ClientKeys();
        keys.Add("Ada", ["read"]);
        await using var host = await StartAsync($"--Prober:Keys={keys.File}", $"--Prober:PublicStatus={isPublic}");

        foreach (var path in (string[])["/api/v1/status", "/status/feed.rss", "/status/feed.atom", "/badge?kind=tcp&name=Shop"])
        {
            using var answer = await host.Http.GetAsync(path, Token).Within();
            answer.StatusCode.ShouldBe(expected, path);
        }

        using var others = await host.Http.GetAsync("/api/v1/targets", Token).Within();
        others.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    private Task<ProberHost> StartAsync(params string[] arguments)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            tcp:
              - { name: Shop, host: "127.0.0.1:{{LoopbackPort.FindFree()}}", interval: 1s, labels: { team: web } }
            group:
              - { name: Web, members: [Shop] }
            """);
        return ProberHost.StartAsync(["--config", _folder.Combine("probes.yaml"), .. arguments]);
    }
}
