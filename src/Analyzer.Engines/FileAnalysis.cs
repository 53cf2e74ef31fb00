using System.Security.Cryptography;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines;

/// <summary>
/// Analyzes one file in one pass over its bytes as they arrive, in constant memory. Append the segments in order, then call
/// <see cref="Complete"/> once. <see cref="Reset"/> makes the analysis ready for another file without new tables. Not thread-safe.
/// </summary>
public sealed class FileAnalysis : IDisposable
{
    /// <summary>
    /// Every report carries this number. Raise it whenever the same bytes could give a report that differs in anything but its two
    /// times: a counter, a rule, its points or wording, a media type. Reports stored by a lower version are then replaced.
    /// </summary>
    public const int EngineVersion = 4;

    private static readonly Finding NotUnderstood =
        new(EngineRules.NotUnderstood.Id, EngineRules.NotUnderstood.Points, 1, 0, EngineRules.NotUnderstood.Reason);

    private readonly ITypeEngine[] _engines;
    private readonly IncrementalHash _sha256 = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly ByteHistogram _histogram = new();
    private readonly FilePrefix _prefix = new();
    private ITypeEngine? _engine;
    private bool _completed;

    public FileAnalysis()
        : this(TypeEngines.Create())
    {
    }

    /// <param name="engines">Those that are asked, in their order; the first that recognises a file has it.</param>
    internal FileAnalysis(params ITypeEngine[] engines) => _engines = engines;

    /// <summary>Bytes appended so far.</summary>
    public long Size { get; private set; }

    /// <summary>Takes the next bytes; the segment may be empty. Keeps no reference to it and allocates nothing.</summary>
    /// <exception cref="InvalidOperationException">The analysis is complete.</exception>
    public void Append(ReadOnlySpan<byte> segment)
    {
        ThrowIfCompleted();
        Size += segment.Length;
        if (!_prefix.IsComplete)
        {
            var head = segment[.._prefix.Take(segment)];
            _sha256.AppendData(head);
            _histogram.Add(head);
            if (_prefix.IsComplete)
            {
                Recognize();
            }

            segment = segment[head.Length..];
        }

        while (!segment.IsEmpty)
        {
            var slice = segment[..Math.Min(segment.Length, ITypeEngine.SliceLength)];
            AppendSlice(slice);
            segment = segment[slice.Length..];
        }
    }

    /// <summary>Ends the pass and reports. Call it once.</summary>
    /// <param name="analyzedAt">The report has it in UTC, cut to whole milliseconds.</param>
    /// <param name="elapsed">Time spent in the analysis itself, without waiting for bytes.</param>
    /// <exception cref="InvalidOperationException">The analysis is already complete.</exception>
    public AnalysisReport Complete(DateTimeOffset analyzedAt, TimeSpan elapsed)
    {
        ThrowIfCompleted();
        _completed = true;
        if (!_prefix.IsComplete)
        {
            Recognize();
        }

        var assessment = _engine?.Complete(_prefix.Bytes)
            ?? new Assessment(MediaTypes.Find(_prefix.Bytes, _histogram), Verdict.Unable, 0, [NotUnderstood]);
        Span<byte> digest = stackalloc byte[FileId.ByteLength];
        _sha256.GetHashAndReset(digest);
        return new AnalysisReport
        {
            Sha256 = new FileId(digest),
            Size = Size,
            MediaType = assessment.MediaType,
            Verdict = assessment.Verdict,
            Score = assessment.Score,
            Findings = assessment.Findings,
            Pdf = assessment.Pdf,
            Coverage = assessment.Coverage,
            Entropy = _histogram.Entropy(),
            Engine = EngineVersion,
            AnalyzedAt = DateTimeOffset.FromUnixTimeMilliseconds(analyzedAt.ToUnixTimeMilliseconds()),
            ElapsedMs = elapsed.TotalMilliseconds,
        };
    }

    /// <summary>Forgets the file, whether or not the pass was completed.</summary>
    public void Reset()
    {
        if (!_completed)
        {
            Span<byte> unwanted = stackalloc byte[FileId.ByteLength];
            _sha256.GetHashAndReset(unwanted);
        }

        _histogram.Clear();
        _prefix.Clear();
        _engine?.Reset();
        _engine = null;
        Size = 0;
        _completed = false;
    }

    public void Dispose()
    {
        _sha256.Dispose();
        foreach (var engine in _engines)
        {
            engine.Dispose();
        }
    }

    // A slice is small enough that counting finds in the processor's cache what hashing has brought there.
    private void AppendSlice(ReadOnlySpan<byte> slice)
    {
        _sha256.AppendData(slice);
        if (_engine is null)
        {
            _histogram.Add(slice);
        }
        else
        {
            _engine.Append(slice, _histogram);
        }
    }

    private void Recognize()
    {
        foreach (var engine in _engines)
        {
            if (_engine is null && engine.Begin(_prefix.Bytes))
            {
                _engine = engine;
            }
        }
    }

    private void ThrowIfCompleted()
    {
        if (_completed)
        {
            throw new InvalidOperationException("This analysis is complete; start another for another file.");
        }
    }
}
