using System.Text.Json;
using System.Text.Json.Serialization;

namespace Load.Results.Exporting;

/// <summary>
/// A recorded run as a Grafana dashboard that holds its own data: every panel asks Grafana's built-in source for the snapshot that stands
/// in the panel (<c>queryType: snapshot</c>, data frames as schema and values; Grafana 9.3 and later), so that it is imported without any
/// data source. The marks of rows are a frame of each chart too: dashboards since Grafana 11 ask a source for the dashboard's annotations,
/// and leave out what stands in <c>snapshotData</c>.
/// </summary>
internal static class GrafanaSnapshot
{
    /// <summary>The version of dashboards that Grafana 9.3 and later read; later ones bring it up to date themselves.</summary>
    private const int SchemaVersion = 37;

    private const int FullWidth = 24;
    private const int Height = 8;

    public static void Write(RecordedRun run, TextWriter output)
    {
        var times = run.Timeline.Ticks.Select(tick => tick.Time).Concat(run.Rows.SelectMany(row => row.Iterations).SelectMany(
            iteration => (DateTimeOffset[])[iteration.StartedAt, iteration.EndedAt])).DefaultIfEmpty(DateTimeOffset.UnixEpoch).ToArray();
        var dashboard = new Dashboard(
            $"Lab: {run.Id}", [.. Panels(run).Index().Select(one => one.Item.At(one.Index))], SchemaVersion, "utc",
            ["lab"], new TimeRange($"{times.Min():yyyy-MM-ddTHH:mm:ss.fffZ}", $"{times.Max():yyyy-MM-ddTHH:mm:ss.fffZ}"));
        output.WriteLine(JsonSerializer.Serialize(dashboard, GrafanaJson.Default.Dashboard));
    }

    private static IEnumerable<Panel> Panels(RecordedRun run)
    {
        var marks = MarksFrame(run);
        yield return Panel.Table("Rows", FullWidth, RowsFrame(run));
        yield return Panel.Chart("Requests per second", "reqps", [.. run.Rows.Select(row => SecondsFrame(row, PerSecond)), marks]);
        foreach (var (title, quantile) in ((string, double)[])[("p50, by second", 0.5), ("p99, by second", 0.99)])
        {
            yield return Panel.Chart(
                title, "ms", [.. run.Rows.Select(row => SecondsFrame(row, (ended, _) => Quantile(ended, quantile))), marks]);
        }

        (string Title, string Unit, string Counter)[] counters =
        [
            ("Processor time (100 % is one processor)", "percent", Csv.TimelineCsv.ProcessorTime),
            ("Resident memory", "bytes", Csv.TimelineCsv.WorkingSet),
            ("Threads", "short", Csv.TimelineCsv.Threads),
            ("Handles", "short", Csv.TimelineCsv.Handles),
        ];
        foreach (var (title, unit, counter) in counters)
        {
            yield return Panel.Chart(
                title, unit, [.. run.Timeline.Processes.Select(process => ProcessFrame(run, process, counter)), marks]);
        }
    }

    /// <summary>A region over each stretch of measuring, with the row's name.</summary>
    private static Frame MarksFrame(RecordedRun run)
    {
        var spans = run.Rows.SelectMany(row => row.Iterations.Select(iteration => (Row: row.Name, Span: iteration))).ToArray();
        (string Name, string Type, Func<(string Row, RecordedIteration Span), JsonElement> Value)[] columns =
        [
            ("time", "time", one => Element(Milliseconds(one.Span.StartedAt))),
            ("timeEnd", "time", one => Element(Milliseconds(one.Span.EndedAt))),
            ("isRegion", "boolean", _ => JsonSerializer.SerializeToElement(true, GrafanaJson.Default.Boolean)),
            ("text", "string", one => Element(one.Row)),
            ("color", "string", _ => Element("rgba(0, 120, 200, 0.6)")),
        ];
        return new Frame(
            new Schema("marks", "A", [.. columns.Select(column => new Field(column.Name, column.Type, new FieldConfig(null)))])
            {
                Meta = new("annotations"),
            },
            new Data([.. columns.Select(column => spans.Select(column.Value).ToArray())]));
    }

    private static Frame RowsFrame(RecordedRun run)
    {
        (string Name, string Type, Func<RecordedRow, JsonElement> Value)[] columns =
        [
            ("row", "string", row => Element(row.Name)),
            ("requests", "number", row => Element(All(row).Count())),
            ("not right", "number", row => Element(All(row).Count(sample => sample.Outcome != Measuring.Outcome.Ok))),
            ("p50 ms", "number", row => Element(Quantile([.. All(row)], 0.5))),
            ("p99 ms", "number", row => Element(Quantile([.. All(row)], 0.99))),
        ];
        return new Frame(
            new Schema("rows", "A", [.. columns.Select(column => new Field(column.Name, column.Type, new FieldConfig(null)))]),
            new Data([.. columns.Select(column => run.Rows.Select(column.Value).ToArray())]));
    }

    /// <param name="row">The row.</param>
    /// <param name="figure">Of what ended in a while, and how many seconds that took.</param>
    private static Frame SecondsFrame(RecordedRow row, Func<RecordedSample[], double, double?> figure)
    {
        var points = new List<(DateTimeOffset Time, double? Value)>();
        foreach (var iteration in row.Iterations)
        {
            // What is left over at the end belongs to the second before it: by itself it would look like a service that stops.
            var length = (iteration.EndedAt - iteration.StartedAt).TotalSeconds;
            var last = Math.Max(0, (long)length - 1);
            foreach (var second in iteration.Samples
                .GroupBy(sample => Math.Clamp((long)(sample.Ended - iteration.StartedAt).TotalSeconds, 0, last))
                .OrderBy(second => second.Key))
            {
                points.Add((iteration.StartedAt + TimeSpan.FromSeconds(second.Key),
                    figure([.. second], second.Key < last ? 1 : length - last)));
            }

            points.Add((iteration.EndedAt, null)); // the line ends here, and begins anew with the next repeat
        }

        return Series(row.Name, points);
    }

    private static Frame ProcessFrame(RecordedRun run, string process, string counter) =>
        Series(process, [.. run.Timeline.Values(process, counter).Select(point => (point.Time, (double?)point.Value))]);

    private static Frame Series(string name, IReadOnlyList<(DateTimeOffset Time, double? Value)> points) => new(
        new Schema(name, "A", [new("Time", "time", new FieldConfig(null)), new("Value", "number", new FieldConfig(name))]),
        new Data(
        [
            [.. points.Select(point => Element(Milliseconds(point.Time)))],
            [.. points.Select(point => Element(point.Value is { } value ? Math.Round(value, 3) : null))],
        ]));

    private static IEnumerable<RecordedSample> All(RecordedRow row) => row.Iterations.SelectMany(iteration => iteration.Samples);

    private static double? PerSecond(RecordedSample[] ended, double seconds) => ended.Length / Math.Max(seconds, 0.001);

    private static double? Quantile(RecordedSample[] samples, double quantile)
    {
        var right = samples.Where(sample => sample.Outcome == Measuring.Outcome.Ok).Select(sample => sample.Latency.TotalMilliseconds)
            .Order().ToArray();
        return right.Length == 0 ? null : Math.Round(right[(int)Math.Min(right.Length - 1, Math.Ceiling(quantile * right.Length) - 1)], 3);
    }

    private static long Milliseconds(DateTimeOffset time) => time.ToUnixTimeMilliseconds();

    private static JsonElement Element(string value) => JsonSerializer.SerializeToElement(value, GrafanaJson.Default.String);

    private static JsonElement Element(double? value) => JsonSerializer.SerializeToElement(value, GrafanaJson.Default.NullableDouble);

    internal sealed record Dashboard(
        string Title, IReadOnlyList<Panel> Panels, int SchemaVersion, string Timezone, IReadOnlyList<string> Tags, TimeRange Time)
    {
        /// <summary>Null: an import makes a new dashboard.</summary>
        public int? Id { get; init; }

        public bool Editable { get; init; } = true;

        /// <summary>One cross hair for all charts.</summary>
        public int GraphTooltip { get; init; } = 1;
    }

    internal sealed record TimeRange(string From, string To);

    internal sealed record DataSource(string Type, string Uid);

    internal sealed record Position(int H, int W, int X, int Y);

    internal sealed record Target(string RefId, DataSource Datasource, IReadOnlyList<Frame> Snapshot)
    {
        public string QueryType { get; init; } = "snapshot";
    }

    internal sealed record Frame(Schema Schema, Data Data);

    internal sealed record Schema(string Name, string RefId, IReadOnlyList<Field> Fields)
    {
        /// <summary>Null for series.</summary>
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
        public Meta? Meta { get; init; }
    }

    /// <param name="DataTopic"><c>annotations</c>: marks over the series of the same panel.</param>
    internal sealed record Meta(string DataTopic);

    internal sealed record Field(string Name, string Type, FieldConfig Config);

    internal sealed record FieldConfig(
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? DisplayNameFromDS);

    internal sealed record Data(IReadOnlyList<IReadOnlyList<JsonElement>> Values);

    internal sealed record Defaults(string Unit);

    internal sealed record PanelConfig(Defaults Defaults)
    {
        public IReadOnlyList<string> Overrides { get; init; } = [];
    }

    /// <param name="Id">From 1.</param>
    internal sealed record Panel(
        int Id, string Type, string Title, DataSource Datasource, Position GridPos, PanelConfig FieldConfig, IReadOnlyList<Target> Targets)
    {
        /// <summary>Grafana's own, which each has.</summary>
        public static DataSource Source { get; } = new("grafana", "grafana");

        public static Panel Table(string title, int width, Frame frame) => new(
            0, "table", title, Source, new Position(Height, width, 0, 0), new PanelConfig(new Defaults("short")),
            [new("A", Source, [frame])]);

        public static Panel Chart(string title, string unit, IReadOnlyList<Frame> frames) => new(
            0, "timeseries", title, Source, new Position(Height, FullWidth / 2, 0, 0), new PanelConfig(new Defaults(unit)),
            [new("A", Source, frames)]);

        /// <summary>The first has a line of its own, the others stand in two columns.</summary>
        public Panel At(int index) => this with
        {
            Id = index + 1,
            GridPos = GridPos with
            {
                X = index == 0 ? 0 : (index - 1) % 2 * (FullWidth / 2),
                Y = index == 0 ? 0 : (1 + (index - 1) / 2) * Height,
            },
        };
    }
}

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(GrafanaSnapshot.Dashboard))]
[JsonSerializable(typeof(double?))]
[JsonSerializable(typeof(bool))]
internal sealed partial class GrafanaJson : JsonSerializerContext;
