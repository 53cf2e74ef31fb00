using Hosting.Access;
using Hosting.Settings;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Extensions.Options;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>The parts of the document that belong to no operation, and the operations that every host has.</summary>
internal sealed class DocumentWriter(ApiDocument api, IOptions<HostSettings> settings, IOptions<AccessOptions> access) : IOpenApiDocumentTransformer
{
    private const string Server = "/"; // the server of the document: the host itself, or a proxy in front of it

    public Task TransformAsync(OpenApiDocument document, OpenApiDocumentTransformerContext context, CancellationToken cancellationToken)
    {
        document.Info = new OpenApiInfo
        {
            Title = api.Host.Section,
            Version = api.Host.Version.Split('+')[0],
            Description = api.Summary,
            License = new OpenApiLicense { Name = "MIT License", Identifier = "MIT" },
        };
        document.Servers = [new OpenApiServer { Url = Server }];
        document.Components ??= new OpenApiComponents();
        document.Components.SecuritySchemes = SecuritySchemes.Create();
        CommonOperations.AddTo(document, settings.Value.Metrics, access.Value.AsksClients);
        var tags = api.Tags.Append((CommonOperations.Tag, "Whether the host works, and how.")).ToList();
        document.Tags = new HashSet<OpenApiTag>(tags.Select(tag => new OpenApiTag { Name = tag.Item1, Description = tag.Item2 }));
        ProblemAnswers.AddTo(document, api);
        return Task.CompletedTask;
    }
}
