using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>Health and metrics: endpoints of middleware, which the framework does not describe.</summary>
internal static class CommonOperations
{
    public const string Tag = "Operation";

    public static void AddTo(OpenApiDocument document, bool hasMetrics, bool asksClients)
    {
        Add(document, "/healthz/live", Operation(document, "Live", "Whether the process answers.", Health(isReady: false)));
        Add(document, "/healthz/ready", Operation(document, "Ready", "Whether it can do its work now.", Health(isReady: true)));
        if (hasMetrics)
        {
            var metrics = Operation(document, "Metrics", "The metrics, for Prometheus.", new()
            {
                ["200"] = new OpenApiResponse
                {
                    Description = "All series.",
                    Content = new Dictionary<string, OpenApiMediaType>
                    {
                        ["text/plain"] = new() { Schema = Shapes.Text() },
                        ["application/openmetrics-text"] = new() { Schema = Shapes.Text() },
                    },
                },
            });
            foreach (var status in (int[])[401, 403, 503])
            {
                metrics.Responses![$"{status}"] = ProblemAnswers.Reference(status, document);
            }

            metrics.Security = SecuritySchemes.Required(document, asksClients);
            metrics.Description = SecuritySchemes.Sentence("metrics");
            Add(document, "/metrics", metrics);
        }
    }

    private static void Add(OpenApiDocument document, string path, OpenApiOperation operation) =>
        document.Paths[path] = new OpenApiPathItem { Operations = new() { [HttpMethod.Get] = operation } };

    private static OpenApiOperation Operation(OpenApiDocument document, string id, string summary, OpenApiResponses responses)
    {
        foreach (var status in (int[])[StatusCodes.Status421MisdirectedRequest, StatusCodes.Status429TooManyRequests])
        {
            responses[$"{status}"] = ProblemAnswers.Reference(status, document);
        }

        return new()
        {
            OperationId = id,
            Summary = summary,
            Description = SecuritySchemes.Sentence(null),
            Tags = new HashSet<OpenApiTagReference> { new(Tag, document) },
            Responses = responses,
            Security = [],
        };
    }

    private static OpenApiResponses Health(bool isReady)
    {
        var responses = new OpenApiResponses { ["200"] = State("Healthy", "It is.") };
        if (isReady)
        {
            responses["503"] = State("Unhealthy", "It is not; the checks say why.");
        }

        return responses;
    }

    private static OpenApiResponse State(string status, string description) => new()
    {
        Description = description,
        Content = new Dictionary<string, OpenApiMediaType>
        {
            [ApiContent.JsonType] = new()
            {
                Schema = Shapes.Object(
                    ["status", "checks"],
                    ("status", Shapes.OneOf("Healthy", "Degraded", "Unhealthy")),
                    ("checks", new OpenApiSchema
                    {
                        Type = JsonSchemaType.Object,
                        AdditionalProperties = Shapes.Object(
                            ["status", "description"],
                            ("status", Shapes.OneOf("Healthy", "Degraded", "Unhealthy")),
                            ("description", new OpenApiSchema { Type = JsonSchemaType.String | JsonSchemaType.Null })),
                    })),
                Example = new JsonObject
                {
                    ["status"] = status,
                    ["checks"] = new JsonObject { ["shutdown"] = new JsonObject { ["status"] = status, ["description"] = null } },
                },
            },
        },
    };
}
