using System.Text.Json.Nodes;
using Hosting.Web.Api;
using Microsoft.OpenApi;
using Sigma.Streams.Editing;
using Sigma.Streams.Kafka;

namespace Sigma.Streams.Serving;

/// <summary>What clients have to know of the service's operations.</summary>
internal static class ServingApi
{
    private const string Alerts = "Alerts";
    private const string Group = "Group";

    private static readonly OpenApiSchema Number = Shapes.Whole(1, long.MaxValue);

    public static ApiDocument Document { get; } = new("Send events, get the alerts of Sigma rules; read, try and change the rules.")
    {
        Tags =
        [
            ("Events", "What rules are evaluated over."), (Alerts, "What fired."), (EditingApi.Tag, "The rules in use."),
            (Group, "All instances of a group."),
        ],
        Kinds = [EventsEndpoint.Busy, EventsEndpoint.Unavailable, EventsEndpoint.Malformed, PackedBody.UnknownCoding, .. EditErrors.All],
    };

    public static ApiOperation PostEvents { get; } = new("PostEvents", "Evaluates events, and answers when all sinks have the results.")
    {
        Tag = "Events",
        Description = "A record that is no event is counted as dead, and kept as the settings say. "
            + "A body is stored as a whole or not at all.",
        Parameters =
        [
            ApiParameter.Header(
                "Idempotency-Key", Shapes.Text(200, "^[!-~]+$"), "The same for a body that is sent again: its alerts get the same ids.",
                    "upload-7"),
            ApiParameter.Header("Content-Encoding", Shapes.OneOf("identity", "gzip"), "How the body is packed.", "identity"),
        ],
        Body = new("JSON: one event a line, values over several lines, arrays, or containers as clouds write them.",
            new ApiContent("application/x-ndjson", Shapes.Text(), "{\"EventID\":4688,\"CommandLine\":\"whoami\"}\n")),
        Answers =
        [
            ApiAnswer.Json<EventsTaken>(
                200, "All were evaluated.", new JsonObject { ["accepted"] = 1, ["dead"] = 0, ["alerts"] = 1, ["correlating"] = 0 }),
        ],
        Problems = [415, 429, 503],
    };

    public static ApiOperation ListAlerts { get; } = new("ListAlerts", "The last alerts, newest first, a page at a time.")
    {
        Tag = Alerts,
        Parameters =
        [
            ApiParameter.Query("rule", Shapes.Text(500), "Only alerts of this rule, by its id."),
            ApiParameter.Query("before", Number, "Only alerts older than the one with this number.", 1000),
            ApiParameter.Query("limit", Shapes.Whole(1, AlertsEndpoints.MaxLimit, AlertsEndpoints.DefaultLimit), "The most alerts.", 50),
        ],
        Answers =
        [
            new(200, "The alerts.", new(
                ApiContent.JsonType,
                Shapes.Record(["alerts"], ("alerts", Shapes.Array(
                    Shapes.Record(["number", "alert"], ("number", Number), ("alert", Alert()))))),
                new JsonObject { ["alerts"] = new JsonArray(new JsonObject { ["number"] = 1, ["alert"] = Example() }) })),
        ],
        Problems = [400],
    };

    public static ApiOperation StreamAlerts { get; } = new("StreamAlerts", "The same live, as server-sent events.")
    {
        Tag = Alerts,
        Description = "The stream ends when the service stops, or the key that opened it is no longer valid.",
        Parameters =
        [
            ApiParameter.Query(
                "after", Shapes.Whole(0, long.MaxValue), "Begins after the alert with this number; without it, with the next one.", 0),
            ApiParameter.Header("Last-Event-ID", Shapes.Text(), "The same, as browsers send it when they connect again."),
        ],
        Answers = [ApiAnswer.Text(200, "An event for each alert.", "text/event-stream", "id: 1\ndata: {}\n\n")],
        Problems = [400],
    };

    public static ApiOperation ReadGroup { get; } = new("ReadGroup", "The instances, their partitions, and what is unread.")
    {
        Tag = Group,
        Answers = [ApiAnswer.Json<GroupView>(200, "The group as the broker knows it; nothing without Kafka.")],
    };

    private static OpenApiSchema Alert()
    {
        var texts = new OpenApiSchema { Type = JsonSchemaType.Object, AdditionalProperties = new OpenApiSchema() };
        return Shapes.Record(
            ["rule", "event", "id", "time"],
            ("rule", Shapes.Record(
                ["id", "title", "level"], ("id", Shapes.Text()), ("title", Shapes.Text()),
                ("level", new() { Type = JsonSchemaType.String | JsonSchemaType.Null }))),
            ("event", Shapes.Record(
                ["offset"],
                ("file", Shapes.Text()), ("index", Shapes.Whole(0)), ("source", Shapes.Text()), ("partition", Shapes.Whole(0)),
                ("offset", Shapes.Whole(0)), ("inside", Shapes.Whole(0)))
                .Described("Where the event is: in a file, or in a partition of a source.")),
            ("id", Shapes.Text()),
            ("time", new() { Type = JsonSchemaType.String | JsonSchemaType.Null, Format = "date-time" }),
            ("fields", texts),
            ("captures", texts),
            ("custom", texts),
            ("repeats", Shapes.Whole(1).Described("How many more were held back.")),
            ("record", new OpenApiSchema().Described("The event as it came.")));
    }

    private static JsonObject Example() => new()
    {
        ["rule"] = new JsonObject { ["id"] = "7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d", ["title"] = "Whoami", ["level"] = "low" },
        ["event"] = new JsonObject { ["source"] = "http", ["partition"] = 0, ["offset"] = 0 },
        ["id"] = "5f0c",
        ["time"] = "2026-11-21T06:00:00Z",
    };
}

/// <param name="Accepted">Events that were evaluated.</param>
/// <param name="Dead">Records that are no events.</param>
/// <param name="Alerts">Alerts that were sent.</param>
/// <param name="Correlating">Matches that correlations count: alerts of these may follow, and none when it is 0.</param>
internal sealed record EventsTaken(long Accepted, long Dead, long Alerts, long Correlating);
