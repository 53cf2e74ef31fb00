using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Trust;

/// <summary>The authorities that may sign certificates: those of the operating system, or those of a file and no others.</summary>
public sealed class Authorities
{
    private Authorities(X509Certificate2Collection? own)
    {
        Own = own;
        Identity = own is null ? [] : SHA256.HashData([.. own.SelectMany(authority => authority.RawData)]);
    }

    /// <summary>The authorities that the operating system trusts.</summary>
    public static Authorities System { get; } = new(own: null);

    /// <summary>The certificates of the text or file; null for the system's.</summary>
    public X509Certificate2Collection? Own { get; }

    /// <summary>The same for equal authorities, for keys of caches.</summary>
    public ReadOnlyMemory<byte> Identity { get; }

    /// <summary>
    /// The authorities in a PEM text. Intermediate ones only help to build chains: trust begins at those that signed themselves.
    /// </summary>
    /// <exception cref="InvalidDataException">The text holds no certificate.</exception>
    public static Authorities FromPem(string pem) => FromPem(pem, "The text");

    /// <inheritdoc cref="FromPem(string)"/>
    /// <param name="path">A .pem file.</param>
    /// <param name="purpose">Its expected content, for a message: such as <c>the authorities that signed servers' certificates</c>.</param>
    /// <exception cref="IOException">There is no such file, or it cannot be read.</exception>
    public static Authorities FromFile(string path, string purpose)
    {
        try
        {
            return FromPem(ReadShared(path), path);
        }
        catch (Exception absent) when (absent is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new IOException($"The file {path} does not exist; it has to hold {purpose}.", absent);
        }
    }

    /// <summary>Allows the file to be replaced meanwhile, which Windows asks of its readers.</summary>
    private static string ReadShared(string path)
    {
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using var reader = new StreamReader(file);
        return reader.ReadToEnd();
    }

    private static Authorities FromPem(string pem, string place)
    {
        var own = new X509Certificate2Collection();
        try
        {
            own.ImportFromPem(pem);
        }
        catch (CryptographicException malformed)
        {
            throw new InvalidDataException($"{place} holds no certificate of an authority in PEM form: {malformed.Message}", malformed);
        }

        return own.Count > 0 ? new(own) : throw new InvalidDataException($"{place} holds no certificate of an authority in PEM form.");
    }
}
