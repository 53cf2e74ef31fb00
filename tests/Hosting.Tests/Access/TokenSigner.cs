using System.Buffers.Text;
using System.Diagnostics;
using Hosting.Tests.Hello;

namespace Hosting.Tests.Access;

/// <summary>Signs tokens with openssl, by one of two keys, and has a host that takes those of the key called "key".</summary>
public sealed class TokenSigner : IAsyncLifetime
{
    private readonly TempDirectory _folder = new("signer");
    private readonly Dictionary<string, string> _sets = [];
    private HelloHost? _host;

    public async ValueTask InitializeAsync()
    {
        if (InstalledProgram.Find("openssl") is null)
        {
            return; // each test says so
        }

        foreach (var key in (string[])["key", "stranger"])
        {
            await OpenSslAsync(["genrsa", "-out", PathOf(key), "2048"]);
            var modulus = (await OpenSslAsync(["rsa", "-in", PathOf(key), "-noout", "-modulus"])).Trim()["Modulus=".Length..];
            var n = Base64Url.EncodeToString(Convert.FromHexString(modulus));
            _sets[key] = $$"""{"keys":[{"kty":"RSA","kid":"{{key}}","use":"sig","n":"{{n}}","e":"AQAB"}]}""";
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_host is not null)
        {
            await _host.DisposeAsync();
        }

        _folder.Dispose();
    }

    public string KeySet(string key)
    {
        InstalledProgram.SkipUnlessPresent("openssl", "openssl");
        return _sets[key];
    }

    /// <returns>The signature as a token has it.</returns>
    public async Task<string> SignAsync(string key, string text, bool byPublicKey)
    {
        var name = Guid.NewGuid().ToString("N");
        var (input, output) = (PathOf($"{name}-text"), PathOf($"{name}-signature"));
        await File.WriteAllTextAsync(input, text, TestContext.Current.CancellationToken);
        string[] how = byPublicKey ? ["-hmac", KeySet(key)] : ["-sign", PathOf(key)];
        await OpenSslAsync(["dgst", "-sha256", .. how, "-binary", "-out", output, input]);
        return Base64Url.EncodeToString(await File.ReadAllBytesAsync(output, TestContext.Current.CancellationToken));
    }

    /// <summary>The same for all tests.</summary>
    internal async Task<HelloHost> HostAsync(params string[] settings)
    {
        if (_host is null)
        {
            var keys = Path.Combine(_folder.Path, "jwks.json");
            await File.WriteAllTextAsync(keys, KeySet("key"), TestContext.Current.CancellationToken);
            _host = await HelloHost.StartAsync([.. settings, $"TokenKeys={keys}"]);
        }

        return _host;
    }

    private static async Task<string> OpenSslAsync(IEnumerable<string> arguments)
    {
        var openssl = InstalledProgram.SkipUnlessPresent("openssl", "openssl");
        using var process = Process.Start(new ProcessStartInfo(openssl, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var errors = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken).Within();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        process.ExitCode.ShouldBe(0, await errors);
        return output;
    }

    private string PathOf(string name) => Path.Combine(_folder.Path, $"{name}.pem");
}
