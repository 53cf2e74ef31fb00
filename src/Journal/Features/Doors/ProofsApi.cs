using Hosting.Web.Api;

namespace Journal.Features.Doors;

/// <summary>What clients have to know of checkpoints, tiles and witnessing.</summary>
internal static class ProofsApi
{
    public const string Tag = "Proofs";

    public static ApiOperation Files { get; } = new("ReadLog",
        "Checkpoint, tiles, entry bundles and epoch notes, as C2SP tlog-tiles has them.")
    {
        Tag = Tag,
        Parameters = [ApiParameter.Path("file", Shapes.Text(200, "^[A-Za-z0-9._-]+$"), "Its path below /log.", "checkpoint")],
        Answers =
        [
            new(200, "The file.", new("text/plain", Shapes.Text())) { Headers = [CacheControl] }, new(206, "The range that was asked for."),
            new(304, "The client has it already."),
        ],
        Problems = [404],
    };

    public static ApiOperation AddCheckpoint { get; } = new("AddCheckpoint", "Signs the checkpoint of another log (C2SP tlog-witness).")
    {
        Tag = Tag,
        Body = new("The old size, the proof, and the checkpoint.", new ApiContent(
            "text/plain", Shapes.Text(),
                "old 0\n\nexample.com/log\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— example.com/log AAAA\n")),
        Answers =
        [
            ApiAnswer.Text(200, "The signature."), ApiAnswer.Text(409, "The size that was signed here last.", "text/x.tlog.size", "3\n"),
        ],
        Problems = [400, 403, 404, 422, 503],
    };

    public static ApiOperation Witnessed { get; } = new("ReadWitnessed", "The last checkpoint of a log that was signed here.")
    {
        Tag = Tag,
        Parameters = [ApiParameter.Path("log", Shapes.Sha256(), "The SHA-256 of the log's origin.", new string('0', 64))],
        Answers = [ApiAnswer.Text(200, "The checkpoint.") with { Headers = [CacheControl] }],
        Problems = [404],
    };

    private static ApiHeader CacheControl => new("Cache-Control", "How long it is right.", Shapes.Text());
}
