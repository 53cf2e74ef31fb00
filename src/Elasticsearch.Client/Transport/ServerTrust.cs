using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Elasticsearch.Client.Transport;

/// <summary>
/// Which certificates of nodes are trusted: those signed by an authority of the system or of a file, or one with a known fingerprint.
/// </summary>
internal static class ServerTrust
{
    public static SslClientAuthenticationOptions Of(ClusterOptions options)
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

        // Anybody can send along an authority's certificate, since it is public. It counts only in a chain of valid signatures down to
        // the leaf, and only when the leaf was made for this host.
        return !errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch) &&
            IsSignedBy(fingerprint, leaf, chain.ChainPolicy.ExtraStore);
    }

    /// <param name="sent">The certificates that the node sent along with the leaf.</param>
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
