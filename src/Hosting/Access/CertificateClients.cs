using System.Net.Security;
using System.Runtime.CompilerServices;
using System.Security.Cryptography.X509Certificates;
using Hosting.Trust;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Hosting.Access;

/// <summary>
/// Identifies clients by their certificates, which have to be signed by an authority of the file, and have a name with scopes. The
/// handshake accepts any certificate, so that the client gets a reason when its own is refused.
/// </summary>
internal sealed class CertificateClients : IClientCertificates, IDisposable
{
    private readonly ClientCertificates _certificates;
    private readonly ClientSubjects _subjects;
    private readonly ConditionalWeakTable<ShownCertificate, KnownClient> _clients = [];

    /// <exception cref="InvalidDataException">A file does not hold what it should, or a scope does not exist.</exception>
    /// <exception cref="IOException">A file cannot be read.</exception>
    public CertificateClients(
        IOptions<AccessOptions> options, CollectorRegistry registry, TimeProvider time, ILogger<CertificateClients> log)
    {
        _subjects = new(options.Value.ClientSubjects);
        _certificates = new(
            options.Value.ClientAuthority!,
            nameof(AccessOptions.ClientRevocations),
            AccessOptions.List(options.Value.ClientRevocations),
            time,
            log);
        _certificates.MeasureExpiry(registry);
    }

    /// <summary>Requests a certificate, and accepts any or none.</summary>
    public void Ask(SslServerAuthenticationOptions tls) => _certificates.Ask(tls, refusal => true);

    /// <returns>The client; null with a reason.</returns>
    public KnownClient? Find(X509Certificate2 certificate, out string refusal)
    {
        var shown = _certificates.Of(certificate);
        refusal = _certificates.Problem(shown) ?? "";
        if (refusal.Length > 0)
        {
            return null;
        }

        if (_clients.TryGetValue(shown, out var known))
        {
            return known;
        }

        if (_subjects.Find(shown.Names) is not { } subject)
        {
            refusal = "Your certificate has no scopes here, by none of its names. Ask the administrator of this host.";
            return null;
        }

        return _clients.GetValue(shown, shown => new($"cert:{subject.Name}", subject.Name, subject.Scopes)
        {
            Ended = shown.Ended,
            Names = shown.Names,
        });
    }

    public void Dispose() => _certificates.Dispose();
}
