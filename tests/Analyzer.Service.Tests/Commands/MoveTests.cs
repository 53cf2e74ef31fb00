using System.Net;
using System.Text;
using Analyzer.Core;
using Hosting.Lifetime;

namespace Analyzer.Service.Tests.Commands;

/// <summary>From one store to the other and back, with a real Elasticsearch.</summary>
[Collection(nameof(AloneInTheProcess))]
[Trait("Category", "EndToEnd")]
public sealed class MoveTests(ElasticsearchFixture cluster) : IDisposable
{
    private readonly Workshop _workshop = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _workshop.Dispose();

    [Fact]
    public async Task ExportAndImport_ThroughElasticsearchAndBack_IsTheSameStore()
    {
        var reports = Workshop.Some(2300);
        var first = await _workshop.StoreAsync("first", reports);
        var (elasticsearch, refresh) = await IndexAsync();
        var second = $"--Analyzer:DataDirectory={_workshop.File("second")}";

        await MoveAsync(first, elasticsearch);
        await refresh();
        await MoveAsync(elasticsearch, second);

        (await Workshop.LinesAsync(second)).ShouldBe(Workshop.Lines(reports));
        var (checkCode, _, said) = await Workshop.RunAsync($"check {elasticsearch}");
        checkCode.ShouldBe(ExitCode.Done, said);
    }

    [Fact]
    public async Task Import_CutFileThenTheWholeOneIntoElasticsearch_NewerEnginesStay()
    {
        var (elasticsearch, refresh) = await IndexAsync();
        var newer = Encoding.UTF8.GetBytes(string.Join('\n', Workshop.Lines(Workshop.Some(40, engine: 2))));
        var older = Encoding.UTF8.GetBytes(string.Join('\n', Workshop.Lines(Workshop.Some(600))));

        (await Workshop.RunAsync($"import {elasticsearch}", older[..^10])).Messages.ShouldContain("line 600: not a report, or incomplete");
        (await Workshop.RunAsync($"import {elasticsearch}", newer)).Messages
            .ShouldContain("0 new, 40 replaced an older engine's, 0 known, 0 bad lines");
        (await Workshop.RunAsync($"import {elasticsearch}", older)).Messages
            .ShouldContain("1 new, 0 replaced an older engine's, 599 known, 0 bad lines");
        await refresh();

        (await Workshop.LinesAsync(elasticsearch))
            .ShouldBe([.. Workshop.Lines(Workshop.Some(40, engine: 2)), .. Workshop.Lines(Workshop.Some(600)[40..])]);
    }

    [Fact]
    public async Task Import_BesideTheRunningServiceOnElasticsearch_BothKeepWhatTheyTook()
    {
        var (elasticsearch, refresh) = await IndexAsync();
        var reports = Workshop.Some(2000);
        await using var host = await AnalyzerHost.StartAsync(elasticsearch.Split(' '));
        await using var traffic = new Traffic(host);
        await traffic.UntilAsync(20, HttpStatusCode.Created).Within();

        var (code, _, messages) = await Workshop
            .RunAsync($"import {elasticsearch}", Encoding.UTF8.GetBytes(string.Join('\n', Workshop.Lines(reports))));
        await traffic.UntilAsync(20, HttpStatusCode.Created).Within();
        await traffic.StopAsync().Within();
        await refresh();

        code.ShouldBe(ExitCode.Done, messages);
        messages.ShouldContain("2,000 new, 0 replaced an older engine's, 0 known, 0 bad lines");

        // It is asked for ids of the import too, which are there or not there yet; and a busy cluster may turn somebody away.
        traffic.Answers.Count(answer => !answer.IsRight
            && (answer.IsSubmission || answer.Status != HttpStatusCode.OK)
            && !(answer.Status == HttpStatusCode.ServiceUnavailable && answer.SaysWhenToRetry)).ShouldBe(0);
        var stored = (await Workshop.LinesAsync(elasticsearch)).ToHashSet();
        stored.Count.ShouldBeGreaterThanOrEqualTo(reports.Length + traffic.Acknowledged.Count); // who was turned away may have been stored
        Workshop.Lines(reports).ShouldBeSubsetOf(stored);
        await host.ShouldHaveReportsAsync(traffic.Acknowledged);

        using var client = new HttpClient { BaseAddress = host.Http1 };
        (await client.GetStringAsync($"/v1/files/{reports[7].Sha256}", Cancellation).Within())
            .ShouldBe(Encoding.UTF8.GetString(ReportJson.Serialize(reports[7])));
    }

    private async Task MoveAsync(string from, string to)
    {
        var path = _workshop.File($"{Guid.NewGuid():n}.ndjson");
        var (exported, _, exportSaid) = await Workshop.RunAsync($"export {path} {from}");
        exported.ShouldBe(ExitCode.Done, exportSaid);
        var (imported, _, importSaid) = await Workshop.RunAsync($"import {path} {to}");
        imported.ShouldBe(ExitCode.Done, importSaid);
    }

    /// <returns>Settings of an index of the test's own, and what makes the listing show every save that has returned.</returns>
    private async Task<(string Settings, Func<Task> Refresh)> IndexAsync()
    {
        var url = (await cluster.SkipUnlessPresentAsync()).Split(',')[0];
        var alias = $"test-{Guid.NewGuid():n}";
        return ($"--Analyzer:Store=elasticsearch --Analyzer:Elasticsearch:Url={url} --Analyzer:Elasticsearch:Alias={alias}", async () =>
        {
            using var client = new HttpClient();
            using var answer = await client.PostAsync($"{url}/{alias}/_refresh", null, Cancellation).Within();
            answer.EnsureSuccessStatusCode();
        }
        );
    }
}
