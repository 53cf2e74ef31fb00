using System.Net.Security;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Hosting.Trust;
using Microsoft.Extensions.Options;

namespace Hosting.Access;

/// <summary>
/// Identifies clients by their certificates, which have to be signed by an authority of the file, and have a common name with scopes. The
/// handshake accepts any certificate, so that the client gets a reason when its own is refused.
/// </summary>
internal sealed class CertificateClients : IClientCertificates
{
    private const string ClientUse = "1.3.6.1.5.5.7.3.2"; // id-kp-clientAuth, RFC 5280, 4.2.1.12

    private readonly X509Certificate2Collection _authorities = [];
    private readonly Dictionary<string, KnownClient> _clients;
    private readonly TimeProvider _time;

    /// <summary>A connection has one certificate object for all of its requests, so the signatures are checked once.</summary>
    private readonly ConditionalWeakTable<X509Certificate2, Verdict> _known = [];

    /// <exception cref="InvalidDataException">The file holds no certificate, or a scope does not exist.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public CertificateClients(IOptions<AccessOptions> options, TimeProvider time)
    {
        var path = options.Value.ClientAuthority!;
        try
        {
            _authorities.ImportFromPemFile(path);
        }
        catch (Exception absent) when (absent is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new IOException($"The file {path} does not exist; it has to hold the authority of the clients' certificates.", absent);
        }
        catch (CryptographicException)
        {
            // Reported below.
        }

        if (_authorities.Count == 0)
        {
            throw new InvalidDataException($"{path} holds no certificate of an authority in PEM form.");
        }

        _time = time;
        _clients = options.Value.ClientSubjects.ToDictionary(
            subject => subject.Key,
            subject => ScopeNames.TryParse(subject.Value.Split(','), out var scopes)
                ? new KnownClient($"cert:{subject.Key}", subject.Key, scopes)
                : throw new InvalidDataException(
                    $"The scopes of the subject {subject.Key} have to be some of {string.Join(",", ScopeNames.All)}."),
            StringComparer.OrdinalIgnoreCase);
    }

    /// <summary>Requests a certificate and accepts any, or none.</summary>
    public void Ask(SslServerAuthenticationOptions tls)
    {
        tls.ClientCertificateRequired = true;
        tls.CertificateChainPolicy = Policy();
#pragma warning disable CA5359 // Each request is judged by what is noted here, so that its client gets a reason.
        tls.RemoteCertificateValidationCallback = (_, certificate, _, errors) =>
        {
            Note(certificate, errors);
            return true;
        };
#pragma warning restore CA5359
    }

    /// <returns>The client; null with a reason.</returns>
    public KnownClient? Find(X509Certificate2 certificate, out string refusal)
    {
        refusal = "";
        var now = _time.GetUtcNow().UtcDateTime;
        var (begin, end) = (certificate.NotBefore.ToUniversalTime(), certificate.NotAfter.ToUniversalTime());
        if (end < now || begin > now)
        {
            refusal = $"Your certificate is valid from {begin:u} to {end:u}, but not now.";
        }
        else if (!_known.GetValue(certificate, Verify).IsSigned)
        {
            refusal = "Your certificate is not signed by an authority that this host trusts, or is not for clients.";
        }
        else if (_clients.TryGetValue(certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false), out var client))
        {
            return client;
        }
        else
        {
            refusal = "The common name of your certificate has no scopes here. Ask the administrator of this host.";
        }

        return null;
    }

    /// <summary>Here the certificates that the client sent along are known.</summary>
    private void Note(X509Certificate? certificate, SslPolicyErrors errors)
    {
        if (certificate is X509Certificate2 own)
        {
            _known.AddOrUpdate(own, new(errors == SslPolicyErrors.None));
        }
    }

    private Verdict Verify(X509Certificate2 certificate)
    {
        using var chain = new X509Chain { ChainPolicy = Policy() };
        return new(chain.Build(certificate));
    }

    private X509ChainPolicy Policy()
    {
        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
        };
        policy.CustomTrustStore.AddRange(_authorities);
        policy.ApplicationPolicy.Add(new Oid(ClientUse));
        return policy;
    }

    private sealed record Verdict(bool IsSigned);
}
