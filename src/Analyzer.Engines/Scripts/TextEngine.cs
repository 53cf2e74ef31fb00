using System.Buffers;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Mail;
using Analyzer.Engines.Text;
using Analyzer.Engines.TextTables;

namespace Analyzer.Engines.Scripts;

/// <summary>Reads text: scripts of any language by what they do, other text as harmless.</summary>
internal sealed class TextEngine : StreamingEngine
{
    // The bytes that no text has (WHATWG MIME Sniffing, section 3); in text of two bytes a letter, zero is none of them.
    private static readonly SearchValues<byte> Binary = SearchValues.Create(
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31,
    ]);

    private readonly ScriptLook _look = new();
    private readonly CodeStart _code = new();
    private readonly EncodedFiles _files = new();
    private readonly BareEncoding _bare = new();
    private readonly UuencodedText _uuencoded = new();
    private readonly FormulaCells _cells = new();
    private readonly WideText _wide = new();
    private readonly ObjectStartSearch _objects = new();
    private bool _quotesPdf;
    private bool _isText;
    private bool _isOver;
    private long _offset;

    public override IReadOnlyList<EngineRule> Rules => TextRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _files.Complete();
        ReadBare([]);
        _bare.Complete();
        _uuencoded.Complete();
        if (!_isText)
        {
            Evidence.Miss(Gap.UnknownType);
            return Evidence.Assess(MediaTypes.Unknown);
        }

        _wide.Begin(prefix);
        var start = _wide.Narrow(prefix);
        LookAtTable(start);

        if (LanguageOf(start) is not { } language)
        {
            var mediaType = Signatures.Find(start) ?? MediaTypes.Text;
            if (!mediaType.StartsWith("text/", StringComparison.Ordinal))
            {
                Evidence.Miss(Gap.UnknownType); // such as PostScript, which is a program
            }

            return Assess(mediaType);
        }

        Evidence.Find(TextRules.Language, 0, language.Name);
        if (start.IndexOf("#@~^"u8) is >= 0 and var encoded && language.Kind is ScriptKind.JavaScript or ScriptKind.Windows)
        {
            Evidence.Find(ScriptRules.Encoded, encoded);
        }

        _look.Judge(language.Kind, Evidence);
        if (language == ScriptLanguage.Registry && (_look.Marks & ScriptMark.Persists) != 0)
        {
            Evidence.Find(TextRules.Autorun);
        }

        Evidence.Miss(Gap.ScriptNotJudged);
        return Assess(language.MediaType);
    }

    public override void Reset()
    {
        _look.Clear();
        _code.Clear();
        _files.Reset();
        _bare.Reset();
        _uuencoded.Reset();
        _cells.Clear();
        (_isText, _isOver, _offset) = (false, false, 0);
        _objects.Clear();
        _quotesPdf = false;
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _wide.Begin(prefix);
        var header = prefix[..Math.Min(prefix.Length, 1024)].IndexOf("%PDF"u8);
        _quotesPdf = header >= 0 && QuotedHeader.IsAt(prefix, header);
        var text = prefix.TrimEnd((byte)0);
        return !text.IsEmpty && (_wide.IsActive || IsText(text));
    }

    protected override void Start()
    {
        _isText = true;
        _files.Begin(Parts);
        _bare.Begin(Parts);
        _uuencoded.Begin(Parts);
    }

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        var text = _wide.Narrow(bytes);
        _isText &= _wide.IsActive || IsTextOn(text);
        _look.Read(text, _offset);
        _code.Read(text);
        _files.Read(text, _offset);
        ReadBare(text);
        _uuencoded.Read(text);
        _cells.Read(text, _offset);
        if (_quotesPdf)
        {
            _objects.Read(text);
        }

        _offset += text.Length; // of wide text, its letters: however it is cut
    }

    private void ReadBare(ReadOnlySpan<byte> text)
    {
        if (_files.HasFound)
        {
            _bare.GiveUp();
        }
        else
        {
            _bare.Read(text);
        }
    }

    private void LookAtTable(ReadOnlySpan<byte> start)
    {
        _cells.Complete();
        if (!LanguageGuess.ShowsCode(start) && !IsJson(start))
        {
            Find(TextRules.Formula, FormulaEffect.Starts);
            Find(TextRules.FetchingFormula, FormulaEffect.Fetches);
            Find(TextRules.LinkingFormula, FormulaEffect.Leads);
            _look.FindSheetMacro(isTable: start.StartsWith("ID;P"u8), Evidence);
        }

        if (start.StartsWith("WEB\r\n1\r\n"u8) || start.StartsWith("WEB\n1\n"u8) || start.StartsWith("XLODBC\r\n1\r\n"u8)
            || start.StartsWith("XLODBC\n1\n"u8))
        {
            Evidence.Find(TextRules.WebQuery);
        }

        if (start.StartsWith("#EXTM3U"u8) && Shares.FindLine(start) is { } share)
        {
            Evidence.Find(TextRules.SharedFile, 0, share);
        }
    }

    // No spreadsheet program takes it for a table.
    private static bool IsJson(ReadOnlySpan<byte> start) => WideText.WithoutMark(start).TrimStart(" \t\r\n"u8)
        is [(byte)'{', ..] or [(byte)'[', (byte)'{' or (byte)'"' or (byte)' ' or (byte)'\n', ..];

    private void Find(EngineRule rule, FormulaEffect effect)
    {
        if (_cells[effect] is (var offset, var excerpt))
        {
            Evidence.Find(rule, offset, excerpt);
        }
    }

    private Assessment Assess(string mediaType) => Evidence.Assess(mediaType) with { QuotesPdf = _quotesPdf && !_objects.HasFound };

    // Encoded scripts of Windows end with a zero, and some programs fill up with them.
    private bool IsTextOn(ReadOnlySpan<byte> bytes)
    {
        var text = bytes.TrimEnd((byte)0);
        var isText = IsText(text) && (!_isOver || text.IsEmpty);
        _isOver |= text.Length < bytes.Length;
        return isText;
    }

    private static bool IsText(ReadOnlySpan<byte> text) => text.IndexOfAny(Binary) < 0;

    private ScriptLanguage? LanguageOf(ReadOnlySpan<byte> start) => ScriptLanguage.OfName(Parts.Name) ?? LanguageGuess.Of(start)
        ?? LanguageGuess.Of(_code.Span)
        ?? (_look.IsJavaScript() ? ScriptLanguage.JavaScript : null);
}
