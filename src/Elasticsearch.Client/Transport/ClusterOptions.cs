using System.ComponentModel.DataAnnotations;

namespace Elasticsearch.Client.Transport;

/// <summary>Which cluster, how to log in there, and whom to trust: the settings of a host, in its section <see cref="Section"/>.</summary>
public sealed record ClusterOptions
{
    /// <summary>The section, below the host's own.</summary>
    public const string Section = "Elasticsearch";

    /// <summary>The versions of Elasticsearch whose format can be spoken; the first is the default.</summary>
    public const int Version8 = 8;

    /// <inheritdoc cref="Version8"/>
    public const int Version9 = 9;

    /// <summary>
    /// Base addresses of the nodes, or of proxies before them, separated by commas. Requests go to each in turn. Default
    /// <c>http://127.0.0.1:9200</c>.
    /// </summary>
    [Required]
    public string Url { get; init; } = "http://127.0.0.1:9200";

    /// <summary>
    /// The version of Elasticsearch whose format is spoken. Default 8, which servers of 8.x and 9.x understand; 9 is understood by those of
    /// 9.x and later.
    /// </summary>
    [AllowedValues(Version8, Version9)]
    public int CompatibleWith { get; init; } = Version8;

    /// <summary>For basic authentication, together with <see cref="Password"/>.</summary>
    public string? UserName { get; init; }

    /// <summary>For basic authentication, together with <see cref="UserName"/>.</summary>
    public string? Password { get; init; }

    /// <summary>The <c>encoded</c> form of an API key, base64 of <c>id:key</c>. Used instead of a user.</summary>
    public string? ApiKey { get; init; }

    /// <summary>
    /// An access token of Elasticsearch's token service, of a service account, or of an OpenID provider. Used instead of a user.
    /// </summary>
    public string? BearerToken { get; init; }

    /// <summary>
    /// PEM file with the certificate by which the client logs in over TLS, and those that lead to its authority; null for none.
    /// </summary>
    public string? ClientCertificateFile { get; init; }

    /// <summary>PEM file with the private key of <see cref="ClientCertificateFile"/>; null when that file holds it too.</summary>
    public string? ClientKeyFile { get; init; }

    /// <summary>PEM file of the authorities that may have signed the nodes' certificates; null for those the system trusts.</summary>
    public string? CertificateAuthorityFile { get; init; }

    /// <summary>
    /// SHA-256, in 64 hex digits, of a node's certificate, or of the authority's certificate that signed it and that the node sends along
    /// (Elasticsearch sends its own). Used instead of a file.
    /// </summary>
    public string? CertificateFingerprint { get; init; }

    /// <summary>The HTTP proxy on the way to the nodes; null or empty for none, whatever the environment says.</summary>
    public string? Proxy { get; init; }

    /// <summary>
    /// Compresses what is sent, except short requests, and asks for compressed responses: less on the wire for more processor time.
    /// </summary>
    public bool Gzip { get; init; }

    /// <summary>The addresses in <see cref="Url"/>.</summary>
    /// <exception cref="ArgumentException">One of them is none.</exception>
    public IReadOnlyList<Uri> Nodes =>
    [
        .. Url.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Select(url => AddressOf(url, nameof(Url))),
    ];

    internal Uri? ProxyAddress => Proxy is { Length: > 0 } proxy ? AddressOf(proxy, nameof(Proxy)) : null;

    /// <summary>The addresses alone: a record would tell its secrets.</summary>
    public override string ToString() => Url;

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public void Validate()
    {
        _ = Nodes.Count > 0 ? ProxyAddress : throw new ArgumentException("Name at least one node.", nameof(Url));
        ValidateCredentials();
        ValidateTrust();
        if (CompatibleWith is not (Version8 or Version9))
        {
            throw new ArgumentException($"{CompatibleWith} is no version whose format is known: name 8 or 9.", nameof(CompatibleWith));
        }
    }

    /// <param name="text">May hold a password, which no message repeats.</param>
    /// <param name="name">The option.</param>
    private static Uri AddressOf(string text, string name)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Scheme is not ("http" or "https"))
        {
            throw new ArgumentException($"'{text[(text.LastIndexOf('@') + 1)..]}' is not an http or https address.", name);
        }

        if (address.UserInfo.Length > 0)
        {
            throw new ArgumentException($"The address of {address.Host} holds a password: give it as an option.", name);
        }

        return address.Query.Length == 0 && address.Fragment.Length == 0
            ? address
            : throw new ArgumentException($"The address of {address.Host} ends at its path: leave out what follows ? or #.", name);
    }

    private void ValidateCredentials()
    {
        string?[] given = [UserName, ApiKey, BearerToken];
        if ((UserName is null) != (Password is null) || given.Count(secret => secret is not null) > 1)
        {
            throw new ArgumentException("Give a user with a password, or an API key, or a token, or none of them.", nameof(UserName));
        }

        if (ClientKeyFile is not null && ClientCertificateFile is null)
        {
            throw new ArgumentException("A client's key needs its certificate.", nameof(ClientKeyFile));
        }
    }

    private void ValidateTrust()
    {
        if (CertificateFingerprint is { } hex && !(hex.Length == 64 && hex.All(char.IsAsciiHexDigit)))
        {
            throw new ArgumentException("A SHA-256 fingerprint has 64 hex digits.", nameof(CertificateFingerprint));
        }

        if (CertificateFingerprint is not null && CertificateAuthorityFile is not null)
        {
            throw new ArgumentException("Give a file of authorities or a fingerprint, not both.", nameof(CertificateFingerprint));
        }
    }
}
