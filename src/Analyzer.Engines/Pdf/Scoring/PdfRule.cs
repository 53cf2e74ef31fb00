using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Scoring;

/// <summary>One rule: what it looks for, and how many points it is worth.</summary>
/// <param name="Name">A stable dotted name.</param>
/// <param name="Points">The points of <see cref="PdfWeights"/>, added once per file however often the structure occurs.</param>
/// <param name="Reason">Tells a person why it matters.</param>
/// <param name="Reference">A CVE, a clause of ISO 32000-2, or another source.</param>
/// <param name="See">Finds the occurrences; a count of 0 means none.</param>
internal sealed record PdfRule(string Name, TriggerPoints Points, string Reason, string Reference, Func<PdfEvidence, Seen> See)
{
    public PdfRule(string name, int points, string reason, string reference, Func<PdfEvidence, Seen> see)
        : this(name, TriggerPoints.Always(points), reason, reference, see)
    {
    }

    /// <summary>The first engine version with this rule.</summary>
    public int Since { get; init; } = 1;

    /// <summary>Whether its points depend on what leads to the behaviour.</summary>
    public bool IsBehaviour { get; init; }

    /// <summary>Of the rules of one group only the worst finding has its points: they tell of the same in several ways.</summary>
    public RuleGroup Group { get; init; }

    /// <summary>The rule as it is published.</summary>
    public EngineRule ToPublic() => new(Name, Points.Most, Reason, Reference, Since)
    {
        ByTrigger = !IsBehaviour ? null :
            [.. Enum.GetValues<Trigger>().Select(trigger => new RulePoints(trigger.Name(), Points[trigger]))],
    };

    /// <summary>Looks for what lies in objects; words in text, strings and comments are none of it.</summary>
    public static PdfRule For(PdfKeyword keyword, string name, int points, string reason, string reference) =>
        new(name, points, reason, reference, evidence => evidence.Placed(keyword));

    public static PdfRule For(ActionBehaviour behaviour, string name, TriggerPoints points, string reason, string reference) =>
        new(name, points, reason, reference, evidence => PdfEvidence.Worst(points, evidence.Actions.Found, (int)behaviour))
        {
            Since = 5,
            IsBehaviour = true,
            Group = RuleGroup.ReachesOut,
        };
}

internal enum RuleGroup : byte
{
    None,

    /// <summary>The document leads out of itself.</summary>
    ReachesOut,

    /// <summary>A script runs.</summary>
    Runs,
}
