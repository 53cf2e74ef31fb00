namespace Load.Measuring;

/// <summary>
/// The ladders of a suite: which rung is tried next, and what knee that gives the cases that are measured at a multiple of it.
/// </summary>
internal sealed class Ladders(Suite suite)
{
    private readonly Dictionary<(string Ladder, int Repeat), KneeSearch> _searches = [];
    private readonly Dictionary<string, List<CaseResult>> _tried = [];

    /// <summary>
    /// The rungs to try, made as they are asked for. Ladders are climbed in turn, a rung each, so that neighbours in the table stay
    /// neighbours in time.
    /// </summary>
    public IEnumerable<(Case Rung, int Repeat)> Rungs()
    {
        for (var repeat = 1; repeat <= suite.SearchCount; repeat++)
        {
            var searches = suite.Ladders.Select(ladder => new KneeSearch([.. ladder])).ToArray();
            foreach (var (ladder, search) in suite.Ladders.Zip(searches))
            {
                _searches[(ladder.Key, repeat)] = search;
            }

            while (searches.Any(search => search.Next is not null))
            {
                foreach (var search in repeat % 2 == 1 ? searches : searches.Reverse())
                {
                    if (search.Next is { } rung)
                    {
                        yield return (rung, repeat);
                    }
                }
            }
        }
    }

    /// <summary>Call with each rung that was tried, before the next is asked for.</summary>
    public void Tried(Case rung, Iteration iteration)
    {
        _searches[(rung.Ladder!, iteration.Repeat)].Tried(Knee.WhyBroken(rung, iteration) is not null);
        if (!_tried.TryGetValue(rung.Ladder!, out var tried))
        {
            _tried.Add(rung.Ladder!, tried = []);
        }

        tried.Add(new CaseResult(rung, [iteration]));
    }

    /// <summary>The case at its rate, now that the knee is known; one that names no knee stays as it is.</summary>
    /// <returns>A case with an obstacle where not even the lowest rung held.</returns>
    public Case Resolve(Case measured) => measured.Load is not LoadShape.OfKnee wanted ? measured
        : wanted.Peak is not null && suite.IterationLength < LoadShape.Surge.MinLength
            ? measured with { Obstacle = $"a surge takes iterations of {LoadShape.Surge.MinLength.TotalSeconds} s or more" }
        : KneeOf(measured.Ladder!) is { } knee ? measured.Under(wanted.At(knee))
        : measured with { Obstacle = $"no rate of {measured.Ladder} held, so there is no knee that it could be a multiple of" };

    private int? KneeOf(string ladder) => !_tried.TryGetValue(ladder, out var tried) ? null
        : Knee.Of(tried, suite.SearchCount).Single().PerSecond
            ?? (suite.AssumesKnee ? ((LoadShape.Open)tried[0].Case.Load!).PerSecond : null);
}
