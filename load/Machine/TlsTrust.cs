using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace Load.Machine;

/// <summary>Whom a client trusts over TLS, and whether it resumes sessions.</summary>
/// <param name="Certificate">The only one that is trusted; null for what the machine trusts.</param>
internal sealed record TlsTrust(X509Certificate2? Certificate)
{
    /// <summary>What the machine trusts.</summary>
    public static TlsTrust Machine { get; } = new((X509Certificate2?)null);

    /// <summary>Whether a new connection goes on with an earlier one's session, where the client can do that.</summary>
    public bool Resumes { get; init; } = true;

    /// <param name="host">The service's name or address, for a certificate that the machine trusts.</param>
    /// <param name="protocols">Offered in this order.</param>
    public SslClientAuthenticationOptions Options(string host, params List<SslApplicationProtocol> protocols)
    {
        var options = new SslClientAuthenticationOptions
        {
            TargetHost = Certificate is null ? host : LabCertificate.Host,
            ApplicationProtocols = protocols.Count > 0 ? protocols : null,
            AllowTlsResume = Resumes,
        };
        if (Certificate is not null)
        {
            // The lab made this very certificate a moment ago: equality says more than a chain.
            options.RemoteCertificateValidationCallback = (_, shown, _, _) =>
                shown is X509Certificate2 one && one.RawDataMemory.Span.SequenceEqual(Certificate.RawDataMemory.Span);
        }

        return options;
    }
}
