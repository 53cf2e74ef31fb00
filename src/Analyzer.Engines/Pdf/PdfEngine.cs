using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Encryption;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Scoring;
using Analyzer.Engines.Pdf.Scripts;

namespace Analyzer.Engines.Pdf;

/// <summary>Analyzes PDF: counts keywords as PDFiD does, opens what can act, and judges both.</summary>
internal sealed class PdfEngine : ITypeEngine
{
    private readonly ulong[] _anchors = new ulong[PdfAnchors.MaskCount(ITypeEngine.SliceLength)];
    private readonly PdfLexer _lexer = new();
    private readonly DocumentSecurity _security = new();
    private readonly PdfContents _contents;
    private readonly Excerpts _excerpts = new(KeywordSlots.Count);
    private PdfHeader _header;
    private long _offset;

    public PdfEngine() => _contents = new(_security.Watch);

    public IReadOnlyList<EngineRule> Rules =>
        [.. PdfScorecard.Rules.Select(rule => new EngineRule(rule.Name, rule.Points, rule.Reason, rule.Reference, rule.Since))];

    public bool Begin(ReadOnlySpan<byte> prefix, IParts parts)
    {
        if (PdfHeader.Find(prefix) is not { } header)
        {
            return false;
        }

        _header = header;
        _offset = header.End;
        _lexer.StartAt(header.End);
        _contents.Reset(header.End);
        _security.Begin(parts.Password, parts.Budget);
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
        TakeExcerpts([]);
        var asItLies = Assess(_contents, prefix);

        // Encryption that was added to a document hides nothing of it: what was seen in the clear counts when it is worse.
        return _security.Decrypted is { } decrypted && Assess(decrypted, prefix) is var opened && opened.Score >= asItLies.Score
            ? opened : asItLies;
    }

    private Assessment Assess(PdfContents contents, ReadOnlySpan<byte> prefix)
    {
        var (onOpen, onEvent) = (contents.Actions.Follow(ActionGraph.OpenAction), contents.Actions.Follow(ActionGraph.AdditionalActions));
        var isEncrypted = contents != _security.Decrypted
            && (_lexer.Counts[PdfKeyword.Encrypt].Count > 0 || contents.InsideCounts[PdfKeyword.Encrypt].Count > 0);
        var attachments = isEncrypted ? Encrypted.WithoutCiphertext(contents.Attachments) : contents.Attachments;
        var coverage = contents.CoverageOf(_lexer.Counts, onOpen.Unseen + onEvent.Unseen, isEncrypted);
        var precedingType = Signatures.Find(prefix[.._header.Offset]);
        var evidence = new PdfEvidence
        {
            Header = _header,
            PrecedingType = precedingType,
            PrecedingExcerpt = precedingType is null ? null : Excerpts.ToText(prefix[.._header.Offset]),
            Counts = _lexer.Counts,
            InsideCounts = contents.InsideCounts,
            Excerpts = _excerpts,
            InsideExcerpts = contents.InsideExcerpts,
            Places = contents.Places,
            Actions = contents.Actions,
            OnOpen = onOpen,
            OnEvent = onEvent,
            Scripts = contents.Scripts,
            Attachments = attachments,
            Bombs = contents.Bombs,
            Coverage = coverage,
            IsLocked = isEncrypted || _security.IsContradictory,
            IsTooDeep = contents.IsTooDeep,
            UnopenedPlaces = contents.UnopenedPlaces,
            UnreadPlaces = coverage.UnreadScripts == 0 ? [] : contents.UnreadPlaces(isEncrypted),
        };
        var summary = new PdfSummary(_header.Version(prefix), _lexer.Counts.ToKeywords(), _lexer.Counts.Obfuscated.Count)
        {
            Encryption = _security.ToReport(),
            Inside = contents.HasObjectStreams ? contents.InsideCounts.ToKeywords() : null,
            Scripts = ListOrNull(contents.Scripts.Scripts, ToReport),
            Attachments = attachments.Count == 0 ? null : attachments,
            Links = ListOrNull(contents.Links, static link => link),
        };
        return PdfScorecard.Assess(evidence, isEncrypted ? Encrypted.WithoutCiphertext(summary) : summary);
    }

    public void Reset()
    {
        _lexer.Clear();
        _contents.Reset(0);
        _security.Clear();
        _excerpts.Clear();
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
        TakeExcerpts(bytes);
        _offset += bytes.Length;
    }

    // A word that the last bytes end is counted when the next ones come, or never: so the last excerpts are asked for at the end.
    private void TakeExcerpts(ReadOnlySpan<byte> bytes)
    {
        for (var keyword = 0; keyword <= (int)PdfKeyword.Colors; keyword++)
        {
            if (_lexer.Counts[(PdfKeyword)keyword] is { Count: > 0 } seen && !_excerpts.Has(keyword))
            {
                _excerpts.Request(keyword, seen.Offset);
            }
        }

        if (_lexer.Counts.Obfuscated is { Count: > 0 } hexCoded && !_excerpts.Has(KeywordSlots.HexCoded))
        {
            _excerpts.Request(KeywordSlots.HexCoded, hexCoded.Offset);
        }

        _excerpts.Take(bytes, _offset);
    }
}
