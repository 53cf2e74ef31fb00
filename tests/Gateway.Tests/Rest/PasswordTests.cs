using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace Gateway.Tests.Rest;

/// <summary>A password that comes with a file reaches the analyzer through the gateway, and stays nowhere on the way.</summary>
public sealed class PasswordTests
{
    private const string Password = "Grüße 7";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(true, 0)]
    [InlineData(false, 0)]
    [InlineData(true, 600_000)]
    [InlineData(false, 600_000)]
    public async Task Submit_PasswordInAFormOrAField_OpensTheFile(bool isForm, int more)
    {
        byte[] file = [.. LockedPdf.With(Password), .. new byte[more]];
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);
        using var clean = gateway.Log.ExpectClean();
        using var handler = new SocketsHttpHandler { RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8 };
        using var http = new HttpClient(handler) { BaseAddress = gateway.Http1 };
        var path = $"/v1/files?sha256={Convert.ToHexString(SHA256.HashData(file))}";
        using var locked = await http.PostAsync(path, new ByteArrayContent(file), Token).Within();
        (await locked.Content.ReadAsStringAsync(Token)).ShouldContain("needs a password");

        using var form = new MultipartFormDataContent { { new StringContent(Password), "password" },
            { new ByteArrayContent(file), "f", "f" } };
        using var request = new HttpRequestMessage(HttpMethod.Post, path) { Content = isForm ? form : new ByteArrayContent(file) };
        if (!isForm)
        {
            request.Headers.TryAddWithoutValidation("Analyzer-Password", Password);
        }

        using var opened = await http.SendAsync(request, Token).Within();
        var report = await opened.Content.ReadAsStringAsync(Token);

        opened.StatusCode.ShouldBe(HttpStatusCode.OK, report);
        report.ShouldContain("opened with the password that was sent");
        gateway.Log.Records.ShouldNotContain(record => record.Message.Contains("Grüße"));
    }

    [Fact]
    public async Task Submit_PasswordTooLong_IsRefusedAsTheAnalyzerDoes()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var form = new MultipartFormDataContent
        {
            { new StringContent(new string('q', 1024 * 1024)), "password" }, { new ByteArrayContent(LockedPdf.With(Password)), "f", "f" },
        };

        using var refused = await http.PostAsync("/v1/files", form, Token).Within();
        var body = await refused.Content.ReadAsStringAsync(Token);

        refused.StatusCode.ShouldBe(HttpStatusCode.BadRequest, body);
        body.ShouldContain("at most 127 bytes");
        body.ShouldNotContain("qqq");
    }
}
