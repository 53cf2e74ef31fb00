using System.Net;
using Prober.Tests;

namespace Prober.Page.Tests;

/// <summary>A prober that asks for keys: its pages ask the person for one, and show nothing before.</summary>
public sealed class SignInTests(Chromium chromium) : IDisposable
{
    private readonly TempDirectory _folder = new("prober-page");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("/")]
    [InlineData("/status")]
    public async Task SignIn_WithAKey_ShowsTheTargets(string path)
    {
        using var keys = new ClientKeys();
        var key = keys.Add("Ada", ["read"]);
        File.WriteAllText(
            _folder.Combine("probes.yaml"), $"tcp:\n  - {{ name: Shop, host: \"127.0.0.1:{LoopbackPort.FindFree()}\", interval: 24h }}\n");
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"), $"--Prober:Keys={keys.File}");

        await PageVisit.MakeAsync(
            chromium,
            new(host.Http.BaseAddress!, path),
            page => SignIn.EnterAsync(page, key, page.Locator("#targets tr")),
            refusal: (int)HttpStatusCode.Unauthorized);
    }
}
