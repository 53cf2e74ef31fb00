namespace Load.Tests.EndToEnd;

[Trait("Category", "EndToEnd")]
public sealed class RunTests
{
    [Fact]
    public async Task Run_OwnFiles_MeasuresBothTransportsAndStopsTheService()
    {
        using var files = new OwnFiles();
        using var lab = await LabProcess.SucceedAsync("--smoke", "--corpus", files.Path, "--repeat", "1", "--only", "instances=16");

        lab.ServiceIsUp().ShouldBeFalse();
        lab.Output.ShouldContain("CPU µs/req");
        lab.Results.GetFileSystemInfos().Select(file => file.Name).ShouldBe(
            ["report.html", "samples", "service.log", "summary.json", "summary.md", "timeline.csv"], ignoreOrder: true);
        var summary = await lab.ReadSummaryAsync();
        summary.Succeeded.ShouldBeTrue();
        summary.Rows.Select(row => row.Name).ShouldBe(
        [
            "rest look-up own x16", "grpc look-up own x16",
            "rest known own x16", "grpc known own x16",
            "rest unknown own x16", "grpc unknown own x16",
        ]);
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0 && row.TimedOut == 0 && row.Rate!.Mean > 0);
        summary.Rows.ShouldAllBe(row => row.WireBytesPerUnit > 0 && row.ServicePeakThreads > 0);

        // A busy machine may tell it too late for a row, which then has no figure; a row never has the figure 0.
        summary.Rows.ShouldAllBe(row => row.ServiceAllocatedBytesPerUnit == null || row.ServiceAllocatedBytesPerUnit > 0);
        lab.Results.GetDirectories("samples").Single().GetFiles().Sum(file => File.ReadLines(file.FullName).LongCount() - 1)
            .ShouldBe(summary.Rows.Sum(row => row.Units));
    }

    /// <summary>Warms the service up as a person's run does.</summary>
    [Fact]
    public async Task Run_GeneratedFiles_AreAllAnsweredRightly()
    {
        using var lab = await LabProcess.SucceedAsync("run", "quick", "--repeat", "2", "--only", "size=1MB,instances=4");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.Select(row => row.Name).ShouldBe(
            ["rest known 1MB x4", "grpc known 1MB x4", "rest unknown 1MB x4", "grpc unknown 1MB x4"]);
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0 && row.Repeats.Count == 2);

        // The body and a little framing; at each end of both iterations four senders may leave the bytes of a body to the neighbour.
        summary.Rows.ShouldAllBe(row =>
            Math.Abs(row.WireBytesPerUnit!.Value - 1_025_000) < 125_000 + (2 * 2 * 4 * 1_000_000.0 / row.Units));
        summary.Environment.Service!.Other("store").ShouldBe("sqlite");
    }
}
