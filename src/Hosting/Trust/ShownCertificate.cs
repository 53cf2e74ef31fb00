using Trust;

namespace Hosting.Trust;

/// <summary>The certificate that a connection's client has shown.</summary>
#pragma warning disable CA1001 // A source without a timer needs no disposing, and streams may still use its token.
public sealed class ShownCertificate
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _end = new();

    /// <param name="chain">Null if it leads to no trusted authority.</param>
    /// <param name="fault">Why it will never be accepted, as a sentence; null if it can be.</param>
    /// <param name="names">The names in it.</param>
    internal ShownCertificate(VerifiedChain? chain, string? fault, CertificateNames names) => (Chain, Fault, Names) = (chain, fault, names);

    public CertificateNames Names { get; }

    /// <summary>Fires when it is no longer accepted: it has expired, is revoked, or no list says that it is not.</summary>
    public CancellationToken Ended => _end.Token;

    internal VerifiedChain? Chain { get; }

    internal string? Fault { get; }

    /// <summary>The last answer about it.</summary>
    internal CertificateStanding? Standing { get; set; }

    /// <summary>Whether there may be streams that have to end when it is refused.</summary>
    internal bool WasAccepted { get; set; }

    /// <summary>Sets the token at once; its callbacks run on their own threads.</summary>
    internal void End() => _ = _end.CancelAsync();
}

/// <param name="Lists">The lists that were asked; null for none.</param>
/// <param name="From">The answer is valid from then on.</param>
/// <param name="Until">And ends then.</param>
/// <param name="Problem">The reason for refusing it, as a sentence; null if the certificate is accepted.</param>
internal sealed record CertificateStanding(RevocationLists? Lists, DateTimeOffset From, DateTimeOffset Until, string? Problem);
