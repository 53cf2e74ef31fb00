namespace Elasticsearch.Client.Transport;

/// <summary>Which cluster, how to log in there, and how long to wait.</summary>
public record ClusterOptions
{
    public const int DefaultMaxConnections = 64;
    public static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(1.8);
    public static readonly TimeSpan DefaultAttemptTimeout = TimeSpan.FromSeconds(0.8);
    public static readonly TimeSpan DefaultRevivalInterval = TimeSpan.FromSeconds(0.5);

    /// <summary>Base addresses of the nodes, or of proxies before them. Requests go to each in turn.</summary>
    public required IReadOnlyList<Uri> Nodes { get; init; }

    /// <summary>For basic authentication, together with <see cref="Password"/>.</summary>
    public string? UserName { get; init; }

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

    /// <summary>The HTTP proxy on the way to the nodes; null for none, whatever the environment says.</summary>
    public Uri? Proxy { get; init; }

    /// <summary>Compresses what is sent, and asks for compressed responses: less on the wire for more processor time.</summary>
    public bool Gzip { get; init; }

    /// <summary>How long a call may take, with its retries on other nodes, before the cluster counts as unavailable.</summary>
    public TimeSpan Timeout { get; init; } = DefaultTimeout;

    /// <summary>How long a node may take before another one is asked, if there is one.</summary>
    public TimeSpan AttemptTimeout { get; init; } = DefaultAttemptTimeout;

    /// <summary>The most connections to one node.</summary>
    public int MaxConnections { get; init; } = DefaultMaxConnections;

    /// <summary>How often a node that failed is asked whether it is back.</summary>
    public TimeSpan RevivalInterval { get; init; } = DefaultRevivalInterval;

    /// <exception cref="ArgumentException">A value is out of its range; the message names it.</exception>
    public virtual void Validate()
    {
        ValidateNodes();
        ValidateCredentials();
        ValidateTrust();
        ArgumentOutOfRangeException.ThrowIfLessThan(MaxConnections, 1);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(Timeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(AttemptTimeout, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(RevivalInterval, TimeSpan.Zero);
    }

    private static void ValidateAddress(Uri address, string name)
    {
        if (!address.IsAbsoluteUri || address.Scheme is not ("http" or "https"))
        {
            throw new ArgumentException($"'{address}' is not an http or https address.", name);
        }

        if (address.UserInfo.Length > 0)
        {
            throw new ArgumentException($"The address of {address.Host} holds a password: give it as an option.", name);
        }
    }

    private void ValidateNodes()
    {
        if (Nodes.Count == 0)
        {
            throw new ArgumentException("Name at least one node.", nameof(Nodes));
        }

        foreach (var node in Nodes)
        {
            ValidateAddress(node, nameof(Nodes));
        }

        if (Proxy is { } proxy)
        {
            ValidateAddress(proxy, nameof(Proxy));
        }
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
