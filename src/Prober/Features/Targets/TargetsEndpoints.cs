using Grpc.Core;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Web.Api;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.Maintenance;
using Prober.Features.Quorums;
using Prober.Features.Targets.Exposition;

namespace Prober.Features.Targets;

/// <summary><c>/api/v1/targets</c> and each target's timeline.</summary>
internal static class TargetsEndpoints
{
    private static readonly TimeSpan DefaultWindow = TimeSpan.FromDays(1);

    internal static readonly ErrorKind NotFound = new("not-found", "No such target", StatusCodes.Status404NotFound, StatusCode.NotFound);

    internal static readonly ErrorKind InvalidArgument =
        new("invalid-argument", "An argument is not valid", StatusCodes.Status400BadRequest, StatusCode.InvalidArgument);

    public static void AddTargets(this IServiceCollection services) => services.AddSingleton<TargetActions>();

    public static void MapTargets(this IEndpointRouteBuilder routes)
    {
        routes.MapGet("/api/v1/targets", ListAsync).RequireScope(Scopes.Read).Describe(TargetsApi.List);
        routes.MapGet("/api/v1/targets/{kind}/{**name}", FindAsync).RequireScope(Scopes.Read).ExcludeFromDescription();
        routes.MapPost(
            "/api/v1/targets/{kind}/{**name}",
            (string kind, string name, HttpContext context, TargetActions actions, CancellationToken cancellationToken) =>
                actions.RunAsync(kind, name, context, cancellationToken)).RequireScope(Scopes.Admin).ExcludeFromDescription();

        // A path cannot carry every name: clients and servers resolve "..", and a slash in a name looks like one between parts.
        routes.MapGet("/api/v1/timeline", TimelineAsync).RequireScope(Scopes.Read).Describe(TargetsApi.Timeline);
        routes.MapPost(
            "/api/v1/{action}",
            (string action, string kind, string name, HttpContext context, TargetActions actions, CancellationToken cancellationToken) =>
                actions.RunAsync(kind, name, action, context, cancellationToken)).RequireScope(Scopes.Admin).ExcludeFromDescription();
        foreach (var action in TargetActions.Names)
        {
            routes.MapPost(
                $"/api/v1/{action}",
                (string kind, string name, HttpContext context, TargetActions actions, CancellationToken cancellationToken) =>
                    actions.RunAsync(kind, name, action, context, cancellationToken))
                .RequireScope(Scopes.Admin).Describe(TargetsApi.Action(action));
        }

        routes.MapGet("/metrics/targets", WriteSeriesAsync).RequireScope(Scopes.Metrics).Describe(TargetsApi.Series);
    }

    /// <summary>The name in a path; the server has decoded everything except slashes.</summary>
    internal static string NameOf(string part) => part.Replace("%2F", "/", StringComparison.OrdinalIgnoreCase);

    /// <param name="kind">The kind of the targets; null for all.</param>
    /// <param name="label">A label that they have, such as <c>team=web</c>.</param>
    /// <param name="shard">A part, such as <c>1/4</c>, so that several scrapes can share the targets.</param>
    private static async Task<IResult> WriteSeriesAsync(
        string? kind, string? label, string? shard, HttpContext context, ProbeEngine engine, CancellationToken cancellationToken)
    {
        if (TargetFilter.Parse(kind, label, shard) is not { } filter)
        {
            return new Error(InvalidArgument, "label has to be like team=web, and shard like 1/4.").ToProblem(context);
        }

        await TargetSeries.WriteAsync(context.Response, filter.Apply(engine.Targets), cancellationToken);
        return Results.Empty;
    }

    private static async Task<IResult> ListAsync(
        [AsParameters] TargetQuery query,
        HttpContext context,
        ProbeEngine engine,
        TimelineArchive archive,
        AlertBook alerts,
        HistoryKeeper keeper,
        MaintenanceCalendar calendar,
        QuorumBoard quorum,
        CancellationToken cancellationToken)
    {
        if (!query.IsValid)
        {
            var orders = string.Join(", ", TargetQuery.Orders);
            return new Error(InvalidArgument, $"sort has to be one of {orders}, with or without a '-' before it, and limit 1 or more.")
                .ToProblem(context);
        }

        var (now, all) = (engine.Now, engine.Targets);
        var window = new TimeRange(now - (long)DefaultWindow.TotalMilliseconds, now);
        var (states, open) = (new StatesView(), calendar.At(now));
        var found = new List<MeasuredTarget>();
        foreach (var target in all)
        {
            var status = open.StatusOf(target);
            states.Count(status.State);
            if (query.Matches(target, status))
            {
                found.Add(new(target, status, (await archive.FindAsync(target, window, cancellationToken)).Measure(window)));
            }
        }

        return Results.Json(new TargetsDocument(
            DateTimeOffset.FromUnixTimeMilliseconds(now),
            ProberView.Of(engine, keeper, quorum),
            states,
            found.Count,
            [.. query.Arrange(found).Select(target => TargetView.Of(target, alerts, quorum, now))]));
    }

    /// <param name="name">Ends with <c>/timeline</c>, because a name may itself have slashes.</param>
    private static Task<IResult> FindAsync(
        string kind,
        string name,
        DateTimeOffset? from,
        DateTimeOffset? to,
        HttpContext context,
        ProbeEngine engine,
        TimelineArchive archive,
        CancellationToken cancellationToken)
    {
        const string Timeline = "/timeline";
        return name.EndsWith(Timeline, StringComparison.Ordinal)
            ? TimelineAsync(kind, NameOf(name[..^Timeline.Length]), from, to, context, engine, archive, cancellationToken)
            : Task.FromResult(new Error(NotFound, "No target has that kind and name.").ToProblem(context));
    }

    private static async Task<IResult> TimelineAsync(
        string kind,
        string name,
        DateTimeOffset? from,
        DateTimeOffset? to,
        HttpContext context,
        ProbeEngine engine,
        TimelineArchive archive,
        CancellationToken cancellationToken)
    {
        var target = engine.Find(kind, name);
        if (target is null)
        {
            return new Error(NotFound, "No target has that kind and name.").ToProblem(context);
        }

        var end = Math.Min(to?.ToUnixTimeMilliseconds() ?? long.MaxValue, engine.Now);
        var window = new TimeRange(from?.ToUnixTimeMilliseconds() ?? end - (long)DefaultWindow.TotalMilliseconds, end);
        if (window.Length == 0)
        {
            return new Error(InvalidArgument, "'from' has to be before 'to', and not in the future.").ToProblem(context);
        }

        var timeline = await archive.FindAsync(target, window, cancellationToken);
        return Results.Json(new TimelineDocument(
            kind,
            target.Definition.Name,
            DateTimeOffset.FromUnixTimeMilliseconds(window.Start),
            DateTimeOffset.FromUnixTimeMilliseconds(window.End),
            AvailabilityView.Of(timeline.Measure(window)),
            [.. timeline.Parts(window).Select(PartView.Of)],
            [.. timeline.Changes.Where(change => change.At >= window.Start && change.At < window.End).Select(ChangeView.Of)],
            [.. timeline.Corrections.Select(CorrectionView.Of)]));
    }
}
