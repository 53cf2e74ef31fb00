using System.Diagnostics;
using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Tests.Probing;

namespace Prober.Tests.Notifications;

/// <summary>The prober as a process, a mail server that insists on STARTTLS and a log-in, and a target that goes down.</summary>
[Trait("Category", "EndToEnd")]
public sealed class EmailOverTlsTests : IDisposable
{
    private readonly TempDirectory _folder = new("prober-mail");
    private readonly Authority _authority = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _authority.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Mail_ToAServerThatIsTrusted_ArrivesOverTls()
    {
        using var server = await StartServerAsync();
        using var prober = StartProber(server.Port, trusted: _authority.Pem);
        try
        {
            var mail = await server.ReadAsync();

            mail.Secured.ShouldBeTrue();
            mail.Login.ShouldBe("ada");
            mail.To.ShouldBe(["ada@example.com"]);
            mail.Text.ShouldContain("[prober] http shop is down");
        }
        finally
        {
            prober.Kill();
        }
    }

    /// <summary>It waits for the next attempt with its reason, and neither mail nor password have left the prober.</summary>
    [Fact]
    public async Task Mail_ToAServerThatIsNotTrusted_IsTriedAgain()
    {
        using var other = new Authority();
        using var server = await StartServerAsync();
        using var prober = StartProber(server.Port, trusted: other.Pem);
        try
        {
            foreach (var attempt in (int[])[1, 2])
            {
                var line = await LineAsync(prober, $"(attempt {attempt})").Within();
                line.ShouldContain("certificate");
                line.ShouldNotContain("s3cret");
            }
        }
        finally
        {
            prober.Kill();
        }
    }

    [Fact]
    public async Task Mail_WithAWrongPassword_IsTriedAgainAndSaysThatItIsWrong()
    {
        using var server = await StartServerAsync();
        using var prober = StartProber(server.Port, trusted: _authority.Pem, password: "wr0ng");
        try
        {
            var line = await LineAsync(prober, "(attempt 1)").Within();
            line.ShouldContain("did not accept the user name and the password");
            line.ShouldContain("535: 5.7.8 Authentication credentials invalid"); // the server's own words
            line.ShouldNotContain("wr0ng");
        }
        finally
        {
            prober.Kill();
        }
    }

    private async Task<MailServer> StartServerAsync()
    {
        using var certificate = _authority.Sign("localhost", fromDays: -1, toDays: 30);
        File.WriteAllText(_folder.Combine("own.pem"), certificate.ExportCertificatePem());
        File.WriteAllText(_folder.Combine("own.key"), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        return await MailServer.StartAsync(_folder.Combine("own.pem"), _folder.Combine("own.key"));
    }

    /// <param name="port">The mail server's.</param>
    /// <param name="trusted">Stands for the certificates that the machine trusts.</param>
    /// <param name="password">For the log-in.</param>
    private Process StartProber(int port, string trusted, string password = "s3cret")
    {
        File.WriteAllText(_folder.Combine("trusted.pem"), trusted);
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            http: [{ name: shop, url: "http://127.0.0.1:{{LoopbackPort.FindFree()}}/", interval: 1s }]
            notify:
              email:
                - name: mail
                  server: localhost:{{port}}
                  username: ada
                  password: {{password}}
                  from: prober@example.com
                  to: ada@example.com
                  retry: { interval: 1s }

            """);
        return Process.Start(new ProcessStartInfo("dotnet", [
            Path.Combine(BuiltProgram.Folder("Prober"), "prober.dll"), "--config", _folder.Combine("probes.yaml"),
            $"--Prober:DataDirectory={_folder.Combine("data")}", "--Prober:HttpPort=0", "--Prober:JoinSpan=00:00:00",
            "--Prober:StopAtEndOfInput=true",
        ])
        {
            Environment = { ["SSL_CERT_FILE"] = _folder.Combine("trusted.pem"), ["SSL_CERT_DIR"] = _folder.Combine("none") },
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
    }

    private static async Task<string> LineAsync(Process process, string part)
    {
        while (true)
        {
            var line = (await process.StandardOutput.ReadLineAsync(Token)).ShouldNotBeNull();
            if (line.Contains(part, StringComparison.Ordinal))
            {
                return line;
            }
        }
    }
}
