using Hosting.Access;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Extensions.Options;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>Puts the <see cref="ApiOperation"/> of an endpoint into the document, and what holds for every endpoint of a host.</summary>
internal sealed class OperationWriter(IOptions<AccessOptions> access) : IOpenApiOperationTransformer
{
    public async Task TransformAsync(
        OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken cancellationToken)
    {
        var metadata = context.Description.ActionDescriptor.EndpointMetadata;
        if (metadata.OfType<ApiOperation>().LastOrDefault() is not { } described)
        {
            return;
        }

        var document = context.Document!;
        var isHead = HttpMethods.IsHead(context.Description.HttpMethod ?? "");
        operation.OperationId = isHead ? $"{described.Id}Head" : described.Id;
        operation.Summary = isHead ? $"{described.Summary.TrimEnd('.')}: only the head." : described.Summary;
        operation.Deprecated = described.IsDeprecated;
        operation.Tags = new HashSet<OpenApiTagReference> { new(described.Tag, document) };
        operation.Parameters = described.Parameters.Count == 0 ? null : [.. described.Parameters.Select(Parameter)];
        operation.RequestBody = described.Body is null ? null : await BodyAsync(described.Body, context, cancellationToken);
        var produced = operation.Responses ?? [];
        operation.Responses = [];
        foreach (var answer in described.Answers)
        {
            operation.Responses[$"{answer.Status}"] = Answer(answer, produced, isHead);
        }

        var scope = metadata.OfType<IAllowAnonymous>().Any() ? null : metadata.OfType<IAuthorizeData>().LastOrDefault()?.Policy;
        foreach (var status in Problems(described, context.Description.HttpMethod ?? "", scope is not null))
        {
            operation.Responses[$"{status}"] = isHead ? new OpenApiResponse { Description = ProblemAnswers.Sentence(status) }
                : described.Refusals.Count > 0 ? Refused(status, described.Refusals)
                : ProblemAnswers.Reference(status, document);
        }

        operation.Description = $"{described.Description} {SecuritySchemes.Sentence(scope)}".Trim();
        operation.Security = scope is null ? [] : SecuritySchemes.Required(document, access.Value.AsksClients);
    }

    private static IEnumerable<int> Problems(ApiOperation operation, string method, bool isScoped)
    {
        var statuses = new SortedSet<int>(operation.Problems) { StatusCodes.Status421MisdirectedRequest,
            StatusCodes.Status429TooManyRequests };
        if (!HttpMethods.IsGet(method) && !HttpMethods.IsHead(method))
        {
            statuses.Add(StatusCodes.Status403Forbidden); // a page of another site
        }

        if (isScoped)
        {
            statuses.UnionWith(
                [StatusCodes.Status401Unauthorized, StatusCodes.Status403Forbidden, StatusCodes.Status503ServiceUnavailable]);
        }

        if (operation.Parameters.Any(parameter => parameter.In == ParameterLocation.Path))
        {
            statuses.Add(StatusCodes.Status400BadRequest); // the server itself refuses some characters
        }

        if (operation.Body is not null)
        {
            statuses.UnionWith([StatusCodes.Status400BadRequest, StatusCodes.Status408RequestTimeout,
                StatusCodes.Status413PayloadTooLarge]);
        }

        return statuses.Except(operation.Answers.Select(answer => answer.Status));
    }

    private static OpenApiParameter Parameter(ApiParameter parameter) => new()
    {
        Name = parameter.Name,
        In = parameter.In,
        Description = parameter.Description,
        Required = parameter.IsRequired,
        Schema = parameter.Schema,
        Example = parameter.Example?.DeepClone(),
    };

    private static async Task<OpenApiRequestBody> BodyAsync(
        ApiBody body, OpenApiOperationTransformerContext context, CancellationToken cancellationToken)
    {
        var contents = new Dictionary<string, OpenApiMediaType>();
        foreach (var content in body.Contents)
        {
            contents[content.MediaType] = new()
            {
                Schema = content.Schema ?? await context.GetOrCreateSchemaAsync(content.Type!, null, cancellationToken),
                Example = content.Example?.DeepClone(),
                Encoding = Encodings(content.Schema),
            };
        }

        return new() { Description = body.Description, Required = body.IsRequired, Content = contents };
    }

    /// <summary>Files of a form. OpenAPI's default, but Kiota takes a form for one of texts unless it is there.</summary>
    /// <returns>Null when it has none.</returns>
    private static Dictionary<string, OpenApiEncoding>? Encodings(OpenApiSchema? schema)
    {
        var files = schema?.Properties?.Where(property => property.Value.Format == Shapes.Binary)
            .ToDictionary(property => property.Key, _ => new OpenApiEncoding { ContentType = "application/octet-stream" });
        return files is { Count: > 0 } ? files : null;
    }

    /// <summary>The schema of a type is already there: the framework has made it from the metadata of the answer.</summary>
    private static OpenApiResponse Answer(ApiAnswer answer, OpenApiResponses produced, bool isHead)
    {
        var response = new OpenApiResponse { Description = answer.Description };
        if (answer.Content is { } content && !isHead)
        {
            var schema = content.Schema ?? produced[$"{answer.Status}"].Content![content.MediaType].Schema;
            response.Content = new Dictionary<string, OpenApiMediaType>
            {
                [content.MediaType] = new() { Schema = schema, Example = content.Example?.DeepClone() },
            };
        }

        if (answer.Headers.Count > 0)
        {
            response.Headers = answer.Headers.ToDictionary(
                header => header.Name,
                IOpenApiHeader (header) => new OpenApiHeader { Description = header.Description, Schema = header.Schema });
        }

        return response;
    }

    /// <summary>What refuses before the operation writes a problem, whatever the operation's protocol is.</summary>
    private static OpenApiResponse Refused(int status, IReadOnlyList<ApiContent> refusals) => new()
    {
        Description = ProblemAnswers.Sentence(status),
        Content = refusals.Append(new(ProblemAnswers.MediaType, ProblemAnswers.Schema())).ToDictionary(
            refusal => refusal.MediaType,
            refusal => new OpenApiMediaType { Schema = refusal.Schema, Example = refusal.Example?.DeepClone() }),
    };
}
