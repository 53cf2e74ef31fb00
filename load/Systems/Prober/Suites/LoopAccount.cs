using Load.Systems.Prober.Processes;

namespace Load.Systems.Prober.Suites;

/// <summary>The bare loop's counts of its probes.</summary>
internal sealed class LoopAccount(Uri control) : IDisposable
{
    private readonly HttpClient _client = new() { Timeout = FarmReading.MaxWait };

    /// <exception cref="Load.Machine.LabException">It does not answer.</exception>
    public async Task<ProberClaim> ClaimAsync(CancellationToken cancellationToken)
    {
        var counts = await FarmReading.ReadAsync(_client, control, cancellationToken);
        return new(counts["all done"], counts["all failed"], counts["all flying"]);
    }

    public void Dispose() => _client.Dispose();
}
