namespace Load.Scenarios;

/// <summary>How the steps of a scenario come: at a rate, or from callers that each send the next when the last was answered.</summary>
/// <param name="Rate">Steps with a share or a rate that are due each second; null for callers.</param>
/// <param name="Instances">Callers at once, where there is no rate.</param>
/// <param name="Think">How long a caller rests before each; zero for not at all.</param>
internal sealed record ScenarioLoad(int? Rate, int Instances, TimeSpan Think)
{
    private const int DefaultInstances = 16;
    private const int MaxRate = 200_000;
    private const int MaxInstances = 2000;
    private const double MaxThink = 60;

    public static ScenarioLoad Read(ScenarioValues values, IReadOnlyList<ScenarioStep> steps, ScenarioProblems problems)
    {
        var rate = values.Whole("rate", 1, MaxRate, "/s");
        var instances = values.Whole("instances", 1, MaxInstances);
        var think = values.Time("think", MaxThink);
        if (values.Has("rate") && values.Has("instances"))
        {
            problems.Add(values.LineOf("instances"), "'rate' and 'instances' are two ways to load a service; keep one");
        }

        var ownRate = steps.FirstOrDefault(step => step.Rate is not null);
        if (ownRate is not null && (values.Has("rate") || values.Has("instances")))
        {
            problems.Add(ownRate.Line, "steps have rates of their own, so 'rate' and 'instances' above have no part; keep one of the two");
        }

        if (values.Has("think") && (values.Has("rate") || ownRate is not null))
        {
            problems.Add(values.LineOf("think"), "'think' is a rest of the callers of 'instances'; at a rate there are none. Leave it out");
        }

        return new ScenarioLoad(
            ownRate is null ? (int?)rate : (int)Math.Min(MaxRate, steps.Sum(step => step.Rate ?? 0)),
            (int?)instances ?? DefaultInstances, TimeSpan.FromSeconds(think ?? 0));
    }
}
