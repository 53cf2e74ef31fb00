using System.Security.Cryptography;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Pdf;

namespace Analyzer.Engines;

/// <summary>
/// Everything that is found out about one file, in one pass over its bytes as they arrive and in constant memory.
/// Append the segments in order, then <see cref="Complete"/> once; <see cref="Reset"/> makes it ready for another file, and spares that its
/// 16 KB of tables. Not for use by two threads at a time.
/// </summary>
public sealed class FileAnalysis : IDisposable
{
    /// <summary>
    /// Goes into every report. Raise it whenever the same bytes could give a report that differs in anything but its two times:
    /// a counter, a rule, its points or its wording, a media type. Stored reports of a lesser version are then replaced.
    /// </summary>
    public const int EngineVersion = 1;

    // What hashing has brought into the processor's cache, counting finds there.
    private const int SliceLength = 32 * 1024;

    private static readonly Assessment NotUnderstood = new(Verdict.Unable, 0,
    [
        new("file.type", 0, 1, 0, "Not looked at: the engine understands PDF, and this file has no PDF header in its first 1024 bytes."),
    ]);

    private readonly ulong[] _anchors = new ulong[PdfAnchors.MaskCount(SliceLength)];
    private readonly IncrementalHash _sha256 = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly ByteHistogram _histogram = new();
    private readonly FileStart _start = new();
    private PdfLexer _lexer = new();
    private PdfHeader? _pdfHeader;
    private bool _completed;

    /// <summary>Bytes appended so far.</summary>
    public long Size { get; private set; }

    /// <summary>Takes the next bytes, any number of them, also none. Keeps no reference to them and allocates nothing.</summary>
    /// <exception cref="InvalidOperationException">The analysis is complete.</exception>
    public void Append(ReadOnlySpan<byte> segment)
    {
        ThrowIfCompleted();
        Size += segment.Length;
        if (!_start.IsComplete)
        {
            var head = segment[.._start.Take(segment)];
            _sha256.AppendData(head);
            _histogram.Add(head);
            if (_start.IsComplete)
            {
                Recognize();
            }

            segment = segment[head.Length..];
        }

        while (!segment.IsEmpty)
        {
            var slice = segment[..Math.Min(segment.Length, SliceLength)];
            AppendSlice(slice);
            segment = segment[slice.Length..];
        }
    }

    /// <summary>Ends the pass; callable once.</summary>
    /// <param name="analyzedAt">Cut to whole milliseconds UTC in the report.</param>
    /// <param name="elapsed">Time spent in the analysis itself, without waiting for bytes.</param>
    /// <exception cref="InvalidOperationException">The analysis is complete already.</exception>
    public AnalysisReport Complete(DateTimeOffset analyzedAt, TimeSpan elapsed)
    {
        ThrowIfCompleted();
        _completed = true;
        if (!_start.IsComplete)
        {
            Recognize();
        }

        var pdf = _pdfHeader is { } header ? CompletePdf(header) : null;
        var assessment = pdf is null ? NotUnderstood : PdfScorecard.Assess(pdf);
        Span<byte> digest = stackalloc byte[FileId.ByteLength];
        _sha256.GetHashAndReset(digest);
        return new AnalysisReport
        {
            Sha256 = new FileId(digest),
            Size = Size,
            MediaType = pdf is null ? MediaTypes.Find(_start.Bytes, _histogram) : MediaTypes.Pdf,
            Verdict = assessment.Verdict,
            Score = assessment.Score,
            Findings = assessment.Findings,
            Pdf = pdf is null ? null : new(pdf.Header.Version(_start.Bytes), pdf.Tally.ToKeywords(), pdf.Tally.Obfuscated.Count),
            Entropy = _histogram.Entropy(),
            Engine = EngineVersion,
            AnalyzedAt = DateTimeOffset.FromUnixTimeMilliseconds(analyzedAt.ToUnixTimeMilliseconds()),
            ElapsedMs = elapsed.TotalMilliseconds,
        };
    }

    /// <summary>Forgets the file, whether the pass was ended or not.</summary>
    public void Reset()
    {
        if (!_completed)
        {
            Span<byte> unwanted = stackalloc byte[FileId.ByteLength];
            _sha256.GetHashAndReset(unwanted);
        }

        _histogram.Clear();
        _start.Clear();
        _lexer = new();
        _pdfHeader = null;
        Size = 0;
        _completed = false;
    }

    public void Dispose() => _sha256.Dispose();

    private PdfEvidence CompletePdf(PdfHeader header)
    {
        _lexer.Complete();
        return new(header, _lexer.Tally, Signatures.Find(_start.Bytes[..header.Offset]));
    }

    private void AppendSlice(ReadOnlySpan<byte> slice)
    {
        _sha256.AppendData(slice);
        if (_pdfHeader is null)
        {
            _histogram.Add(slice);
            return;
        }

        _histogram.Add(slice, _anchors);
        _lexer.Append(slice, _anchors);
    }

    private void Recognize()
    {
        _pdfHeader = PdfHeader.Find(_start.Bytes);
        if (_pdfHeader is { } header)
        {
            var body = _start.Bytes[header.End..];
            PdfAnchors.Find(body, _anchors);
            _lexer.StartAt(header.End);
            _lexer.Append(body, _anchors);
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
