using System.Collections.Concurrent;
using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>The certificates that an authority has revoked (RFC 5280, section 5): a complete list, not a delta.</summary>
public sealed class RevocationList
{
    private readonly ConcurrentDictionary<string, bool> _signers = new();
    private readonly RevocationSignature _signature;
    private readonly RevocationScope _scope;
    private readonly HashSet<string> _serials;

    internal RevocationList(RevocationSignature signature, RevocationScope scope, HashSet<string> serials) =>
        (_signature, _scope, _serials) = (signature, scope, serials);

    public required X500DistinguishedName Issuer { get; init; }

    /// <summary>When the authority made it. A time that has not come yet means that its clock differs, and the list counts.</summary>
    public required DateTimeOffset ThisUpdate { get; init; }

    /// <summary>From then on it says nothing; null for a list that never ends.</summary>
    public required DateTimeOffset? NextUpdate { get; init; }

    /// <param name="content">One list in DER form, or any number of them in PEM form.</param>
    /// <exception cref="InvalidDataException">
    /// It holds none, or one that cannot be used; the message continues a sentence about a file.
    /// </exception>
    public static IReadOnlyList<RevocationList> Read(byte[] content) => RevocationListReader.Read(content);

    /// <summary>Lists of one authority with equal ones replace each other.</summary>
    internal string Coverage => _scope.Text;

    internal bool Covers(ChainLink link) => _scope.Covers(link);

    internal bool IsSignedBy(X509Certificate2 issuer) =>
        _signers.GetOrAdd(issuer.Thumbprint, static (_, state) => state._signature.IsOf(state.issuer), (_signature, issuer));

    internal bool Holds(ChainLink link) => _serials.Contains(link.Serial);
}
