using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.BadInput;

public sealed class MultipartTests
{
    private const string File1 = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n%PDF-1.4\r\n";
    private const string Field = "--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n";
    private const string End = "--b--\r\n";

    public static TheoryData<string, string, string, string> Malformed => new()
    {
        { "no boundary", "multipart/form-data", File1 + End, "boundary" },
        { "endless boundary", $"multipart/form-data; boundary={new string('b', 71)}", File1 + End, "boundary" },
        { "two files", "multipart/form-data; boundary=b", File1 + File1 + End, "two files" },
        { "no file", "multipart/form-data; boundary=b", Field + End, "no file" },
        { "nothing", "multipart/form-data; boundary=b", "", "not well formed" },
        { "another boundary", "multipart/form-data; boundary=c", File1 + End, "not well formed" },
        { "cut in the middle", "multipart/form-data; boundary=b", File1, "not well formed" },
        { "cut in a header", "multipart/form-data; boundary=b", File1[..30], "not well formed" },
        { "header without end", "multipart/form-data; boundary=b", $"--b\r\nX: {new string('x', 100_000)}\r\n\r\n", "not well formed" },
        { "too many parts", "multipart/form-data; boundary=b", string.Concat(Enumerable.Repeat(Field, 17)) + End, "parts" },
        { "too large a field", "multipart/form-data; boundary=b", Field.Replace("hello", new string('x', 70_000)) + File1 + End, "field" },
    };

    [Theory]
    [MemberData(nameof(Malformed))]
    public async Task Submit_MalformedForm_SaysWhatIsWrong(string name, string contentType, string body, string expected)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var clean = host.Log.ExpectClean();
        foreach (var way in await host.WaysAsync())
        {
            using var client = new HttpClient { BaseAddress = way.Http1 };
            using var content = new ByteArrayContent(Encoding.Latin1.GetBytes(body));
            content.Headers.TryAddWithoutValidation("Content-Type", contentType);

            using var response = await client.PostAsync("/v1/files", content, TestContext.Current.CancellationToken).Within();

            response.StatusCode.ShouldBe(HttpStatusCode.BadRequest, $"{name}, {way.Name}");
            var problem = await response.Content.ReadFromJsonAsync<JsonObject>(TestContext.Current.CancellationToken).Within();
            ((string?)problem!["type"]).ShouldBe("urn:analyzer:problem:malformed", way.Name);
            ((string?)problem["detail"])!.ShouldContain(expected);
            (await host.CountAsync()).ShouldBe(0);
            await host.ShouldBeIdleAsync();
        }

        await host.ShouldTakeAFileAsync();
    }

    [Fact]
    public async Task Submit_FieldsAroundTheFile_ArePassedOver()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var client = new HttpClient { BaseAddress = host.Http1 };
        using var content = new ByteArrayContent(Encoding.Latin1.GetBytes(Field + File1 + Field + End));
        content.Headers.ContentType = MediaTypeHeaderValue.Parse("multipart/form-data; boundary=\"b\"");

        using var response = await client.PostAsync("/api/Analyzer/submitFile", content, TestContext.Current.CancellationToken).Within();

        response.StatusCode.ShouldBe(HttpStatusCode.Created);
        var report = await response.Content.ReadFromJsonAsync<JsonObject>(TestContext.Current.CancellationToken).Within();
        ((string?)report!["sha256"]).ShouldBe(Pieces.Sha256("%PDF-1.4"u8.ToArray()));
    }
}
