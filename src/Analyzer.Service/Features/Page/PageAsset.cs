using System.Collections.Frozen;
using System.Security.Cryptography;
using Microsoft.Net.Http.Headers;

namespace Analyzer.Service.Features.Page;

/// <summary>One file of the page, held in memory: it is embedded in the assembly, so the service needs no folder beside it.</summary>
/// <param name="Path">Where it is served.</param>
/// <param name="EntityTag">From its bytes: the same in every process of a version, another as soon as a byte differs.</param>
internal sealed record PageAsset(string Path, string ContentType, ReadOnlyMemory<byte> Content, EntityTagHeaderValue EntityTag)
{
    // As the project file names the resources: Page/ and the file's name.
    private const string Prefix = "Page/";
    private const string Start = "index.html";

    private static readonly FrozenDictionary<string, string> ContentTypes = new Dictionary<string, string>
    {
        [".html"] = "text/html; charset=utf-8",
        [".css"] = "text/css; charset=utf-8",
        [".js"] = "text/javascript; charset=utf-8",
        [".svg"] = "image/svg+xml",
    }.ToFrozenDictionary();

    public static IEnumerable<PageAsset> ReadAll() =>
        typeof(PageAsset).Assembly.GetManifestResourceNames().Where(name => name.StartsWith(Prefix, StringComparison.Ordinal)).Select(Read);

    private static PageAsset Read(string resource)
    {
        using var stream = typeof(PageAsset).Assembly.GetManifestResourceStream(resource)!;
        var content = new byte[stream.Length];
        stream.ReadExactly(content);

        var name = resource[Prefix.Length..];
        return new PageAsset(
            name == Start ? "/" : $"/page/{name}",
            ContentTypes[System.IO.Path.GetExtension(name)],
            content,
            new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(content).AsSpan(..16))}\""));
    }
}
