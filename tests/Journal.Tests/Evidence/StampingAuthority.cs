using System.Diagnostics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Journal.Tests.Evidence;

/// <summary>A time stamp authority on loopback: openssl ts makes its answers.</summary>
internal sealed class StampingAuthority : IAsyncDisposable
{
    private const string Settings = """
        [tsa]
        default_tsa = own
        [own]
        serial = serial
        signer_cert = tsa.pem
        certs = ca.pem
        signer_key = tsa.key
        signer_digest = sha256
        default_policy = 1.2.3.4.1
        digests = sha256
        accuracy = secs:1
        [req]
        distinguished_name = name
        [name]
        [ca]
        basicConstraints = critical,CA:TRUE
        keyUsage = critical,keyCertSign
        [stamping]
        basicConstraints = CA:FALSE
        keyUsage = critical,digitalSignature
        extendedKeyUsage = critical,timeStamping
        """;

    private readonly TempDirectory _files = new("tsa");
    private readonly WebApplication _app;

    private StampingAuthority()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseSetting("urls", "http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        _app = builder.Build();
        _app.MapPost("/tsr", AnswerAsync);
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>The name in the setting.</summary>
    public string Store => $"tsa:{_app.Urls.First()}/tsr";

    public string CertificateFile => _files.Combine("ca.pem");

    /// <summary>Changes a request before it is answered, as an authority that answers something else would.</summary>
    public Func<byte[], byte[]>? ChangeRequest { get; set; }

    /// <summary>Replaces the answer.</summary>
    public Func<byte[], byte[]>? ChangeAnswer { get; set; }

    /// <param name="isRsa">Whether the keys are of RSA; otherwise they are of P-256, which are made faster.</param>
    /// <param name="days">How long the certificate is valid; a negative number makes one that is never.</param>
    public static async Task<StampingAuthority> StartAsync(bool isRsa = false, int days = 2)
    {
        string[] kind = isRsa ? ["-newkey", "rsa:2048"] : ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
        InstalledProgram.SkipUnlessPresent("openssl", package: "openssl");
        var authority = new StampingAuthority();
        await File.WriteAllTextAsync(authority._files.Combine("ts.cnf"), Settings, Token);
        await File.WriteAllTextAsync(authority._files.Combine("serial"), "01\n", Token);
        await authority.RunAsync([
            "req", "-x509", .. kind, "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test stamping root", "-days", "2",
                "-config",
            "ts.cnf", "-extensions", "ca"]);
        await authority.RunAsync([
            "req", .. kind, "-nodes", "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Test stamping", "-config", "ts.cnf"]);
        await authority.RunAsync(
            "x509", "-req", "-in", "tsa.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "tsa.pem", "-days", $"{days}",
                "-extfile",
            "ts.cnf", "-extensions", "stamping");
        await authority._app.StartAsync(Token);
        return authority;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.DisposeAsync();
        _files.Dispose();
    }

    private async Task AnswerAsync(HttpContext context)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        var name = $"{Guid.NewGuid():N}";
        await File.WriteAllBytesAsync(_files.Combine($"{name}.tsq"), ChangeRequest?.Invoke(body.ToArray()) ?? body.ToArray(),
            context.RequestAborted);
        await RunAsync("ts", "-reply", "-config", "ts.cnf", "-queryfile", $"{name}.tsq", "-out", $"{name}.tsr");
        var answer = await File.ReadAllBytesAsync(_files.Combine($"{name}.tsr"), context.RequestAborted);
        context.Response.ContentType = "application/timestamp-reply";
        await context.Response.Body.WriteAsync(ChangeAnswer?.Invoke(answer) ?? answer, context.RequestAborted);
    }

    private async Task RunAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo("openssl", arguments)
        {
            WorkingDirectory = _files.Path,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync(Token);
        await process.StandardOutput.ReadToEndAsync(Token).Within();
        await process.WaitForExitAsync(Token).Within();
        process.ExitCode.ShouldBe(0, await error);
    }
}
