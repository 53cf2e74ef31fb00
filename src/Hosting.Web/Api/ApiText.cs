using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Net.Http.Headers;
using Microsoft.OpenApi;

namespace Hosting.Web.Api;

/// <summary>The document's bytes. Endpoints do not change while a host runs, so they are made once, when they are first asked for.</summary>
public sealed class ApiText([FromKeyedServices(ApiFeature.Name)] IOpenApiDocumentProvider provider)
{
    private readonly Lazy<Task<byte[]>> _bytes = new(() => WriteAsync(provider));

    /// <returns>UTF-8. Nobody changes it.</returns>
    public Task<byte[]> ReadAsync() => _bytes.Value;

    internal async Task<IResult> ServeAsync(HttpContext context) => Answer(context, await ReadAsync());

    /// <summary>Clients ask again every time, and get 304 while it is unchanged.</summary>
    public static IResult Answer(HttpContext context, byte[] document)
    {
        context.Response.Headers.CacheControl = "no-cache";
        var tag = Convert.ToHexStringLower(SHA256.HashData(document).AsSpan(0, 8));
        return TypedResults.Bytes(document, "application/json; charset=utf-8", entityTag: new EntityTagHeaderValue($"\"{tag}\""));
    }

    private static async Task<byte[]> WriteAsync(IOpenApiDocumentProvider provider)
    {
        var document = await provider.GetOpenApiDocumentAsync(CancellationToken.None);
        return Encoding.UTF8.GetBytes(await document.SerializeAsJsonAsync(OpenApiSpecVersion.OpenApi3_1, CancellationToken.None));
    }
}
