using Journal.Features.Replay;
using Journal.Features.Replay.Sinks;
using Journal.Log.Frames;

namespace Journal.Tests.Peers;

/// <summary>Debian's rsyslog sends to the journal, and receives what is replayed.</summary>
public sealed class RsyslogTests
{
    private const int Count = 300; // more than two windows of RELP

    private static readonly string[] Lines =
    [
        .. Enumerable.Range(0, Count)
            .Select(number => $"<13>1 2026-11-22T10:00:00Z host app {number} - - grüße {new string('x', number)}"),
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("udp", SourceKind.Udp)]
    [InlineData("tcp", SourceKind.Tcp)]
    [InlineData("udp, packed", SourceKind.Udp)]
    [InlineData("tcp, packed", SourceKind.Tcp)]
    [InlineData("relp", SourceKind.Relp)]
    public async Task Rsyslog_SendsLines_TheyAreStoredByteForByte(string transport, SourceKind kind)
    {
        Rsyslog.SkipUnlessPresent();
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync();
        using var rsyslog = Rsyslog.Send(folder, Lines, transport switch
        {
            "udp" => Forward("udp", host.Udp, ""),
            "tcp" => Forward("tcp", host.Tcp, "tcp_framing=\"octet-counted\""),
            "udp, packed" => Forward("udp", host.Udp, "ziplevel=\"9\""),
            "tcp, packed" => Forward("tcp", host.Tcp, "ziplevel=\"9\" tcp_framing=\"octet-counted\""),
            _ => $"action(type=\"omrelp\" target=\"127.0.0.1\" port=\"{host.Relp}\" template=\"line\")",
        });

        await host.UntilAsync(Count);

        host.Lines().ShouldBe(Lines);
        host.Records().ShouldAllBe(record => record.Source.Kind == kind && record.Marks == RecordMarks.Rfc5424);
        (await host.StopAsync()).Damages.ShouldBeEmpty();

        static string Forward(string protocol, int port, string more) =>
            $"action(type=\"omfwd\" target=\"127.0.0.1\" port=\"{port}\" protocol=\"{protocol}\" template=\"line\" {more})";
    }

    [Theory]
    [InlineData("syslog+tcp")]
    [InlineData("relp")]
    public async Task Replay_ToRsyslog_ArrivesInOrderAndWhole(string scheme)
    {
        Rsyslog.SkipUnlessPresent();
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        using var response = await http.PostAsync("/v1/lines", new StringContent(string.Join('\n', Lines)), Token).Within();
        response.EnsureSuccessStatusCode();
        var port = LoopbackPort.FindFree([0, 1]);
        using var rsyslog = await Rsyslog.ReceiveAsync(folder, port, port + 1);

        var address = scheme == "relp" ? $"relp://127.0.0.1:{port + 1}" : $"syslog+tcp://127.0.0.1:{port}";
        await using var sink = await ReplaySinks.OpenAsync(address, Token);
        var replay = new ReplayCommand(host.Folder, new(), RecordFormats.Of(RecordFormats.Raw), TextWriter.Null);
        (await JournalHost.ReplayAsync(replay, sink, Token)).ShouldBe(0);

        var file = folder.Combine("received");
        await Deadline.UntilAsync(() => File.Exists(file) && File.ReadAllText(file).Count(letter => letter == '\n') >= Count);
        (await File.ReadAllLinesAsync(file, Token)).ShouldBe(Lines);
    }

    [Fact]
    public async Task Rsyslog_OverTlsWithItsCertificate_IsStored()
    {
        Rsyslog.SkipUnlessPresent();
        using var files = new CertificateFiles();
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}", $"SenderAuthorities={files.Authority}");
        using var rsyslog = Rsyslog.Send(folder, ["one", "two"], $"""
            action(type="omfwd" target="127.0.0.1" port="{host.Tls}" protocol="tcp" tcp_framing="octet-counted" template="line"
              streamDriver="ossl" streamDriverMode="1" streamDriverAuthMode="x509/certvalid" streamDriver.CAFile="{files.Authority}"
              streamDriver.CertFile="{files.SenderCertificate}" streamDriver.KeyFile="{files.SenderKey}")
            """);

        await host.UntilAsync(2);

        host.Lines().ShouldBe(["one", "two"]);
        host.Records()[0].Source.ShouldBe(new(SourceKind.Tls, "web-7"));
    }
}
