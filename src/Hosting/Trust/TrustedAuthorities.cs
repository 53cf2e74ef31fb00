using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Hosting.Trust;

/// <summary>Trust in the authorities of a file, and in no others.</summary>
public static class TrustedAuthorities
{
    /// <exception cref="IOException">There is no such file.</exception>
    /// <exception cref="CryptographicException">It holds no certificate.</exception>
    public static X509ChainPolicy Load(string path)
    {
        var authorities = new X509Certificate2Collection();
        authorities.ImportFromPem(File.ReadAllText(path));
        if (authorities.Count == 0)
        {
            throw new CryptographicException($"{path} holds no certificate of an authority in PEM form.");
        }

        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
        };
        policy.CustomTrustStore.AddRange(authorities);
        return policy;
    }
}
