using System.Text.Json.Nodes;
using Hosting.Web.Api;
using Microsoft.OpenApi;

namespace Journal.Features.Doors;

/// <summary>What clients have to know of the doors: the forms in which senders bring records over HTTP.</summary>
internal static class DoorsApi
{
    public const string Tag = "Doors";

    private static readonly ApiParameter Coding = ApiParameter.Header(
        "Content-Encoding", Shapes.OneOf("identity", "gzip", "deflate", "zstd"), "How the body is packed.", "identity");

    private static readonly int[] Refusals = [400, 408, 413, 415, 503];

    public static ApiOperation Otlp { get; } = new("ExportLogs", "OpenTelemetry's logs, as protobuf or JSON.")
    {
        Tag = Tag,
        Parameters = [Coding],
        Body = new("An ExportLogsServiceRequest.",
            new ApiContent(ApiContent.JsonType, Shapes.Record([], ("resourceLogs", Shapes.Array(new() { Type = JsonSchemaType.Object }))),
                Logs()),
            new ApiContent("application/x-protobuf", Shapes.Bytes())),
        Answers =
        [
            new(200, "All are stored; protobuf is answered by protobuf.",
                new(ApiContent.JsonType, Shapes.Record([], ("partialSuccess", Shapes.Record(
                [], ("rejectedLogRecords", Shapes.Text()), ("errorMessage", Shapes.Text())))), new JsonObject())),
        ],
        Problems = Refusals,
        Refusals =
        [
            new(ApiContent.JsonType, Shapes.Record(["code", "message"], ("code", Shapes.Whole(0, 16)), ("message", Shapes.Text())),
                new JsonObject { ["code"] = 3, ["message"] = "It is not JSON." }),
            new("application/x-protobuf", Shapes.Bytes()),
        ],
    };

    public static ApiOperation Loki { get; } = new("PushStreams", "Streams of Loki's clients.")
    {
        Tag = Tag,
        Parameters = [Coding],
        Body = new("A push request: JSON, or protobuf packed by snappy.",
            new ApiContent(ApiContent.JsonType, Shapes.Record(
                ["streams"], ("streams", Shapes.Array(new() { Type = JsonSchemaType.Object }))), Streams()),
            new ApiContent("application/x-protobuf", Shapes.Bytes())),
        Answers = [new(204, "All are stored.")],
        Problems = [.. Refusals, 422],
        Refusals = [new("text/plain", Shapes.Text(), "error at least one valid stream is required for ingestion\n")],
    };

    /// <summary>The address that Loki had before 1.0.</summary>
    public static ApiOperation OldLoki { get; } = Loki with { Id = "PushStreamsV0", IsDeprecated = true };

    public static ApiOperation Gelf { get; } = new("PostGelf", "A message in GELF, or several, one after another.")
    {
        Tag = Tag,
        Parameters = [Coding],
        Body = new("JSON objects.", new ApiContent(ApiContent.JsonType, new() { Type = JsonSchemaType.Object }, new JsonObject
        {
            ["version"] = "1.1",
            ["host"] = "web1",
            ["short_message"] = "started",
        })),
        Answers = [new(202, "All are stored.")],
        Problems = Refusals,
    };

    public static ApiOperation Journald { get; } = new("UploadJournal",
        "Entries of another machine's journal, as systemd-journal-upload sends.")
    {
        Tag = Tag,
        Body = new("Entries in systemd's export format.", new ApiContent(
            "application/vnd.fdo.journal", Shapes.Text(), "__REALTIME_TIMESTAMP=1764220000000000\nMESSAGE=started\n\n")),
        Answers = [ApiAnswer.Text(202, "All are stored.", example: "OK.\n")],
        Problems = [400, 408, 415, 503],
    };

    private static readonly OpenApiSchema HecAnswer =
        Shapes.Record(["text", "code"], ("text", Shapes.Text()), ("code", Shapes.Whole(0, 30)), ("ackId", Shapes.Whole(0)));

    private static readonly OpenApiSchema HecRefusal =
        Shapes.Record(["text", "code"], ("text", Shapes.Text()), ("code", Shapes.Whole(0, 30)), ("invalid-event-number", Shapes.Whole(0)));

    /// <typeparam name="T">The answer.</typeparam>
    public static ApiOperation Lines<T>() => new("PostLines", "Text lines or NDJSON.")
    {
        Tag = Tag,
        Parameters =
        [
            ApiParameter.Query("wait", Shapes.OneOf("proof"), "The answer comes when a checkpoint covers the lines, with a proof of each.",
                "proof"),
            Coding,
        ],
        Body = new("Each line is a record.", new ApiContent("text/plain", Shapes.Text(minLength: 1), "a line\nanother\n")),
        Answers =
        [
            ApiAnswer.Json<T>(200, "All are stored.", new JsonObject { ["first"] = 0, ["count"] = 2, ["frame"] = 0 }),
            ApiAnswer.Json<T>(202, "All are stored, but the proofs are late: do not send them again."),
        ],
        Problems = [400, 415, 503],
    };

    /// <param name="path">Below <c>/services/collector</c>; its slashes tell the operations apart.</param>
    public static ApiOperation HecEvents(string path) => Hec("PostEvents", path, "Events of Splunk's senders.") with
    {
        Body = new("JSON objects, one after another.", new ApiContent(
            ApiContent.JsonType, new() { Type = JsonSchemaType.Object }, new JsonObject { ["event"] = "started", ["host"] = "web1" })),
    };

    /// <inheritdoc cref="HecEvents"/>
    public static ApiOperation HecLines(string path) => Hec("PostRaw", path, "Lines of Splunk's senders.") with
    {
        Body = new("Each line is an event.", new ApiContent("text/plain", Shapes.Text(minLength: 1), "a line\n")),
    };

    public static ApiOperation HecAck { get; } = Hec("AskAck", "", "Whether requests are stored, by their numbers.") with
    {
        Body = new("The numbers.", new ApiContent(
            ApiContent.JsonType, Shapes.Record(["acks"], ("acks", Shapes.Array(Shapes.Whole(0)))),
                new JsonObject { ["acks"] = new JsonArray(0) })),
        Answers =
        [
            new(200, "Each number with the answer.", new(ApiContent.JsonType, Shapes.Record(
                ["acks"], ("acks", new() { Type = JsonSchemaType.Object, AdditionalProperties = Shapes.Flag() })))),
        ],
    };

    /// <inheritdoc cref="HecEvents"/>
    public static ApiOperation HecHealth(string path) => new($"CollectorHealth{Suffix(path)}", "Whether events are taken.")
    {
        Tag = Tag,
        Answers = [new(200, "They are.", new(ApiContent.JsonType, HecAnswer,
            new JsonObject { ["text"] = "HEC is healthy", ["code"] = 17 }))],
    };

    private static ApiOperation Hec(string id, string path, string summary) => new($"{id}{Suffix(path)}", summary)
    {
        Tag = Tag,
        Parameters =
        [
            ApiParameter.Header("X-Splunk-Request-Channel", Shapes.Text(100), "With it, the answer has a number to ask for.", "1"),
            Coding,
        ],
        Answers = [new(200, "All are stored.", new(ApiContent.JsonType, HecAnswer, new JsonObject { ["text"] = "Success", ["code"] = 0 }))],
        Problems = Refusals,
        Refusals = [new(ApiContent.JsonType, HecRefusal, new JsonObject { ["text"] = "Invalid data format", ["code"] = 6 })],
    };

    /// <summary><c>/event/1.0</c> gives <c>Event10</c>.</summary>
    private static string Suffix(string path) => string.Concat(path.Split('/', StringSplitOptions.RemoveEmptyEntries)
        .Select(part => char.ToUpperInvariant(part[0]) + part[1..].Replace(".", "", StringComparison.Ordinal)));

    private static JsonNode Logs() => JsonNode.Parse(
        """{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"1764220000000000000","body":{"stringValue":"started"}}]}]}]}""")!;

    private static JsonNode Streams() =>
        JsonNode.Parse("""{"streams":[{"stream":{"app":"web"},"values":[["1764220000000000000","started"]]}]}""")!;
}
