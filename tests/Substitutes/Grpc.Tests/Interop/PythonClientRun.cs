using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Grpc.Tests.Interop;

/// <summary>One run of <c>client.py</c> against our server, when the first test asks; each test then looks at one scenario.</summary>
public sealed class PythonClientRun
{
    private readonly Lazy<Task<IReadOnlyDictionary<string, string>>> _results = new(RunAsync);

    /// <summary>By scenario: "ok", or what went wrong.</summary>
    internal Task<IReadOnlyDictionary<string, string>> Results => _results.Value;

    private static async Task<IReadOnlyDictionary<string, string>> RunAsync()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(5));
        await using var host = await GrpcHost.StartAsync(
            services =>
            {
                services.AddSingleton<InteropService.Counts>().AddGrpcReflection().AddGrpc();
                services.AddGrpcHealthChecks().AddCheck("always", () => HealthCheckResult.Healthy());
            },
            app =>
            {
                app.MapGrpcService<InteropService>();
                app.MapGrpcHealthChecksService();
                app.MapGrpcReflectionService();
            },
            deadline.Token);
        host.ExpectedErrors = "Grpc.";
        using var client = DebianPython.Start(PythonScripts.Path("client.py"), $"127.0.0.1:{host.Port}");
        try
        {
            var errors = client.StandardError.ReadToEndAsync(deadline.Token);
            var results = new Dictionary<string, string>();
            while (await client.StandardOutput.ReadLineAsync(deadline.Token) is { } line)
            {
                var parts = line.Split('\t', 2);
                results.Add(parts[0], parts[1]);
            }

            results.Add("standard error", await errors);
            return results;
        }
        finally
        {
            client.Kill(entireProcessTree: true);
        }
    }
}
