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
    private IReadOnlyList<Finding> _nameFindings = [];

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

    public bool IsFile { get; set; }

    public long Offset { get; }

    /// <summary>The type of its content; null when that was not read.</summary>
    public string? MediaType => _content?.Assessment.MediaType;

    /// <summary>Whether any of its bytes were analysed.</summary>
    public bool IsRead => _content is not null;

    /// <summary>Where in its first bytes a PDF header stands; null when there is none.</summary>
    public int? PdfHeaderAt => _content is { PdfHeaderAt: >= 0 and var at } ? at : null;

    /// <summary>Whether the engine around it has taken it back.</summary>
    public bool IsWithdrawn { get; private set; }

    /// <summary>The points of its own findings, those about its name included, or the score of a part inside it.</summary>
    public int Score { get; private set; }

    public Verdict Verdict { get; private set; }

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

        Judge();
        return new(SizeIfWhole, Sha256IfWhole, MediaType, Verdict, Score);
    }

    /// <summary>Ends a part whose engine did not end it: such a part is never whole.</summary>
    public void End()
    {
        if (!_isCompleted)
        {
            Complete(Gap.Broken);
        }
    }

    /// <summary>Judges the name, when all that lies beside the part is known; then the part has its place in the report, or none.</summary>
    /// <param name="isInDocument">Whether what carries it is a document, and no archive.</param>
    public void Join(bool isFile, int count, bool isInDocument)
    {
        var isKnown = Verdict is Verdict.Suspicious or Verdict.Malicious;
        _nameFindings = isFile || IsFile ? NameRules.Judge(Name, count, isInDocument, isKnown) : [];
        Judge();
        _isListed = _tree.TryList(Verdict);
    }

    /// <summary>
    /// What is around it is one program, such as a Java archive: its code is no program that came inside something else.
    /// </summary>
    public void BelongToProgram()
    {
        if (_content is not { Assessment: var own }
            || own.MediaType is not ("application/java-vm" or "application/vnd.android.dex" or "application/x-elf"))
        {
            return;
        }

        var findings = own.Findings.Where(finding => finding.Rule != CommonRules.Program.Id).ToList();
        var score = findings.Sum(finding => finding.Points);
        _content = _content with
        {
            Assessment = own with { Findings = findings, Score = score, Verdict = VerdictLimits.Of(score, own.Unable.Count > 0) },
        };
        Judge();
    }

    /// <summary>What is around it is a document of an office program.</summary>
    public void BelongToOffice()
    {
        if (_content is { Assessment: var own })
        {
            _content = _content with { Assessment = InertParts.LookAt(Name, own) };
            Judge();
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
        MediaType = MediaType,
        Size = SizeIfWhole,
        Sha256 = Sha256IfWhole,
        Verdict = Verdict,
        Score = Score,
        Findings = [.. _content?.Assessment.Findings ?? [], .. _nameFindings],
        Unable = Unable() is { Count: > 0 } unable ? unable : null,
        Parts = _content?.Parts,
    };

    private long? SizeIfWhole => _gap is null ? _content?.Size : null;

    private FileId? Sha256IfWhole => _gap is null ? _content?.Sha256 : null;

    private void Judge()
    {
        var own = (_content?.Assessment.Findings ?? []).Concat(_nameFindings).Sum(finding => finding.Points);
        Score = Math.Max(_content?.Assessment.Score ?? 0, own);
        Verdict = VerdictLimits.Worse(
            VerdictLimits.Of(Score, _gap is not null), _content?.Assessment.Verdict ?? (_gap is null ? Verdict.Unable : Verdict.Clean));
    }

    private IReadOnlyList<UnableReason> Unable()
    {
        var unable = _content?.Assessment.Unable ?? [];
        return _gap is null ? unable : [_gap.Once(), .. unable.Where(reason => reason.Reason != _gap.Reason)];
    }
}
