using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Journal.Features.Settings;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Microsoft.Extensions.Options;

namespace Journal.Features.Tcp;

/// <summary>Decides who may send over TLS: with authorities configured, only clients with a certificate that one of them signed.</summary>
internal static class SenderCertificates
{
    private const string ClientAuthentication = "1.3.6.1.5.5.7.3.2";

    /// <exception cref="InvalidDataException">The file holds no certificate.</exception>
    public static void Require(IServiceProvider services, HttpsConnectionAdapterOptions https)
    {
        if (services.GetRequiredService<IOptions<JournalOptions>>().Value.SenderAuthorities is { } file)
        {
            var authorities = Read(file);
            https.ClientCertificateMode = ClientCertificateMode.RequireCertificate;
            https.ClientCertificateValidation = (certificate, chain, _) => IsSigned(certificate, chain, authorities);
        }
        else
        {
            // HTTP listeners request certificates and check them later; here nothing would check them, and any name would be accepted.
            https.ClientCertificateMode = ClientCertificateMode.NoCertificate;
        }
    }

    /// <summary>The name that a sender's records carry: its certificate's.</summary>
    public static string NameOf(X509Certificate2 certificate) => certificate.GetNameInfo(X509NameType.SimpleName, forIssuer: false);

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

    private static bool IsSigned(X509Certificate2 certificate, X509Chain? sent, X509Certificate2Collection authorities)
    {
        using var chain = new X509Chain();
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.AddRange(authorities);
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck; // a private authority rarely has a revocation list
        chain.ChainPolicy.ApplicationPolicy.Add(new Oid(ClientAuthentication));
        foreach (var element in sent?.ChainElements ?? Enumerable.Empty<X509ChainElement>())
        {
            chain.ChainPolicy.ExtraStore.Add(element.Certificate);
        }

        return chain.Build(certificate);
    }
}
