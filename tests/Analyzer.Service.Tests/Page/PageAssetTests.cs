using System.Net;
using System.Text.RegularExpressions;
using Hosting.Web;

namespace Analyzer.Service.Tests.Page;

/// <summary>
/// How the page's files are served, and what may not be in them; what they do is tested in a browser (Analyzer.Service.Page.Tests).
/// </summary>
public sealed partial class PageAssetTests
{
    private static readonly string[] Documents = ["/", "/rules"];

    [Fact]
    public async Task Get_EveryAsset_IsTypedTaggedFencedAndKnownAgain()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        foreach (var asset in PageAsset.ReadAll(AnalyzerApp.Host, typeof(AnalyzerApp).Assembly))
        {
            await ShouldBeTypedTaggedAndFencedAsync(http, asset.Path);
            await ShouldBeKnownAgainAsync(http, asset.Path);
        }
    }

    [Fact]
    public async Task Head_Page_HasHeadersAndNoBody()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var request = new HttpRequestMessage(HttpMethod.Head, "/");

        using var response = await http.SendAsync(request, TestContext.Current.CancellationToken).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.OK);
        response.Content.Headers.ContentLength.ShouldNotBeNull().ShouldBeGreaterThan(0);
        (await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("/page/none.js", HttpStatusCode.NotFound)]
    [InlineData("/page/..%2fappsettings.json", HttpStatusCode.NotFound)]
    [InlineData("/page/", HttpStatusCode.NotFound)]
    [InlineData("/index.html", HttpStatusCode.NotFound)]
    public async Task Get_WhatIsNoAsset_IsAProblem(string path, HttpStatusCode expected)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var response = await http.GetAsync(path, TestContext.Current.CancellationToken).Within();

        response.StatusCode.ShouldBe(expected);
        response.Content.Headers.ContentType!.MediaType.ShouldBe("application/problem+json");
    }

    [Fact]
    public void Assets_WhatTheyReferTo_IsServed()
    {
        var assets = PageAsset.ReadAll(AnalyzerApp.Host, typeof(AnalyzerApp).Assembly).ToDictionary(asset => asset.Path, Text);

        var references = Documents.SelectMany(path => assets[path].References(path, PathInMarkup()))
            .Concat(assets.Where(asset => asset.Key.EndsWith(".js", StringComparison.Ordinal))
                .SelectMany(asset => asset.Value.References(asset.Key, Import())))
            .ToHashSet();

        references.ShouldContain("/page/page.js");
        references.ShouldContain("/page/format.js");
        references.ShouldContain("/page/live/exposition.js");
        references.ShouldBeSubsetOf(assets.Keys);
        assets.Keys.Except(references).Where(path => !path.StartsWith("/page/overview.", StringComparison.Ordinal))
            .ShouldBe(Documents, ignoreOrder: true, "every other file is there because something asks for it, or for another host's page");
    }

    [Fact]
    public void Assets_AnyOfThem_AreNeitherInlineNorFromElsewhereNorMakeHtmlOfText()
    {
        foreach (var asset in PageAsset.ReadAll(AnalyzerApp.Host, typeof(AnalyzerApp).Assembly))
        {
            var text = Text(asset);
            Elsewhere().IsMatch(text).ShouldBeFalse($"{asset.Path} names another origin");
            if (Documents.Contains(asset.Path))
            {
                InlineCode().IsMatch(text).ShouldBeFalse($"{asset.Path} has inline code or style");
            }

            if (asset.Path.EndsWith(".js", StringComparison.Ordinal))
            {
                HtmlSink().IsMatch(text).ShouldBeFalse($"{asset.Path} makes HTML or code of text");
            }
        }
    }

    private static async Task ShouldBeTypedTaggedAndFencedAsync(HttpClient http, string path)
    {
        using var response = await http.GetAsync(path, TestContext.Current.CancellationToken).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.OK);
        response.Content.Headers.ContentType!.ToString().ShouldBe(Path.GetExtension(path) switch
        {
            "" => "text/html; charset=utf-8", // documents
            ".css" => "text/css; charset=utf-8",
            ".js" => "text/javascript; charset=utf-8",
            ".svg" => "image/svg+xml",
            var other => throw new InvalidOperationException($"No content type is expected for {other}."),
        });
        response.Content.Headers.ContentLength.ShouldNotBeNull().ShouldBeGreaterThan(0);
        response.Headers.ETag.ShouldNotBeNull().IsWeak.ShouldBeFalse();
        response.Headers.CacheControl!.NoCache.ShouldBeTrue();
        response.Headers.GetValues("X-Content-Type-Options").ShouldBe(["nosniff"]);
        response.Headers.GetValues("Referrer-Policy").ShouldBe(["no-referrer"]);

        var policy = response.Headers.GetValues("Content-Security-Policy").Single().Split(';', StringSplitOptions.TrimEntries);
        policy.ShouldContain("default-src 'none'");
        foreach (var kind in (string[])["script-src", "style-src", "connect-src", "img-src"])
        {
            policy.ShouldContain($"{kind} 'self'");
        }

        policy.ShouldContain("frame-ancestors 'none'");
        policy.ShouldContain("base-uri 'none'");
        policy.ShouldContain("require-trusted-types-for 'script'");
        policy.ShouldNotContain(directive => directive.Contains("unsafe", StringComparison.Ordinal));
    }

    private static async Task ShouldBeKnownAgainAsync(HttpClient http, string path)
    {
        using var first = await http.GetAsync(path, TestContext.Current.CancellationToken).Within();

        using var same = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { IfNoneMatch = { first.Headers.ETag! } } };
        using var again = await http.SendAsync(same, TestContext.Current.CancellationToken).Within();
        using var other = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { IfNoneMatch = { new("\"of another version\"") } } };
        using var anew = await http.SendAsync(other, TestContext.Current.CancellationToken).Within();

        again.StatusCode.ShouldBe(HttpStatusCode.NotModified);
        again.Headers.ETag.ShouldBe(first.Headers.ETag);
        (await again.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken)).ShouldBeEmpty();
        anew.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    private static string Text(PageAsset asset) => System.Text.Encoding.UTF8.GetString(asset.Content.Span);

    [GeneratedRegex("""(?:src|href)="(/page/[^"]+)" """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex PathInMarkup();

    [GeneratedRegex("""from\s"(\.\.?/[a-z/]+\.js)"; """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex Import();

    // XML namespaces and the example on localhost are names, not addresses that anything is fetched from.
    [GeneratedRegex("""(?:https?:)?//(?!www\.w3\.org/|localhost)[a-z0-9-]+\.[a-z]""")]
    private static partial Regex Elsewhere();

    [GeneratedRegex("""<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=|javascript:""", RegexOptions.IgnoreCase)]
    private static partial Regex InlineCode();

    [GeneratedRegex("""innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\b|new Function""")]
    private static partial Regex HtmlSink();
}

file static class RegexMatches
{
    /// <summary>Paths of what a text names; names are relative to its own path.</summary>
    public static IEnumerable<string> References(this string text, string path, Regex pattern) =>
        pattern.Matches(text).Select(match => new Uri(new Uri($"http://localhost{path}"), match.Groups[1].Value).AbsolutePath);
}
