using Analyzer.Core;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Scoring;
using Analyzer.Engines.Pdf.Scripts;

namespace Analyzer.Engines.Pdf;

/// <summary>Analyzes PDF: counts keywords as PDFiD does, opens what can act, and judges both.</summary>
internal sealed class PdfEngine : ITypeEngine
{
    private readonly ulong[] _anchors = new ulong[PdfAnchors.MaskCount(ITypeEngine.SliceLength)];
    private readonly PdfLexer _lexer = new();
    private readonly PdfContents _contents = new();
    private readonly Excerpts _excerpts = new(KeywordSlots.Count);
    private PdfHeader _header;
    private long _offset;

    public IReadOnlyList<EngineRule> Rules =>
        [.. PdfScorecard.Rules.Select(rule => new EngineRule(rule.Name, rule.Points, rule.Reason, rule.Reference, rule.Since))];

    public bool Begin(ReadOnlySpan<byte> prefix)
    {
        if (PdfHeader.Find(prefix) is not { } header)
        {
            return false;
        }

        _header = header;
        _offset = header.End;
        _lexer.StartAt(header.End);
        _contents.Reset(header.End);
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
        TakeExcerpts([]);
        var (onOpen, onEvent) = (_contents.Actions.Follow(ActionGraph.OpenAction), _contents.Actions.Follow(ActionGraph.AdditionalActions));
        var isEncrypted = _lexer.Counts[PdfKeyword.Encrypt].Count > 0 || _contents.InsideCounts[PdfKeyword.Encrypt].Count > 0;
        var attachments = isEncrypted ? Encrypted.WithoutCiphertext(_contents.Attachments) : _contents.Attachments;
        var coverage = _contents.CoverageOf(_lexer.Counts, onOpen.Unseen + onEvent.Unseen, isEncrypted);
        var precedingType = Signatures.Find(prefix[.._header.Offset]);
        var evidence = new PdfEvidence
        {
            Header = _header,
            PrecedingType = precedingType,
            PrecedingExcerpt = precedingType is null ? null : Excerpts.ToText(prefix[.._header.Offset]),
            Counts = _lexer.Counts,
            InsideCounts = _contents.InsideCounts,
            Excerpts = _excerpts,
            InsideExcerpts = _contents.InsideExcerpts,
            Places = _contents.Places,
            Actions = _contents.Actions,
            OnOpen = onOpen,
            OnEvent = onEvent,
            Scripts = _contents.Scripts,
            Attachments = attachments,
            Bombs = _contents.Bombs,
            Coverage = coverage,
            IsTooDeep = _contents.IsTooDeep,
            UnopenedPlaces = _contents.UnopenedPlaces,
            UnreadPlaces = coverage.UnreadScripts == 0 ? [] : _contents.UnreadPlaces(isEncrypted),
        };
        var summary = new PdfSummary(_header.Version(prefix), _lexer.Counts.ToKeywords(), _lexer.Counts.Obfuscated.Count)
        {
            Inside = _contents.HasObjectStreams ? _contents.InsideCounts.ToKeywords() : null,
            Scripts = ListOrNull(_contents.Scripts.Scripts, ToReport),
            Attachments = attachments.Count == 0 ? null : attachments,
            Links = ListOrNull(_contents.Links, static link => link),
        };
        return PdfScorecard.Assess(evidence, isEncrypted ? Encrypted.WithoutCiphertext(summary) : summary);
    }

    public void Reset()
    {
        _lexer.Clear();
        _contents.Reset(0);
        _excerpts.Clear();
    }

    public void Dispose() => _contents.Dispose();

    private static PdfScript ToReport(Script script) =>
        new(script.Place.ToPlace(), script.Length, new FileId(script.Sha256), script.Text) { Cut = script.IsCut };

    // Most documents have neither, and a small file's report should not cost more than the file.
    private static IReadOnlyList<TOut>? ListOrNull<TIn, TOut>(IReadOnlyList<TIn> list, Func<TIn, TOut> convert) =>
        list.Count == 0 ? null : [.. list.Select(convert)];

    private void Read(ReadOnlySpan<byte> bytes)
    {
        _lexer.Append(bytes, _anchors);
        _contents.Append(bytes, _anchors.AsSpan(0, PdfAnchors.MaskCount(bytes.Length)));
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
