using System.Text.Json;
using Load.Measuring;
using Load.Reports;
using Load.Results.Exporting;
using Load.Tests.Reports;

namespace Load.Tests.Results.Exporting;

/// <summary>
/// The form that Grafana's own dashboards have when they hold their data (SupportSnapshotService of grafana/grafana): panels whose targets
/// ask the built-in source for a snapshot, which is a list of data frames with a schema and as many columns as fields.
/// </summary>
public sealed class GrafanaSnapshotTests : IDisposable
{
    private readonly TempDirectory _folder = new("snapshot");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Write_Run_NeedsNoSourceAndEachFrameIsWhole()
    {
        var dashboard = await WriteAsync();

        dashboard.GetProperty("title").GetString().ShouldBe("Lab: 20261121-120000-quick");
        dashboard.GetProperty("id").ValueKind.ShouldBe(JsonValueKind.Null); // an import makes a new one
        dashboard.GetProperty("schemaVersion").GetInt32().ShouldBeGreaterThan(30);
        var panels = dashboard.GetProperty("panels").EnumerateArray().ToArray();
        panels.Select(panel => panel.GetProperty("id").GetInt32()).ShouldBe(Enumerable.Range(1, panels.Length));
        panels.Select(panel => panel.GetProperty("gridPos").GetRawText()).ShouldBeUnique();
        foreach (var panel in panels)
        {
            panel.GetProperty("datasource").GetProperty("uid").GetString().ShouldBe("grafana");
            var target = panel.GetProperty("targets").EnumerateArray().ShouldHaveSingleItem();
            target.GetProperty("queryType").GetString().ShouldBe("snapshot");
            target.GetProperty("datasource").GetProperty("type").GetString().ShouldBe("grafana");
            foreach (var frame in target.GetProperty("snapshot").EnumerateArray())
            {
                var columns = frame.GetProperty("data").GetProperty("values").EnumerateArray().ToArray();
                var fields = frame.GetProperty("schema").GetProperty("fields").EnumerateArray().ToArray();
                columns.Length.ShouldBe(fields.Length);
                columns.Select(column => column.GetArrayLength()).Distinct().ShouldHaveSingleItem();
                fields.ShouldAllBe(field => field.GetProperty("config").ValueKind == JsonValueKind.Object);
            }
        }

        panels.Select(panel => panel.GetProperty("title").GetString()).ShouldBe(
        [
            "Rows", "Requests per second", "p50, by second", "p99, by second", "Processor time (100 % is one processor)", "Resident memory",
            "Threads", "Handles",
        ]);
    }

    [Fact]
    public async Task Write_Run_HasItsFiguresTimesAndMarks()
    {
        var dashboard = await WriteAsync();

        var noon = Rows.Noon.ToUnixTimeMilliseconds();
        Column(0, 0).ShouldBe(["rest unknown 1MB x4"]);
        Column(0, 1).ShouldBe(["4"]);
        Column(0, 2).ShouldBe(["1"]);
        Column(1, 0)[..2].ShouldBe([$"{noon}", $"{noon + 1000}"]);
        Column(1, 1).ShouldBe(["2", "1", "", "1", ""]); // a gap between repeats
        Column(5, 1).ShouldBe(["50000000", "51000000"]);
        var mark = dashboard.GetProperty("annotations").GetProperty("list")[0].GetProperty("snapshotData")[0];
        mark.GetProperty("text").GetString().ShouldBe("rest unknown 1MB x4");
        (mark.GetProperty("time").GetInt64(), mark.GetProperty("timeEnd").GetInt64()).ShouldBe((noon, noon + 1500));
        dashboard.GetProperty("time").GetProperty("from").GetString().ShouldBe("2026-11-21T12:00:00.000Z");

        string[] Column(int panel, int column) =>
        [
            .. dashboard.GetProperty("panels")[panel].GetProperty("targets")[0].GetProperty("snapshot")[0]
                .GetProperty("data").GetProperty("values")[column].EnumerateArray().Select(value => $"{value}"),
        ];
    }

    private async Task<JsonElement> WriteAsync()
    {
        var first = Rows.Iteration(1, (300, Outcome.Ok), (500, Outcome.Wrong), (700, Outcome.Ok));
        var second = Rows.Iteration(2, (400, Outcome.Ok)) with { StartedAt = Rows.Noon.AddSeconds(10) };
        await ResultFolder.WriteAsync(
            new DirectoryInfo(_folder.Path), new RunReport(Rows.Result(null, Rows.Row("rest unknown 1MB x4", first, second))));
        var output = new StringWriter();
        ExportFormat.Write(ExportFormat.Grafana, RecordedRun.Read(_folder.Path), output);
        return JsonDocument.Parse(output.ToString()).RootElement;
    }
}
