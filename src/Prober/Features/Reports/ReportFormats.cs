using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Hosting.Metrics;

namespace Prober.Features.Reports;

/// <summary>A report as JSON, CSV or a page of HTML.</summary>
internal static class ReportFormats
{
    private const string Head =
        "kind,name,availability,lower,upper,up_ms,down_ms,unknown_ms,maintenance_ms,outages,"
        + "probes,bad,late,missed,refused,no_evidence,mean_ms,max_ms,notes";

    /// <summary>The targets that a page lists; JSON has all.</summary>
    private const int MaxOutages = 20;

    private static readonly JsonSerializerOptions Indented = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    public static IReadOnlyDictionary<string, Func<AvailabilityReport, string>> All { get; } =
        new Dictionary<string, Func<AvailabilityReport, string>> { ["json"] = Json, ["csv"] = Csv, ["html"] = Html };

    /// <summary>
    /// Rounded down, so that "100 %" means that it never failed. Only an upper bound is rounded up, so that it stays one.
    /// </summary>
    public static string Percent(double? ratio, bool isUpper = false)
    {
        if (ratio is not { } known)
        {
            return "unknown";
        }

        var thousandths = isUpper ? Math.Ceiling(known * 100_000) : Math.Floor(known * 100_000);
        return string.Create(CultureInfo.InvariantCulture, $"{thousandths / 1000:0.000} %");
    }

    private static string Json(AvailabilityReport report) => new JsonObject
    {
        ["from"] = Time(report.Window.Start),
        ["to"] = Time(report.Window.End),
        ["targets"] = new JsonArray([.. report.Rows.Select(row => (JsonNode)new JsonObject
        {
            ["kind"] = row.Key.Kind,
            ["name"] = row.Key.Name,
            ["ratio"] = row.Availability.Ratio,
            ["lower"] = row.Availability.Lower,
            ["upper"] = row.Availability.Upper,
            ["upMilliseconds"] = row.Availability.Up,
            ["downMilliseconds"] = row.Availability.Down,
            ["unknownMilliseconds"] = row.Availability.Unknown,
            ["maintenanceMilliseconds"] = row.Availability.Maintenance,
            ["outages"] = new JsonArray([.. row.Outages(report.Window).Select(outage => (JsonNode)new JsonObject
            {
                ["from"] = Time(outage.Range.Start),
                ["to"] = Time(outage.Range.End),
                ["cause"] = Cause(row, outage.Range.Start),
            })]),
            ["corrections"] = new JsonArray([.. row.Timeline.Corrections.Select(correction => (JsonNode)new JsonObject
            {
                ["from"] = Time(correction.Range.Start),
                ["to"] = Time(correction.Range.End),
                ["state"] = LabelValues.Of(correction.State),
                ["note"] = correction.Note,
            })]),
            ["probes"] = row.Sums is null ? null : JsonSerializer.SerializeToNode(row.Sums, Indented),
        })]),
    }.ToJsonString(Indented);

    /// <summary>RFC 4180; a cell that a spreadsheet would take for a formula begins with an apostrophe.</summary>
    private static string Csv(AvailabilityReport report)
    {
        var text = new StringBuilder(Head).Append("\r\n");
        foreach (var row in report.Rows)
        {
            var (measured, sums) = (row.Availability, row.Sums);
            object?[] cells =
            [
                row.Key.Kind, row.Key.Name, measured.Ratio, measured.Lower, measured.Upper, measured.Up, measured.Down, measured.Unknown,
                measured.Maintenance, row.Outages(report.Window).Count(), sums?.Probes, sums?.Bad, sums?.Late,
                sums?.Missed, sums?.Refused, sums?.NoEvidence,
                sums is { Probes: > 0 } ? sums.SumMicroseconds / 1000.0 / sums.Probes : null, sums?.MaxMicroseconds / 1000.0, Notes(row),
            ];
            text.AppendJoin(',', cells.Select(Cell)).Append("\r\n");
        }

        return text.ToString();
    }

    private static string Html(AvailabilityReport report)
    {
        var text = new StringBuilder($$"""
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Availability</title>
            <style>body{font:100%/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}
            th,td{padding:.25rem .75rem;border-bottom:1px solid #ccc;text-align:start;vertical-align:top}</style></head><body>
            <h1>Availability</h1><p>From {{Time(report.Window.Start)}} to {{Time(report.Window.End)}}. Availability is up / (up + down); in
            brackets stand its bounds, with all doubt booked as down, and as up.</p>
            <table><thead><tr><th>Target</th><th>Available</th><th>Down</th><th>Unknown</th><th>Maintenance</th><th>Outages</th>
            <th>Probes</th><th>Notes</th></tr></thead><tbody>

            """);
        foreach (var row in report.Rows)
        {
            var measured = row.Availability;
            var all = row.Outages(report.Window).ToList();
            var outages = string.Join("<br>", all.Take(MaxOutages).Select(outage =>
                $"{Time(outage.Range.Start)} for {Span(outage.Range.Length)}: {WebUtility.HtmlEncode(Cause(row, outage.Range.Start))}"))
                + (all.Count > MaxOutages ? $"<br>and {all.Count - MaxOutages} others" : "");
            text.Append(CultureInfo.InvariantCulture, $"<tr><th>{WebUtility.HtmlEncode($"{row.Key.Kind} {row.Key.Name}")}</th>")
                .Append(CultureInfo.InvariantCulture, $"<td>{Percent(measured.Ratio)} ")
                .Append(CultureInfo.InvariantCulture, $"({Percent(measured.Lower)} … {Percent(measured.Upper, isUpper: true)})</td>")
                .Append(CultureInfo.InvariantCulture, $"<td>{Span(measured.Down)}</td><td>{Span(measured.Unknown)}</td>")
                .Append(CultureInfo.InvariantCulture, $"<td>{Span(measured.Maintenance)}</td><td>{outages}</td>")
                .Append(CultureInfo.InvariantCulture, $"<td>{Probes(row)}</td><td>{WebUtility.HtmlEncode(Notes(row))}</td></tr>\n");
        }

        return text.Append("</tbody></table></body></html>\n").ToString();
    }

    private static string Notes(AvailabilityRow row) => string.Join("; ", row.Timeline.Corrections.Select(correction =>
        $"{LabelValues.Of(correction.State)} from {Time(correction.Range.Start)} to {Time(correction.Range.End)}: {correction.Note}"));

    private static string Probes(AvailabilityRow row) => row.Sums is not { } sums ? "" : string.Create(
        CultureInfo.InvariantCulture,
        $"{sums.Probes}, of which {sums.Bad} bad, {sums.Late} late, {sums.Refused} refused at first, {sums.NoEvidence} without evidence; "
            + $"{sums.Missed} missed");

    private static string Cause(AvailabilityRow row, long at) => row.Timeline.Changes.LastOrDefault(change => change.At <= at).Cause ?? "";

    private static string Cell(object? value)
    {
        var text = Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
        text = value is string && text.Length > 0 && "=+-@\t\r".Contains(text[0]) ? $"'{text}" : text;
        return text.AsSpan().ContainsAny(",\"\r\n") ? $"\"{text.Replace("\"", "\"\"")}\"" : text;
    }

    private static string Span(long milliseconds) => $"{TimeSpan.FromMilliseconds(milliseconds):c}";

    private static string Time(long at) =>
        DateTimeOffset.FromUnixTimeMilliseconds(at).UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
