[assembly: AssemblyFixture(typeof(Chromium))]

namespace Analyzer.Service.Page.Tests.Browsing;

/// <summary>One real browser for all tests, started by the first of them; each visit has a profile of its own.</summary>
public sealed class Chromium : IAsyncDisposable
{
    // Without a sandbox it runs as root too, as on a build machine; the limit keeps it from starting a spare process for each page; the
    // rest keeps it from talking to anybody but the service.
    private static readonly string[] s_arguments =
    [
        "--no-sandbox", "--disable-gpu", "--renderer-process-limit=1", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ];

    private readonly SemaphoreSlim _starting = new(1);
    private IPlaywright? _playwright;
    private IBrowser? _browser;

    /// <summary>The browser; skips the test where there is none (with CI=true: fails).</summary>
    public async Task<IBrowser> StartAsync()
    {
        // The browser without its windows: it takes half the processor time of the whole one.
        var path = InstalledProgram.SkipUnlessPresent("chromium-headless-shell", package: "chromium-headless-shell");
        await _starting.WaitAsync(TestContext.Current.CancellationToken);
        try
        {
            Assertions.SetDefaultExpectTimeout((float)Deadline.Default.TotalMilliseconds);
            _playwright ??= await Playwright.CreateAsync().Within();
            return _browser ??= await _playwright.Chromium.LaunchAsync(new() { ExecutablePath = path, Args = s_arguments }).Within();
        }
        finally
        {
            _starting.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_browser is not null)
        {
            await _browser.CloseAsync();
        }

        _playwright?.Dispose();
        _starting.Dispose();
    }
}
