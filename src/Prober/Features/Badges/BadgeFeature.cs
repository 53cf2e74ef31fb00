using Hosting.Errors;
using Hosting.Metrics;
using Hosting.Web.Api;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History;
using Prober.Features.Maintenance;
using Prober.Features.Status;
using Prober.Features.Targets;

namespace Prober.Features.Badges;

/// <summary>
/// <c>/badge?kind=&amp;name=&amp;show=</c>: a small picture of a target's state, availability or duration, for other pages.
/// </summary>
internal static class BadgeFeature
{
    private const long Day = 24 * 60 * 60 * 1000;
    private const double Fine = 0.999;
    private const double Fair = 0.99;

    /// <summary>A picture in another page cannot send a key: it needs one only where the status page does.</summary>
    public static void MapBadges(this IEndpointRouteBuilder routes) =>
        routes.MapGet("/badge", ShowAsync).NeedsKeyUnlessPublic(routes).Describe(TargetsApi.Badge);

    /// <param name="show"><c>state</c>, which is the default, <c>availability</c> over <paramref name="days"/>, or <c>duration</c>.</param>
    private static async Task<IResult> ShowAsync(
        string kind,
        string name,
        string? show,
        int? days,
        HttpContext context,
        ProbeEngine engine,
        TimelineArchive archive,
        MaintenanceCalendar calendar,
        CancellationToken cancellationToken)
    {
        if (engine.Find(kind, name) is not { } target)
        {
            return new Error(TargetsEndpoints.NotFound, "No target has that kind and name.").ToProblem(context);
        }

        if (show is not (null or "" or "state" or "availability" or "duration") || days is < 1 or > 366)
        {
            return new Error(TargetsEndpoints.InvalidArgument, "show has to be state, availability or duration, and days from 1 to 366.")
                .ToProblem(context);
        }

        var state = calendar.At(engine.Now).StateOf(target);
        var (text, colour) = show switch
        {
            "availability" => await AvailabilityAsync(target, days ?? 1, engine, archive, cancellationToken),
            "duration" => target.Last is { IsGood: true } last
                ? ($"{last.Duration.TotalMilliseconds:0} ms", Badge.Blue)
                : ("unknown", Badge.Grey),
            _ => (LabelValues.Of(state), ColourOf(state)),
        };
        context.Response.Headers.CacheControl = "no-cache";
        return Results.Text(Badge.Draw(name, text, colour), "image/svg+xml");
    }

    private static async Task<(string Text, string Colour)> AvailabilityAsync(
        WatchedTarget target, int days, ProbeEngine engine, TimelineArchive archive, CancellationToken cancellationToken)
    {
        var window = new TimeRange(engine.Now - (days * Day), engine.Now);
        var ratio = (await archive.FindAsync(target, window, cancellationToken)).Measure(window).Ratio;
        return ratio is not { } known ? ("unknown", Badge.Grey)
            : (FormattableString.Invariant($"{Math.Floor(known * 100_000) / 1000:0.###} %"),
                known >= Fine ? Badge.Green : known >= Fair ? Badge.Yellow : Badge.Red);
    }

    private static string ColourOf(TargetState state) => state switch
    {
        TargetState.Up => Badge.Green,
        TargetState.Down => Badge.Red,
        TargetState.Maintenance => Badge.Blue,
        _ => Badge.Grey,
    };
}
