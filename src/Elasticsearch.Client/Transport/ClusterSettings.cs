using System.ComponentModel.DataAnnotations;

namespace Elasticsearch.Client.Transport;

/// <summary>The settings of a host that say which cluster it uses, and how it logs in there; a host adds its own.</summary>
public abstract class ClusterSettings
{
    /// <summary>The section, below the host's own.</summary>
    public const string Section = "Elasticsearch";

    /// <summary>Base addresses of the nodes, separated by commas. Default <c>http://127.0.0.1:9200</c>.</summary>
    [Required]
    public string Url { get; set; } = "http://127.0.0.1:9200";

    /// <inheritdoc cref="ClusterOptions.UserName"/>
    public string? UserName { get; set; }

    /// <summary>For basic authentication, together with <see cref="UserName"/>.</summary>
    public string? Password { get; set; }

    /// <inheritdoc cref="ClusterOptions.ApiKey"/>
    public string? ApiKey { get; set; }

    /// <inheritdoc cref="ClusterOptions.BearerToken"/>
    public string? BearerToken { get; set; }

    /// <inheritdoc cref="ClusterOptions.ClientCertificateFile"/>
    public string? ClientCertificateFile { get; set; }

    /// <inheritdoc cref="ClusterOptions.ClientKeyFile"/>
    public string? ClientKeyFile { get; set; }

    /// <inheritdoc cref="ClusterOptions.CertificateAuthorityFile"/>
    public string? CertificateAuthorityFile { get; set; }

    /// <inheritdoc cref="ClusterOptions.CertificateFingerprint"/>
    public string? CertificateFingerprint { get; set; }

    /// <inheritdoc cref="ClusterOptions.Proxy"/>
    public string? Proxy { get; set; }

    /// <inheritdoc cref="ClusterOptions.Gzip"/>
    public bool Gzip { get; set; }

    protected IReadOnlyList<Uri> Nodes =>
    [
        .. Url.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Select(url => new Uri(url, UriKind.RelativeOrAbsolute)),
    ];

    /// <summary>Adds to a host's options how the cluster is reached.</summary>
    /// <typeparam name="T">The options' type, which stays.</typeparam>
    protected T Complete<T>(T options)
        where T : ClusterOptions => (T)((ClusterOptions)options with
        {
            UserName = UserName,
            Password = Password,
            ApiKey = ApiKey,
            BearerToken = BearerToken,
            ClientCertificateFile = ClientCertificateFile,
            ClientKeyFile = ClientKeyFile,
            CertificateAuthorityFile = CertificateAuthorityFile,
            CertificateFingerprint = CertificateFingerprint,
            Proxy = Proxy is { Length: > 0 } proxy ? new Uri(proxy, UriKind.RelativeOrAbsolute) : null,
            Gzip = Gzip,
        });
}
