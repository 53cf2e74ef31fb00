using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Hosting.Listeners;

/// <summary>A certificate with its key, from a file.</summary>
public static class ServerCertificate
{
    /// <summary>Checks whether a server can use it.</summary>
    /// <returns>The problem, as a sentence; null if there is none.</returns>
    public static string? Problem(string path, string? password)
    {
        try
        {
            using var certificate = Load(path, password);
            return certificate.HasPrivateKey ? null
                : "it holds no private key. Write a .pem with the certificate and its key, or a .pfx that has both.";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or CryptographicException)
        {
            return File.Exists(path)
                ? $"{exception.Message.TrimEnd('.')}. It has to be a .pfx, or a .pem with the certificate and its key."
                : "the file does not exist.";
        }
    }

    /// <param name="path">A .pfx file, or a .pem file that holds the certificate and its key.</param>
    /// <param name="password">Opens the .pfx file.</param>
    public static X509Certificate2 Load(string path, string? password)
    {
        if (!path.EndsWith(".pem", StringComparison.OrdinalIgnoreCase))
        {
            return X509CertificateLoader.LoadPkcs12FromFile(path, password);
        }

        // Goes through PKCS #12, because Windows cannot serve TLS with a key that was only in memory.
        using var pem = X509Certificate2.CreateFromPemFile(path);
        return X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), password: null);
    }

    /// <summary>For a handshake: the certificate, and the intermediate certificates of the file.</summary>
    /// <inheritdoc cref="Load"/>
    public static SslStreamCertificateContext LoadChain(string path, string? password) =>
        SslStreamCertificateContext.Create(Load(path, password), All(path, password));

    private static X509Certificate2Collection All(string path, string? password)
    {
        if (!path.EndsWith(".pem", StringComparison.OrdinalIgnoreCase))
        {
            return X509CertificateLoader.LoadPkcs12CollectionFromFile(path, password);
        }

        var all = new X509Certificate2Collection();
        all.ImportFromPemFile(path);
        return all;
    }
}
