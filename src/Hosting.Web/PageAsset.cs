using System.Collections.Frozen;
using System.Net;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using Hosting.Settings;
using Microsoft.Net.Http.Headers;

namespace Hosting.Web;

/// <summary>One file of the page, held in memory: it is embedded in the assembly, so that the service needs no folder beside it.</summary>
/// <param name="Path">Where it is served: documents have addresses that people read, what they are made of lies below <c>/page</c>.</param>
/// <param name="EntityTag">Made from its bytes: the same in every process of a version, another as soon as a byte differs.</param>
public sealed record PageAsset(string Path, string ContentType, ReadOnlyMemory<byte> Content, EntityTagHeaderValue EntityTag)
{
    // The project file names the resources so: Page/ and the file's path.
    private const string Prefix = "Page/";
    private const string Start = "index.html";
    private const string Document = ".html";

    private static readonly FrozenDictionary<string, string> ContentTypes = new Dictionary<string, string>
    {
        [Document] = "text/html; charset=utf-8",
        [".css"] = "text/css; charset=utf-8",
        [".js"] = "text/javascript; charset=utf-8",
        [".svg"] = "image/svg+xml",
    }.ToFrozenDictionary();

    /// <summary>All that a host's pages are made of: its own files, and those that the pages of all hosts share.</summary>
    /// <param name="host">Named at the foot of each page, with its version.</param>
    /// <param name="assembly">The host's: its resources that are named <c>Page/</c> and a path.</param>
    public static IEnumerable<PageAsset> ReadAll(HostDescription host, Assembly assembly) => ((Assembly[])[typeof(PageAsset).Assembly, assembly])
        .SelectMany(source => source.GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(name => Read(host, source, name)));

    private static PageAsset Read(HostDescription host, Assembly assembly, string resource)
    {
        using var stream = assembly.GetManifestResourceStream(resource)!;
        var content = new byte[stream.Length];
        stream.ReadExactly(content);

        var name = resource[Prefix.Length..];
        if (name.EndsWith(Document, StringComparison.Ordinal))
        {
            content = Encoding.UTF8.GetBytes(WithFoot(Encoding.UTF8.GetString(content), host));
        }

        return new PageAsset(
            PathOf(name),
            ContentTypes[System.IO.Path.GetExtension(name)],
            content,
            new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(content).AsSpan(..16))}\""));
    }

    private static string WithFoot(string page, HostDescription host) => page.Replace(
        "</body>",
        $"""
          <footer class="host"><p>{WebUtility.HtmlEncode(host.Build.ToString())}</p></footer>
        </body>
        """,
        StringComparison.Ordinal);

    /// <summary>Documents have addresses that people read; what they are made of lies below /page.</summary>
    private static string PathOf(string name) => name switch
    {
        Start => "/",
        _ when name.EndsWith(Document, StringComparison.Ordinal) => $"/{name[..^Document.Length]}",
        _ => $"/page/{name}",
    };
}
