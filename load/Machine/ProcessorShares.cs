using System.Diagnostics;

namespace Load.Machine;

/// <summary>
/// Lab and system under test, each on processors of its own for as long as a run lasts: a generator that is pushed off by what it drives
/// into overload would measure itself.
/// </summary>
internal sealed class ProcessorShares : IDisposable
{
    private ProcessorShares(Processors? lab, Processors? tested) => (Lab, Tested) = (lab, tested);

    /// <summary>Null: all of them.</summary>
    public Processors? Lab { get; }

    /// <summary>Null: all of them.</summary>
    public Processors? Tested { get; }

    /// <summary>How many the lab may keep busy.</summary>
    public int LabCount => Lab?.Numbers.Count ?? Environment.ProcessorCount;

    /// <param name="wanted">Otherwise both have all.</param>
    public static ProcessorShares Take(bool wanted)
    {
        var split = wanted ? Processors.Split() : null;
        if (split?.Lab is { } lab)
        {
            using var self = Process.GetCurrentProcess();
            lab.Confine(self);
        }

        return new ProcessorShares(split?.Lab, split?.Tested);
    }

    public void Dispose()
    {
        if (Lab is not null)
        {
            using var self = Process.GetCurrentProcess();
            new Processors([.. Enumerable.Range(0, Environment.ProcessorCount)]).Confine(self);
        }
    }
}
