using System.Net;

namespace Prober.Tests.Probing;

/// <summary>Probers with modules, and their answers to /probe.</summary>
internal static class ModuleProbes
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <param name="folder">Gets both files.</param>
    /// <param name="targets">The configuration.</param>
    /// <param name="modules">The file of modules; null for none.</param>
    public static async Task<ProberHost> StartAsync(TempDirectory folder, string targets, string? modules)
    {
        File.WriteAllText(folder.Combine("probes.yaml"), targets);
        List<string> arguments = ["--config", folder.Combine("probes.yaml")];
        if (modules is not null)
        {
            File.WriteAllText(folder.Combine("blackbox.yml"), modules);
            arguments.AddRange(["--modules", folder.Combine("blackbox.yml")]);
        }

        return await ProberHost.StartAsync([.. arguments]);
    }

    /// <returns>What /probe answers, which has to be 200.</returns>
    public static async Task<string> ProbeAsync(ProberHost host, string query)
    {
        using var response = await host.Http.GetAsync($"/probe?{query}", Token).Within();
        var text = await response.Content.ReadAsStringAsync(Token);
        response.StatusCode.ShouldBe(HttpStatusCode.OK, text);
        return text;
    }
}
