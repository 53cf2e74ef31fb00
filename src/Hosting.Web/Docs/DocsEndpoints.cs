using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using Hosting.Settings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Net.Http.Headers;
using Scalar.AspNetCore;

namespace Hosting.Web.Docs;

/// <summary>
/// <c>/docs</c>: the description of the interface as a page to read and to try. The script is Scalar's, out of its package; the page around
/// it is ours, because the package's own has a script in the document, which our policy forbids.
/// </summary>
internal static class DocsEndpoints
{
    private const int NonceBytes = 16;
    private const string ScriptResource = "ScalarStaticAssets.scalar.js"; // gzip

    /// <summary>
    /// As for all pages, with what Scalar needs besides: it adds its styles, for which it gets a number used once, has style attributes, and
    /// shows pictures that are in itself. It sets markup as text, so it cannot have trusted types; no script but ours and the package's runs, and none is inline.
    /// </summary>
    private static string PolicyWith(string nonce) =>
        $"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    public static void MapDocs(this IEndpointRouteBuilder routes)
    {
        var host = routes.ServiceProvider.GetRequiredService<HostDescription>();
        var page = Encoding.UTF8.GetString(Read("docs.html")).Replace("{host}", host.Section, StringComparison.Ordinal);
        Endpoint("/docs", (_, nonce) => TypedResults.Text(
            page.Replace("{nonce}", nonce, StringComparison.Ordinal), "text/html; charset=utf-8"));
        Map("/docs/docs.js", "text/javascript; charset=utf-8", Read("docs.js"));
        Map("/docs/docs.css", "text/css; charset=utf-8", Read("docs.css"));
        var packed = Script();
        var tag = TagOf(packed);
        Endpoint("/docs/scalar.js", (context, _) =>
        {
            const string Coding = "gzip";
            context.Response.Headers.Vary = HeaderNames.AcceptEncoding;
            if (context.Request.Headers.AcceptEncoding.ToString().Contains(Coding, StringComparison.OrdinalIgnoreCase))
            {
                context.Response.Headers.ContentEncoding = Coding;
                return TypedResults.Bytes(packed, "text/javascript; charset=utf-8", entityTag: tag);
            }

            return TypedResults.Stream(
                new GZipStream(new MemoryStream(packed), CompressionMode.Decompress), "text/javascript; charset=utf-8");
        });

        void Map(string path, string type, byte[] bytes)
        {
            var own = TagOf(bytes);
            Endpoint(path, (_, _) => TypedResults.Bytes(bytes, type, entityTag: own));
        }

        void Endpoint(string path, Func<HttpContext, string, IResult> serve) =>
            routes.MapMethods(path, [HttpMethods.Get, HttpMethods.Head], (HttpContext context) =>
            {
                var nonce = Convert.ToBase64String(RandomNumberGenerator.GetBytes(NonceBytes));
                PageEndpoints.Protect(context.Response, PolicyWith(nonce));
                return serve(context, nonce);
            }).ExcludeFromDescription().AllowAnonymous();
    }

    private static EntityTagHeaderValue TagOf(byte[] bytes) => new($"\"{Convert.ToHexStringLower(SHA256.HashData(bytes).AsSpan(..16))}\"");

    private static byte[] Read(string file) => ReadAll(typeof(DocsEndpoints).Assembly.GetManifestResourceStream($"Docs/{file}")!);

    private static byte[] Script() => ReadAll(typeof(ScalarOptions).Assembly.GetManifestResourceStream(ScriptResource)!);

    private static byte[] ReadAll(Stream stream)
    {
        using (stream)
        {
            var bytes = new byte[stream.Length];
            stream.ReadExactly(bytes);
            return bytes;
        }
    }
}
