using System.Globalization;
using NBomber.Contracts;

namespace Load.Measuring;

/// <summary>How requests come.</summary>
internal abstract record LoadShape
{
    private LoadShape()
    {
    }

    /// <summary>The dimension in the case's name, its column and <c>--only</c>.</summary>
    public abstract Dimension Dimension { get; }

    /// <summary><c>closed</c> or <c>open</c>.</summary>
    public abstract string Model { get; }

    /// <summary>Callers that have to have started before their requests count; 1 where there are none.</summary>
    public virtual int MinStarted => 1;

    /// <summary>One after the other.</summary>
    public abstract IEnumerable<LoadSimulation> Simulations(TimeSpan during);

    /// <summary>When requests are due; null if the shape does not say so.</summary>
    public virtual ArrivalPlan? PlanOver(TimeSpan during) => null;

    private static string Times(double factor) => string.Create(CultureInfo.InvariantCulture, $"{factor}xknee");

    /// <summary>
    /// Each of so many callers sends its next request when its last one is answered: a slow service gets fewer requests.
    /// </summary>
    internal sealed record Closed(int Callers) : LoadShape
    {
        /// <summary>
        /// NBomber starts each copy after a random time of up to a second (our substitute starts all at once): so much longer a
        /// simulation lasts, and it is stopped when an iteration's time has passed since the last of them started.
        /// </summary>
        private static readonly TimeSpan MaxStart = TimeSpan.FromSeconds(1.2);

        /// <summary>How long a caller rests before each request.</summary>
        public TimeSpan Think { get; init; }

        public override Dimension Dimension =>
            new("instances", $"{Callers}") { Label = $"x{Callers}", Heading = "load", Text = ToString(), Role = DimensionRole.Load };

        public override string Model => "closed";

        public override int MinStarted => Callers;

        public override string ToString() => $"closed x{Callers}";

        public override IEnumerable<LoadSimulation> Simulations(TimeSpan during) =>
            [NBomber.CSharp.Simulation.KeepConstant(Callers, during + MaxStart)];
    }

    /// <summary>One caller more every so often, as a thread group with a ramp-up does it: the closed model, rising.</summary>
    /// <param name="Callers">In the end.</param>
    internal sealed record Ramp(int Callers) : LoadShape
    {
        public override Dimension Dimension =>
            new("instances", $"0-{Callers}") { Label = $"x0-{Callers}", Heading = "load", Text = ToString(), Role = DimensionRole.Load };

        public override string Model => "closed";

        public override string ToString() => $"closed, 0 to {Callers}";

        public override IEnumerable<LoadSimulation> Simulations(TimeSpan during) =>
            [NBomber.CSharp.Simulation.RampingConstant(Callers, during)];
    }

    /// <summary>A fixed number of requests arrives each second, evenly spaced, whether or not earlier ones have ended.</summary>
    internal sealed record Open(int PerSecond) : LoadShape
    {
        /// <summary>How many times the knee that is; null for a rate by itself.</summary>
        public double? Factor { get; init; }

        public override Dimension Dimension => Factor is { } factor
            ? new("rate", Times(factor)) { Heading = "load", Text = $"{Times(factor)} = {PerSecond}/s", Role = DimensionRole.Load }
            : new("rate", $"{PerSecond}") { Label = $"{PerSecond}/s", Heading = "load", Text = ToString(), Role = DimensionRole.Load };

        public override string Model => "open";

        public override string ToString() => $"open {PerSecond}/s";

        public override IEnumerable<LoadSimulation> Simulations(TimeSpan during) => PlanOver(during).Simulations;

        public override ArrivalPlan PlanOver(TimeSpan during) => new([(PerSecond, during)]);
    }

    /// <summary>The open model at a multiple of a knee that is not known before the run.</summary>
    /// <param name="Factor">Such as 4.</param>
    /// <param name="Peak">Null for an even load; otherwise the second quarter of the time has this multiple.</param>
    internal sealed record OfKnee(double Factor, double? Peak = null) : LoadShape
    {
        public override Dimension Dimension => Peak is { } peak
            ? new("rate", $"{Factor}-{peak}-{Times(Factor)}") { Heading = "load", Role = DimensionRole.Load }
            : new("rate", Times(Factor)) { Heading = "load", Role = DimensionRole.Load };

        public override string Model => "open";

        public override string ToString() => Dimension.Value;

        public override IEnumerable<LoadSimulation> Simulations(TimeSpan during) =>
            throw new InvalidOperationException("The knee is not known yet.");

        /// <summary>The same at its rate.</summary>
        /// <param name="knee">Requests per second.</param>
        public LoadShape At(int knee) => Peak is { } peak
            ? new Surge(Dimension.Value, Rate(knee, Factor), Rate(knee, peak))
            : new Open(Rate(knee, Factor)) { Factor = Factor };

        private static int Rate(int knee, double factor) => Math.Max(1, (int)Math.Round(knee * factor));
    }

    /// <summary>The open model, with another rate in the second quarter of the time.</summary>
    /// <param name="Name">In the case's name.</param>
    /// <param name="PerSecond">Before and after.</param>
    /// <param name="Peak">Requests per second, too.</param>
    internal sealed record Surge(string Name, int PerSecond, int Peak) : LoadShape
    {
        /// <summary>NBomber takes no stretch below a second.</summary>
        public static readonly TimeSpan MinLength = TimeSpan.FromSeconds(4);

        public override Dimension Dimension =>
            new("rate", Name) { Heading = "load", Text = $"{Name} = {PerSecond}, {Peak}, {PerSecond}/s", Role = DimensionRole.Load };

        public override string Model => "open";

        public override string ToString() => $"open {PerSecond}, {Peak}, {PerSecond}/s";

        public override IEnumerable<LoadSimulation> Simulations(TimeSpan during) => PlanOver(during).Simulations;

        public override ArrivalPlan PlanOver(TimeSpan during) =>
            new([(PerSecond, during / 4), (Peak, during / 4), (PerSecond, during / 2)]);
    }
}
