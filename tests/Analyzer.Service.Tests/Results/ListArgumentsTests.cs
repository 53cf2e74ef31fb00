using System.Net;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace Analyzer.Service.Tests.Results;

/// <summary>What only REST can be asked in: text where a number or an instant belongs.</summary>
public sealed class ListArgumentsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("limit=many", "'limit' has to be")]
    [InlineData("limit=1e3", "'limit' has to be")]
    [InlineData("minScore=high", "'minScore' has to be a whole number")]
    [InlineData("minScore=1.5", "'minScore' has to be a whole number")]
    [InlineData("maxScore=99999999999", "'maxScore' has to be a whole number")]
    [InlineData("from=yesterday", "'from' has to be a time")]
    [InlineData("to=2026-11-21T06:00:00+01:00", "'to' has to be a time")]
    [InlineData("from=2026-11-21T06:00:00Z&to=2026-11-21T06:00:00Z", "'to' has to be later")]
    [InlineData("type=application/pdf;x", "'type' has to be a media type")]
    [InlineData("verdict=1", "A verdict is one of")]
    public async Task Get_BadArgument_IsRefusedByItsName(string query, string why)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var response = await http.GetAsync($"/v1/files?{query}", Token).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        var problem = await response.Content.ReadFromJsonAsync<JsonObject>(Token).Within();
        ((string?)problem!["type"]).ShouldBe("urn:analyzer:problem:invalid-argument");
        ((string?)problem["detail"])!.ShouldContain(why);
    }

    /// <summary>A form on a page sends its empty fields too.</summary>
    [Fact]
    public async Task Get_EmptyArguments_AreNotAskedFor()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.ShouldTakeAFileAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        var page = await http.GetFromJsonAsync<JsonObject>(
            "/v1/files?verdict=&type=&minScore=&maxScore=&from=&to=&sha256=&limit=&after=", Token).Within();

        page!["reports"]!.AsArray().ShouldHaveSingleItem();
    }
}
