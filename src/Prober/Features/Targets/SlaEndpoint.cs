using Hosting.Access;
using Hosting.Errors;
using Hosting.Metrics;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History;

namespace Prober.Features.Targets;

/// <summary>
/// <c>/api/v1/sla</c> with EaseProbe's filters and pages, and <c>/api/v1/status</c> for the public: names, states and availabilities, and
/// neither addresses nor errors.
/// </summary>
internal static class SlaEndpoint
{
    private const int MaxSize = 1000;
    private static readonly TimeSpan Window = TimeSpan.FromDays(1);

    public static void MapSla(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/api/v1/sla", ListAsync).RequireScope(Scopes.Read);
        routes.MapGet("/api/v1/status", ShowAsync).RequireScope(Scopes.Read);
    }

    private static async Task<IResult> ListAsync(
        [AsParameters] SlaFilter filter,
        HttpContext context,
        ProbeEngine engine,
        TimelineArchive archive,
        CancellationToken cancellationToken)
    {
        var (page, size) = (filter.Pg ?? 1, filter.Sz ?? 100);
        if (page < 1 || size is < 1 or > MaxSize)
        {
            return new Error(TargetsEndpoints.InvalidArgument, $"pg has to be 1 or more, and sz from 1 to {MaxSize}.").ToProblem(context);
        }

        if (filter.Status is not (null or "up" or "down" or "unknown"))
        {
            return new Error(TargetsEndpoints.InvalidArgument, "status has to be up, down or unknown.").ToProblem(context);
        }

        var found = new List<SlaRow>();
        foreach (var target in engine.Targets.Where(filter.Matches))
        {
            var row = SlaRow.Of(target, await MeasureAsync(target, engine, archive, cancellationToken));
            if ((filter.Gte is null || row.Sla >= filter.Gte) && (filter.Lte is null || row.Sla <= filter.Lte))
            {
                found.Add(row);
            }
        }

        return Results.Json(new SlaDocument(found.Count, page, size, [.. found.Skip((page - 1) * size).Take(size)]));
    }

    /// <param name="label">A label, such as <c>team=web</c>; null for all.</param>
    private static async Task<IResult> ShowAsync(
        string? label, HttpContext context, ProbeEngine engine, TimelineArchive archive, CancellationToken cancellationToken)
    {
        if (TargetFilter.Parse(null, label, null) is not { } filter)
        {
            return new Error(TargetsEndpoints.InvalidArgument, "label has to be as in team=web.").ToProblem(context);
        }

        var rows = new List<StatusRow>();
        foreach (var target in filter.Apply(engine.Targets))
        {
            var measured = await MeasureAsync(target, engine, archive, cancellationToken);
            rows.Add(new(target.Definition.Name, LabelValues.Of(target.Status.State), measured.Ratio, measured.Lower, measured.Upper));
        }

        return Results.Json(new StatusDocument(DateTimeOffset.FromUnixTimeMilliseconds(engine.Now), rows));
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
    public bool Matches(WatchedTarget target) =>
        Contains(target.Definition.Name, Name)
        && (Kind is null || target.Definition.Kind == Kind)
        && Contains(target.Definition.Probe.Endpoint, Ep)
        && Contains(target.Last?.Message ?? "", Msg)
        && (Status is null || LabelValues.Of(target.Status.State) == Status);

    private static bool Contains(string text, string? part) => part is null || text.Contains(part, StringComparison.OrdinalIgnoreCase);
}

internal sealed record SlaDocument(int Total, int Page, int Size, IReadOnlyList<SlaRow> Targets);

/// <param name="Sla">Percent of the time that is known in the last 24 h; null when none is.</param>
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
    public static SlaRow Of(WatchedTarget target, Availability measured) => new(
        target.Definition.Name,
        target.Definition.Kind,
        target.Definition.Probe.Endpoint,
        LabelValues.Of(target.Status.State),
        measured.Ratio * 100,
        measured.Lower * 100,
        measured.Upper * 100,
        AvailabilityView.Of(measured),
        target.Last?.Message ?? "");
}

internal sealed record StatusDocument(DateTimeOffset Time, IReadOnlyList<StatusRow> Targets);

internal sealed record StatusRow(string Name, string State, double? Ratio, double? Lower, double? Upper);
