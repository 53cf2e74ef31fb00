using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>
/// The one place that says how a chain is built. Nothing is fetched while a peer waits, because the addresses in a certificate are chosen
/// by whoever made it: neither certificates (authority information access) nor revocation lists. Lists come from files
/// (<see cref="RevocationLists"/>).
/// </summary>
public static class ChainPolicies
{
    private static readonly Oid ServerUse = new("1.3.6.1.5.5.7.3.1");
    private static readonly Oid ClientUse = new("1.3.6.1.5.5.7.3.2");
    private static readonly Oid StampingUse = new("1.3.6.1.5.5.7.3.8");

    /// <summary>
    /// Accepts every chain without a look at it, and leaves the name to be checked: for a handshake whose callback verifies.
    /// </summary>
    public static X509ChainPolicy Any => new()
    {
        TrustMode = X509ChainTrustMode.CustomRootTrust,
        RevocationMode = X509RevocationMode.NoCheck,
        VerificationFlags = X509VerificationFlags.AllFlags & ~X509VerificationFlags.IgnoreInvalidName,
        DisableCertificateDownloads = true,
    };

    /// <param name="authorities">Which signatures count.</param>
    /// <param name="use">The purpose that the certificate must allow.</param>
    /// <param name="now">
    /// When it has to be valid; null for the system's time at each handshake, for a policy that serves many of them.
    /// </param>
    /// <param name="sent">Further certificates that may be part of the chain, such as those that the peer sent.</param>
    public static X509ChainPolicy Of(
        Authorities authorities, CertificateUse use, DateTimeOffset? now, X509Certificate2Collection? sent = null)
    {
        var policy = new X509ChainPolicy
        {
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
        };
        if (authorities.Own is { } own)
        {
            policy.TrustMode = X509ChainTrustMode.CustomRootTrust;
            policy.CustomTrustStore.AddRange(own);
        }

        if (now is { } moment)
        {
            policy.VerificationTime = moment.UtcDateTime;
        }

        policy.ApplicationPolicy.Add(use switch
        {
            CertificateUse.Server => ServerUse,
            CertificateUse.Client => ClientUse,
            _ => StampingUse,
        });
        policy.ExtraStore.AddRange(sent ?? []);
        return policy;
    }
}
