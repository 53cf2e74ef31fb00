using System.Text;
using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class OneNodeTests(OneNode server) : RealComplianceTests(server), IClassFixture<OneNode>
{
    /// <summary>Its types and scores are stored and not indexed, which Elasticsearch does not change in an index that exists.</summary>
    [Fact]
    public async Task ListAsync_IndexOfTheFirstSchema_FiltersByTypeAndScoreToo()
    {
        var options = await Server.SkipUnlessPresentAsync();
        using var client = RealElasticsearch.CreateClient(options);
        var creation = IndexSchema.Creation(options)
            .Replace(IndexSchema.Mapping(filters: true), IndexSchema.Mapping(filters: false), StringComparison.Ordinal)
            .Replace($"\"schema\": {IndexSchema.Version}", "\"schema\": 1", StringComparison.Ordinal);
        using var body = new StringContent(creation, Encoding.UTF8, "application/json");
        using var created = await client.PutAsync($"/{options.Alias}-v1", body, Cancellation).Within();
        created.EnsureSuccessStatusCode();
        options = options.With(cluster => cluster with { Gzip = true }); // so that a real server reads it
        await using var store = ElasticsearchReportStore.Create(options);
        await store.SaveAsync(Reports.Make(1) with { Score = 5 }, Cancellation).Within();
        await store.SaveAsync(Reports.Make(2) with { Score = 5, MediaType = "text/plain" }, Cancellation).Within();
        await store.SaveAsync(Reports.Make(3) with { Score = 6, MediaType = "text/plain" }, Cancellation).Within();
        using var refreshed = await client.PostAsync($"/{options.Alias}/_refresh", null, Cancellation).Within();

        MediaTypePattern.TryParse("text/*", out var text).ShouldBeTrue();
        var page = await store.ListAsync(new ReportQuery(Filter: new() { Type = text, MaxScore = 5 }), Cancellation).Within();

        page.Reports.ShouldHaveSingleItem().Report.Sha256.ShouldBe(Reports.Id(2));
        using var removal = await client.DeleteAsync($"/{options.Alias}-v1", Cancellation).Within();
    }

    /// <summary>A real server keeps the document as it was written, and so does one whose index is of an older schema.</summary>
    [Theory]
    [InlineData(4)]
    [InlineData(3)]
    [InlineData(2)]
    public async Task FindAndList_DocumentChangedBehindTheStore_NameIt(int schema)
    {
        var options = await Server.SkipUnlessPresentAsync();
        using var client = RealElasticsearch.CreateClient(options);
        if (schema < IndexSchema.Version)
        {
            var creation = JsonNode.Parse(IndexSchema.Creation(options))!;
            creation["mappings"]!["_meta"]!["schema"] = schema;
            string[] later = schema < 3 ? ["checksum", "unable", "parts"] : ["unable", "parts"];
            later.ShouldAllBe(field => creation["mappings"]!["properties"]!.AsObject().Remove(field));
            using var old = new StringContent(creation.ToJsonString(), Encoding.UTF8, "application/json");
            using var created = await client.PutAsync($"/{options.Alias}-v1", old, Cancellation).Within();
            created.EnsureSuccessStatusCode();
        }

        await using var store = ElasticsearchReportStore.Create(options);
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        await store.SaveAsync(WithAllFields(Reports.Make(2)), Cancellation).Within();
        var path = $"/{options.Alias}/_doc/{Reports.Id(1)}";
        var written = await client.GetStringAsync($"/{options.Alias}-v1/_source/{Reports.Id(1)}", Cancellation).Within();
        using var body = new StringContent(written.Replace("7.91", "7.81", StringComparison.Ordinal), Encoding.UTF8, "application/json");
        using var changed = await client.PutAsync($"{path}?refresh=true", body, Cancellation).Within();
        changed.EnsureSuccessStatusCode();

        await Should.ThrowAsync<ReportDamagedException>(async () => await store.FindAsync(Reports.Id(1), Cancellation).Within());
        var page = await store.ListAsync(new ReportQuery(), Cancellation).Within();
        page.Damaged.ShouldBe([Reports.Id(1)]);
        page.Reports.ShouldHaveSingleItem().Report.Sha256.ShouldBe(Reports.Id(2));
        using var removal = await client.DeleteAsync($"/{options.Alias}-v1", Cancellation).Within();
    }

    private static AnalysisReport WithAllFields(AnalysisReport report)
    {
        UnableReason locked = new(ReportPrecedence.NeedsPassword, 1, "It is encrypted.");
        FilePart part = new() { Offset = 9, Verdict = Verdict.Unable, Score = 0, Findings = [], Unable = [locked] };
        return report with { Unable = [locked], Parts = [part] };
    }
}

public sealed class OneNode() : RealElasticsearch(new ElasticsearchFixture());
