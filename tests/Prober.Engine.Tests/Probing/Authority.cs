using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Prober.Engine.Tests.Probing;

/// <summary>Signs certificates for a test.</summary>
internal sealed class Authority : IDisposable
{
    private readonly X509Certificate2 _root;

    public Authority()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=Test authority", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        var now = TimeProvider.System.GetUtcNow();
        _root = request.CreateSelfSigned(now.AddYears(-2), now.AddYears(2));
    }

    public string Pem => _root.ExportCertificatePem();

    /// <param name="usage">The only purpose of the certificate, as an object identifier; null for any.</param>
    public X509Certificate2 Sign(string host, double fromDays, double toDays, string? usage = null)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={host}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        if (IPAddress.TryParse(host, out var address))
        {
            names.AddIpAddress(address);
        }
        else
        {
            names.AddDnsName(host);
        }

        request.CertificateExtensions.Add(names.Build());
        if (usage is not null)
        {
            request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(usage)], critical: false));
        }

        var now = TimeProvider.System.GetUtcNow();
        using var signed = request.Create(_root, now.AddDays(fromDays), now.AddDays(toDays), Guid.NewGuid().ToByteArray());
        using var own = signed.CopyWithPrivateKey(key);

        // A key that SslStream can use on every system.
        return X509CertificateLoader.LoadPkcs12(own.Export(X509ContentType.Pfx), password: null);
    }

    public void Dispose() => _root.Dispose();
}
