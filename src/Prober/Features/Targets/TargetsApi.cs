using System.Text.Json.Nodes;
using Hosting.Web.Api;

namespace Prober.Features.Targets;

/// <summary>What clients have to know of the prober's operations.</summary>
internal static class TargetsApi
{
    internal const string Targets = "Targets";
    private const string Actions = "Actions";
    private const string Monitoring = "Monitoring";
    private const int MaxName = 300;

    private static readonly string[] States = ["up", "down", "unknown", "maintenance"];

    public static ApiDocument Document { get; } = new("Read the states of targets, act on them, and probe.")
    {
        Tags = [(Targets, "States, timelines and availabilities."), (Actions, "What people do about a target."),
            (Monitoring, "For other programs.")],
        Kinds = [TargetsEndpoints.NotFound, TargetsEndpoints.InvalidArgument, .. TargetActions.Kinds, PushFeature.Refused],
        Configure = options => options.AddSchemaTransformer((schema, context, _) =>
        {
            // A state is a text in the code.
            if (context.JsonPropertyInfo is { Name: "state" or "status", PropertyType: var type, DeclaringType: var owner }
                && type == typeof(string) && !owner.Name.StartsWith("Incident", StringComparison.Ordinal))
            {
                schema.Enum = Shapes.OneOf(States).Enum;
            }

            return Task.CompletedTask;
        }),
    };

    public static ApiOperation List { get; } = new("ListTargets", "The targets with their states, and the prober's own.")
    {
        Tag = Targets,
        Parameters =
        [
            ApiParameter.Query("search", Shapes.Text(MaxName), "Words that occur in state, kind, name, endpoint or a label.",
                "down team=web"),
            ApiParameter.Query(
                "sort", Shapes.OneOf(TargetQuery.Orders.SelectMany(order => (string[])[order, $"-{order}"])),
                "The order; a '-' before it reverses it. Without it, that of the configuration.", "worst"),
            ApiParameter.Query("limit", Shapes.Whole(1, int.MaxValue), "The most targets; all without it.", 100),
        ],
        Answers = [ApiAnswer.Json<TargetsDocument>(200, "At one moment.")],
        Problems = [400],
    };

    public static ApiOperation Timeline { get; } = new("ReadTimeline", "What was known of a target, and when.")
    {
        Tag = Targets,
        Parameters =
        [
            .. Target,
            ApiParameter.Query("from", Shapes.Instant(), "The start; a day before the end without it.", "2026-11-21T00:00:00Z"),
            ApiParameter.Query("to", Shapes.Instant(), "The end; now without it.", "2026-11-22T00:00:00Z"),
        ],
        Answers = [ApiAnswer.Json<TimelineDocument>(200, "The timeline.")],
        Problems = [400, 404],
    };

    public static ApiOperation History { get; } = new("ReadHistory", "90 days of a target, day by day, and how long its probes took.")
    {
        Tag = Targets,
        Parameters = Target,
        Answers = [ApiAnswer.Json<TargetHistoryDocument>(200, "The oldest first.")],
        Problems = [400, 404],
    };

    public static ApiOperation Sla { get; } = new("ListAvailabilities", "Availabilities of the last 24 hours, with EaseProbe's filters.")
    {
        Tag = Targets,
        Parameters =
        [
            ApiParameter.Query("name", Shapes.Text(MaxName), "A part of the name."),
            ApiParameter.Query("kind", Shapes.Text(50), "The kind.", "http"),
            ApiParameter.Query("ep", Shapes.Text(MaxName), "A part of the endpoint."),
            ApiParameter.Query("msg", Shapes.Text(MaxName), "A part of the last message."),
            ApiParameter.Query("status", Shapes.OneOf(States), "The state.", "up"),
            ApiParameter.Query("gte", Shapes.Number(0, 100), "Percent; only targets with as much or more.", 99.9),
            ApiParameter.Query("lte", Shapes.Number(0, 100), "Percent; only targets with as much or less."),
            ApiParameter.Query("pg", Shapes.Whole(1, int.MaxValue, 1), "The page."),
            ApiParameter.Query("sz", Shapes.Whole(1, SlaEndpoint.MaxSize, 100), "Targets on a page."),
        ],
        Answers = [ApiAnswer.Json<SlaDocument>(200, "A page.")],
        Problems = [400],
    };

    public static ApiOperation Series { get; } = new("TargetMetrics", "The targets' metrics, for Prometheus.")
    {
        Tag = Monitoring,
        Parameters =
        [
            ApiParameter.Query("kind", Shapes.Text(50), "Only targets of this kind.", "http"),
            Label,
            ApiParameter.Query(
                "shard", Shapes.OneOf("1/1", "1/2", "2/2", "1/4", "2/4", "3/4", "4/4"),
                "A part, so that several scrapes can share the targets. Any K/N is taken.", "1/4"),
        ],
        Answers = [ApiAnswer.Text(200, "All series.")],
        Problems = [400],
    };

    public static ApiOperation Push { get; } = new("PushState", "A target of the kind push reports its own state.")
    {
        Tag = Monitoring,
        Description = "Send the target's token as Authorization: Bearer TOKEN, or in the query. A name that no path can carry, such as .., "
            + "goes to /api/v1/push?name=.",
        Parameters =
        [
            ApiParameter.Path("name", Shapes.Text(MaxName, "^[^/]+$"), "The name of the target, percent-encoded.", "backup"),
            ApiParameter.Query("token", Shapes.Text(200), "The token of the target.", "secret"),
            ApiParameter.Query("state", Shapes.OneOf("up", "down"), "What the body would say; without it and a body: up.", "up"),
            ApiParameter.Query("message", Shapes.Text(PushFeature.MaxMessage), "What the body would say."),
            ApiParameter.Query("duration", Shapes.Duration(), "What the body would say."),
        ],
        Body = new("Nothing for up, or a message.", new ApiContent(ApiContent.JsonType, Shapes.Record(
            [],
            ("state", Shapes.OneOf("up", "down")), ("message", Shapes.Text(PushFeature.MaxMessage)), ("duration", Shapes.Duration())),
            new JsonObject { ["state"] = "down", ["message"] = "The disk is full.", ["duration"] = "1.5s" }))
        { IsRequired = false },
        Answers = [new(204, "It is taken.")],
        Problems = [400, 403],
    };

    internal static ApiParameter Label => ApiParameter.Query(
        "label", Shapes.Text(MaxName, "^[^=]+=.*$"), "Only targets with this label.", "team=web");

    private static ApiParameter[] Target =>
    [
        ApiParameter.Query("kind", Shapes.Text(50), "The kind of the target.", "http") with { IsRequired = true },
        ApiParameter.Query("name", Shapes.Text(MaxName), "The name of the target.", "shop") with { IsRequired = true },
    ];

    /// <param name="action">One of <see cref="TargetActions.Names"/>.</param>
    public static ApiOperation Action(string action)
    {
        var note = ("note", Shapes.Text(TargetActions.MaxNote));
        var (id, summary, body, example) = action switch
        {
            "acknowledge" => (
                "AcknowledgeTarget", "Somebody works on it: its alert does not repeat.", Shapes.Record([], note),
                new JsonObject { ["note"] = "on it" }),
            "silence" => (
                "SilenceTarget", "No notifications of it for a while; 0s ends a silence.",
                Shapes.Record(["for"], ("for", Shapes.Duration()), note), new JsonObject { ["for"] = "2h", ["note"] = "update" }),
            _ => (
                "CorrectTarget", "Its state in the past was another one.",
                Shapes.Record(
                    ["from", "to", "state", "note"], ("from", Shapes.Instant()), ("to", Shapes.Instant()), ("state", Shapes.OneOf(States)),
                    ("note", Shapes.Text(TargetActions.MaxNote, minLength: 1))),
                new JsonObject
                {
                    ["from"] = "2026-11-22T00:00:00Z",
                    ["to"] = "2026-11-22T01:00:00Z",
                    ["state"] = "up",
                    ["note"] = "The probe was wrong.",
                }),
        };
        return new(id, summary)
        {
            Tag = Actions,
            Parameters = Target,
            Body = new("What and why.", new ApiContent(ApiContent.JsonType, body, example)),
            Answers = [new(204, "It is kept.")],
            Problems = [403, 404, 503],
        };
    }

    public static ApiOperation Badge { get; } = new("ShowBadge", "A small picture of a target's state, availability or duration.")
    {
        Tag = Monitoring,
        Parameters =
        [
            .. Target,
            ApiParameter.Query("show", Shapes.OneOf("state", "availability", "duration"), "What it shows; the state without it.", "state"),
            ApiParameter.Query("days", Shapes.Whole(1, 366, 1), "The days of an availability.", 30),
        ],
        Answers = [ApiAnswer.Text(200, "The picture.", "image/svg+xml", "<svg/>")],
        Problems = [400, 404],
    };

    public static ApiOperation Probe { get; } = new("Probe", "Probes at once, like blackbox_exporter.")
    {
        Tag = Monitoring,
        Parameters =
        [
            ApiParameter.Query("target", Shapes.Text(2000, minLength: 1), "The name of a target, or an endpoint.",
                "https://example.com") with { IsRequired = true },
            ApiParameter.Query("module", Shapes.Text(100), "A kind, or a module of the configuration.", "http"),
            ApiParameter.Query("hostname", Shapes.Text(255), "The site to ask for at the address: for modules of http and tcp.",
                "shop.example.com"),
            ApiParameter.Query("debug", Shapes.Flag(), "Whether the steps are told, too.", true),
            ApiParameter.Header(
                "X-Prometheus-Scrape-Timeout-Seconds", Shapes.Number(0, 3600), "The answer comes before the end of the scrape.", 10),
        ],
        Answers = [ApiAnswer.Text(200, "The result, as metrics.")],
        Problems = [400, 403, 503],
    };
}
