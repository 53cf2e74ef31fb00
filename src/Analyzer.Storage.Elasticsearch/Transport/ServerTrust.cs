using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Analyzer.Storage.Elasticsearch.Transport;

/// <summary>Which certificates a node may show: those of the system's authorities, of a file's, or one known by its fingerprint.</summary>
internal static class ServerTrust
{
    public static SslClientAuthenticationOptions Of(ElasticsearchStoreOptions options)
    {
        if (options.CertificateAuthorityFile is { } file)
        {
            var policy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
            };
            policy.CustomTrustStore.ImportFromPemFile(file);
            return new() { CertificateChainPolicy = policy };
        }

        if (options.CertificateFingerprint is { } hex)
        {
            var fingerprint = Convert.FromHexString(hex);
            return new() { RemoteCertificateValidationCallback = (_, leaf, chain, errors) => IsTrusted(leaf, chain, errors, fingerprint) };
        }

        return new();
    }

    private static bool IsTrusted(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors, byte[] fingerprint)
    {
        if (certificate is not X509Certificate2 leaf || chain is null)
        {
            return false;
        }

        if (Matches(leaf, fingerprint))
        {
            return true;
        }

        // The authority's own certificate is public, anybody can send it along: it counts only where it stands in a chain of valid
        // signatures down to the leaf, and when the leaf was made for this host.
        return !errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch) &&
            IsSignedBy(fingerprint, leaf, chain.ChainPolicy.ExtraStore);
    }

    /// <param name="sent">What the node sent along with the leaf.</param>
    private static bool IsSignedBy(byte[] fingerprint, X509Certificate2 leaf, X509Certificate2Collection sent)
    {
        using var chain = new X509Chain();
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        chain.ChainPolicy.VerificationFlags = X509VerificationFlags.AllowUnknownCertificateAuthority; // the fingerprint makes it known
        chain.ChainPolicy.ExtraStore.AddRange(sent);
        return chain.Build(leaf) && chain.ChainElements.Any(element => Matches(element.Certificate, fingerprint));
    }

    private static bool Matches(X509Certificate2 certificate, byte[] fingerprint) =>
        certificate.GetCertHash(HashAlgorithmName.SHA256).AsSpan().SequenceEqual(fingerprint);
}
