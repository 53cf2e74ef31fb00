using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>What the analyses of one file and its parts share: the budget, how many parts the report lists, and idle analyses.</summary>
internal sealed class PartTree(PartLimits limits, Func<ITypeEngine[]> engines) : IDisposable
{
    /// <summary>No number of harmless parts keeps others out of the report, nor of those that nothing is known of.</summary>
    private const int MaxListed = 256;
    private const int MaxCleanListed = 128;

    private readonly Stack<ContentAnalysis> _idle = new();
    private int _foundListed;
    private int _unableListed;
    private int _cleanListed;

    public PartBudget Budget { get; } = new(limits);

    /// <summary>The password that was sent with the file; null for none.</summary>
    public string? Password { get; set; }

    public ContentAnalysis Rent() => _idle.TryPop(out var analysis) ? analysis : new(this, engines());

    public void Return(ContentAnalysis analysis)
    {
        analysis.Reset();
        _idle.Push(analysis);
    }

    /// <returns>Whether the report has room for one more.</returns>
    public bool TryList(Verdict verdict) => verdict switch
    {
        Verdict.Clean => ++_cleanListed <= MaxCleanListed,
        Verdict.Unable => ++_unableListed <= MaxListed,
        _ => ++_foundListed <= MaxListed,
    };

    /// <summary>Makes it ready for another file.</summary>
    public void Clear()
    {
        Budget.Clear();
        (_foundListed, _unableListed, _cleanListed, Password) = (0, 0, 0, null);
    }

    public void Dispose()
    {
        while (_idle.TryPop(out var analysis))
        {
            analysis.Dispose();
        }
    }
}
