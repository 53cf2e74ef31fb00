using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Tests.Common;

/// <summary>An authority that signs clients' certificates. Another one may have the same name, and another key.</summary>
public sealed class TestAuthority : IDisposable
{
    public const string ClientUse = "1.3.6.1.5.5.7.3.2"; // RFC 5280, 4.2.1.12
    public const string ServerUse = "1.3.6.1.5.5.7.3.1";

    private static readonly TimeSpan Life = TimeSpan.FromDays(5);

    private readonly X509Certificate2 _authority;

    public TestAuthority(string name = "Ours")
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        _authority = request.CreateSelfSigned(Today.AddYears(-1), Today.AddYears(1));
    }

    public string Pem => _authority.ExportCertificatePem();

    private static DateTimeOffset Today => new(TimeProvider.System.GetUtcNow().Date, TimeSpan.Zero);

    /// <param name="name">The common name.</param>
    /// <param name="use">The use that it allows.</param>
    /// <param name="days">From today to the middle of its life, which has ten days.</param>
    /// <param name="alternative">An alternative name: a URI if it has a colon, otherwise a DNS name; null for none.</param>
    /// <param name="address">Where it says that its authority, a list of revoked ones and a responder are.</param>
    public X509Certificate2 Sign(string name, string use = ClientUse, int days = 0, string? alternative = null, Uri? address = null) =>
        SignSubject($"CN={name}", use, days, alternative, address);

    /// <inheritdoc cref="Sign"/>
    /// <param name="subject">The whole subject.</param>
    public X509Certificate2 SignSubject(
        string subject, string use = ClientUse, int days = 0, string? alternative = null, Uri? address = null)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest(subject, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(use)], critical: false));
        if (alternative is not null)
        {
            var names = new SubjectAlternativeNameBuilder();
            if (alternative.Contains(':', StringComparison.Ordinal))
            {
                names.AddUri(new Uri(alternative));
            }
            else
            {
                names.AddDnsName(alternative);
            }

            request.CertificateExtensions.Add(names.Build());
        }

        if (address is not null)
        {
            string[] addresses = [address.AbsoluteUri];
            request.CertificateExtensions.Add(new X509AuthorityInformationAccessExtension(addresses, addresses));
            request.CertificateExtensions.Add(CertificateRevocationListBuilder.BuildCrlDistributionPointExtension(addresses));
        }

        var middle = Today.AddDays(days);
        using var signed = request.Create(_authority, middle - Life, middle + Life, RandomNumberGenerator.GetBytes(8));
        using var own = signed.CopyWithPrivateKey(key);
        return X509CertificateLoader.LoadPkcs12(own.Export(X509ContentType.Pfx), password: null);
    }

    /// <summary>The certificate and its key.</summary>
    public static string ToPem(X509Certificate2 certificate)
    {
        using var key = certificate.GetECDsaPrivateKey()!;
        return $"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n";
    }

    /// <returns>The list of these, valid for a day, in DER form.</returns>
    public byte[] Revoke(params IEnumerable<X509Certificate2> certificates)
    {
        var list = new CertificateRevocationListBuilder();
        foreach (var certificate in certificates)
        {
            list.AddEntry(certificate);
        }

        return list.Build(_authority, 1, TimeProvider.System.GetUtcNow().AddDays(1), HashAlgorithmName.SHA256);
    }

    public void Dispose() => _authority.Dispose();
}
