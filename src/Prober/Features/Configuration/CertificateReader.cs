using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Hosting.Files;
using Trust;

namespace Prober.Features.Configuration;

/// <summary>Keys that name certificates.</summary>
internal static class CertificateReader
{
    /// <summary>Targets that name the same file share its authorities.</summary>
    private static readonly ConcurrentDictionary<string, (FileState State, Authorities Roots)> Files = new();

    /// <summary>A key that names a file.</summary>
    public static Authorities Roots(ConfigSection section, string key)
    {
        if (section.Text(key) is not { } path)
        {
            return Authorities.System;
        }

        var state = FileState.Of(path);
        if (Files.TryGetValue(path, out var known) && known.State == state)
        {
            return known.Roots;
        }

        var roots = Trust(section, key, () => File.ReadAllText(path));
        if (roots != Authorities.System)
        {
            Files[path] = (state, roots);
        }

        return roots;
    }

    public static Authorities Trust(ConfigSection section, string key, Func<string> pem)
    {
        try
        {
            return Authorities.FromPem(pem());
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            section.Unready(key, exception.Message.TrimEnd('.'));
            return Authorities.System;
        }
        catch (InvalidDataException exception)
        {
            section.Add(section.LineOf(key), $"{key}: {exception.Message}");
            return Authorities.System;
        }
    }

    /// <summary>The keys <c>cert</c> and <c>key</c>.</summary>
    public static X509Certificate2? Own(ConfigSection section, SharedParts shared)
    {
        var (certificate, key) = (section.Text("cert"), section.Text("key"));
        if (certificate is null || key is null)
        {
            if (certificate != key)
            {
                var (there, missing) = certificate is null ? ("key", "cert") : ("cert", "key");
                section.Add(section.LineOf(there), $"{there} needs {missing} beside it");
            }

            return null;
        }

        try
        {
            return shared.Of($"{certificate}\0{key}", () => Load(certificate, key));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            section.Unready("cert", exception.Message.TrimEnd('.'));
            return null;
        }
        catch (CryptographicException exception)
        {
            section.Add(section.LineOf("cert"), $"cert: {exception.Message}");
            return null;
        }
    }

    /// <exception cref="CryptographicException">They are no certificate and its key in PEM.</exception>
    public static X509Certificate2 Load(string certificate, string key)
    {
        using var pem = X509Certificate2.CreateFromPemFile(certificate, key);
        return X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pfx), password: null);
    }
}
