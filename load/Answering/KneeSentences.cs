using Load.Results.Summary;
using Load.Statistics;

namespace Load.Answering;

/// <summary>The highest rates that held, from repeated searches; those that are open are no limits of the service.</summary>
internal static class KneeSentences
{
    private static readonly AnsweredFigure Figure = new("highest rate that held", "holds", _ => null);

    /// <summary>Rungs are 5 % apart, 6 % where rounding adds to it: a service may hold up to so many times the rate that held.</summary>
    private const double Step = 1.06;

    public static IEnumerable<SummarySentence> Of(SummaryDocument run, AnsweredRun rows)
    {
        var knees = run.Knees.Where(knee => !knee.IsOpen && knee.Held.Count > 1 && knee.Held.All(rate => rate > 0)).ToArray();
        var claims = Claim.Judge([.. knees.GroupBy(knee => knee.Subject).SelectMany(subject => subject.Skip(1)
            .Select(knee => Pair(subject.Key, knee, subject.First())).OfType<Claim>())]);
        foreach (var claim in claims)
        {
            yield return new(
                claim.IsShown
                    ? $"{rows.Spoken(claim.Variant)} holds {claim.Times} times {rows.Spoken(claim.Of)}'s highest rate for {claim.Rows}."
                    : $"For {claim.Rows} no difference is shown between the highest rates that {rows.Spoken(claim.Variant)} and " +
                      $"{rows.Spoken(claim.Of)} hold ({claim.Interval}).",
                [claim.Summary]);
        }

        if (claims.Count == 0)
        {
            foreach (var knee in knees)
            {
                var estimate = Estimate.Of([.. knee.Held.Select(rate => (double)rate!.Value)])!;
                var high = estimate.High * Step;
                yield return new(
                    $"{knee.Ladder} holds {Format.Interval(estimate.Mean, estimate.Low, high)} requests a second.",
                    [new(Figure.Name, knee.Ladder, knee.Ladder, null, estimate.Mean, estimate.Low, high, IsShown: true)]);
            }
        }
    }

    private static Claim? Pair(string subject, SummaryKnee knee, SummaryKnee first)
    {
        var logarithms = first.Held.Zip(knee.Held).Select(pair => Math.Log((double)pair.Second!.Value / pair.First!.Value)).ToArray();
        return logarithms.Length < 2 ? null : new Claim(Figure, subject, knee.Variant, first.Variant, logarithms)
        {
            Grain = Math.Log(Step),
        };
    }
}
