using System.Text.Json.Nodes;
using Hosting.Web.Api;
using Microsoft.OpenApi;
using Prober.Features.Targets;

namespace Prober.Features.Status;

/// <summary>What clients have to know of the public view and of incidents.</summary>
internal static class StatusApi
{
    private const string Tag = TargetsApi.Targets;

    public static ApiOperation Status { get; } = new("ReadStatus", "States and availabilities, without addresses and errors.")
    {
        Tag = Tag,
        Parameters = [TargetsApi.Label],
        Answers = [ApiAnswer.Json<StatusDocument>(200, "All targets, or those with the label, their groups, and the incidents.")],
        Problems = [400],
    };

    public static ApiOperation Incidents { get; } = new("ListIncidents", "What people told about outages, the newest first.")
    {
        Tag = Tag,
        Answers = [ApiAnswer.Json<IReadOnlyList<IncidentView>>(200, "All incidents with their updates.")],
    };

    public static ApiOperation Open { get; } = Write(
        "OpenIncident", "Begins an incident.", [], [400, 403, 503],
        Body(["title", "text"], ("title", Shapes.Text(IncidentFeature.MaxTitle)), ("text", Text), ("state", State)),
        new JsonObject { ["title"] = "The shop is slow", ["text"] = "We look into it.", ["state"] = "investigating" });

    public static ApiOperation Update { get; } = Write(
        "UpdateIncident", "Adds an update to an incident.",
        [ApiParameter.Path("id", Shapes.Whole(1, int.MaxValue), "The number of the incident.", 1)], [400, 403, 404, 503],
        Body(["text", "state"], ("text", Text), ("state", State)),
        new JsonObject { ["text"] = "It is mended.", ["state"] = "resolved" });

    private static OpenApiSchema Text => Shapes.Text(IncidentFeature.MaxText);

    private static OpenApiSchema State => Shapes.OneOf(IncidentFeature.States);

    private static OpenApiSchema Body(string[] required, params (string Name, OpenApiSchema Schema)[] members) =>
        Shapes.Object(required, members);

    private static ApiOperation Write(
        string id, string summary, IReadOnlyList<ApiParameter> parameters, IReadOnlyList<int> problems, OpenApiSchema body, JsonNode example) =>
        new(id, summary)
        {
            Tag = Tag,
            Parameters = parameters,
            Body = new("What people shall know.", new ApiContent(ApiContent.JsonType, body, example)),
            Answers = [ApiAnswer.Json<IncidentNumber>(201, "The number of the incident.")],
            Problems = problems,
        };
}
