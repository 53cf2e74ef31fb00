using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using Durable;
using Load.Machine;

namespace Load.Stack;

/// <summary>The folder with the data of all members. One stack at a time works in it.</summary>
internal sealed class StackFolder : IDisposable
{
    /// <summary>Rises when a stack could no longer go on with the folder of an earlier one.</summary>
    private const int Layout = 1;

    private static readonly TimeSpan CertificateTime = TimeSpan.FromDays(365);

    private readonly FileLock _lock;
    private readonly bool _isTemporary;

    private StackFolder(string path, FileLock taken, bool isTemporary) => (Path, _lock, _isTemporary) = (path, taken, isTemporary);

    public string Path { get; }

    public string Journal => In("journal");

    /// <summary>The key that reads the journal. Its owner should keep it elsewhere; here a program hands lines on with it.</summary>
    public string Reader => In("reader.pem");

    /// <summary>Each checkpoint of the journal is appended here; a copy on another machine proves that nobody changed the journal.</summary>
    public string Anchors => In("anchors.txt");

    /// <summary>With which record the forwarder goes on.</summary>
    public string Position => In("forwarded");

    /// <summary>The gateway's certificate with its key.</summary>
    public string Certificate => In("gateway.pem");

    /// <summary>The prober's targets.</summary>
    public string Probes => In("probes.yaml");

    public string LogOf(string member) => In(System.IO.Path.Combine("logs", $"{member}.log"));

    public string In(string name) => System.IO.Path.Combine(Path, name);

    /// <exception cref="LabException">Another stack works in it, it has another layout, or it cannot be made.</exception>
    public static StackFolder Open(string path, bool isTemporary)
    {
        var full = System.IO.Path.GetFullPath(path);
        try
        {
            Directory.CreateDirectory(System.IO.Path.Combine(full, "logs"));
            var taken = FileLock.TryTake(System.IO.Path.Combine(full, "lock"))
                ?? throw new LabException($"--data {path}: another stack works in it. Stop it, or name another folder.");
            try
            {
                var folder = new StackFolder(full, taken, isTemporary);
                folder.RequireLayout();
                folder.MakeCertificate();
                return folder;
            }
            catch
            {
                taken.Dispose();
                throw;
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"--data {path}: {exception.Message}");
        }
    }

    public void Dispose()
    {
        _lock.Dispose();
        if (_isTemporary)
        {
            Directory.Delete(Path, recursive: true);
        }
    }

    private void RequireLayout()
    {
        var file = In("stack.json");
        if (!File.Exists(file))
        {
            LocalDisk.Instance.Replace(file, JsonSerializer.SerializeToUtf8Bytes(new { layout = Layout }));
            return;
        }

        var found = LayoutIn(file);
        if (found != Layout)
        {
            throw new LabException(
                $"--data {Path}: its layout is {(found is { } number ? $"{number}" : "unknown")}, and this build knows {Layout}. "
                + "Name another folder, or take the build that made it.");
        }
    }

    private static int? LayoutIn(string file)
    {
        try
        {
            using var json = JsonDocument.Parse(File.ReadAllBytes(file));
            return json.RootElement.GetProperty("layout").GetInt32();
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            return null;
        }
    }

    /// <summary>Signed by itself, for loopback only: the prober is told to trust this one.</summary>
    private void MakeCertificate()
    {
        if (File.Exists(Certificate))
        {
            return;
        }

        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        names.AddIpAddress(System.Net.IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 0, critical: true));
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddMinutes(-5), now + CertificateTime);
        var pem = certificate.ExportCertificatePem() + "\n" + key.ExportPkcs8PrivateKeyPem() + "\n";
        LocalDisk.Instance.Replace(Certificate, System.Text.Encoding.ASCII.GetBytes(pem), secret: true);
    }
}
