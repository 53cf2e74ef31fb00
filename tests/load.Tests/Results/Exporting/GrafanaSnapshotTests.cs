using System.Text.Json;
using Load.Measuring;
using Load.Reports;
using Load.Results.Exporting;
using Load.Tests.Reports;

namespace Load.Tests.Results.Exporting;

/// <summary>
/// What Grafana's own source (grafana/grafana and grafana/scenes, main) asks of a dashboard that holds its data:
/// an import takes a map with a title, without <c>elements</c>, <c>spec</c> or a <c>kind</c> in its annotations, for a classic dashboard
/// (manage-dashboards/import/detect.ts), and asks the person for a data source only for each of <c>__inputs</c>, and for library panels of
/// <c>__elements</c> (process.ts). A target of the source <c>grafana</c> with <c>queryType: snapshot</c> gives its <c>snapshot</c>, a list
/// of frames (plugins/datasource/grafana/datasource.ts), each with <c>schema.fields</c> and columns of one length (DataFrameJSON.ts). A
/// frame with <c>meta.dataTopic: annotations</c> is drawn over the series (runRequest.ts), from its fields time, timeEnd, isRegion, text
/// and color (AnnotationsPlugin2.tsx); <c>snapshotData</c> of the dashboard's annotations is looked at by dashboards before scenes alone.
/// </summary>
public sealed class GrafanaSnapshotTests : IDisposable
{
    private static readonly string[] TypesOfFields = ["time", "number", "string", "boolean"];

    private readonly TempDirectory _folder = new("snapshot");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Write_Run_NeedsNoSourceAndEachFrameIsWhole()
    {
        var dashboard = await WriteAsync();

        dashboard.GetProperty("title").GetString().ShouldBe("Lab: 20261121-120000-quick");
        dashboard.GetProperty("id").ValueKind.ShouldBe(JsonValueKind.Null); // an import makes a new one
        dashboard.GetProperty("schemaVersion").GetInt32().ShouldBe(37);
        dashboard.EnumerateObject().Select(member => member.Name).Intersect(["__inputs", "__elements", "elements", "spec", "annotations"])
            .ShouldBeEmpty();
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
                fields.ShouldAllBe(field => TypesOfFields.Contains(field.GetProperty("type").GetString()));
                frame.GetProperty("schema").GetProperty("refId").GetString().ShouldBe(target.GetProperty("refId").GetString());
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
        Column(1, 0)[..2].ShouldBe([$"{noon}", $"{noon + 1500}"]);
        Column(1, 1).ShouldBe(["2", "", "1", ""]); // 3 in 1.5 s, and a gap between repeats
        Column(5, 1).ShouldBe(["50000000", "51000000"]);
        foreach (var chart in dashboard.GetProperty("panels").EnumerateArray().Skip(1))
        {
            var marks = chart.GetProperty("targets")[0].GetProperty("snapshot").EnumerateArray().Last();
            marks.GetProperty("schema").GetProperty("meta").GetProperty("dataTopic").GetString().ShouldBe("annotations");
            marks.GetProperty("schema").GetProperty("fields").EnumerateArray().Select(field => field.GetProperty("name").GetString())
                .ShouldBe(["time", "timeEnd", "isRegion", "text", "color"]);
            marks.GetProperty("data").GetProperty("values").EnumerateArray().Take(4).Select(column => $"{column[0]}")
                .ShouldBe([$"{noon}", $"{noon + 1500}", "True", "rest unknown 1MB x4"]);
        }

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
