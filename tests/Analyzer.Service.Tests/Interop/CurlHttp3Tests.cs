using System.Diagnostics;
using System.Security.Cryptography;
using System.Text.Json;
using Analyzer.Service.Tests.Edges;
using Analyzer.Service.Tests.Transport;

namespace Analyzer.Service.Tests.Interop;

/// <summary>HTTP/3 as a client speaks it that shares nothing with .NET and msquic: curl with nghttp3 over OpenSSL's QUIC.</summary>
[Trait("Category", "Nightly")] // a handshake of QUIC does not wait for a busy machine
public sealed class CurlHttp3Tests : IDisposable
{
    /// <summary>Nothing was sent then: on a busy machine a handshake may take longer than both sides wait.</summary>
    private const int NotConnected = 7;

    private const string Password = "test";
    private const int MaxFileBytes = 3_000_000;

    private readonly TempDirectory _folder = new("curl3");
    private readonly string _curl = InstalledProgram.SkipUnlessPresent("curl-http3", "curl, Debian 13's");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Requests_OfEachKind_AreAnsweredOverHttp3()
    {
        Http3.SkipWhereAbsent();
        await using var host = await AnalyzerHost.StartAsync(
            $"TlsPort={LoopbackPort.FindFree()}",
            $"Certificate={TestCertificate.WritePfx(_folder.Path, Password)}",
            $"CertificatePassword={Password}",
            $"Limits:MaxFileBytes={MaxFileBytes}");
        using var clean = host.Log.ExpectClean();
        var content = RandomNumberGenerator.GetBytes(2_500_000);
        var (file, large) = (await WriteAsync("file", content), await WriteAsync("large", new byte[MaxFileBytes + 1]));
        var sha256 = Pieces.Sha256(content);

        (await CurlAsync(host, "/v1/files", "--data-binary", $"@{file}")).ShouldBe($"201 {sha256}");
        (await CurlAsync(host, "/v1/files", "--data-binary", $"@{file}")).ShouldBe($"200 {sha256}");
        // Before the file has come:
        (await CurlAsync(host, $"/v1/files?sha256={sha256}", "-T", file, "-X", "POST")).ShouldBe($"200 {sha256}");
        (await CurlAsync(host, "/v1/files", "-F", $"file=@{file}")).ShouldBe($"200 {sha256}");
        (await CurlAsync(host, $"/v1/files/{sha256}")).ShouldBe($"200 {sha256}");
        (await CurlAsync(host, $"/v1/files/{sha256}", "--head")).ShouldBe("200 ");
        (await CurlAsync(host, "/healthz/live", "--head")).ShouldBe("200 "); // curl takes data behind it for an error
        (await CurlAsync(host, "/version", "--head")).ShouldBe("200 ");
        (await CurlAsync(host, "/v1/files/abc")).ShouldBe("400 ");
        (await CurlAsync(host, "/v1/files", "--data-binary", $"@{large}")).ShouldBe("413 ");
        (await CurlAsync(host, $"/v1/files/{sha256}")).ShouldBe($"200 {sha256}");
        await host.ShouldBeIdleAsync();
    }

    private async Task<string> WriteAsync(string name, byte[] content)
    {
        await File.WriteAllBytesAsync(_folder.Combine(name), content, TestContext.Current.CancellationToken);
        return _folder.Combine(name);
    }

    /// <returns>The status, and behind it the digest in a report.</returns>
    private async Task<string> CurlAsync(AnalyzerHost host, string path, params string[] arguments)
    {
        var output = _folder.Combine("answer");
        File.Delete(output);
        string[] common = ["--http3-only", "-sSk", "-o", output, "-w", "%{http_version} %{http_code}", $"{new Uri(host.Tls!, path)}"];
        var (code, said, errors) = (NotConnected, "", "");
        for (var tries = 0; code == NotConnected && tries < 5; tries++)
        {
            (code, said, errors) = await RunAsync([.. common, .. arguments]);
        }

        code.ShouldBe(0, $"{path} {string.Join(' ', arguments)}: {errors}");
        said.ShouldStartWith("3 ");
        var body = File.Exists(output) ? await File.ReadAllBytesAsync(output, TestContext.Current.CancellationToken) : [];
        using var answer = JsonDocument.Parse(body is [(byte)'{', ..] ? body : "{}"u8.ToArray());
        return $"{said["3 ".Length..]} {(answer.RootElement.TryGetProperty("sha256", out var digest) ? digest.GetString() : "")}";
    }

    private async Task<(int Code, string Said, string Errors)> RunAsync(string[] arguments)
    {
        using var curl = Process.Start(new ProcessStartInfo(_curl, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var said = await curl.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken).Within();
        var errors = await curl.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken).Within();
        await curl.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        return (curl.ExitCode, said, errors);
    }
}
