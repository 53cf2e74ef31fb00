using Load.Scenarios;

namespace Load.Measuring.Mixing;

/// <summary>Makes one case of several that are measured together: a row for all of them, and one for each.</summary>
internal static class Mix
{
    public const string Dimension = "step";

    /// <summary>The value of <see cref="Dimension"/> for all steps together.</summary>
    private const string All = ScenarioStep.All;

    /// <param name="steps">At least one; all need the same processes.</param>
    /// <param name="common">What all rows of the mix have in common, such as a transport.</param>
    /// <param name="load">How the steps come that follow no other.</param>
    public static Case Of(IReadOnlyList<MixedStep> steps, IReadOnlyList<Dimension> common, LoadShape load)
    {
        var first = steps[0].Case;
        var plan = new MixPlan(steps);
        return first with
        {
            Dimensions = Named(All),
            Source = new CountSource.Requests(load, async (system, cancellationToken) =>
            {
                var sources = new List<IClientSource>();
                foreach (var step in steps)
                {
                    sources.Add(await ((CountSource.Requests)step.Case.Source).OpenAsync(system, cancellationToken));
                }

                return new MixClients(plan, sources);
            }),
            Setup = first.Setup with { HasUnseenHelpers = steps.Any(step => step.Case.Setup.HasUnseenHelpers) },
            BytesPerUnit = plan.MeanOf(step => step.Case.BytesPerUnit),
            Needs = new()
            {
                Handles = steps.Max(step => step.Case.Needs.Handles),
                ConnectionsPerSecond = (long)Math.Ceiling(plan.PerArrival(step => step.Case.Needs.ConnectionsPerSecond)),
                MemoryBytes = steps.Max(step => step.Case.Needs.MemoryBytes),
            },
            Drain = steps.Max(step => step.Case.Drain),
            Kind = string.Join(' ', common.Select(one => one.Value).Append(All)),
            Obstacle = steps.Select(step => step.Case.Obstacle).FirstOrDefault(obstacle => obstacle is not null),
            Steps =
            [
                .. steps.Select((step, index) => step.Case with
                {
                    Dimensions = Named(step.Name),
                    Source = new CountSource.Requests(load, ((CountSource.Requests)step.Case.Source).OpenAsync),
                    StepNumber = index + 1,
                }),
            ],
        };

        Dimension[] Named(string step) => [.. common, new(Dimension, step), load.Dimension];
    }
}

/// <summary>Which steps come, one after the other.</summary>
internal sealed class MixPlan
{
    /// <summary>Multiples of it fall evenly into any shares (a sequence of low discrepancy).</summary>
    private static readonly double GoldenRatio = (Math.Sqrt(5) - 1) / 2;

    private readonly (double Until, int[] Chain)[] _chains;

    public MixPlan(IReadOnlyList<MixedStep> steps)
    {
        Steps = steps;
        var until = 0.0;
        _chains =
        [
            .. steps.Index().Where(one => one.Item.After is null)
                .Select(one => (until += one.Item.Share, (int[])[.. ChainFrom(one.Index)])),
        ];
    }

    public IReadOnlyList<MixedStep> Steps { get; }

    /// <summary>The step that comes by itself, and those that follow it, each behind the one that it follows.</summary>
    /// <param name="ordinal">From 0.</param>
    public IReadOnlyList<int> ChainAt(long ordinal)
    {
        var place = (ordinal + 0.5) * GoldenRatio % 1 * _chains[^1].Until;
        var chain = Array.FindIndex(_chains, one => place < one.Until);
        return _chains[chain < 0 ? ^1 : chain].Chain;
    }

    /// <summary>The mean of a figure over all steps, as often as each comes.</summary>
    public double MeanOf(Func<MixedStep, double> figure) => PerArrival(figure) / PerArrival(_ => 1);

    /// <summary>A figure summed over a step that comes by itself and those that follow it: the mean of all such steps.</summary>
    public double PerArrival(Func<MixedStep, double> figure)
    {
        var (before, sum) = (0.0, 0.0);
        foreach (var (until, chain) in _chains)
        {
            sum += (until - before) * chain.Sum(step => figure(Steps[step]));
            before = until;
        }

        return sum / before;
    }

    private IEnumerable<int> ChainFrom(int step) =>
        [step, .. Steps.Index().Where(one => one.Item.After == step).SelectMany(one => ChainFrom(one.Index))];
}
