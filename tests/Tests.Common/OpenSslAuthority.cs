using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography.X509Certificates;

namespace Tests.Common;

/// <summary>An authority that the program openssl runs: its certificates and revocation lists are not made by .NET.</summary>
public sealed class OpenSslAuthority
{
    /// <summary>For a certificate that may sign others.</summary>
    public const string AuthorityExtensions = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n"
        + "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n";

    /// <summary>For a certificate of a client.</summary>
    public const string ClientExtensions = "basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=clientAuth\n"
        + "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n";

    private static readonly string[] Ec = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"];

    private readonly string _folder;
    private readonly TempDirectory _parent;
    private int _issued;

    private OpenSslAuthority(TempDirectory parent, string name)
    {
        (_parent, _folder) = (parent, parent.Combine(name));
        Directory.CreateDirectory(_folder);
        File.WriteAllText(In("index.txt"), "");
        File.WriteAllText(In("index.txt.attr"), "unique_subject = no\n");
        File.WriteAllText(In("crlnumber"), "01\n");
        File.WriteAllText(In("ca.cnf"), $"""
            [ca]
            default_ca = own
            [own]
            dir = {_folder.Replace('\\', '/')}
            database = $dir/index.txt
            new_certs_dir = $dir
            rand_serial = yes
            crlnumber = $dir/crlnumber
            certificate = $dir/ca.pem
            private_key = $dir/ca.key
            default_md = sha256
            default_days = 30
            default_crl_days = 30
            policy = any
            preserve = yes
            [any]
            countryName = optional
            organizationName = optional
            organizationalUnitName = optional
            commonName = optional
            [req]
            distinguished_name = empty
            [empty]

            """);
    }

    public string CertificateFile => In("ca.pem");

    /// <summary>Its certificate in PEM form.</summary>
    public string Pem => File.ReadAllText(CertificateFile);

    /// <summary>One that signed itself.</summary>
    /// <param name="parent">Its folder is made there.</param>
    /// <param name="name">The name of the folder.</param>
    /// <param name="subject">Such as <c>/CN=Root</c>; null for the name as the common name.</param>
    /// <param name="key">What <c>openssl genpkey</c> makes; null for P-256.</param>
    public static async Task<OpenSslAuthority> RootAsync(TempDirectory parent, string name, string? subject = null, string[]? key = null)
    {
        var authority = new OpenSslAuthority(parent, name);
        await RunAsync(["genpkey", .. key ?? Ec, "-out", authority.In("ca.key")]);
        await RunAsync(
        [
            "req", "-x509", "-new", "-config", authority.In("ca.cnf"), "-key", authority.In("ca.key"), "-subj", subject ?? $"/CN={name}",
            "-days", "3650", "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign,cRLSign",
            "-out", authority.CertificateFile,
        ]);
        return authority;
    }

    /// <summary>One that this one has signed.</summary>
    public async Task<OpenSslAuthority> SubordinateAsync(
        string name, int fromDays = -1, int toDays = 30, string extensions = AuthorityExtensions)
    {
        var authority = new OpenSslAuthority(_parent, name);
        var (certificate, key) = await IssueAsync($"/CN={name}", extensions, fromDays, toDays);
        File.Move(certificate, authority.CertificateFile);
        File.Move(key, authority.In("ca.key"));
        return authority;
    }

    /// <param name="subject">Such as <c>/CN=client</c>; several common names are possible.</param>
    /// <param name="extensions">In the form of a section of openssl's configuration; empty makes a certificate of version 1.</param>
    /// <param name="fromDays">Relative to now.</param>
    /// <param name="toDays">Relative to now.</param>
    /// <param name="key">What <c>openssl genpkey</c> makes; null for P-256.</param>
    /// <param name="requestOptions">Further ones of <c>openssl req</c>.</param>
    /// <returns>The PEM files.</returns>
    public async Task<(string Certificate, string Key)> IssueAsync(
        string subject, string extensions = ClientExtensions, int fromDays = -1, int toDays = 20, string[]? key = null,
        string[]? requestOptions = null)
    {
        var stem = In($"issued-{Interlocked.Increment(ref _issued)}");
        var (certificate, keyFile, request) = ($"{stem}.pem", $"{stem}.key", $"{stem}.csr");
        await File.WriteAllTextAsync($"{stem}.ext", extensions);
        await RunAsync(["genpkey", .. key ?? Ec, "-out", keyFile]);
        await RunAsync(
            ["req", "-new", "-config", In("ca.cnf"), "-key", keyFile, "-subj", subject, "-out", request, .. requestOptions ?? []]);
        await RunAsync(
        [
            "ca", "-batch", "-notext", "-config", In("ca.cnf"), "-in", request, "-out", certificate,
            "-startdate", Days(fromDays), "-enddate", Days(toDays),
            .. extensions.Length > 0 ? new[] { "-extfile", $"{stem}.ext" } : [],
        ]);
        return (certificate, keyFile);
    }

    public Task RevokeAsync(string certificate, string reason = "keyCompromise") =>
        RunAsync(["ca", "-config", In("ca.cnf"), "-revoke", certificate, "-crl_reason", reason]);

    /// <summary>Writes the revocation list, in one step.</summary>
    /// <param name="file">Replaced.</param>
    /// <param name="fromDays">Relative to now.</param>
    /// <param name="toDays">Relative to now.</param>
    /// <param name="extensions">In the form of a section of openssl's configuration.</param>
    /// <param name="options">Further ones of <c>openssl ca</c>.</param>
    public async Task ListAsync(string file, int fromDays = -1, int toDays = 20, string extensions = "", params string[] options)
    {
        var configuration = In("list.cnf");
        await File.WriteAllTextAsync(
            configuration, $"{await File.ReadAllTextAsync(In("ca.cnf"))}\n[list]\nauthorityKeyIdentifier=keyid\n{extensions}\n");
        await RunAsync(
        [
            "ca", "-gencrl", "-config", configuration, "-crlexts", "list",
            "-crl_lastupdate", Days(fromDays), "-crl_nextupdate", Days(toDays), "-out", $"{file}.new", .. options,
        ]);
        File.Move($"{file}.new", file, overwrite: true);
    }

    /// <summary>The certificate, without its key.</summary>
    public static X509Certificate2 Load(string file) => X509Certificate2.CreateFromPem(File.ReadAllText(file));

    /// <summary>Runs the program; fails the test if it fails. Skips the test where it is not installed.</summary>
    /// <returns>Its output.</returns>
    public static async Task<string> RunAsync(IReadOnlyList<string> arguments, string input = "", bool mayFail = false)
    {
        using var process = Process.Start(new ProcessStartInfo(InstalledProgram.SkipUnlessPresent("openssl", "openssl"), arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        try
        {
            // Left open where there is input: a client ends when its server closes.
            await process.StandardInput.WriteAsync(input);
            await process.StandardInput.FlushAsync();
            if (input.Length == 0)
            {
                process.StandardInput.Close();
            }
        }
        catch (IOException)
        {
            // It has ended; what it has written says why.
        }

        try
        {
            await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill();
            }
        }

        if (!mayFail)
        {
            process.ExitCode.ShouldBe(0, $"openssl {string.Join(' ', arguments)}: {await error}");
        }

        return await output + await error;
    }

    private static string Days(int days) =>
        TimeProvider.System.GetUtcNow().AddDays(days).ToString("yyyyMMddHHmmss'Z'", CultureInfo.InvariantCulture);

    private string In(string name) => Path.Combine(_folder, name);
}
