using System.Diagnostics;
using Journal.Features.Replay;

namespace Journal.Tests.Peers;

/// <summary>syslog-ng sends as it does without a template of ours.</summary>
public sealed class SyslogNgTests
{
    [Theory]
    [InlineData("network", "tcp")]
    [InlineData("network", "udp")]
    [InlineData("syslog", "tcp")]
    [InlineData("syslog", "udp")]
    [InlineData("network", "tls")]
    [InlineData("syslog", "tls")]
    public async Task SyslogNg_WithoutATemplate_HasItsFields(string driver, string transport)
    {
        var program = Program();
        using var folder = new TempDirectory();
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");
        var (port, options) = transport switch
        {
            "tcp" => (host.Tcp, ""),
            "udp" => (host.Udp, ""),
            _ => (host.Tls!.Value, $"""tls(ca-file("{files.Authority}") peer-verify(required-trusted))"""),
        };
        var token = TestContext.Current.CancellationToken;
        await File.WriteAllTextAsync(folder.Combine("lines"), "disk is full\ngrüße\n", token);
        await File.WriteAllTextAsync(folder.Combine("conf"), $$"""
            @version: 3.38
            options { keep-hostname(yes); use-dns(no); stats-freq(0); };
            source in {
              file("{{folder.Combine("lines")}}" flags(no-parse) program-override("shop") host-override("web-1")
                default-facility(local3) default-priority(err));
            };
            destination out { {{driver}}("localhost" ip-protocol(4) port({{port}}) transport("{{transport}}") {{options}}); };
            log { source(in); destination(out); };

            """, token);

        using var sender = Process.Start(program,
        [
            "--foreground", "--no-caps", "--cfgfile", folder.Combine("conf"), "--persist-file", folder.Combine("persist"),
            "--control", folder.Combine("control"), "--pidfile", folder.Combine("pid"),
        ]);
        try
        {
            await host.UntilAsync(2);
        }
        finally
        {
            sender.Kill();
            await sender.WaitForExitAsync(token).Within();
        }

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
