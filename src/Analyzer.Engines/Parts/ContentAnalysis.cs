using System.Security.Cryptography;
using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Parts;

/// <summary>Analyses one file or one part in one pass: its hash, its type, what its engine says, and the parts inside it.</summary>
internal sealed class ContentAnalysis(PartTree tree, ITypeEngine[] engines) : IParts, IDisposable
{
    private readonly IncrementalHash _sha256 = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly ByteHistogram _histogram = new();
    private readonly FilePrefix _prefix = new();
    private readonly List<Part> _parts = [];
    private ITypeEngine? _engine;
    private bool _isHashing;
    private long _refused;

    public int Depth { get; set; }

    public string? Name { get; set; }

    public PartBudget Budget => tree.Budget;

    public string? Password => tree.Password;

    /// <summary>Bytes appended so far.</summary>
    public long Size { get; private set; }

    /// <summary>In bits per byte.</summary>
    public double Entropy => _histogram.Entropy();

    public void Append(ReadOnlySpan<byte> segment)
    {
        _isHashing = true;
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

    /// <summary>Ends the pass, with the parts' results in the assessment.</summary>
    public AnalysedContent Complete()
    {
        if (!_prefix.IsComplete)
        {
            Recognize();
        }

        var assessment = _engine?.Complete(_prefix.Bytes) ?? UnknownContent.Assess(_prefix.Bytes, _histogram, Depth);
        Span<byte> digest = stackalloc byte[FileId.ByteLength];
        _sha256.GetHashAndReset(digest);
        _isHashing = false;
        List<Part> parts = _parts.Count == 0 ? _parts
            : [.. _parts.Where(static part => !part.IsWithdrawn).OrderBy(static part => part.Offset)];
        foreach (var part in parts)
        {
            part.End();
            if (assessment.IsProgram)
            {
                part.BelongToProgram();
            }
            else if (InertParts.AreIn(assessment.MediaType))
            {
                part.BelongToOffice();
            }

            part.Join(assessment.PartsAreFiles, parts.Count, isInDocument: assessment.MediaType is MediaTypes.Pdf or MediaTypes.FormData);
        }

        assessment = Polyglots.LookAt(_prefix.Bytes, assessment, parts);
        return new(new FileId(digest), Size, PartResults.Join(assessment, parts, _refused), PartResults.List(parts))
        {
            PdfHeaderAt = Polyglots.HeaderIn(_prefix.Bytes),
        };
    }

    public IPart Open(string? name, long offset)
    {
        if (!Budget.AddPart())
        {
            _refused++;
            return RefusedPart.Instance; // not kept: a file may have millions
        }

        var part = new Part(tree, name, offset, Depth >= Budget.Limits.MaxDepth ? Gap.TooDeep : null, Depth + 1);
        _parts.Add(part);
        return part;
    }

    public void Skip(string? name, long offset, Gap gap)
    {
        if (Budget.AddPart())
        {
            var part = new Part(tree, name, offset, gap, Depth + 1);
            part.End();
            _parts.Add(part);
        }
        else
        {
            _refused++;
        }
    }

    /// <summary>Forgets the content, whether or not the pass was completed.</summary>
    public void Reset()
    {
        if (_isHashing)
        {
            Span<byte> unwanted = stackalloc byte[FileId.ByteLength];
            _sha256.GetHashAndReset(unwanted);
            _isHashing = false;
        }

        _engine?.Reset();
        _engine = null;
        foreach (var part in _parts)
        {
            part.Forget();
        }

        _parts.Clear();
        _histogram.Clear();
        _prefix.Clear();
        (Size, Depth, Name, _refused) = (0, 0, null, 0);
    }

    public void Dispose()
    {
        Reset();
        _sha256.Dispose();
        foreach (var engine in engines)
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
        foreach (var engine in engines)
        {
            if (engine.Begin(_prefix.Bytes, this))
            {
                _engine = engine;
                return;
            }
        }
    }
}

/// <param name="Size">Bytes.</param>
/// <param name="Assessment">With the results of the parts.</param>
/// <param name="Parts">Those that the report lists; null when there are none.</param>
internal sealed record AnalysedContent(FileId Sha256, long Size, Assessment Assessment, IReadOnlyList<FilePart>? Parts)
{
    /// <inheritdoc cref="Polyglots.HeaderIn"/>
    public int PdfHeaderAt { get; init; }
}
