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

    /// <param name="wanted">Whether each has its own, where a person has not said which.</param>
    /// <param name="plan">What a person has said; null for nothing.</param>
    public static ProcessorShares Take(bool wanted, ProcessorPlan? plan = null)
    {
        plan ??= wanted && Processors.Split() is { } split ? new ProcessorPlan(split.Tested, split.Lab) : null;
        if (plan?.Generator is { } lab)
        {
            using var self = Process.GetCurrentProcess();
            lab.Confine(self);
        }

        return new ProcessorShares(plan?.Generator, TestedOf(plan));
    }

    /// <summary>A process inherits the lab's processors, so one that may have all is given all.</summary>
    internal static Processors? TestedOf(ProcessorPlan? plan) => plan?.Service ?? (plan?.Generator is null ? null : Processors.All);

    public void Dispose()
    {
        if (Lab is not null)
        {
            using var self = Process.GetCurrentProcess();
            Processors.All.Confine(self);
        }
    }
}
