using System.Text.Json.Serialization;
using Hosting.Access;
using Hosting.Web.Docs;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using HttpJsonOptions = Microsoft.AspNetCore.Http.Json.JsonOptions;

namespace Hosting.Web.Api;

/// <summary>
/// The description of a host's HTTP interface, OpenAPI 3.1, made from the running endpoints: <c>/openapi/v1.json</c>, and <c>/docs</c> for
/// people.
/// </summary>
public static class ApiFeature
{
    public const string Path = "/openapi/v1.json";

    internal const string Name = "v1";

    public static void AddApi(this IServiceCollection services, ApiDocument document)
    {
        services.Configure<HttpJsonOptions>(json => json.SerializerOptions.NumberHandling = JsonNumberHandling.Strict);
        services.TryAddSingleton(document);
        services.TryAddSingleton<ApiText>();
        services.AddOpenApi(Name, options =>
        {
            options.AddOperationTransformer<OperationWriter>();
            options.AddSchemaTransformer(SchemaComments.Add);
            options.AddSchemaTransformer(SchemaTypes.Add);
            document.Configure(options);
            options.AddDocumentTransformer<DocumentWriter>();
        });
    }

    /// <summary>An endpoint with its description: its name, its answers, and all else that OpenAPI says of it.</summary>
    public static TBuilder Describe<TBuilder>(this TBuilder endpoint, ApiOperation operation)
        where TBuilder : IEndpointConventionBuilder
    {
        endpoint.WithMetadata(operation);
        foreach (var answer in operation.Answers.Where(answer => answer.Content?.Type is not null))
        {
            endpoint.WithMetadata(new ProducesResponseTypeMetadata(
                answer.Status, answer.Content!.Type, [answer.Content.MediaType]));
        }

        return endpoint;
    }

    /// <summary>The document and its page, unless <see cref="AccessOptions.ApiDescription"/> is false.</summary>
    /// <param name="app">The host.</param>
    /// <param name="isMapped">False when the host itself serves the document.</param>
    public static void MapApi(this WebApplication app, bool isMapped = true)
    {
        if (!app.Services.GetRequiredService<IOptions<AccessOptions>>().Value.ApiDescription)
        {
            return;
        }

        if (isMapped)
        {
            var text = app.Services.GetRequiredService<ApiText>();
            var serve = (HttpContext context) => text.ServeAsync(context); // a separate delegate, or its result would be dropped
            app.MapGet(Path, serve).RequireScope(Scopes.Read).ExcludeFromDescription();
        }

        app.MapDocs();
    }
}
