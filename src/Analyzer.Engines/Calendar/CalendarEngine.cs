using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Mail;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Calendar;

/// <summary>Reads appointments and address cards (iCalendar, vCalendar, vCard): what they attach, and where they lead.</summary>
internal sealed class CalendarEngine : StreamingEngine
{
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
        _mediaType = Begins(text, "BEGIN:VCALENDAR") ? "text/calendar" : "text/vcard";
        return _mediaType == "text/calendar" || Begins(text, "BEGIN:VCARD");
    }

    protected override void Start() => _reader.Begin(Parts);

    protected override void Read(ReadOnlySpan<byte> bytes) => _lines.Read(_wide.Narrow(bytes));

    private static bool Begins(ReadOnlySpan<byte> text, string start) =>
        text.Length >= start.Length && Ascii.EqualsIgnoreCase(text[..start.Length], start);
}
