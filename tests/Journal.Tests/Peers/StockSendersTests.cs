using System.Diagnostics;
using Journal.Features.Replay;

namespace Journal.Tests.Peers;

/// <summary>Senders as they are installed, without a template of ours: their fields are read from their bytes.</summary>
public sealed class StockSendersTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private static string Host => Environment.MachineName;

    [Theory]
    [InlineData("tcp", "RSYSLOG_TraditionalForwardFormat")]
    [InlineData("tcp", "RSYSLOG_ForwardFormat")]
    [InlineData("tcp", "RSYSLOG_SyslogProtocol23Format")]
    [InlineData("tcp", "")]
    [InlineData("udp", "")]
    [InlineData("relp", "")]
    [InlineData("tls", "")]
    public async Task Rsyslog_WithItsOwnTemplate_HasItsFields(string transport, string template)
    {
        Rsyslog.SkipUnlessPresent();
        using var files = new CertificateFiles();
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");
        var named = template.Length == 0 ? "" : $"template=\"{template}\"";
        using var rsyslog = Rsyslog.SendStock(folder, ["disk is full", "grüße"], transport switch
        {
            "relp" => $"action(type=\"omrelp\" target=\"127.0.0.1\" port=\"{host.Relp}\" {named})",
            "udp" => $"action(type=\"omfwd\" target=\"127.0.0.1\" port=\"{host.Udp}\" protocol=\"udp\" {named})",
            "tls" => $"""
                action(type="omfwd" target="127.0.0.1" port="{host.Tls}" protocol="tcp" {named} streamDriver="ossl" streamDriverMode="1"
                  streamDriverAuthMode="x509/certvalid" streamDriver.CAFile="{files.Authority}")
                """,
            _ => $"action(type=\"omfwd\" target=\"127.0.0.1\" port=\"{host.Tcp}\" protocol=\"tcp\" {named})",
        });

        await host.UntilAsync(2);

        ShouldAllHave(host, severity: 3, facility: 19, "shop", Host); // local3.err
        host.Lines()[0].ShouldEndWith("disk is full");
        host.Lines()[1].ShouldEndWith("grüße");
    }

    [Theory]
    [InlineData("--udp", "")]
    [InlineData("--tcp", "")]
    [InlineData("--tcp", "--octet-count")]
    [InlineData("--udp", "--rfc3164")]
    [InlineData("--tcp", "--rfc3164")]
    [InlineData("--tcp", "--rfc5424=notq")]
    public async Task Logger_OfUtilLinux_HasItsFields(string transport, string form)
    {
        var program = InstalledProgram.SkipUnlessPresent("logger", "bsdutils");
        await using var host = await JournalHost.StartAsync();
        var port = transport == "--udp" ? host.Udp : host.Tcp;

        await RunAsync(program,
            ["--server", "127.0.0.1", "--port", $"{port}", transport, .. form.Split(' ', StringSplitOptions.RemoveEmptyEntries),
                "--priority", "local3.err", "--tag", "shop", "disk is full"]);

        await host.UntilAsync(1);
        ShouldAllHave(host, severity: 3, facility: 19, "shop", Host);
    }

    [Theory]
    [InlineData("SOCK_DGRAM")]
    [InlineData("SOCK_STREAM")]
    public async Task Python_WithItsSysLogHandler_HasItsFields(string kind)
    {
        var program = InstalledProgram.SkipUnlessPresent("python3", "python3");
        await using var host = await JournalHost.StartAsync();
        var port = kind == "SOCK_DGRAM" ? host.Udp : host.Tcp;

        await RunAsync(program, ["-c", $"""
            import logging, logging.handlers, socket
            handler = logging.handlers.SysLogHandler(("127.0.0.1", {port}), facility="local3", socktype=socket.{kind})
            handler.setFormatter(logging.Formatter("shop: %(message)s"))
            logger = logging.getLogger("x")
            logger.addHandler(handler)
            logger.error("disk is full")
            logger.error("grüße")
            """]);

        await host.UntilAsync(2);
        ShouldAllHave(host, severity: 3, facility: 19, "shop", null); // it writes no host
        host.Records().ShouldAllBe(record => (record.Marks & Journal.Log.Frames.RecordMarks.Suspicious) == 0);
    }

    /// <summary>What Go's log/syslog writes over a network: an ISO date, host, and tag with the process.</summary>
    [Fact]
    public async Task Go_WithItsLogSyslog_HasItsFields()
    {
        await using var host = await JournalHost.StartAsync();

        await StreamSender.SendAsync(host.Tcp, "<155>2026-11-26T11:38:53+01:00 web-1 shop[12]: disk is full\n"u8.ToArray(), 10);

        await host.UntilAsync(1);
        ShouldAllHave(host, severity: 3, facility: 19, "shop", "web-1");
        SyslogFields.Of(host.Records()[0]).Process.ShouldBe("12");
    }

    private static void ShouldAllHave(JournalHost host, int severity, int facility, string app, string? name)
    {
        foreach (var fields in host.Records().Select(SyslogFields.Of))
        {
            (fields.Severity, fields.Facility, fields.App, fields.Host).ShouldBe((severity, facility, app, name));
        }
    }

    private static async Task RunAsync(string program, IEnumerable<string> arguments)
    {
        using var process = Process.Start(program, arguments);
        await process.WaitForExitAsync(Token).Within();
        process.ExitCode.ShouldBe(0);
    }
}
