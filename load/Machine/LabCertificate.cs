using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Load.Machine;

/// <summary>The lab's own certificate for what it starts: self-signed, ECDSA over P-256. The lab's clients trust it and no other.</summary>
internal static class LabCertificate
{
    /// <summary>The name in it. Sessions are resumed by name: .NET resumes none with a bare address.</summary>
    public const string Host = "localhost";

    /// <param name="file">A .pem file with the certificate and its key; overwritten.</param>
    /// <returns>The certificate without its key.</returns>
    public static X509Certificate2 Write(string file)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={Host}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(Host);
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(30));
        var publicPart = certificate.ExportCertificatePem();
        File.WriteAllText(file, $"{publicPart}\n{key.ExportPkcs8PrivateKeyPem()}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        return X509Certificate2.CreateFromPem(publicPart);
    }
}
