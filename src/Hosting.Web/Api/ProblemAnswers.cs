using System.Text.Json.Nodes;
using Hosting.Access;
using Hosting.Errors;
using Hosting.Limits;
using Hosting.Settings;
using Hosting.Uploads;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>Refusals as problem+json (RFC 9457): one answer for each status, with an example for each kind of error.</summary>
internal static class ProblemAnswers
{
    public const string MediaType = "application/problem+json";
    private const string SchemaName = "Problem";
    private const string RetryAfter = "Retry-After";

    private static readonly ErrorKind[] OfEveryHost =
    [
        ErrorKind.InvalidArgument, AccessErrors.Unauthenticated, AccessErrors.Forbidden, AccessErrors.CrossSite, AccessErrors.Misdirected,
        AccessErrors.KeysUnreadable, LimitErrors.ClientLimit, UploadErrors.MalformedKind, UploadErrors.TooLargeKind, UploadErrors.TooSlowKind,
    ];

    public static OpenApiResponseReference Reference(int status, OpenApiDocument document) => new($"{SchemaName}{status}", document);

    public static string Sentence(int status) => $"{ReasonPhrases.GetReasonPhrase(status)}.";

    public static OpenApiSchema Schema()
    {
        var schema = Shapes.Object(
            ["type", "title", "status"],
            ("type", Shapes.Text().Described("A URN that programs compare, or a URL of HTTP's own specification.")),
            ("title", Shapes.Text().Described("The kind of error, for people.")),
            ("status", Shapes.Whole(400, 599).Described("The status of the response.")),
            ("detail", Shapes.Text().Described("What is wrong with this request, and what to do.")),
            ("traceId", Shapes.Text().Described("Finds the request in log and traces.")));
        return schema.Described("A refusal, in the form of RFC 9457.");
    }

    /// <summary>Writes the answers of all statuses that operations refer to.</summary>
    /// <param name="document">All operations are in it.</param>
    /// <param name="api">Whose types the problems have.</param>
    public static void AddTo(OpenApiDocument document, ApiDocument api)
    {
        var host = api.Host;
        var components = document.Components!;
        components.Schemas ??= new Dictionary<string, IOpenApiSchema>();
        components.Schemas[SchemaName] = Schema();
        var used = document.Paths.Values.SelectMany(path => path.Operations ?? []).SelectMany(operation => operation.Value.Responses ?? [])
            .Where(response => response.Value is OpenApiResponseReference)
            .Select(response => int.Parse(response.Key, System.Globalization.CultureInfo.InvariantCulture))
            .Concat(api.FurtherStatuses).ToHashSet();
        components.Responses = used.Order().ToDictionary(
            status => $"{SchemaName}{status}",
            IOpenApiResponse (status) => Answer(document, host, status, [.. api.Kinds.Concat(OfEveryHost)
                .Where(kind => kind.HttpStatus == status).DistinctBy(host.TypeOf)]));
    }

    private static OpenApiResponse Answer(OpenApiDocument document, HostDescription host, int status, IReadOnlyList<ErrorKind> kinds) => new()
    {
        Description = kinds.Count == 0 ? Sentence(status) : string.Join(" ", kinds.Select(kind => $"{kind.Title}.").Distinct()),
        Headers = status is StatusCodes.Status429TooManyRequests or >= StatusCodes.Status502BadGateway
            ? new Dictionary<string, IOpenApiHeader>
            {
                [RetryAfter] = new OpenApiHeader
                {
                    Description = "Seconds after which the request may be sent again.", Schema = Shapes.Whole(1),
                },
            }
            : null,
        Content = new Dictionary<string, OpenApiMediaType>
        {
            [MediaType] = new()
            {
                Schema = new OpenApiSchemaReference(SchemaName, document),
                Examples = kinds.Count == 0 ? null : kinds.ToDictionary(kind => kind.Slug, kind => Example(host, kind)),
            },
        },
    };

    private static IOpenApiExample Example(HostDescription host, ErrorKind kind) => new OpenApiExample
    {
        Summary = kind.Title,
        Value = new JsonObject
        {
            ["type"] = host.TypeOf(kind),
            ["title"] = kind.Title,
            ["status"] = kind.HttpStatus,
            ["traceId"] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
        },
    };
}
