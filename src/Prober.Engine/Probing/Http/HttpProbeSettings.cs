using System.Text.RegularExpressions;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Http;

/// <summary>
/// How to ask over HTTP, and what the answer has to be. The address is not part of it: targets that differ in nothing else share it.
/// </summary>
public sealed record HttpProbeSettings
{
    public const int UsualRedirects = 10;

    private static readonly (int From, int To)[] UsualCodes = [(0, 499)];

    public static HttpProbeSettings Default { get; } = new();

    public string Method { get; init; } = "GET";

    /// <summary>Besides those that every request has; one of the same name takes its place.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>Each from and to, both good.</summary>
    public IReadOnlyList<(int From, int To)> SuccessCodes { get; init; } = UsualCodes;

    /// <summary>Has to stand in the body.</summary>
    public Regex? Contain { get; init; }

    /// <summary>Must not stand in it.</summary>
    public Regex? NotContain { get; init; }

    /// <summary>Each has to be in a body of JSON.</summary>
    public IReadOnlyList<JsonValue> Json { get; init; } = [];

    /// <summary>HTTP/2 and nothing else; with <c>http</c> in cleartext, without an upgrade.</summary>
    public bool OverHttp2 { get; init; }

    /// <summary>Through which the probe goes, of <c>http</c> or <c>socks5</c>; null for none. It may have credentials.</summary>
    public Uri? Proxy { get; init; }

    public int MaxRedirects { get; init; } = UsualRedirects;

    /// <summary>The redirect after the last that is followed is the response; otherwise it is a failure, unless none is followed.</summary>
    public bool LastRedirectCounts { get; init; }

    /// <summary>A failure that is about the body shows how it begins.</summary>
    public bool ShowsContent { get; init; }

    public TlsRules Tls { get; init; } = TlsRules.Default;

    /// <summary>Closes as any client does, instead of waiting for the server and resetting.</summary>
    public bool ClosesPlainly { get; init; }

    internal bool NeedsContent => Contain is not null || NotContain is not null || Json.Count > 0;
}
