using Hosting.Access;
using Hosting.Errors;
using Hosting.Metrics;
using Hosting.Web.Api;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History;
using Prober.Features.Maintenance;

namespace Prober.Features.Targets;

/// <summary><c>/api/v1/sla</c> with EaseProbe's filters and pages.</summary>
internal static class SlaEndpoint
{
    internal const int MaxSize = 1000;
    private static readonly TimeSpan Window = TimeSpan.FromDays(1);

    public static void MapSla(this IEndpointRouteBuilder routes) =>
        routes.MapGet("/api/v1/sla", ListAsync).RequireScope(Scopes.Read).Describe(TargetsApi.Sla);

    private static async Task<IResult> ListAsync(
        [AsParameters] SlaFilter filter,
        HttpContext context,
        ProbeEngine engine,
        TimelineArchive archive,
        MaintenanceCalendar calendar,
        CancellationToken cancellationToken)
    {
        var (page, size) = (filter.Pg ?? 1, filter.Sz ?? 100);
        if (page < 1 || size is < 1 or > MaxSize)
        {
            return new Error(TargetsEndpoints.InvalidArgument, $"pg has to be 1 or more, and sz from 1 to {MaxSize}.").ToProblem(context);
        }

        if (filter.Status is not (null or "up" or "down" or "unknown" or "maintenance"))
        {
            return new Error(TargetsEndpoints.InvalidArgument, "status has to be up, down, unknown or maintenance.").ToProblem(context);
        }

        var (found, open) = (new List<SlaRow>(), calendar.At(engine.Now));
        foreach (var target in engine.Targets)
        {
            var status = open.StatusOf(target);
            if (!filter.Matches(target.Definition, status))
            {
                continue;
            }

            var row = SlaRow.Of(target.Definition, status, await MeasureAsync(target, engine, archive, cancellationToken));
            if ((filter.Gte is null || row.Sla >= filter.Gte) && (filter.Lte is null || row.Sla <= filter.Lte))
            {
                found.Add(row);
            }
        }

        var before = Math.Min(found.Count, (page - 1L) * size);
        return Results.Json(new SlaDocument(found.Count, page, size, [.. found.Skip((int)before).Take(size)]));
    }

    private static async Task<Availability> MeasureAsync(
        WatchedTarget target, ProbeEngine engine, TimelineArchive archive, CancellationToken cancellationToken)
    {
        var now = engine.Now;
        var window = new TimeRange(now - (long)Window.TotalMilliseconds, now);
        return (await archive.FindAsync(target, window, cancellationToken)).Measure(window);
    }
}

/// <summary>EaseProbe's query: texts that are contained in the name, the endpoint and the message, and bounds on the percentage.</summary>
internal sealed record SlaFilter(
    string? Name, string? Kind, string? Ep, string? Msg, string? Status, double? Gte, double? Lte, int? Pg, int? Sz)
{
    public bool Matches(TargetDefinition target, TargetStatus status) =>
        Contains(target.Name, Name)
        && (Kind is null || target.Kind == Kind)
        && Contains(target.Probe.Endpoint, Ep)
        && Contains(status.Last?.Message ?? "", Msg)
        && (Status is null || LabelValues.Of(status.State) == Status);

    private static bool Contains(string text, string? part) => part is null || text.Contains(part, StringComparison.OrdinalIgnoreCase);
}

internal sealed record SlaDocument(int Total, int Page, int Size, IReadOnlyList<SlaRow> Targets);

/// <param name="Sla">Percent of the known time in the last 24 h; null when nothing is known.</param>
internal sealed record SlaRow(
    string Name,
    string Kind,
    string Endpoint,
    string Status,
    double? Sla,
    double? Lower,
    double? Upper,
    AvailabilityView Time,
    string Message)
{
    public static SlaRow Of(TargetDefinition target, TargetStatus status, Availability measured) => new(
        target.Name,
        target.Kind,
        target.Probe.Endpoint,
        LabelValues.Of(status.State),
        measured.Ratio * 100,
        measured.Lower * 100,
        measured.Upper * 100,
        AvailabilityView.Of(measured),
        status.Last?.Message ?? "");
}
