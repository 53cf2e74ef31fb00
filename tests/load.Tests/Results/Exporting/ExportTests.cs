using Load.Machine;
using Load.Measuring;
using Load.Reports;
using Load.Results.Csv;
using Load.Results.Exporting;
using Load.Tests.Reports;

namespace Load.Tests.Results.Exporting;

public sealed class ExportTests : IDisposable
{
    private const string Row = "rest unknown 1MB x4";

    private readonly TempDirectory _folder = new("export");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Read_ResultsOfARun_GivesEverythingAgain()
    {
        var run = await WriteAndReadAsync();

        run.Id.ShouldBe("20261121-120000-quick");
        var row = run.Rows.ShouldHaveSingleItem();
        (row.Name, row.Transport).ShouldBe((Row, "rest"));
        row.Iterations.Select(iteration => iteration.StartedAt).ShouldBe([Rows.Noon, Rows.Noon.AddSeconds(10)]);
        row.Iterations[0].Samples.Select(sample => (sample.Sent - Rows.Noon, sample.Latency, sample.Outcome)).ShouldBe(
            [(Ms(0), Ms(300), Outcome.Ok), (Ms(300), Ms(500), Outcome.Wrong), (Ms(800), Ms(700), Outcome.Ok)]);
        row.Iterations[0].EndedAt.ShouldBe(Rows.Noon + Ms(1500)); // later than its second
        row.Iterations[1].EndedAt.ShouldBe(Rows.Noon.AddSeconds(11));
        run.Timeline.Machine.ShouldBe(Environment.MachineName);
        run.Timeline.Values(Rows.Process, TimelineCsv.WorkingSet).Select(point => point.Value).ShouldBe([50_000_000, 51_000_000]);
    }

    [Fact]
    public async Task OpenMetrics_Run_HasCumulativeCountsAtEachSecond()
    {
        var output = new StringWriter();

        ExportFormat.Write(ExportFormat.OpenMetrics, await WriteAndReadAsync(), output);

        var lines = output.ToString().Split('\n');
        lines[^2..].ShouldBe(["# EOF", ""]);
        Values("load_request_duration_seconds_count{", "outcome=\"ok\"")
            .ShouldBe(["0 0.000", "1 1.000", "2 1.500", "2 10.000", "3 11.000"]);
        Values("load_request_duration_seconds_bucket{", "outcome=\"ok\"", "le=\"0.512\"")
            .ShouldBe(["0 0.000", "1 1.000", "1 1.500", "1 10.000", "2 11.000"]);
        Values("load_request_duration_seconds_sum{", "outcome=\"wrong\"")
            .ShouldBe(["0 0.000", "0.5 1.000", "0.5 1.500", "0.5 10.000", "0.5 11.000"]);
        Values("load_requests_in_flight{").ShouldBe(["1 0.000", "1 1.000", "0 1.500", "1 10.000", "0 11.000"]);
        Values("load_run_info{").ShouldBe(["1 0.000", "1 1.000", "0 1.500", "1 10.000", "0 11.000"]);
        Values("process_cpu_seconds_total{", "job=\"analyzer\"").ShouldBe(["0 0.000", "0.5 1.000"]);
        Values("process_cpu_seconds_total{", "job=\"load\"").ShouldBe(["0 0.000", "1 1.000", "1 2.000"]);
        Values("dotnet_threadpool_queue_length{").ShouldBe(["0 0.000", "3 1.000", "0 2.000"]);

        // Value, and seconds since noon.
        IEnumerable<string> Values(params string[] parts) =>
            from line in lines
            where parts.All(line.Contains)
            let value = line[(line.LastIndexOf('}') + 2)..].Split(' ')
            select $"{value[0]} {decimal.Parse(value[1]) - Rows.Noon.ToUnixTimeSeconds()}";
    }

    [Fact]
    public void Seconds_EndAHairAfterASecond_AreNoTwoOfOneMoment()
    {
        var iteration = new RecordedIteration(Rows.Noon, Rows.Noon.AddSeconds(1).AddMicroseconds(3), []);

        iteration.Seconds().ShouldBe([Rows.Noon, iteration.EndedAt]);
    }

    [Fact]
    public async Task OpenMetrics_Run_IsTakenByPromtool()
    {
        var file = _folder.Combine("run.om");
        await using (var output = new StreamWriter(file))
        {
            ExportFormat.Write(ExportFormat.OpenMetrics, await WriteAndReadAsync(), output);
        }

        var promtool = await Promtool.RunAsync(
            ["tsdb", "create-blocks-from", "openmetrics", file, _folder.Combine("data")], "", TestContext.Current.CancellationToken);

        promtool.ExitCode.ShouldBe(0, promtool.Output);
        Directory.GetDirectories(_folder.Combine("data")).ShouldNotBeEmpty();
    }

    [Fact]
    public async Task PdhCsv_Run_HasTheRequestsBesideTheProcesses()
    {
        var output = new StringWriter();

        ExportFormat.Write(ExportFormat.PdhCsv, await WriteAndReadAsync(), output);

        var lines = output.ToString().TrimEnd().Split('\n').Select(PdhCsv.Cells).ToArray();
        var header = lines[0];
        header[0].ShouldBe(PdhCsv.TimeHeading);
        header[^4..].ShouldBe(new[] { "Requests/sec", "Requests Not Right/sec", "Mean Latency ms", "Longest Latency ms" }
            .Select(counter => $@"\\{Environment.MachineName}\Analyzer Lab({Row})\{counter}"));
        lines.ShouldAllBe(line => line.Length == header.Length);
        lines[1..].Select(line => line[0][11..]).ShouldBe(["12:00:00.000", "12:00:01.000", "12:00:02.000"]);
        lines[1][^4..].ShouldBe([" ", " ", " ", " "]); // the first moment has none before it
        lines[2][^4..].ShouldBe(["2", "1", "400", "500"]);
        lines[3][^4..].ShouldBe(["1", "0", "700", "700"]);
        lines[3][1].ShouldBe(" "); // the service was gone
    }

    [Fact]
    public async Task Read_NoResultsOfARun_SaysWhy()
    {
        Should.Throw<LabException>(() => RecordedRun.Read(_folder.Combine("nothing"))).Message.ShouldContain("summary.json");

        await WriteAndReadAsync();
        await File.WriteAllTextAsync(_folder.Combine("timeline.csv"), "nonsense", TestContext.Current.CancellationToken);
        Should.Throw<LabException>(() => RecordedRun.Read(_folder.Path)).Message.ShouldContain("PDH-CSV");
    }

    [Fact]
    public async Task Read_SummaryOfAnotherVersion_SaysWhichThisLabReads()
    {
        await WriteAndReadAsync();
        var file = _folder.Combine("summary.json");
        var summary = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(file, summary.Replace("analyzer-lab/1", "analyzer-lab/99"), TestContext.Current.CancellationToken);

        Should.Throw<LabException>(() => RecordedRun.Read(_folder.Path)).Message
            .ShouldEndWith("its summary.json has the schema 'analyzer-lab/99'; this lab reads 'analyzer-lab/1'.");
    }

    [Theory]
    [InlineData("rest look-up 10KB x16", @"\\HOST\Analyzer Lab(rest look-up 10KB x16)\Requests/sec")]
    [InlineData(@"grpc 500/s (a#b\c)", @"\\HOST\Analyzer Lab(grpc 500_s [a_b_c])\Requests/sec")]
    public void Path_Instance_HasNoSignOfThePathsOwn(string instance, string path) =>
        PdhCsv.Path("HOST", "Analyzer Lab", instance, "Requests/sec").ShouldBe(path);

    private async Task<RecordedRun> WriteAndReadAsync()
    {
        var first = Rows.Iteration(1, (300, Outcome.Ok), (500, Outcome.Wrong), (700, Outcome.Ok));
        var second = Rows.Iteration(2, (400, Outcome.Ok)) with { StartedAt = Rows.Noon.AddSeconds(10) };
        await ResultFolder.WriteAsync(new DirectoryInfo(_folder.Path), new RunReport(Rows.Result(null, Rows.Row(Row, first, second))));
        return RecordedRun.Read(_folder.Path);
    }

    private static TimeSpan Ms(double milliseconds) => TimeSpan.FromMilliseconds(milliseconds);
}
