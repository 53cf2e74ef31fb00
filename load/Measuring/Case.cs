using Load.Machine;

namespace Load.Measuring;

/// <summary>One row of the table before it is measured: what sets it apart, what is counted, and what has to run for it.</summary>
internal sealed record Case
{
    /// <summary>The dimensions, in the order of the case's name and of the table's columns.</summary>
    public required IReadOnlyList<Dimension> Dimensions { get; init; }

    /// <summary>The source of its counts.</summary>
    public required CountSource Source { get; init; }

    /// <summary>The unit that is counted.</summary>
    public Unit Unit { get; init; } = Unit.Request;

    /// <summary>The processes that have to run.</summary>
    public Setup Setup { get; init; } = Setup.None;

    /// <summary>Data that a unit of work carries, on average; 0 when it carries none.</summary>
    public double BytesPerUnit { get; init; }

    /// <summary>Name of the case that this one cannot be faster than, in the same suite; null when none is measured.</summary>
    public string? Ceiling { get; init; }

    /// <summary>The share of its ceiling's rate that the case has to have; null when nothing was promised.</summary>
    public double? MinOfCeiling { get; init; }

    /// <summary>Name of the case whose p99 this one's is set against, in the same suite; null when there is none.</summary>
    public string? Baseline { get; init; }

    /// <summary>How many times its baseline's p99 the case may have; null when nothing was promised.</summary>
    public double? MaxOfBaseline { get; init; }

    /// <summary>How the metrics of the process under test are scraped during the case; null for no scrapes.</summary>
    public Scraping? Scraping { get; init; }

    /// <summary>The ThreadPool minimum of the process under test; null for the default.</summary>
    public int? AskedMinThreads { get; init; }

    /// <summary>Whether the lab does the work by itself, so that the process under test has no part in it.</summary>
    public bool IsLabOnly { get; init; }

    /// <summary>Whether nothing need happen in it: what the process holds at rest is measured.</summary>
    public bool IsAtRest { get; init; }

    /// <summary>How long the work that is under way at the end of an iteration may still take.</summary>
    public TimeSpan Drain { get; init; }

    /// <summary>
    /// How late one request in a hundred may be sent, where times only have to keep a bound that is far above it; null when they stand for
    /// themselves (<see cref="Validity"/>).
    /// </summary>
    public TimeSpan? MaxLag { get; init; }

    /// <summary>The kind of work that a new process has to have done before it is measured: cases of one kind warm each other up.</summary>
    public string Kind { get; init; } = "";

    /// <summary>
    /// The name that the rungs of a ladder have in common, for a rung and for a case whose rate is a multiple of that ladder's knee.
    /// </summary>
    public string? Ladder { get; init; }

    /// <summary>Whether it is one of the rates among which a knee is looked for.</summary>
    public bool IsRung { get; init; }

    /// <summary>What it needs of the machine.</summary>
    public MachineNeeds Needs { get; init; } = new();

    /// <summary>Why the case cannot be measured here; null when it can.</summary>
    public string? Obstacle { get; init; }

    /// <summary>The rows of its steps, where it is a mix of several: they are measured with it; empty otherwise.</summary>
    public IReadOnlyList<Case> Steps { get; init; } = [];

    /// <summary>The step of a mix that it is, from 1; 0 when it is none.</summary>
    public int StepNumber { get; init; }

    /// <summary>Its rows: itself, and its steps where there are several.</summary>
    public IEnumerable<Case> Rows => Steps.Count > 1 ? [this, .. Steps] : [this];

    public string Name => string.Join(' ', Dimensions.Select(dimension => dimension.Label));

    /// <summary>How requests come; null for work that is counted.</summary>
    public LoadShape? Load => (Source as CountSource.Requests)?.Load;

    /// <summary>The name of the file with its samples: loads and settings bring signs that no file name may have everywhere.</summary>
    public string FileName => FileNameOf(Name);

    public static string FileNameOf(string name) => name.Replace(' ', '_').Replace('/', '-').Replace('=', '-');

    /// <summary>Its value in a dimension; null when it has none there.</summary>
    public string? this[string dimension] => Dimensions.FirstOrDefault(one => one.Name == dimension)?.Value;

    /// <summary>The name that cases share when only one dimension differs.</summary>
    public string SubjectBut(string dimension) => NameOf(one => one.Name != dimension);

    /// <summary>The name that cases share when only their load differs.</summary>
    public string WithoutLoad => NameOf(one => one.Role != DimensionRole.Load);

    /// <summary>The kind of work, whatever the load, the settings and the dimension that is compared.</summary>
    public string KindBut(string dimension) => NameOf(one => one.Role == DimensionRole.Subject && one.Name != dimension);

    /// <summary>The rungs of a ladder whose rates are 5 % apart, rounded to three digits.</summary>
    /// <param name="lowest">Requests per second.</param>
    /// <param name="highest">Requests per second, or a little less.</param>
    public IEnumerable<Case> Rungs(int lowest, int highest)
    {
        const double Step = 1.05;
        var rates = Enumerable.Range(0, 1 + (int)Math.Log((double)highest / lowest, Step)).Select(k => Rounded(lowest * Math.Pow(Step, k)));
        return rates.Distinct().Select(rate => Under(new LoadShape.Open(rate)) with { Ladder = WithoutLoad, IsRung = true });
    }

    /// <summary>The same case under another load.</summary>
    public Case Under(LoadShape load) => this with
    {
        Dimensions = [.. Dimensions.Select(one => one.Role == DimensionRole.Load ? load.Dimension : one)],
        Source = Source is CountSource.Requests requests ? requests with { Load = load } : Source,
    };

    /// <summary>The same case by name, with at most so many requests per second from an open load.</summary>
    public Case Offering(int maxPerSecond) => this with
    {
        Source = Source is CountSource.Requests { Load: LoadShape.Open open } requests
            ? requests with { Load = new LoadShape.Open(Math.Min(open.PerSecond, maxPerSecond)) }
            : Source,
    };

    /// <summary>The same case by name, with the minimum of work for a smoke test.</summary>
    public Case Briefly() => Source is CountSource.Counter { Brief: { } brief } ? this with { Source = brief } : this;

    private static int Rounded(double rate)
    {
        var unit = Math.Pow(10, Math.Max(0, Math.Floor(Math.Log10(rate)) - 2));
        return (int)(Math.Round(rate / unit) * unit);
    }

    private string NameOf(Func<Dimension, bool> keep) => string.Join(' ', Dimensions.Where(keep).Select(one => one.Label));
}
