using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>
/// Which servers a client believes: those whose certificate is for the host that was asked, and is signed by one of the authorities; or
/// those with a known fingerprint.
/// </summary>
public sealed class ServerVerifier
{
    private readonly Authorities _authorities;
    private readonly byte[]? _fingerprint;
    private readonly TimeProvider _time;

    private ServerVerifier(Authorities authorities, byte[]? fingerprint, TimeProvider time) =>
        (_authorities, _fingerprint, _time) = (authorities, fingerprint, time);

    /// <param name="authorities">Which signatures count.</param>
    /// <param name="time">Decides whether a chain is valid now, where <see cref="Problem"/> is asked.</param>
    public static ServerVerifier By(Authorities authorities, TimeProvider time) => new(authorities, null, time);

    /// <summary>
    /// A server whose own certificate has the fingerprint is believed whatever its certificate says, like a key that is known. One whose
    /// chain holds it is believed if the chain is valid and made for the host.
    /// </summary>
    /// <param name="fingerprint">SHA-256 of a certificate; 32 bytes.</param>
    /// <param name="time">Decides whether the chain is valid now.</param>
    public static ServerVerifier ByFingerprint(byte[] fingerprint, TimeProvider time) => new(Authorities.System, fingerprint, time);

    /// <summary>Has a client verify its servers so.</summary>
    public void Apply(SslClientAuthenticationOptions tls)
    {
        if (_fingerprint is null)
        {
            // The framework verifies, and its exceptions say what is wrong.
            tls.CertificateChainPolicy = ChainPolicies.Of(_authorities, CertificateUse.Server, now: null);
        }
        else
        {
            tls.CertificateChainPolicy = ChainPolicies.Any;
            tls.RemoteCertificateValidationCallback = (_, certificate, chain, errors) =>
                Problem(certificate, chain, errors) is { } problem ? throw new AuthenticationException(problem) : true;
        }
    }

    /// <summary>For a client that has a callback of its own; the parameters are those of the callback.</summary>
    /// <returns>Why the server is not believed, as a sentence; null if it is.</returns>
    public string? Problem(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        if (certificate is not X509Certificate2 leaf)
        {
            return "The server has no certificate.";
        }

        if (Matches(leaf))
        {
            return null;
        }

        // Anybody can send along an authority's certificate, since it is public. It counts only in a chain of valid signatures down to
        // the leaf, and only when the leaf was made for this host.
        if (errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch))
        {
            return $"The server's certificate ({ChainLink.SubjectOf(leaf)}) is for another host.";
        }

        var policy = ChainPolicies.Of(_authorities, CertificateUse.Server, _time.GetUtcNow(), chain?.ChainPolicy.ExtraStore);
        if (_fingerprint is not null)
        {
            policy.VerificationFlags = X509VerificationFlags.AllowUnknownCertificateAuthority; // the fingerprint makes it known
        }

        using var built = new X509Chain { ChainPolicy = policy };
        if (!built.Build(leaf))
        {
            var problems = string.Join(", ", built.ChainStatus.Select(status => status.Status));
            return $"The server's certificate ({ChainLink.SubjectOf(leaf)}) is not trusted: {problems}.";
        }

        return _fingerprint is null || built.ChainElements.Any(element => Matches(element.Certificate)) ? null
            : $"Neither the server's certificate ({ChainLink.SubjectOf(leaf)}) nor one of its authorities has the expected fingerprint.";
    }

    private bool Matches(X509Certificate2 certificate) =>
        _fingerprint is not null && certificate.GetCertHash(HashAlgorithmName.SHA256).AsSpan().SequenceEqual(_fingerprint);
}
