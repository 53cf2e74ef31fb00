using System.Text.Json;
using Load.Comparing;
using Load.Corpus;
using Load.Reports.Summary;
using Load.Server;

namespace Load.Tests.EndToEnd;

public sealed class LabTests
{
    private readonly CancellationToken _cancellationToken = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Run_OwnFiles_MeasuresBothTransportsAndStopsTheService()
    {
        using var files = new TempDirectory();
        await WriteFilesAsync(files);
        using var lab = await SucceedAsync("--corpus", files.Path, "--repeat", "1", "--only", "instances=16");

        lab.ServiceIsUp().ShouldBeFalse();
        lab.Output.ShouldContain("CPU µs/req");
        lab.Results.GetFileSystemInfos().Select(file => file.Name).ShouldBe(["report.html", "samples", "service.log", "summary.json", "summary.md", "timeline.csv"], ignoreOrder: true);
        var summary = await ReadSummaryAsync(lab);
        summary.Succeeded.ShouldBeTrue();
        summary.Rows.Select(row => row.Name).ShouldBe(
        [
            "rest look-up own x16", "grpc look-up own x16", "rest known own x16", "grpc known own x16", "rest unknown own x16", "grpc unknown own x16",
        ]);
        summary.Rows.ShouldAllBe(row => row.Requests > 0 && row.Failed == 0 && row.TimedOut == 0 && row.Rate!.Mean > 0);
        summary.Rows.ShouldAllBe(row => row.WireBytesPerRequest > 0 && row.ServicePeakThreads > 0);

        // Not known where the machine was too busy to tell it in time; but never nothing.
        summary.Rows.ShouldAllBe(row => row.ServiceAllocatedBytesPerRequest == null || row.ServiceAllocatedBytesPerRequest > 0);
        summary.Rows.ShouldContain(row => row.ServiceAllocatedBytesPerRequest > 0);
        lab.Results.GetDirectories("samples").Single().GetFiles().Sum(file => File.ReadLines(file.FullName).Count() - 1)
            .ShouldBe(summary.Rows.Sum(row => row.Requests));
    }

    [Fact]
    public async Task Run_GeneratedFiles_AreAllAnsweredRightly()
    {
        using var lab = await SucceedAsync("run", "quick", "--repeat", "2", "--only", "size=1MB,instances=4");

        var summary = await ReadSummaryAsync(lab);
        summary.Rows.Select(row => row.Name).ShouldBe(["rest known 1MB x4", "grpc known 1MB x4", "rest unknown 1MB x4", "grpc unknown 1MB x4"]);
        summary.Rows.ShouldAllBe(row => row.Requests > 0 && row.Failed == 0 && row.Repeats.Count == 2);

        // The body and a little framing; a request that straddles a slot's edge leaves some of its bytes in the next slot.
        summary.Rows.ShouldAllBe(row => row.WireBytesPerRequest > 900_000 && row.WireBytesPerRequest < 1_150_000);
        summary.Environment.Service!.Store.ShouldBe("sqlite");
    }

    [Fact]
    public async Task Run_Ceilings_ReachesEveryYardstick()
    {
        using var lab = await SucceedAsync("run", "ceilings", "--repeat", "1", "--seconds", "1", "--only", "file=empty,file=null,file=hash,file=analysis,file=unknown,transport=grpc,transport=rest,kestrel=ours");

        lab.Output.ShouldContain("of ceiling");
    }

    [Fact]
    public async Task Run_Hash_AsksBenchmarkDotNetAndReportsAsEverSo()
    {
        using var lab = await SucceedAsync("run", "hash", "--repeat", "1", "--seconds", "1", "--only", "size=1MB,algorithm=SHA-256,algorithm=MD5");

        var summary = await ReadSummaryAsync(lab);
        summary.Rows.Select(row => row.Dimensions["algorithm"]).ShouldBe(["SHA-256", "MD5"]);
        summary.Rows.ShouldAllBe(row => row.Latency.Samples > 0 && row.BytesPerSecond > 0 && row.Failed == 0);
        lab.Results.GetDirectories("benchmarkdotnet").ShouldHaveSingleItem().GetDirectories().Length.ShouldBe(2);
    }

    [Fact]
    public async Task Run_Metrics_SaysWhatTheyCost()
    {
        using var lab = await SucceedAsync("run", "metrics", "--repeat", "2", "--seconds", "1", "--only", "transport=rest");

        lab.Output.ShouldContain("rest look-up 10KB x16 metrics=on runs at ");
        lab.Output.ShouldMatch(@"metrics=on: \d+ scrapes: within the service p50 ");
    }

    [Theory]
    [InlineData("INT", false)]
    [InlineData("INT", true)]
    [InlineData("TERM", false)]
    public async Task Run_Signal_KeepsWhatWasMeasuredAndStopsTheService(string signal, bool toAll)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sends signals to a session that setsid(1) made");
        using var files = new TempDirectory();
        await WriteFilesAsync(files);
        using var lab = new LabProcess("--corpus", files.Path, "--repeat", "100", "--only", "file=look-up,instances=1");

        await lab.SaysAsync("[2/");
        await lab.SignalAsync(signal, toAll);

        (await lab.ExitAsync()).ShouldBe(Lab.Interrupted, lab.Output);
        lab.ServiceIsUp().ShouldBeFalse();
        lab.Leftovers.ShouldBeEmpty();
        lab.Output.ShouldContain("PARTIAL: stopped from outside");
        (await ReadAsync(lab, "summary.md")).ShouldContain("PARTIAL: stopped from outside");
        (await ReadAsync(lab, "report.html")).ShouldContain("Partial: stopped from outside");
        var summary = await ReadSummaryAsync(lab);
        summary.Succeeded.ShouldBeFalse();
        summary.Interrupted.ShouldBe("stopped from outside");
        summary.Rows.ShouldAllBe(row => row.Requests > 0 && row.Failed == 0);
    }

    [Fact]
    public async Task Run_Killed_TakesTheServiceAlong()
    {
        using var files = new TempDirectory();
        await WriteFilesAsync(files);
        using var lab = new LabProcess("--corpus", files.Path, "--repeat", "100", "--only", "file=look-up,instances=1");
        await lab.SaysAsync("[1/");
        lab.ServiceIsUp().ShouldBeTrue();

        await lab.KillAsync();

        await lab.ServiceStopsAsync();
    }

    /// <summary>Twice, the second time against the first.</summary>
    [Fact]
    public async Task Run_TargetAndBaseline_MeasuresWhatRunsAlreadyAndCompares()
    {
        using var folder = new TempDirectory();
        await using var service = await ServiceProcess.StartAsync(
            new ServiceStart(BuiltAssembly.Find(BuiltAssembly.Service), folder.Combine("service.log")), ServiceSettings.Default, folder.Combine("data"), _cancellationToken).Within();
        string[] arguments = ["--target", $"{service.Http}", "--target-grpc", $"{service.Grpc}", "--only", "file=look-up,instances=1", "--repeat", "2"];
        using var first = await SucceedAsync(arguments);

        using var second = new LabProcess([.. arguments, "--baseline", first.Results.FullName]);

        // Whether the second was slower, or the lab too busy for either, is up to the machine.
        (await second.ExitAsync()).ShouldBeOneOf(Lab.Success, Comparison.SomethingWorse, Comparison.NotComparable);
        second.Output.ShouldContain("vs baseline");
        (await ReadAsync(second, "summary.md")).ShouldContain("there are no figures of its process");
        var summary = await ReadSummaryAsync(second);
        summary.Environment.Target.ShouldBe($"{service.Http}");
        summary.Rows.Select(row => row.Name).ShouldBe(["rest look-up 10KB x1", "grpc look-up 10KB x1"]);
        summary.Rows.ShouldAllBe(row => row.Requests > 0 && row.Failed == 0 && row.ServiceCpuMicrosecondsPerRequest == null && row.ServiceAllocatedBytesPerRequest == null);
        service.HasExited.ShouldBeFalse(); // it is not the lab's to stop
    }

    [Fact]
    public async Task Run_NothingToSend_SaysSo()
    {
        using var files = new TempDirectory();
        using var lab = new LabProcess("--corpus", files.Path);

        (await lab.ExitAsync()).ShouldBe(Lab.Failure);

        lab.Output.ShouldContain("--corpus: there are no files in");
    }

    [Fact]
    public async Task Run_TargetNotThere_SaysSoAndLeavesNothing()
    {
        using var lab = new LabProcess("--target", $"http://127.0.0.1:{LoopbackPort.FindFree()}", "--only", "file=look-up,instances=1");

        (await lab.ExitAsync()).ShouldBe(Lab.Failure);

        lab.Output.ShouldContain("no service can be reached there");
        lab.Runs.ShouldBeEmpty();
    }

    private static async Task<LabProcess> SucceedAsync(params string[] arguments)
    {
        var lab = new LabProcess(arguments);
        (await lab.ExitAsync()).ShouldBe(Lab.Success, lab.Output);
        return lab;
    }

    private async Task WriteFilesAsync(TempDirectory folder)
    {
        foreach (var content in Enum.GetValues<PdfContent>())
        {
            await File.WriteAllBytesAsync(folder.Combine($"{content}.pdf"), PdfFactory.Create(3_000, content, 1).Known.Head.ToArray(), _cancellationToken);
        }
    }

    private Task<string> ReadAsync(LabProcess lab, string file) => File.ReadAllTextAsync(Path.Combine(lab.Results.FullName, file), _cancellationToken);

    private async Task<SummaryDocument> ReadSummaryAsync(LabProcess lab) => JsonSerializer.Deserialize(
        await File.ReadAllBytesAsync(Path.Combine(lab.Results.FullName, "summary.json"), _cancellationToken), SummaryJson.Default.SummaryDocument)!;
}
