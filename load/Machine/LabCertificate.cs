using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Durable;

namespace Load.Machine;

/// <summary>
/// The lab's own certificate for what it starts: self-signed, ECDSA over P-256, for loopback. The lab's clients trust it and no other.
/// </summary>
internal static class LabCertificate
{
    /// <summary>The name in it. Sessions are resumed by name: .NET resumes none with a bare address.</summary>
    public const string Host = "localhost";

    private static readonly TimeSpan Validity = TimeSpan.FromDays(365);

    /// <param name="file">A .pem file with the certificate and its key, for its owner only; overwritten.</param>
    /// <returns>The certificate without its key.</returns>
    public static X509Certificate2 Write(string file)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={Host}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(Host);
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 0, critical: true)); // it is its own authority
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now + Validity);
        var publicPart = certificate.ExportCertificatePem();
        LocalDisk.Instance.Replace(file, Encoding.ASCII.GetBytes($"{publicPart}\n{key.ExportPkcs8PrivateKeyPem()}\n"), secret: true);
        return X509Certificate2.CreateFromPem(publicPart);
    }

    /// <param name="folder">Gets a file as <see cref="Write"/> makes it.</param>
    /// <returns>The file.</returns>
    public static string WriteInto(string folder)
    {
        var file = Path.Combine(folder, "server.pem");
        Write(file).Dispose();
        return file;
    }
}
