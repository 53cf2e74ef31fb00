using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Hosting.Trust;
using Journal.Features.Settings;
using Microsoft.Extensions.Options;

namespace Journal.Features.Tcp;

/// <summary>Decides who may send over TLS: with authorities configured, only clients with a certificate that one of them signed.</summary>
internal sealed class SenderCertificates : IClientCertificates
{
    private const string ClientAuthentication = "1.3.6.1.5.5.7.3.2";

    private readonly X509Certificate2Collection? _authorities;

    /// <exception cref="InvalidDataException">The file holds no certificate.</exception>
    public SenderCertificates(IOptions<JournalOptions> options) =>
        _authorities = options.Value.SenderAuthorities is { } file ? Read(file) : null;

    /// <summary>The name that a sender's records carry: its certificate's.</summary>
    public static string NameOf(X509Certificate2 certificate) => certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false);

    /// <summary>
    /// Without authorities no certificate is requested: HTTP listeners request certificates and check them later; here nothing would check
    /// them, and any name would be accepted.
    /// </summary>
    public void Ask(SslServerAuthenticationOptions tls)
    {
        if (_authorities is null)
        {
            return;
        }

        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
        };
        policy.CustomTrustStore.AddRange(_authorities);
        policy.ApplicationPolicy.Add(new Oid(ClientAuthentication));
        tls.ClientCertificateRequired = true;
        tls.CertificateChainPolicy = policy;
        tls.RemoteCertificateValidationCallback = (_, _, _, errors) => errors == SslPolicyErrors.None;
    }

    private static X509Certificate2Collection Read(string file)
    {
        var authorities = new X509Certificate2Collection();
        try
        {
            authorities.ImportFromPemFile(file);
        }
        catch (CryptographicException exception)
        {
            throw new InvalidDataException($"{file} does not hold certificates in PEM form: {exception.Message}", exception);
        }

        return authorities.Count > 0 ? authorities : throw new InvalidDataException($"{file} holds no certificate.");
    }
}
