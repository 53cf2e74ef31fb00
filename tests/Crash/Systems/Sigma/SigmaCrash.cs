using Crash.Faults;
using Load.Systems.Sigma.Processes;

namespace Crash.Systems.Sigma;

/// <summary>
/// Sigma on a broker under faults: are the alerts that a reader of committed records sees those of an undisturbed run, none missing and
/// none twice?
/// </summary>
internal sealed class SigmaCrash : ICrashSystem
{
    /// <summary>Events and alerts are Avro, by a registry of the suite's own.</summary>
    public const string Avro = "avro";

    public const string Kill = "kill";
    public const string Rebalance = "rebalance";
    public const string Freeze = "freeze";

    public string Name => "sigma";

    public string Entries => "alerts";

    public IReadOnlyList<string> Programs => [SigmaProcess.Project];

    public IReadOnlyList<string> Stores { get; } = ["kafka", Avro];

    public IReadOnlyList<string> FaultsOn(string store) => [Kill, Rebalance, Freeze];

    public async Task<ICrashScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken) =>
        await SigmaScene.OpenAsync(options, folder, cancellationToken);
}
