using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Encryption;
using Analyzer.Engines.Pdf.Foreign;
using Analyzer.Engines.Pdf.Gaps;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Scoring;
using Analyzer.Engines.Pdf.Scripts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Pdf;

/// <summary>Analyzes PDF: counts keywords as PDFiD does, opens what can act, and judges both.</summary>
internal sealed class PdfEngine : ITypeEngine
{
    private readonly ulong[] _anchors = new ulong[PdfAnchors.MaskCount(ITypeEngine.SliceLength)];
    private readonly PdfLexer _lexer = new();
    private readonly DocumentSecurity _security = new();
    private readonly PdfContents _contents;
    private PdfHeader _header;

    public PdfEngine() => _contents = new(_security.Watch);

    public IReadOnlyList<EngineRule> Rules => PdfScorecard.Published;

    public bool Begin(ReadOnlySpan<byte> prefix, IParts parts)
    {
        if (PdfHeader.Find(prefix) is not { } header || QuotedHeader.IsAt(prefix, header.Offset))
        {
            return false;
        }

        _header = header;
        _lexer.StartAt(header.End);
        _contents.Reset(header.End);
        _contents.Open(parts);
        _security.Begin(parts);
        var body = prefix[header.End..];
        PdfAnchors.Find(body, _anchors);
        Read(body);
        return true;
    }

    public void Append(ReadOnlySpan<byte> slice, ByteHistogram histogram)
    {
        histogram.Add<PdfAnchors>(slice, _anchors);
        Read(slice);
    }

    public Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _lexer.Complete();
        _contents.Complete();
        _security.Complete();
        if (_security.Opening != DocumentOpening.NotEncrypted)
        {
            _contents.WithdrawAttachments(isOpened: _security.Decrypted is not null);
        }

        var asItLies = Assess(_contents, prefix);

        // Encryption that was added to a document hides nothing of it: what was seen in the clear counts when it is worse.
        return _security.Decrypted is { } decrypted && Assess(decrypted, prefix) is var opened && opened.Score >= asItLies.Score
            ? opened : asItLies;
    }

    private Assessment Assess(PdfContents contents, ReadOnlySpan<byte> prefix)
    {
        var isEncrypted = contents != _security.Decrypted && _security.Opening != DocumentOpening.NotEncrypted;
        var unseen = contents.Follow(isEncrypted);
        var attachments = contents.AttachmentsOf(isEncrypted);
        var gaps = contents.GapsOf(unseen, isEncrypted ? _security.Opening : DocumentOpening.NotEncrypted);
        gaps.Add(PdfGap.Contradictory, _security.IsContradictory ? 1 : 0);
        gaps.Add(PdfGap.NoObjects, _lexer.Counts[PdfKeyword.Obj].Count == 0 ? 1 : 0, [new(_header.Offset, 0, 0)]);
        var preceding = prefix[.._header.Offset];
        var precedingType = Signatures.Find(preceding) ?? (preceding.IsEmpty ? null : ForeignTypes.Find(preceding));
        var evidence = new PdfEvidence
        {
            Header = _header,
            PrecedingType = precedingType,
            PrecedingExcerpt = precedingType is null ? null : Excerpts.ToText(preceding),
            Counts = _lexer.Counts,
            InsideCounts = contents.InsideCounts,
            Excerpts = contents.Excerpts,
            InsideExcerpts = contents.InsideExcerpts,
            Places = contents.Places,
            Actions = contents.Actions,
            Scripts = contents.ScriptFoundActs,
            ScriptCount = contents.Scripts.Count,
            Attachments = attachments,
            Bombs = contents.Bombs,
            IsEncrypted = _security.Opening != DocumentOpening.NotEncrypted,
            Foreign = _contents.Foreign,
            Covers = contents.Covers,
            Links = contents.Links,
            BadFonts = contents.BadFonts,
            BadMatrices = contents.BadMatrices,
            Coverage = contents.CoverageOf(unseen, isEncrypted),
            Unable = gaps.Reasons,
            IsReadTwice = isEncrypted && _security.Decrypted is not null,
        };
        var summary = new PdfSummary(_header.Version(prefix), _lexer.Counts.ToKeywords(), _lexer.Counts.Obfuscated.Count)
        {
            Encryption = _security.ToReport(),
            Inside = contents.HasObjectStreams ? contents.InsideCounts.ToKeywords() : null,
            Scripts = ListOrNull(contents.Scripts.Scripts, ToReport),
            ScriptsNotListed = isEncrypted ? 0 : contents.Scripts.Count - contents.Scripts.Scripts.Count,
            Attachments = attachments.Count == 0 ? null : attachments,
            Links = ListOrNull(contents.Links.Links, static link => link),
        };
        return isEncrypted ? Encrypted.WithoutCiphertext(PdfScorecard.Assess(evidence, Encrypted.WithoutCiphertext(summary)))
            : PdfScorecard.Assess(evidence, summary);
    }

    public void Reset()
    {
        _lexer.Clear();
        _contents.Reset(0);
        _security.Clear();
    }

    public void Dispose()
    {
        _contents.Dispose();
        _security.Dispose();
    }

    private static PdfScript ToReport(Script script) =>
        new(script.Place.ToPlace(), script.Length, new FileId(script.Sha256), script.Text) { Cut = script.IsCut };

    // Most documents have neither, and a small file's report should not cost more than the file.
    private static IReadOnlyList<TOut>? ListOrNull<TIn, TOut>(IReadOnlyList<TIn> list, Func<TIn, TOut> convert) =>
        list.Count == 0 ? null : [.. list.Select(convert)];

    private void Read(ReadOnlySpan<byte> bytes)
    {
        _lexer.Append(bytes, _anchors);
        var anchors = _anchors.AsSpan(0, PdfAnchors.MaskCount(bytes.Length));
        _contents.Append(bytes, anchors);
        _security.Append(bytes, anchors);
    }
}
