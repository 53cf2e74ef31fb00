using System.Net;
using Analyzer.Core;
using Analyzer.Service.Tests.Edges;
using Analyzer.Service.Tests.Metrics;
using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.Data.Sqlite;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Storage;

/// <summary>REST answers with the bytes that are stored; gRPC with what is parsed from them.</summary>
public sealed class StoredBytesTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Rest_SubmitFindAndList_AnswerTheSameBytes()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var response = await http.PostAsync("/v1/files", new ByteArrayContent(Pieces.Pdf), Cancellation).Within();
        var submitted = await response.Content.ReadAsStringAsync(Cancellation).Within();

        (await http.GetStringAsync($"/v1/files/{Pieces.Sha256(Pieces.Pdf)}", Cancellation).Within()).ShouldBe(submitted);
        (await http.GetStringAsync("/v1/files", Cancellation).Within()).ShouldBe($$"""{"reports":[{{submitted}}]}""");
    }

    [Fact]
    public async Task FindAndList_NotAReport_RestAnswersTheBytesAndGrpcSaysUnavailable()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.ShouldTakeAFileAsync();
        var id = (await host.Store.ListAsync(new ReportQuery(), Cancellation).Within()).Reports.ShouldHaveSingleItem().Report.Sha256;
        Overwrite(host, """{"older":true}""", ReportChecksum.Of(id.ToByteArray(), """{"older":true}"""u8));
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var grpc = EdgeKind.Grpc.Connect(host);

        (await http.GetStringAsync($"/v1/files/{id}", Cancellation).Within()).ShouldBe("""{"older":true}""");
        (await http.GetStringAsync("/v1/files", Cancellation).Within()).ShouldBe("""{"reports":[{"older":true}]}""");
        (await grpc.FindAsync(id.ToString(), Cancellation).Within()).Status.ShouldBe("Unavailable");
    }

    [Fact]
    public async Task FindAndList_DamagedReport_IsNamedAndNeverServed()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.ShouldTakeAFileAsync();
        var id = (await host.Store.ListAsync(new ReportQuery(), Cancellation).Within()).Reports.ShouldHaveSingleItem().Report.Sha256;
        Overwrite(host, """{"older":true}""", checksum: 1);
        foreach (var way in await host.WaysAsync())
        {
            using var http = new HttpClient { BaseAddress = way.Http1 };
            foreach (var path in new[] { $"/v1/files/{id}", "/v1/files" })
            {
                using var response = await http.GetAsync(path, Cancellation).Within();

                response.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable, way.Name);
                var problem = await response.Content.ReadAsStringAsync(Cancellation).Within();
                problem.ShouldContain("urn:analyzer:problem:report-damaged", customMessage: way.Name);
                problem.ShouldContain($"{id}", customMessage: way.Name);
                problem.ShouldNotContain("older");
            }

            (await host.ScrapeAsync()).Sample("analyzer_store_up").Value.ShouldBe(1, "the store is there");

            using var channel = GrpcChannel.ForAddress(way.Http2);
            var client = new Rpc.AnalyzerClient(channel);
            foreach (var call in new Func<Task>[]
            {
                () => client.AnalyzeResultAsync(new() { Sha256 = $"{id}" }, cancellationToken: Cancellation).ResponseAsync,
                () => client.ListResultsAsync(new(), cancellationToken: Cancellation).ResponseAsync,
            })
            {
                (await Should.ThrowAsync<RpcException>(call).Within()).StatusCode.ShouldBe(StatusCode.DataLoss, way.Name);
            }
        }
    }

    [Fact]
    public async Task Submit_FileWhoseReportIsDamaged_ReplacesIt()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var first = await http.PostAsync("/v1/files", new ByteArrayContent(Pieces.Pdf), Cancellation).Within();
        Overwrite(host, """{"older":true}""", checksum: 1);
        using var named = new ByteArrayContent(Pieces.Pdf);
        named.Headers.Add("Content-Digest", $"sha-256=:{Convert.ToBase64String(Convert.FromHexString(Pieces.Sha256(Pieces.Pdf)))}:");

        using var again = await http.PostAsync("/v1/files", named, Cancellation).Within();

        again.StatusCode.ShouldBe(HttpStatusCode.OK, "the file was submitted before");
        (await http.GetStringAsync($"/v1/files/{Pieces.Sha256(Pieces.Pdf)}", Cancellation).Within()).ShouldContain("entropy");
    }

    private static void Overwrite(AnalyzerHost host, string json, long checksum)
    {
        using var connection = new SqliteConnection($"Data Source={Path.Combine(host.DataDirectory, "reports.db")};Pooling=False");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = $"UPDATE reports SET report = '{json}', checksum = {checksum}";
        command.ExecuteNonQuery();
    }
}
