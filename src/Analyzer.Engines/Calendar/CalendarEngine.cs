using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Mail;
using Analyzer.Engines.Scripts;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Calendar;

/// <summary>Reads appointments and address cards (iCalendar, vCalendar, vCard): what they attach, and where they lead.</summary>
internal sealed class CalendarEngine : StreamingEngine
{
    private static readonly HashSet<string> Pages =
        new(StringComparer.OrdinalIgnoreCase) { "hta", "htm", "html", "shtml", "xhtml", "xht", "svg", "mht", "mhtml", "eml" };

    private readonly WideText _wide = new();
    private readonly CalendarReader _reader;
    private readonly MailLines _lines;
    private string _mediaType = "";

    public CalendarEngine()
    {
        _reader = new(Evidence);
        _lines = new(_reader);
    }

    public override IReadOnlyList<EngineRule> Rules => CalendarRules.All;

    public override Assessment Complete(ReadOnlySpan<byte> prefix)
    {
        _lines.Complete();
        _reader.Complete();
        return Evidence.Assess(_mediaType);
    }

    public override void Reset()
    {
        _lines.Clear();
        _reader.Clear();
        base.Reset();
    }

    protected override bool IsMine(ReadOnlySpan<byte> prefix)
    {
        _wide.Begin(prefix);
        var text = WideText.WithoutMark(_wide.Narrow(prefix)).TrimStart(" \t\r\n"u8);
        var end = text.IndexOfAny((byte)'\r', (byte)'\n');
        var first = (end < 0 ? text : text[..end]).TrimEnd(" \t"u8);
        _mediaType = Ascii.EqualsIgnoreCase(first, "BEGIN:VCALENDAR") ? "text/calendar" : "text/vcard";
        return (_mediaType == "text/calendar" || Ascii.EqualsIgnoreCase(first, "BEGIN:VCARD"))
            && !MailEngine.HasTelling(text) && !IsRun(Parts.Name);
    }

    protected override void Start() => _reader.Begin(Parts);

    protected override void Read(ReadOnlySpan<byte> bytes) => _lines.Read(_wide.Narrow(bytes));

    // What opens a file by its name takes it for a script or a page, whatever it begins with.
    private static bool IsRun(string? name) => ScriptLanguage.OfName(name) is not null
        || (name is not null && Pages.Contains(name[(name.LastIndexOf('.') + 1)..].TrimEnd(' ', '.')));
}
