using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Farm.Serving;

/// <summary>An authority and what it signed: ECDSA over P-256, a chain of one issuer.</summary>
internal sealed class FarmCertificates
{
    private const string Domain = "*.farm.test";

    private readonly X509Certificate2 _authority;
    private readonly SslStreamCertificateContext _good;
    private readonly SslStreamCertificateContext _other;
    private readonly SslStreamCertificateContext _expired;
    private readonly SslStreamCertificateContext _wrongHost;
    private readonly SslStreamCertificateContext _selfSigned;
    private int _handshakes;

    /// <param name="folder">Gets <c>ca.pem</c>, and for other servers <c>own.pem</c> and <c>own.key</c>.</param>
    public FarmCertificates(string folder)
    {
        var now = TimeProvider.System.GetUtcNow();
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=Farm authority", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        _authority = request.CreateSelfSigned(now.AddYears(-2), now.AddYears(2));
        var own = Sign(Domain, now.AddDays(-1), now.AddDays(90));
        (_good, _other) = (Context(own), Context(Sign(Domain, now.AddDays(-1), now.AddDays(80))));
        _expired = Context(Sign(Domain, now.AddDays(-30), now.AddDays(-1)));
        _wrongHost = Context(Sign("*.elsewhere.test", now.AddDays(-1), now.AddDays(90)));
        _selfSigned = Context(Sign(Domain, now.AddDays(-1), now.AddDays(90), isSelfSigned: true));
        File.WriteAllText(Path.Combine(folder, "ca.pem"), _authority.ExportCertificatePem());
        File.WriteAllText(Path.Combine(folder, "own.pem"), own.ExportCertificatePem());
        File.WriteAllText(Path.Combine(folder, "own.key"), own.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
    }

    public SslStreamCertificateContext For(Behaviour behaviour) => behaviour switch
    {
        Behaviour.Expired => _expired,
        Behaviour.WrongHost => _wrongHost,
        Behaviour.SelfSigned => _selfSigned,
        Behaviour.Changed => Interlocked.Increment(ref _handshakes) % 2 == 0 ? _good : _other,
        _ => _good,
    };

    private static SslStreamCertificateContext Context(X509Certificate2 own) =>
        SslStreamCertificateContext.Create(own, additionalCertificates: null, offline: true);

    private X509Certificate2 Sign(string host, DateTimeOffset from, DateTimeOffset to, bool isSelfSigned = false)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={host}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(host);
        request.CertificateExtensions.Add(names.Build());
        if (isSelfSigned)
        {
            return request.CreateSelfSigned(from, to);
        }

        using var signed = request.Create(_authority, from, to, Guid.NewGuid().ToByteArray());
        using var whole = signed.CopyWithPrivateKey(key);
        return X509CertificateLoader.LoadPkcs12(whole.Export(X509ContentType.Pfx), password: null, X509KeyStorageFlags.Exportable);
    }
}
