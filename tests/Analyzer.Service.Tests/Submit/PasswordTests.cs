using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Analyzer.Service.Tests.Submit;

/// <summary>A password that comes with a file opens it, by whatever way it comes, and is told nowhere.</summary>
public sealed class PasswordTests
{
    private const string Password = "Grüße 7: %&";
    private const string Opened = "opened with the password that was sent";
    private const string Locked = "needs a password";

    private static readonly byte[] File = LockedPdf.With(Password);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static string Digest => Convert.ToHexString(SHA256.HashData(File));

    public static TheoryData<string> Ways => ["header", "rfc 8187", "form", "form and header", "message", "metadata", "late message"];

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Submit_PasswordByAnyWay_OpensTheFileAndIsToldNowhere(string way)
    {
        await using var host = await AnalyzerHost.StartAsync("--Logging:LogLevel:Default=Trace");
        using var clean = host.Log.ExpectClean();

        var report = await SubmitAsync(host, way);

        report.ShouldContain(Opened);
        report.ShouldContain("locked.example");
        report.ShouldNotContain(Password);
        host.Log.Records.ShouldNotContain(record => record.Message.Contains("Grüße") || record.Message.Contains("Gr%C3%BC"));
        foreach (var path in Directory.EnumerateFiles(host.DataDirectory, "*", SearchOption.AllDirectories).Where(
            path => !path.EndsWith(".lock")))
        {
            await using var stored = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            using var copy = new MemoryStream();
            await stored.CopyToAsync(copy, Token);
            copy.ToArray().AsSpan().IndexOf(Encoding.UTF8.GetBytes(Password)).ShouldBe(-1, path);
        }
    }

    [Theory]
    [InlineData("header")]
    [InlineData("form")]
    [InlineData("message")]
    public async Task Submit_FileWhoseReportLacksThePassword_IsAnalysedAnew(string way)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        (await SubmitAsync(host, "none")).ShouldContain(Locked);
        (await SubmitAsync(host, "wrong")).ShouldContain(Locked);

        var report = await SubmitAsync(host, way);

        report.ShouldContain(Opened);
        (await http.GetStringAsync($"/v1/files/{Digest.ToLowerInvariant()}", Token).Within()).ShouldBe(report);
        (await SubmitAsync(host, way)).ShouldBe(report);
        (await SubmitAsync(host, "none")).ShouldBe(report);
        (await SubmitAsync(host, "wrong")).ShouldBe(report);
    }

    [Fact]
    public async Task Submit_PasswordBehindTheFile_IsRefused()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var form = new MultipartFormDataContent
        {
            { new ByteArrayContent(File), "file", "a.pdf" }, { new StringContent(Password), "password" },
        };

        await ShouldBeRefusedAsync(await http.PostAsync("/v1/files", form, Token).Within(), "before the file");
        await host.ShouldBeIdleAsync();
    }

    [Theory]
    [InlineData(128, "at most 127 bytes")]
    [InlineData(60_000, "at most 127 bytes")]
    [InlineData(1024 * 1024, "at most 127 bytes")]
    public async Task Submit_PasswordTooLong_IsRefusedWithoutIt(int length, string why)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        var password = new string('q', length);
        using var form = new MultipartFormDataContent { { new StringContent(password), "password" },
            { new ByteArrayContent(File), "f", "f" } };
        var refused = await http.PostAsync("/v1/files", form, Token).Within();
        (await refused.Content.ReadAsStringAsync(Token)).ShouldNotContain("qqqq");
        await ShouldBeRefusedAsync(refused, why);
        if (length < 1000)
        {
            await ShouldBeRefusedAsync(await PostAsync(http, password), why);
        }

        using var channel = GrpcChannel.ForAddress(host.Http2);
        var thrown = await Should.ThrowAsync<RpcException>(() => CallAsync(channel, password, null, hasPassword: true));
        thrown.StatusCode.ShouldBe(StatusCode.InvalidArgument);
        thrown.Status.Detail.ShouldContain(why);
        await host.ShouldTakeAFileAsync();
    }

    [Fact]
    public async Task Submit_TwoPasswords_AreRefused()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var channel = GrpcChannel.ForAddress(host.Http2);
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);
        foreach (var message in new[]
        {
            new SubmitFileRequest { Metadata = new() }, new() { Password = "a" }, new() { Password = "b" },
        })
        {
            await call.RequestStream.WriteAsync(message, Token).Within();
        }

        await call.RequestStream.CompleteAsync().Within();
        (await Should.ThrowAsync<RpcException>(() => call.ResponseAsync)).Status.Detail.ShouldContain("one password");
    }

    private static Task<string> SubmitAsync(AnalyzerHost host, string way) => way switch
    {
        "message" => OverGrpcAsync(host, Password, null, hasPassword: true),
        "late message" => OverGrpcAsync(host, Password, null, hasPassword: false),
        "metadata" => OverGrpcAsync(host, null, new Metadata { { "analyzer-password", Extended } }, hasPassword: false),
        _ => OverRestAsync(host, way),
    };

    private static string Extended => $"UTF-8''{Uri.EscapeDataString(Password)}";

    private static async Task<string> OverRestAsync(AnalyzerHost host, string way)
    {
        // A client that sends text beyond ASCII in a field as UTF-8, as curl does.
        using var handler = new SocketsHttpHandler { RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8 };
        using var http = new HttpClient(handler) { BaseAddress = host.Http1 };
        using var form = new MultipartFormDataContent
        {
            { new StringContent(Password), "password" }, { new ByteArrayContent(File), "file", "a.pdf" },
        };
        using var request = new HttpRequestMessage(HttpMethod.Post, $"/v1/files?sha256={Digest}")
        {
            Content = way.Contains("form") ? form : new ByteArrayContent(File),
        };
        if (way is not ("none" or "form"))
        {
            request.Headers.TryAddWithoutValidation(
                "Analyzer-Password", way switch { "rfc 8187" => Extended, "header" => Password, _ => "Password" });
        }

        using var response = await http.SendAsync(request, Token).Within();
        var report = await response.Content.ReadAsStringAsync(Token).Within();
        response.IsSuccessStatusCode.ShouldBeTrue(report);
        return report;
    }

    private static async Task<string> OverGrpcAsync(AnalyzerHost host, string? message, Metadata? headers, bool hasPassword)
    {
        using var channel = GrpcChannel.ForAddress(host.Http2);
        return (await CallAsync(channel, message, headers, hasPassword)).Report.Json.ToStringUtf8();
    }

    private static async Task<SubmitFileResponse> CallAsync(GrpcChannel channel, string? message, Metadata? headers, bool hasPassword)
    {
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(headers, cancellationToken: Token);
        var metadata = new FileMetadata { Sha256 = Digest, Form = ReportForm.Json, HasPassword = hasPassword };
        try
        {
            await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = metadata }, Token).Within();
            if (message is not null)
            {
                await call.RequestStream.WriteAsync(new SubmitFileRequest { Password = message }, Token).Within();
            }

            await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(File) }, Token).Within();
            await call.RequestStream.CompleteAsync().Within();
        }
        catch (RpcException)
        {
            // The response says why.
        }

        return await call.ResponseAsync.Within();
    }

    private static Task<HttpResponseMessage> PostAsync(HttpClient http, string password)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "/v1/files") { Content = new ByteArrayContent(File) };
        request.Headers.TryAddWithoutValidation("Analyzer-Password", password);
        return http.SendAsync(request, Token).Within();
    }

    private static async Task ShouldBeRefusedAsync(HttpResponseMessage response, string why)
    {
        using (response)
        {
            var body = await response.Content.ReadAsStringAsync(Token).Within();
            response.StatusCode.ShouldBe(HttpStatusCode.BadRequest, body);
            ((string?)JsonNode.Parse(body)!["detail"]).ShouldNotBeNull().ShouldContain(why);
        }
    }
}
