using Prober.Engine.Probing;

namespace Prober.Engine.Tests.Watching;

/// <summary>A probe whose result the test decides, at once or later.</summary>
internal sealed class ScriptedProbe(string destination = "here") : IProbe
{
    private TaskCompletionSource? _hanging;

    public string Kind => "scripted";

    public string Endpoint => destination;

    public string Destination => destination;

    public bool IsBad { get; set; }

    public bool Hangs { get; set; }

    /// <inheritdoc cref="ProbeResult.IsUnmeasured"/>
    public bool IsUnmeasured { get; set; }

    /// <summary>When each started, in Unix milliseconds.</summary>
    public List<long> Started { get; } = [];

    public async Task<ProbeResult> ProbeAsync(ProbeCall call)
    {
        Started.Add(call.Result.StartedAt);
        if (Hangs)
        {
            _hanging = new();
            await using var registration = call.Token.Register(_hanging.SetResult);
            await _hanging.Task;
        }

        call.Result.IsUnmeasured = IsUnmeasured;
        return IsBad || Hangs ? call.Result.Fail(FailureClass.Refused, "Scripted.") : call.Result;
    }
}
