using Analyzer.Core;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Parts;

namespace Analyzer.Engines;

/// <summary>
/// Analyzes one file and what lies inside it, in one pass over its bytes as they arrive, in bounded memory: constant memory, and of
/// formats that cannot be read in the order of their bytes <see cref="PartLimits.MaxKeptBytes"/>. Append the segments in order, then call
/// <see cref="Complete"/> once. <see cref="Reset"/> makes the analysis ready for another file without new tables. Not thread-safe.
/// </summary>
public sealed class FileAnalysis : IDisposable
{
    /// <summary>
    /// Every report carries this number. Raise it whenever the same bytes could give a report that differs in anything but its two
    /// times: a counter, a rule, its points or wording, a media type. Reports stored by a lower version are then replaced.
    /// </summary>
    public const int EngineVersion = 6;

    private readonly PartTree _tree;
    private readonly ContentAnalysis _content;
    private bool _completed;

    public FileAnalysis()
        : this(PartLimits.Default)
    {
    }

    /// <param name="limits">Equal limits give equal reports.</param>
    public FileAnalysis(PartLimits limits)
        : this(limits, TypeEngines.Create)
    {
    }

    /// <param name="limits">Of the parts.</param>
    /// <param name="engines">Those that are asked, in their order; the first that recognises a file has it.</param>
    internal FileAnalysis(PartLimits limits, Func<ITypeEngine[]> engines)
    {
        _tree = new(limits, engines);
        _content = _tree.Rent();
    }

    /// <summary>Bytes appended so far.</summary>
    public long Size => _content.Size;

    /// <summary>Whether the end of the file is work like its bytes: formats that were kept are read only then.</summary>
    public bool EndIsWork => _tree.Budget.KeptBytes > 0;

    /// <summary>
    /// Gives the password that was sent with the file, before its first bytes. It opens the file and what lies in it, is told nowhere, and
    /// is forgotten with the file.
    /// </summary>
    public void UsePassword(string? password) => _tree.Password = password;

    /// <summary>Takes the next bytes; the segment may be empty. Keeps no reference to it.</summary>
    /// <exception cref="InvalidOperationException">The analysis is complete.</exception>
    public void Append(ReadOnlySpan<byte> segment)
    {
        ThrowIfCompleted();
        _content.Append(segment);
    }

    /// <summary>Ends the pass and reports. Call it once.</summary>
    /// <param name="analyzedAt">The report has it in UTC, cut to whole milliseconds.</param>
    /// <param name="elapsed">Time spent in the analysis itself, without waiting for bytes.</param>
    /// <exception cref="InvalidOperationException">The analysis is already complete.</exception>
    public AnalysisReport Complete(DateTimeOffset analyzedAt, TimeSpan elapsed)
    {
        ThrowIfCompleted();
        _completed = true;
        var (sha256, size, assessment, parts) = _content.Complete();
        return new AnalysisReport
        {
            Sha256 = sha256,
            Size = size,
            MediaType = assessment.MediaType,
            Verdict = assessment.Verdict,
            Score = assessment.Score,
            Findings = assessment.Findings,
            Pdf = assessment.Pdf,
            Coverage = assessment.Coverage is { } coverage ? WithParts(coverage) : null,
            Unable = assessment.Unable.Count == 0 ? null : assessment.Unable,
            Parts = parts,
            Entropy = _content.Entropy,
            Engine = EngineVersion,
            AnalyzedAt = DateTimeOffset.FromUnixTimeMilliseconds(analyzedAt.ToUnixTimeMilliseconds()),
            ElapsedMs = elapsed.TotalMilliseconds,
        };
    }

    /// <summary>Forgets the file, whether or not the pass was completed.</summary>
    public void Reset()
    {
        _content.Reset();
        _tree.Clear();
        _completed = false;
    }

    public void Dispose()
    {
        _content.Dispose();
        _tree.Dispose();
    }

    private Coverage WithParts(Coverage coverage) => coverage with
    {
        Parts = _tree.Budget.Parts,
        OpenedParts = _tree.Budget.OpenedParts,
        PartBytes = _tree.Budget.PartBytes,
    };

    private void ThrowIfCompleted()
    {
        if (_completed)
        {
            throw new InvalidOperationException("This analysis is complete; start another for another file.");
        }
    }
}
