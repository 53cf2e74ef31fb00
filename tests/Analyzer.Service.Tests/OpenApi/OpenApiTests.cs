using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Nodes;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.OpenApi;

public sealed class OpenApiTests
{
    private static readonly Dictionary<string, JsonValueKind[]> Types = new()
    {
        ["null"] = [JsonValueKind.Null],
        ["object"] = [JsonValueKind.Object],
        ["array"] = [JsonValueKind.Array],
        ["string"] = [JsonValueKind.String],
        ["integer"] = [JsonValueKind.Number],
        ["number"] = [JsonValueKind.Number],
        ["boolean"] = [JsonValueKind.True, JsonValueKind.False],
    };

    [Fact]
    public async Task Document_NamesEveryRouteOfTheContract()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var paths = (await DocumentAsync(host))["paths"]!.AsObject();

        var routes = paths.SelectMany(path => path.Value!.AsObject().Select(method => $"{method.Key.ToUpperInvariant()} {path.Key}"));

        routes.ShouldBe(
            [
                "POST /v1/files", "GET /v1/files", "GET /v1/files/{sha256}", "HEAD /v1/files/{sha256}",
                "DELETE /v1/files/{sha256}",
                "POST /api/Analyzer/submitFile", "GET /api/Analyzer/analyzeResult",
                "GET /v1/rules", "GET /v1/limits", "GET /healthz/live", "GET /healthz/ready", "GET /metrics",
            ],
            ignoreOrder: true);
        foreach (var submit in new[] { "/v1/files", "/api/Analyzer/submitFile" })
        {
            var responses = paths[submit]!["post"]!["responses"]!.AsObject().Select(response => response.Key);
            responses.ShouldBe(["200", "201", "400", "401", "403", "408", "413", "421", "429", "503"], ignoreOrder: true);
        }
    }

    [Fact]
    public async Task Listing_EachArgument_IsDescribed()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var parameters = (await DocumentAsync(host))["paths"]!["/v1/files"]!["get"]!["parameters"]!.AsArray();

        parameters.Select(parameter => (string?)parameter!["name"])
            .ShouldBe(["verdict", "type", "minScore", "maxScore", "from", "to", "sha256", "limit", "after"]);
        parameters.ShouldAllBe(parameter => (string?)parameter!["in"] == "query" && parameter["description"] != null);
    }

    [Fact]
    public async Task Report_OfThePdf_IsWhatItsSchemaSays()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var schemas = (await DocumentAsync(host))["components"]!["schemas"]!.AsObject();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var response = await http.PostAsync("/v1/files", new ByteArrayContent(Pieces.Pdf), TestContext.Current.CancellationToken)
            .Within();
        var report = await response.Content.ReadFromJsonAsync<JsonObject>(TestContext.Current.CancellationToken).Within();

        report!["findings"]!.AsArray().ShouldNotBeEmpty("a report without findings would not show their schema");
        Check("report", report, schemas["AnalysisReport"]!, schemas);
    }

    [Fact]
    public async Task Page_OfThePdf_IsWhatItsSchemaSays()
    {
        await using var host = await AnalyzerHost.StartAsync();
        var schemas = (await DocumentAsync(host))["components"]!["schemas"]!.AsObject();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent(Pieces.Pdf), TestContext.Current.CancellationToken)
            .Within();

        var page = await http.GetFromJsonAsync<JsonObject>("/v1/files", TestContext.Current.CancellationToken).Within();

        page!["reports"]!.AsArray().ShouldHaveSingleItem();
        Check("page", page, schemas["ReportPage"]!, schemas);
    }

    [Theory]
    [InlineData("/v1/rules", "RulesDocument")]
    [InlineData("/v1/limits", "LimitsDocument")]
    public async Task Document_OfTheServiceItself_IsWhatItsSchemaSays(string path, string schema)
    {
        await using var host = await AnalyzerHost.StartAsync();
        var schemas = (await DocumentAsync(host))["components"]!["schemas"]!.AsObject();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        var document = await http.GetFromJsonAsync<JsonObject>(path, TestContext.Current.CancellationToken).Within();

        Check(path, document, schemas[schema]!, schemas);
    }

    // The part of JSON Schema that the document uses: references, alternatives, types, properties and items; nothing undescribed.
    private static void Check(string path, JsonNode? value, JsonNode schema, JsonObject schemas)
    {
        if ((string?)schema["$ref"] is { } reference)
        {
            Check(path, value, schemas[reference["#/components/schemas/".Length..]]!, schemas);
            return;
        }

        if (schema["oneOf"] is JsonArray alternatives)
        {
            Check(path, value, alternatives.Single(alternative => (string?)alternative!["type"] != "null")!, schemas);
            return;
        }

        var kind = value!.GetValueKind();
        if (schema["enum"] is JsonArray names)
        {
            names.Select(name => (string?)name).ShouldContain((string?)value, path);
        }
        else if (schema["type"] is { } type)
        {
            var types = type as JsonArray ?? new JsonArray(type.DeepClone());
            types.SelectMany(one => Types[(string)one!]).ShouldContain(kind, path);
        }

        if (value is JsonObject members)
        {
            if (schema["additionalProperties"] is { } ofAny)
            {
                members.Select(member => member.Value).ToList().ForEach(member => Check($"{path}.*", member, ofAny, schemas));
                return;
            }

            var properties = schema["properties"]!.AsObject();
            members.Select(member => member.Key).ShouldBeSubsetOf(properties.Select(property => property.Key), path);
            schema["required"]?.AsArray().Select(name => (string)name!).ShouldBeSubsetOf(members.Select(member => member.Key), path);
            foreach (var (name, member) in members)
            {
                Check($"{path}.{name}", member, properties[name]!, schemas);
            }
        }
        else if (value is JsonArray items)
        {
            foreach (var item in items)
            {
                Check($"{path}[]", item, schema["items"]!, schemas);
            }
        }
    }

    private static async Task<JsonObject> DocumentAsync(AnalyzerHost host)
    {
        using var http = new HttpClient { BaseAddress = host.Http1 };
        return (await http.GetFromJsonAsync<JsonObject>("/openapi/v1.json", TestContext.Current.CancellationToken).Within())!;
    }
}
