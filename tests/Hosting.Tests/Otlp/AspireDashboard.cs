using System.Diagnostics;
using System.Text.Json.Nodes;

namespace Hosting.Tests.Otlp;

/// <summary>
/// A receiver of OTLP from another project, over gRPC and over HTTP: the dashboard of Microsoft's Aspire, which tells in JSON what it got.
/// It is in the package <c>Aspire.Dashboard.Sdk.linux-x64</c>, which <c>.ci/steps</c> brings to <c>artifacts/aspire</c>.
/// </summary>
internal sealed class AspireDashboard : IAsyncDisposable
{
    private readonly Process _process;
    private readonly HttpClient _http = new();

    private AspireDashboard(string program)
    {
        var (page, grpc, http) = (LoopbackPort.FindFree(), LoopbackPort.FindFree(), LoopbackPort.FindFree());
        (Grpc, Http) = ($"http://127.0.0.1:{grpc}", $"http://127.0.0.1:{http}");
        _http.BaseAddress = new Uri($"http://127.0.0.1:{page}/api/telemetry/");
        _process = Process.Start(new ProcessStartInfo(program)
        {
            WorkingDirectory = Path.GetDirectoryName(program),
            RedirectStandardOutput = true,
            Environment =
            {
                ["ASPNETCORE_URLS"] = $"http://127.0.0.1:{page}",
                ["ASPIRE_DASHBOARD_OTLP_ENDPOINT_URL"] = Grpc,
                ["ASPIRE_DASHBOARD_OTLP_HTTP_ENDPOINT_URL"] = Http,
                ["ASPIRE_DASHBOARD_UNSECURED_ALLOW_ANONYMOUS"] = "true",
                ["Dashboard__Api__Enabled"] = "true",
            },
        })!;
        _process.OutputDataReceived += (_, _) => { }; // nobody reads it: a full pipe would stop it
        _process.BeginOutputReadLine();
    }

    public string Grpc { get; }

    public string Http { get; }

    /// <summary>Starts it, and waits until it answers; skips the test where it is not there.</summary>
    public static async Task<AspireDashboard> StartAsync()
    {
        var program = Path.Combine(SharedData.RepositoryRoot, "artifacts", "aspire", "Aspire.Dashboard");
        if (!File.Exists(program))
        {
            MissingPeer.Skip($"{program} is missing: the package Aspire.Dashboard.Sdk.linux-x64 has it; see .ci/steps.");
        }

        var dashboard = new AspireDashboard(program);
        await dashboard.UntilAsync("resources", _ => true);
        return dashboard;
    }

    /// <summary>Waits until it has what is looked for.</summary>
    /// <param name="kind"><c>resources</c>, <c>spans</c> or <c>logs</c>.</param>
    /// <param name="isThere">Looks at the whole answer.</param>
    public Task UntilAsync(string kind, Func<string, bool> isThere) => Deadline.UntilAsync(async () =>
    {
        _process.HasExited.ShouldBeFalse();
        try
        {
            return isThere(JsonNode.Parse(await _http.GetStringAsync(kind, TestContext.Current.CancellationToken))!.ToJsonString());
        }
        catch (HttpRequestException)
        {
            return false; // It does not listen yet.
        }
    });

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        await _process.WaitForExitAsync();
        _process.Dispose();
        _http.Dispose();
    }
}
