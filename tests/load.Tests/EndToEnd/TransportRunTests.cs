using System.Net.Quic;
using Load.Machine;

namespace Load.Tests.EndToEnd;

[Trait("Category", "EndToEnd")]
[Trait("Category", "Nightly")]
public sealed class TransportRunTests
{
    /// <summary>Near and over TLS: every transport, and what a resumed session saves.</summary>
    [Fact]
    public async Task Run_Transports_GoesOverTlsAndHttp3AndResumesSessions()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "transports", "--smoke", "--repeat", "1", "--only", "rtt=0ms,size=10KB");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
        var expected = HasQuic ? 5 : 3;
        summary.Rows.Select(row => row.Dimensions["transport"]).Distinct().Count().ShouldBe(expected);
        summary.IsSmoke.ShouldBeTrue();
        summary.Answer.ShouldHaveSingleItem().Text.ShouldContain("--smoke");
        lab.Output.ShouldContain("Answer");
        if (!HasQuic)
        {
            summary.Skipped.Values.ShouldContain(why => why.Contains("libmsquic"));
        }

        foreach (var transport in (string[])["rest-tls", "rest-h2-tls", "grpc-tls"])
        {
            double Bytes(string connection) => summary.Rows.Single(row =>
                row.Dimensions["transport"] == transport &&
                row.Dimensions.GetValueOrDefault("connection") == connection).WireBytesPerUnit!.Value;

            // A resumed handshake sends no certificate.
            Bytes("resumed").ShouldBeLessThan(Bytes("first"), transport);
        }
    }

    [Fact]
    public async Task Run_CustomWithGates_MissedBoundExitsFourAndLeavesJUnit()
    {
        using var lab = new LabProcess(
            "run", "custom", "--smoke", "--repeat", "1", "--size", "3KB", "--transport", "rest-tls", "--instances", "2",
            "--require", "failed=0", "--require", "requests>100000000");

        (await lab.ExitAsync()).ShouldBe(LabExitCode.GateMissed, lab.Output);
        lab.Output.ShouldContain("1 of 2 bounds kept.");
        lab.Output.ShouldContain("MISSED: requests>100000000: rest-tls unknown 3KB x2");
        (await lab.ReadAsync("junit.xml")).ShouldContain("failures=\"1\"");
        (await lab.ReadAsync("gates.md")).ShouldContain("1 of 2 bounds kept");
        (await lab.ReadAsync("report.html")).ShouldContain("To repeat it: <code>dotnet run --project load -- run custom");
    }

#pragma warning disable CA1416 // Quic is annotated for some platforms; on others it reports that it is not supported
    private static bool HasQuic => QuicConnection.IsSupported;
#pragma warning restore CA1416
}
