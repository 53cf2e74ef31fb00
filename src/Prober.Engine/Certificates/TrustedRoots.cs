using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Prober.Engine.Certificates;

/// <summary>The authorities that may sign certificates.</summary>
public sealed class TrustedRoots
{
    private TrustedRoots(X509Certificate2Collection? custom)
    {
        Custom = custom;
        Identity = custom is null ? [] : SHA256.HashData([.. custom.SelectMany(root => root.RawData)]);
    }

    /// <summary>The authorities that the operating system trusts.</summary>
    public static TrustedRoots System { get; } = new(custom: null);

    /// <summary>Null for the operating system's.</summary>
    public X509Certificate2Collection? Custom { get; }

    internal byte[] Identity { get; }

    /// <summary>The authorities in a PEM text, and no others.</summary>
    /// <exception cref="CryptographicException">The text holds no certificate.</exception>
    public static TrustedRoots FromPem(string pem)
    {
        var roots = new X509Certificate2Collection();
        roots.ImportFromPem(pem);
        return roots.Count > 0 ? new(roots) : throw new CryptographicException("The text holds no certificate.");
    }
}
