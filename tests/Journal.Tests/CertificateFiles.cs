using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Journal.Tests;

/// <summary>An authority, a server and a sender that it has signed.</summary>
internal sealed class CertificateFiles : IDisposable
{
    private readonly TempDirectory _directory = new();
    private readonly RSA _authorityKey = RSA.Create(2048);

    public CertificateFiles()
    {
        var request = new CertificateRequest("CN=authority", _authorityKey, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        using var authority = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(200));
        File.WriteAllText(Authority, authority.ExportCertificatePem() + "\n");
        File.WriteAllText(Empty, "nothing\n");
        Sign(authority, "CN=localhost", "1.3.6.1.5.5.7.3.1", Server, Server);
        Sign(authority, "CN=web-7", "1.3.6.1.5.5.7.3.2", SenderCertificate, SenderKey);
        using var pem = X509Certificate2.CreateFromPemFile(SenderCertificate, SenderKey);
        Sender = X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), null);
    }

    public string Authority => _directory.Combine("authority.pem");

    public string Empty => _directory.Combine("empty.pem");

    public string Server => _directory.Combine("server.pem");

    public string SenderCertificate => _directory.Combine("sender.pem");

    public string SenderKey => _directory.Combine("sender-key.pem");

    public X509Certificate2 Sender { get; }

    public string ServerHash
    {
        get
        {
            using var server = X509Certificate2.CreateFromPem(File.ReadAllText(Server));
            return server.GetCertHashString();
        }
    }

    /// <summary>The server's file holds the beginning of one only.</summary>
    public void Break()
    {
        var next = _directory.Combine("next.pem");
        File.WriteAllText(next, "-----BEGIN CERTIFICATE-----\n");
        File.Move(next, Server, overwrite: true);
    }

    /// <summary>Another certificate and key in the server's file, in one step.</summary>
    public void Renew()
    {
        using var authority = X509Certificate2.CreateFromPem(File.ReadAllText(Authority), _authorityKey.ExportPkcs8PrivateKeyPem());
        var next = _directory.Combine("next.pem");
        Sign(authority, "CN=localhost", "1.3.6.1.5.5.7.3.1", next, next);
        File.Move(next, Server, overwrite: true);
    }

    public void Dispose()
    {
        _authorityKey.Dispose();
        Sender.Dispose();
        _directory.Dispose();
    }

    private static void Sign(X509Certificate2 authority, string name, string usage, string certificateFile, string keyFile)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(usage)], false));
        using var certificate = request.Create(
            authority, DateTimeOffset.UnixEpoch.AddDays(1), DateTimeOffset.UnixEpoch.AddYears(100), RandomNumberGenerator.GetBytes(8));
        File.WriteAllText(certificateFile, certificate.ExportCertificatePem() + "\n");
        File.AppendAllText(keyFile, key.ExportPkcs8PrivateKeyPem() + "\n");
    }
}
