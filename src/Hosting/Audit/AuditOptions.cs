using System.ComponentModel.DataAnnotations;

namespace Hosting.Audit;

/// <summary>Where audit records go: section <c>Audit</c> below the host's.</summary>
public sealed class AuditOptions
{
    public const string Section = "Audit";

    /// <summary>A file to which a line of JSON is added for each. Default none: nothing is written.</summary>
    public string? File { get; set; }

    /// <summary>
    /// The file is renamed to <c>NAME.1</c>, in place of an older one, when it has that size in bytes. Default 256 MiB.
    /// </summary>
    [Range(1L << 10, long.MaxValue)]
    public long MaxFileBytes { get; set; } = 256 << 20;

    /// <summary>A journal that gets a line of JSON for each, such as <c>http://127.0.0.1:5580</c>. Default none.</summary>
    public string? Url { get; set; }

    /// <summary>The key that the journal asks for; it needs the scope <c>submit</c>. Default none.</summary>
    public string? Key { get; set; }

    /// <summary>A .pem file with the authorities that signed the journal's certificate. Default: those that the machine trusts.</summary>
    public string? Authority { get; set; }

    /// <summary>Records that may wait for each place; more are counted as lost. Default 10000.</summary>
    [Range(1, 1_000_000)]
    public int MaxQueue { get; set; } = 10_000;

    /// <returns>The journal's address; null when the text is none.</returns>
    internal static Uri? JournalOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url)
        && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps)
        && url is { PathAndQuery: "/", UserInfo: "", Fragment: "" } ? url : null;
}
