using System.Diagnostics;
using Journal.Features.Replay;
using Journal.Log.Frames;

namespace Journal.Tests.Peers;

/// <summary>syslog-ng sends as it does without a template of ours.</summary>
public sealed class SyslogNgTests
{
    [Theory]
    [InlineData("network", "tcp")]
    [InlineData("network", "udp")]
    [InlineData("syslog", "tcp")]
    [InlineData("syslog", "udp")]
    public async Task SyslogNg_WithoutATemplate_HasItsFields(string driver, string transport)
    {
        var program = Program();
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync();
        var port = transport == "tcp" ? host.Tcp : host.Udp;
        await WriteAsync(folder, $"""{driver}("127.0.0.1" port({port}) transport("{transport}"));""");

        using var sender = Start(program, folder);
        await UntilAsync(sender, () => host.Writer.NextSequence >= 2);

        ShouldHaveTheFields(host);
    }

    [Theory]
    [InlineData("network")]
    [InlineData("syslog")]
    public async Task SyslogNg_OverTlsWithBothCertificates_HasItsFields(string driver)
    {
        var program = Program();
        using var files = new CertificateFiles();
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}", $"SenderAuthorities={files.Authority}");
        await WriteAsync(folder, $"""
            {driver}("localhost" port({host.Tls}) transport("tls") ip-protocol(4) tls(ca-file("{files.Authority}")
              cert-file("{files.SenderCertificate}") key-file("{files.SenderKey}") peer-verify(required-trusted)));
            """);

        using var sender = Start(program, folder);
        await UntilAsync(sender, () => host.Writer.NextSequence >= 2);

        ShouldHaveTheFields(host);
        host.Records().ShouldAllBe(record => record.Source.Kind == SourceKind.Tls && record.Source.Name == "web-7");
    }

    /// <summary>It asks for the address, and the certificate names localhost: it waits a minute, and says it in its own log only.</summary>
    [Fact]
    public async Task SyslogNg_CertificateOfAnotherName_IsNamedInTheLog()
    {
        var program = Program();
        using var files = new CertificateFiles();
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");
        await WriteAsync(folder, $"""
            network("127.0.0.1" port({host.Tls}) transport("tls") tls(ca-file("{files.Authority}") peer-verify(required-trusted)));
            """);

        using var sender = Start(program, folder);
        await UntilAsync(sender, () => host.Logged.Any(line =>
            line.StartsWith("The TLS handshake for syslog over TLS with 127.0.0.1:", StringComparison.Ordinal)));

        host.Writer.NextSequence.ShouldBe(0);
    }

    private static Task WriteAsync(TempDirectory folder, string destination)
    {
        File.WriteAllText(folder.Combine("lines"), "disk is full\ngrüße\n");
        return File.WriteAllTextAsync(folder.Combine("conf"), $$"""
            @version: 3.38
            options { keep-hostname(yes); use-dns(no); stats-freq(0); };
            source in {
              file("{{folder.Combine("lines")}}" flags(no-parse) program-override("shop") host-override("web-1")
                default-facility(local3) default-priority(err));
            };
            destination out { {{destination}} };
            log { source(in); destination(out); };

            """, TestContext.Current.CancellationToken);
    }

    private static Process Start(string program, TempDirectory folder) => Process.Start(program,
    [
        "--foreground", "--no-caps", "--cfgfile", folder.Combine("conf"), "--persist-file", folder.Combine("persist"),
        "--control", folder.Combine("control"), "--pidfile", folder.Combine("pid"),
    ]);

    private static async Task UntilAsync(Process sender, Func<bool> isSo)
    {
        try
        {
            await Deadline.UntilAsync(isSo);
        }
        finally
        {
            sender.Kill();
            await sender.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        }
    }

    private static void ShouldHaveTheFields(JournalHost host)
    {
        host.Records().Select(SyslogFields.Of).ShouldAllBe(fields =>
            fields.Severity == 3 && fields.Facility == 19 && fields.App == "shop" && fields.Host == "web-1");
        host.Lines().Select(line => line.TrimEnd('\n').Split(' ')[^1]).ShouldBe(["full", "grüße"], ignoreOrder: true);
    }

    /// <summary>Its package will not stand beside rsyslog's: it may be unpacked anywhere, with its load generator on the path.</summary>
    private static string Program()
    {
        var loggen = InstalledProgram.SkipUnlessPresent("loggen", "syslog-ng-core");
        return InstalledProgram.Find("syslog-ng")
            ?? Path.GetFullPath(Path.Combine(loggen, "..", "..", "sbin", "syslog-ng"));
    }
}
