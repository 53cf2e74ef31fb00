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
                : described.Refusal is { } refusal ? Refusal(status, refusal)
                : ProblemAnswers.Reference(status, document);
        }

        operation.Description = $"{described.Description} {SecuritySchemes.Sentence(scope)}".Trim();
        operation.Security = scope is null ? [] : SecuritySchemes.Required(document, access.Value.AsksClients);
    }

    private static IEnumerable<int> Problems(ApiOperation operation, string method, bool isScoped)
    {
        var statuses = new SortedSet<int>(operation.Problems) { StatusCodes.Status421MisdirectedRequest, StatusCodes.Status429TooManyRequests };
        if (!HttpMethods.IsGet(method) && !HttpMethods.IsHead(method))
        {
            statuses.Add(StatusCodes.Status403Forbidden); // a page of another site
        }

        if (isScoped)
        {
            statuses.UnionWith(
                [StatusCodes.Status401Unauthorized, StatusCodes.Status403Forbidden, StatusCodes.Status503ServiceUnavailable]);
        }

        if (operation.Body is not null)
        {
            statuses.UnionWith([StatusCodes.Status400BadRequest, StatusCodes.Status408RequestTimeout, StatusCodes.Status413PayloadTooLarge]);
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
            };
        }

        return new() { Description = body.Description, Required = body.IsRequired, Content = contents };
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

    private static OpenApiResponse Refusal(int status, ApiContent refusal) => new()
    {
        Description = ProblemAnswers.Sentence(status),
        Content = new Dictionary<string, OpenApiMediaType>
        {
            [refusal.MediaType] = new() { Schema = refusal.Schema, Example = refusal.Example?.DeepClone() },
            [ProblemAnswers.MediaType] = new() { Schema = ProblemAnswers.Schema() }, // of what refuses before the operation
        },
    };
}
