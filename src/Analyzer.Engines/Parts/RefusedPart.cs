using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>Stands for every part beyond the number that is opened.</summary>
internal sealed class RefusedPart : IPart
{
    private static readonly PartFacts Nothing = new(null, null, null, Verdict.Unable, 0);

    public static RefusedPart Instance { get; } = new();

    public string? Name
    {
        get => null;
        set { }
    }

    public bool IsFile
    {
        get => false;
        set { }
    }

    public bool Write(ReadOnlySpan<byte> bytes) => false;

    public void Withdraw()
    {
    }

    public PartFacts Complete(Gap? gap = null) => Nothing;
}
