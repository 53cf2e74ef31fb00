using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Load.Systems.Journal.Sending;

/// <summary>The certificate that a receiver shows over TLS: self-signed, ECDSA over P-256.</summary>
internal static class ReceiverCertificate
{
    public const string Host = "localhost";

    /// <param name="folder">Gets a .pem file with the certificate and its key.</param>
    /// <returns>The file.</returns>
    public static string Write(string folder)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={Host}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(Host);
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(30));
        var file = Path.Combine(folder, "server.pem");
        File.WriteAllText(file, $"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n");
        return file;
    }
}
