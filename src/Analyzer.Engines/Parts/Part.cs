using Analyzer.Core;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>One part: an analysis while its bytes come, a result later.</summary>
internal sealed class Part : IPart
{
    /// <summary>Shown of a longer name.</summary>
    private const int MaxNameLength = 256;

    private readonly PartTree _tree;
    private ContentAnalysis? _analysis;
    private AnalysedContent? _content;
    private Gap? _gap;
    private string? _name;
    private bool _isCompleted;
    private bool _isListed;

    /// <param name="gap">Why its bytes are not wanted; null when they are.</param>
    public Part(PartTree tree, string? name, long offset, Gap? gap, int depth)
    {
        (_tree, Name, Offset, _gap) = (tree, name, offset, gap);
        if (gap is null)
        {
            _analysis = tree.Rent();
            (_analysis.Depth, _analysis.Name) = (depth, _name);
        }
    }

    public string? Name
    {
        get => _name;
        set
        {
            _name = value is null ? null : PlainText.Of(value, MaxNameLength);
            _analysis?.Name = _name;
        }
    }

    public long Offset { get; }

    /// <summary>Whether the engine around it has taken it back.</summary>
    public bool IsWithdrawn { get; private set; }

    public int Score => _content?.Assessment.Score ?? 0;

    public Verdict Verdict => _gap is null
        ? _content?.Assessment.Verdict ?? Verdict.Unable
        : VerdictLimits.Worse(_content?.Assessment.Verdict ?? Verdict.Clean, Verdict.Unable);

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        if (_analysis is null || _gap is not null)
        {
            return false;
        }

        if (!_tree.Budget.Spend(bytes.Length))
        {
            _gap = Gap.TooManyBytes;
            return false;
        }

        _analysis.Append(bytes);
        return true;
    }

    public void Withdraw()
    {
        Forget();
        IsWithdrawn = true;
    }

    public PartFacts Complete(Gap? gap = null)
    {
        _isCompleted = true;
        _gap ??= gap;
        if (_analysis is not null)
        {
            _content = _gap is not null && _analysis.Size == 0 ? null : _analysis.Complete(); // nothing came: the gap says all
            Forget();
            if (_gap is null)
            {
                _tree.Budget.AddOpenedPart();
            }
        }

        _isListed = _tree.TryList(Verdict == Verdict.Clean);
        return new(SizeIfWhole, Sha256IfWhole, _content?.Assessment.MediaType, Verdict, Score);
    }

    /// <summary>Ends a part whose engine did not end it: such a part is never whole.</summary>
    public void End()
    {
        if (!_isCompleted)
        {
            Complete(Gap.Broken);
        }
    }

    /// <summary>Gives back the analysis.</summary>
    public void Forget()
    {
        if (_analysis is not null)
        {
            _tree.Return(_analysis);
            _analysis = null;
        }
    }

    /// <returns>Null when the report has no room for it.</returns>
    public FilePart? ToReport() => !_isListed ? null : new()
    {
        Name = Name,
        Offset = Offset,
        MediaType = _content?.Assessment.MediaType,
        Size = SizeIfWhole,
        Sha256 = Sha256IfWhole,
        Verdict = Verdict,
        Score = Score,
        Findings = _content?.Assessment.Findings ?? [],
        Unable = Unable() is { Count: > 0 } unable ? unable : null,
        Parts = _content?.Parts,
    };

    private long? SizeIfWhole => _gap is null ? _content?.Size : null;

    private FileId? Sha256IfWhole => _gap is null ? _content?.Sha256 : null;

    private IReadOnlyList<UnableReason> Unable()
    {
        var unable = _content?.Assessment.Unable ?? [];
        return _gap is null ? unable : [_gap.Once(), .. unable.Where(reason => reason.Reason != _gap.Reason)];
    }
}
