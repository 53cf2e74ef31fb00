using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Trust;

namespace Elasticsearch.Client.Transport;

/// <summary>The client's own certificate, and the nodes that it believes. The package would believe a fingerprint for any host.</summary>
internal static class TlsOptions
{
    /// <exception cref="IOException">A file is not there.</exception>
    /// <exception cref="InvalidDataException">The file of authorities holds none.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">The files are no certificate with its key.</exception>
    public static SslClientAuthenticationOptions Of(ClusterOptions options)
    {
        var tls = new SslClientAuthenticationOptions();
        VerifierOf(options).Apply(tls);
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

    private static ServerVerifier VerifierOf(ClusterOptions options) =>
        options.CertificateFingerprint is { } hex
            ? ServerVerifier.ByFingerprint(Convert.FromHexString(hex), TimeProvider.System)
            : ServerVerifier.By(AuthoritiesOf(options), TimeProvider.System);

    private static Authorities AuthoritiesOf(ClusterOptions options) =>
        options.CertificateAuthorityFile is { } file
            ? Authorities.FromFile(file, "the authorities that signed the nodes' certificates")
            : Authorities.System;
}
