using NBomber.Contracts;

namespace Load.Suites;

/// <summary>How requests come.</summary>
internal abstract record LoadShape
{
    private LoadShape()
    {
    }

    /// <summary>Name and value of the dimension, for tables and <c>--only</c>.</summary>
    public abstract (string Name, string Value) Dimension { get; }

    /// <summary><c>closed</c> or <c>open</c>.</summary>
    public abstract string Model { get; }

    public abstract LoadSimulation Simulation(TimeSpan during);

    /// <summary>Each of so many callers sends its next request when its last one was answered: a slow service is asked less often.</summary>
    internal sealed record Closed(int Callers) : LoadShape
    {
        public override (string Name, string Value) Dimension => ("instances", $"{Callers}");

        public override string Model => "closed";

        public override string ToString() => $"closed x{Callers}";

        public override LoadSimulation Simulation(TimeSpan during) => NBomber.CSharp.Simulation.KeepConstant(Callers, during);
    }

    /// <summary>So many requests arrive each second, evenly spaced, whatever became of those before.</summary>
    internal sealed record Open(int PerSecond) : LoadShape
    {
        public override (string Name, string Value) Dimension => ("rate", $"{PerSecond}");

        public override string Model => "open";

        public override string ToString() => $"open {PerSecond}/s";

        public override LoadSimulation Simulation(TimeSpan during) =>
            NBomber.CSharp.Simulation.Inject(PerSecond, TimeSpan.FromSeconds(1), during);
    }
}
