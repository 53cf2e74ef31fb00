using System.Diagnostics;
using Journal.Log.Frames;

namespace Journal.Tests.Peers;

/// <summary>syslog-ng's load generator sends to the journal.</summary>
public sealed class LoggenTests
{
    private const int Count = 300;

    private static readonly string[] Lines =
    [
        .. Enumerable.Range(0, Count)
            .Select(number => $"<13>1 2026-11-25T10:00:00Z host app {number} - - grüße {new string('x', number)}"),
    ];

    [Theory]
    [InlineData("--inet --dgram", SourceKind.Udp, "\n")] // a datagram is a message, with whatever it holds
    [InlineData("--inet --stream", SourceKind.Tcp, "")]
    [InlineData("--use-ssl", SourceKind.Tls, "")]
    public async Task Loggen_SendsLines_TheyAreStoredByteForByte(string transport, SourceKind kind, string end)
    {
        var program = InstalledProgram.SkipUnlessPresent("loggen", "syslog-ng-core");
        using var files = new CertificateFiles();
        using var folder = new TempDirectory();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");
        var port = kind switch
        {
            SourceKind.Udp => host.Udp,
            SourceKind.Tcp => host.Tcp,
            _ => host.Tls!.Value,
        };
        await File.WriteAllTextAsync(
            folder.Combine("lines"), string.Concat(Lines.Select(line => $"{line}\n")), TestContext.Current.CancellationToken);

        string[] lines = ["--dont-parse", "--read-file", folder.Combine("lines")];
        using var loggen = Process.Start(
            program, [.. transport.Split(' '), "--rate", "10000", "--quiet", .. lines, "127.0.0.1", $"{port}"]);
        await host.UntilAsync(Count);
        await loggen.WaitForExitAsync(TestContext.Current.CancellationToken).Within();

        loggen.ExitCode.ShouldBe(0);
        host.Lines().ShouldBe(Lines.Select(line => line + end));
        host.Records().ShouldAllBe(record => record.Source.Kind == kind && record.Marks == RecordMarks.Rfc5424);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }
}
