using System.ComponentModel.DataAnnotations;

namespace Hosting.Audit;

/// <summary>The destinations of audit records: section <c>Audit</c> below the host's.</summary>
public sealed class AuditOptions
{
    public const string Section = "Audit";

    /// <summary>A file that gets a line of JSON for each record. Default none.</summary>
    public string? File { get; set; }

    /// <summary>
    /// A file that would become larger, in bytes, is renamed to <c>NAME.1</c>, which replaces the previous one. Default 256 MiB.
    /// </summary>
    [Range(1L << 10, long.MaxValue)]
    public long MaxFileBytes { get; set; } = 256 << 20;

    /// <summary>A journal that gets a line of JSON for each record, such as <c>http://127.0.0.1:5580</c>. Default none.</summary>
    public string? Url { get; set; }

    /// <summary>The key for the journal; it needs the scope <c>submit</c>. Default none.</summary>
    public string? Key { get; set; }

    /// <summary>A .pem file with the authorities that signed the journal's certificate. Default: those that the machine trusts.</summary>
    public string? Authority { get; set; }

    /// <summary>Records that may wait for each destination; further ones are lost, and counted. Default 10000.</summary>
    [Range(1, 1_000_000)]
    public int MaxQueue { get; set; } = 10_000;

    /// <returns>The journal's address; null if the text is not an address.</returns>
    internal static Uri? JournalOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url)
        && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps)
        && url is { PathAndQuery: "/", UserInfo: "", Fragment: "" } ? url : null;
}
