using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>
/// A chain whose signatures are valid, from a certificate to a trusted authority. Whether it is valid now changes with time.
/// </summary>
/// <param name="Links">Each certificate but the last, beginning with the one that was shown.</param>
/// <param name="NotBefore">When the last of the certificates becomes valid.</param>
/// <param name="NotAfter">When the first of them expires.</param>
public sealed record VerifiedChain(IReadOnlyList<ChainLink> Links, DateTimeOffset NotBefore, DateTimeOffset NotAfter)
{
    /// <param name="chain">Built.</param>
    /// <param name="issuers">The object to keep for an authority; chains may share it. The chain's own is disposed with it.</param>
    public static VerifiedChain Of(X509Chain chain, Func<X509Certificate2, X509Certificate2> issuers)
    {
        var path = chain.ChainElements.Select(element => element.Certificate).ToList();
        return new(
            [.. path.Zip(path.Skip(1), (certificate, issuer) => ChainLink.Of(certificate, issuers(issuer)))],
            path.Max(certificate => new DateTimeOffset(certificate.NotBefore.ToUniversalTime())),
            path.Min(certificate => new DateTimeOffset(certificate.NotAfter.ToUniversalTime())));
    }
}
