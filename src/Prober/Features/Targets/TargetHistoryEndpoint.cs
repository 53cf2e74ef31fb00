using System.Globalization;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Web.Api;
using Prober.Engine.Watching;
using Prober.Features.History;
using Prober.Features.History.Storage;

namespace Prober.Features.Targets;

/// <summary>A target over many days: a bar for each, and how long its probes took, hour by hour.</summary>
internal static class TargetHistoryEndpoint
{
    private const int MaxDays = 90;
    private const long Day = 86_400_000;

    public static void MapTargetHistory(this IEndpointRouteBuilder routes) =>
        routes.MapGet("/api/v1/history", ReadAsync).RequireScope(Scopes.Read).Describe(TargetsApi.History);

    /// <summary>The bars of the last days, the oldest first; the last one is today's (UTC).</summary>
    internal static async Task<IReadOnlyList<BarView>> BarsAsync(
        WatchedTarget target, TimelineArchive archive, long now, CancellationToken cancellationToken)
    {
        var today = now - (now % Day);
        var first = today - ((MaxDays - 1) * Day);
        var timeline = await archive.FindAsync(target, new(first, now), cancellationToken);
        return [.. timeline.MeasureEach(new(first, Math.Max(now, today + 1)), Day).Select((measured, i) => new BarView(
            DateTimeOffset.FromUnixTimeMilliseconds(first + (i * Day)).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture),
            measured.Down > 0 ? "down" : measured.Up > 0 ? "up" : measured.Maintenance > 0 ? "maintenance" : "unknown",
            measured.Ratio,
            measured.Down))];
    }

    private static async Task<IResult> ReadAsync(
        string kind, string name, HttpContext context, ProbeEngine engine, TimelineArchive archive, HistoryFile file,
        CancellationToken cancellationToken)
    {
        var target = engine.Find(kind, name);
        if (target is null)
        {
            return new Error(TargetsEndpoints.NotFound, "No target has that kind and name.").ToProblem(context);
        }

        var bars = await BarsAsync(target, archive, engine.Now, cancellationToken);
        try
        {
            var hours = await file.ReadAsync(
                reader => reader.Find(new(kind, name)) is { } stored ? reader.Hours(stored.Id) : [], cancellationToken);
            return Results.Json(new TargetHistoryDocument(bars, [.. hours.Where(hour => hour.Probes > 0).Select(HourView.Of)]));
        }
        catch (HistoryUnavailableException)
        {
            return Results.Json(new TargetHistoryDocument(bars, []));
        }
    }
}

internal sealed record TargetHistoryDocument(IReadOnlyList<BarView> Bars, IReadOnlyList<HourView> Hours);

/// <summary>A day.</summary>
/// <param name="State">down if it was down at all; otherwise what it was.</param>
/// <param name="Down">Milliseconds.</param>
internal sealed record BarView(string Day, string State, double? Ratio, long Down);

/// <summary>How long the probes of an hour took, in milliseconds.</summary>
internal sealed record HourView(DateTimeOffset At, double Mean, double Max)
{
    public static HourView Of(HourSums sums) => new(
        DateTimeOffset.FromUnixTimeMilliseconds(sums.Hour), sums.SumMicroseconds / 1000.0 / sums.Probes, sums.MaxMicroseconds / 1000.0);
}
