using System.Buffers;
using Analyzer.Engines.Content;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Scripts;

/// <summary>Reads text: scripts of any language by what they do, other text as harmless.</summary>
internal sealed class TextEngine : StreamingEngine
{
    // The bytes that no text has (WHATWG MIME Sniffing, section 3); in text of two bytes a letter, zero is none of them.
    private static readonly SearchValues<byte> Binary = SearchValues.Create(
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 29, 30, 31,
    ]);

    private static readonly PhraseBook Tables = new(
    [
        (1, "=cmd|"), (1, "=cmd.exe|"), (1, "@cmd|"), (1, "-cmd|"), (1, "=msexcel|"), (1, "=dde("), (1, "=rundll32|"), (1, "=powershell|"),
            (1, "=mshta|"),
        (1, ";ecall("), (1, ";eexec("), (1, "=exec("), (1, "=webservice("), (1, "nnauto_open;"), (1, "nn;nauto_open"),
    ]);

    private readonly ScriptLook _look = new();
    private readonly PhraseSearch _tables = new(Tables);
    private readonly EncodedFiles _files = new();
    private readonly WideText _wide = new();
    private bool _isText;
    private long _offset;

    public override IReadOnlyList<EngineRule> Rules => TextRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _files.Complete();
        if (!_isText)
        {
            Evidence.Miss(Gap.UnknownType);
            return Evidence.Assess(MediaTypes.Unknown);
        }

        _wide.Begin(prefix);
        var start = _wide.Narrow(prefix);
        if (_tables.Marks != 0)
        {
            var (offset, excerpt) = _tables.First(1);
            Evidence.Find(TextRules.Formula, offset, excerpt);
        }

        if (start.StartsWith("WEB\r\n1\r\n"u8) || start.StartsWith("WEB\n1\n"u8))
        {
            Evidence.Find(TextRules.WebQuery);
        }

        if (LanguageOf(start) is not { } language)
        {
            var mediaType = Signatures.Find(start) ?? MediaTypes.Text;
            if (!mediaType.StartsWith("text/", StringComparison.Ordinal))
            {
                Evidence.Miss(Gap.UnknownType); // such as PostScript, which is a program
            }

            return Evidence.Assess(mediaType);
        }

        Evidence.Find(TextRules.Language, 0, language.Name);
        _look.Judge(language.Kind, Evidence);
        if (language == ScriptLanguage.Registry && (_look.Marks & ScriptMark.Persists) != 0)
        {
            Evidence.Find(TextRules.Autorun);
        }

        Evidence.Miss(Gap.ScriptNotJudged);
        return Evidence.Assess(language.MediaType);
    }

    public override void Reset()
    {
        _look.Clear();
        _tables.Clear();
        _files.Reset();
        (_isText, _offset) = (false, 0);
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _wide.Begin(prefix);
        return !prefix.IsEmpty && (_wide.IsActive || IsText(prefix));
    }

    protected override void Start()
    {
        _isText = true;
        _files.Begin(Parts);
    }

    protected override void Read(ReadOnlySpan<byte> bytes)
    {
        var text = _wide.Narrow(bytes);
        _isText &= _wide.IsActive || IsText(text);
        _look.Read(text, _offset);
        _tables.Read(text, _offset);
        _files.Read(text, _offset);
        _offset += bytes.Length;
    }

    private static bool IsText(ReadOnlySpan<byte> text) => text.IndexOfAny(Binary) < 0;

    private ScriptLanguage? LanguageOf(ReadOnlySpan<byte> start) => ScriptLanguage.OfName(Parts.Name) ?? LanguageGuess.Of(start);
}
