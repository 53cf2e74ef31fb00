using Load.Gates;
using Load.Machine;
using Load.Measuring;

namespace Load.Commands;

/// <summary>The options of a run that do not depend on its suite.</summary>
internal sealed record RunOptions
{
    public const ulong DefaultSeed = 1;

    public required string Suite { get; init; }

    /// <summary>See <see cref="CaseFilter"/>.</summary>
    public string? Only { get; init; }

    /// <summary>The number of repeats; null for the suite's own.</summary>
    public int? Repeat { get; init; }

    /// <summary>One short warm-up and short iterations: for tests, which ask whether it works and not how fast.</summary>
    public bool Smoke { get; init; }

    /// <summary>The length of an iteration; null for the suite's own.</summary>
    public TimeSpan? IterationLength { get; init; }

    /// <summary>Everything random follows from it.</summary>
    public ulong Seed { get; init; } = DefaultSeed;

    /// <summary>Folder that the run's folder is made in.</summary>
    public required string Out { get; init; }

    /// <summary>The port of the lab's own metrics; null for a free one.</summary>
    public int? MetricsPort { get; init; }

    /// <summary>A <c>summary.json</c> or its folder to compare with.</summary>
    public string? Baseline { get; init; }

    /// <summary>Start programs as they are built, whatever has changed since.</summary>
    public bool NoBuild { get; init; }

    /// <summary>Compare also with a run of another machine, runtime or store.</summary>
    public bool Force { get; init; }

    /// <summary>Bounds that rows have to keep.</summary>
    public IReadOnlyList<Gate> Gates { get; init; } = [];

    /// <summary>The processors of each side; null for the suite's own way.</summary>
    public ProcessorPlan? Cpus { get; init; }

    /// <summary>How long to wait until other programs leave the machine alone; null for not at all.</summary>
    public TimeSpan? WaitForQuiet { get; init; }

    /// <summary>The command line that repeats the run, without secrets.</summary>
    public string CommandLine { get; init; } = "";

    /// <returns>The part of a suite that these options and this machine leave.</returns>
    /// <exception cref="Machine.LabException">Nothing is.</exception>
    public Suite Customize(Suite asked)
    {
        var kept = CaseFilter.Parse(Only).Apply(Smoke ? asked.Smoke() : asked).Feasible();
        foreach (var gate in Gates)
        {
            // A gate that names no row is a typing error, and would be found after hours.
            CaseFilter.Parse(gate.Rows, gate.Told).Apply(kept);
            if (gate.IsOfBaseline && Baseline is null)
            {
                throw new LabException($"{gate.Told} needs the run to compare with: --baseline FOLDER.");
            }
        }

        return kept with { Repeats = Repeat ?? kept.Repeats, IterationLength = IterationLength ?? kept.IterationLength };
    }
}
