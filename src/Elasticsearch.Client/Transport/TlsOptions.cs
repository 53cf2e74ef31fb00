using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace Elasticsearch.Client.Transport;

/// <summary>The client's own certificate, and the certificates that it trusts.</summary>
internal static class TlsOptions
{
    /// <exception cref="System.Security.Cryptography.CryptographicException">The files are no certificate with its key.</exception>
    public static SslClientAuthenticationOptions Of(ClusterOptions options)
    {
        var tls = ServerTrust.Of(options);
        if (options.ClientCertificateFile is { } file)
        {
            using var own = X509Certificate2.CreateFromPemFile(file, options.ClientKeyFile);
            var others = new X509Certificate2Collection();
            others.ImportFromPemFile(file);

            // Windows' TLS takes a key from its own store only; PKCS #12 puts it there.
            var withKey = X509CertificateLoader.LoadPkcs12(own.Export(X509ContentType.Pkcs12), null);
            tls.ClientCertificateContext = SslStreamCertificateContext.Create(withKey, others, offline: true);
        }

        return tls;
    }
}
