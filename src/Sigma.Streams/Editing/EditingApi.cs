using System.Text.Json.Nodes;
using Hosting.Web.Api;

namespace Sigma.Streams.Editing;

/// <summary>What clients have to know of reading and changing rules.</summary>
internal static class EditingApi
{
    public const string Tag = "Rules";

    private const string Rule =
        "title: Whoami\nid: 7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d\nlogsource: {product: windows}\n"
        + "detection: {selection: {CommandLine: whoami}, condition: selection}\n";

    private const string Id = "7b2c1d3e-0001-4a5b-9c8d-1e2f3a4b5c6d";

    public static ApiOperation Put { get; } = new("PutRule", "Adds a rule, or replaces the one with its id.")
    {
        Tag = Tag,
        Parameters = [Uuid, ApiParameter.Header("If-None-Match", Shapes.Text(1, "^\\*$"), "`*`: only adds, and replaces no rule.")],
        Body = new("The rule in YAML, as its file has it. Its id is that of the path.",
            new ApiContent("application/yaml", Shapes.Text(), Rule)),
        Answers =
        [
            ApiAnswer.Json<RulePut>(200, "It was replaced.", new JsonObject { ["id"] = Id, ["isNew"] = false }),
            ApiAnswer.Json<RulePut>(201, "It is new.", new JsonObject { ["id"] = Id, ["isNew"] = true }),
        ],
        Problems = [400, 409, 412, 503],
    };

    public static ApiOperation Delete { get; } = new("DeleteRule", "Deletes a rule.")
    {
        Tag = Tag,
        Parameters = [Uuid],
        Answers = [new(204, "It is deleted.")],
        Problems = [400, 404, 409, 503],
    };

    public static ApiOperation Try { get; } = new("TryRule", "Tells which of some events a rule fires for. Nothing is stored.")
    {
        Tag = Tag,
        Body = new("The rule and the events.", ApiContent.Json<TrialRequest>(new JsonObject
        {
            ["rule"] = Rule,
            ["events"] = "{\"CommandLine\":\"whoami\"}",
            ["explain"] = true,
        })),
        Answers = [ApiAnswer.Json<TrialResult>(200, "Each event with what fired. A rule that is wrong has problems, and fires for none.")],
        Problems = [400],
    };

    private static ApiParameter Uuid => ApiParameter.Path(
        "id", Shapes.Text(pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"), "The id of the rule, a UUID.", Id);

    /// <typeparam name="T">The list.</typeparam>
    public static ApiOperation List<T>() => new("ListRules", "The rules in use, with their counts, and the problems of others.")
    {
        Tag = Tag,
        Answers = [ApiAnswer.Json<T>(200, "In the order of the files.")],
    };

    /// <typeparam name="T">The rule.</typeparam>
    public static ApiOperation Find<T>() => new("FindRule", "A rule in use, with its text.")
    {
        Tag = Tag,
        Parameters = [ApiParameter.Path("id", Shapes.Text(500, "^[^/]+$"), "The id of the rule, or its title when it has none.", Id)],
        Answers = [ApiAnswer.Json<T>(200, "The rule.")],
        Problems = [404],
    };
}

/// <param name="Id">The id of the rule.</param>
/// <param name="IsNew">Whether there was none with that id.</param>
internal sealed record RulePut(string Id, bool IsNew);
