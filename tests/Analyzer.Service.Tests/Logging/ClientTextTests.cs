using System.Net.Http.Headers;
using System.Text;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.Logging;

/// <summary>
/// Clients' texts are not for the log, whatever the level: no content of a file, and of anything else not more than a line.
/// </summary>
public sealed class ClientTextTests
{
    private const string Secret = "the secret in the file";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Log_FilesTakenAndRefused_HasNoneOfTheirContent()
    {
        await using var host = await AnalyzerHost
            .StartAsync("--Logging:LogLevel:Default=Trace", "--Logging:LogLevel:Microsoft.AspNetCore=Trace", "Limits:MaxFileBytes=5000");
        var file = Encoding.UTF8.GetBytes($"%PDF-1.5 {Secret}");
        foreach (var kind in EdgeKinds.Direct)
        {
            using var edge = kind.Connect(host);
            await edge.SubmitAsync(Pieces.Of(file), null, null, Token).Within();
            await edge.SubmitAsync(Pieces.Of(file), Pieces.Sha256([1]), null, Token).Within();
            await edge.SubmitAsync(Pieces.Of(file, new byte[5000]), null, null, Token).Within();
        }

        host.Store.Down = true;
        using var last = EdgeKind.Grpc.Connect(host);
        await last.SubmitAsync(Pieces.Of(file), null, null, Token).Within();
        await last.SubmitAsync(Pieces.Of(file), null, 3, Token).Within(); // the length is not that of the file

        host.Log.Records.Count.ShouldBeGreaterThan(10);
        host.Log.Records.ShouldNotContain(record => record.ToString().Contains("secret", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task Log_LongHeaderInAForm_IsCutShortAndSoIsTheAnswer()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        var form = new ByteArrayContent(Encoding.ASCII.GetBytes($"--x\r\n{new string('h', 10_000)}\r\n\r\n\r\n--x--\r\n"));
        form.Headers.ContentType = MediaTypeHeaderValue.Parse("multipart/form-data; boundary=x");

        using var response = await http.PostAsync("/v1/files", form, Token).Within();
        var answer = await response.Content.ReadAsStringAsync(Token).Within();

        answer.ShouldContain("malformed");
        answer.Length.ShouldBeLessThan(1000);
        host.Log.Records.Where(record => record.Category.StartsWith("Analyzer.", StringComparison.Ordinal))
            .ShouldAllBe(record => record.Message.Length < 1000);
    }
}
