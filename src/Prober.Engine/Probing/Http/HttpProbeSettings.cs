using System.Collections.Frozen;
using System.Text.RegularExpressions;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Http;

/// <summary>
/// The request of an HTTP probe, and the requirements for its answer. The address is not part of it, so that targets with equal settings
/// share it.
/// </summary>
public sealed record HttpProbeSettings
{
    public const int UsualRedirects = 10;
    public const int UsualMaxBody = 10 << 20;

    private static readonly (int From, int To)[] UsualCodes = [(0, 499)];

    public static HttpProbeSettings Default { get; } = new();

    public string Method { get; init; } = "GET";

    /// <summary>Besides the headers of every request; one of the same name replaces it.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    /// <summary>The names of headers that another origin does not get after a redirect; nor does it get Authorization and Cookie.</summary>
    public IReadOnlySet<string> SecretHeaders { get; init; } = FrozenSet<string>.Empty;

    public ReadOnlyMemory<byte> Body { get; init; }

    /// <summary>Ranges, each with its first and last valid status.</summary>
    public IReadOnlyList<(int From, int To)> SuccessCodes { get; init; } = UsualCodes;

    /// <summary>The versions of HTTP that the response may have; empty for each.</summary>
    public IReadOnlyList<Version> ValidVersions { get; init; } = [];

    /// <summary>Has to occur in the body.</summary>
    public Regex? Contain { get; init; }

    /// <summary>Each has to occur in it, too.</summary>
    public IReadOnlyList<Regex> AlsoContain { get; init; } = [];

    public IReadOnlyList<HeaderRule> HeaderRules { get; init; } = [];

    /// <summary>The last request has to be over TLS, or must not; null for either.</summary>
    public bool? NeedsTls { get; init; }

    /// <summary>Must not occur in it.</summary>
    public Regex? NotContain { get; init; }

    /// <summary>Each has to be in the JSON of the body.</summary>
    public IReadOnlyList<JsonValue> Json { get; init; } = [];

    /// <summary>One more requirement for the whole body; null for none.</summary>
    public IContentRule? Rule { get; init; }

    /// <summary>How much of a body is read, in bytes, before and after it is decoded.</summary>
    public int MaxBody { get; init; } = UsualMaxBody;

    /// <summary>HTTP/2 and nothing else; with <c>http</c> in cleartext, without an upgrade.</summary>
    public bool OverHttp2 { get; init; }

    /// <summary>The proxy of the probe, with <c>http</c> or <c>socks5</c>; null for none. It may have credentials.</summary>
    public Uri? Proxy { get; init; }

    /// <summary>What a proxy gets with CONNECT, and the target does not.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> ConnectHeaders { get; init; } = [];

    public int MaxRedirects { get; init; } = UsualRedirects;

    /// <summary>
    /// True: after the last allowed redirect, the redirect itself is the response. False: it is a failure, unless no redirects are
    /// followed.
    /// </summary>
    public bool LastRedirectCounts { get; init; }

    /// <summary>A failure of the body shows its beginning.</summary>
    public bool ShowsContent { get; init; }

    public TlsRules Tls { get; init; } = TlsRules.Default;

    /// <summary>Closes in the ordinary way, instead of waiting for the server and resetting.</summary>
    public bool ClosesPlainly { get; init; }

    internal bool NeedsContent => Contain is not null || NotContain is not null || Json.Count > 0 || AlsoContain.Count > 0
        || Rule is not null;
}
