using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Journal.Features.Replay;

/// <summary>Lines that programs write into their own files, where the level or the time has a place of its own.</summary>
/// <remarks>
/// glog and Kubernetes' klog, Ruby's Logger, Redis, Python's logging as its documentation shows it, PostgreSQL with its own and Debian's
/// prefix, MySQL and MariaDB, Monolog and Laravel, MongoDB before version 4.4, Spring Boot, zap, logback and log4j, and the rows of PAN-OS.
/// </remarks>
internal static partial class ProgramLines
{
    private const int MaxHeadBytes = 256;

    // By what a line begins with: most lines of other senders are told by one look at it.
    private static readonly Regex[] OfLetters = [Glog(), Ruby(), PythonBasic()];
    private static readonly Regex[] OfBrackets = [Monolog(), Uwsgi()];

    private static readonly Regex[] OfDigits =
    [
        Redis(), PythonDocumented(), PostgreSql(), MySql(), MongoDb(), Spring(), Zap(), Colons(), Logback(), Spark(), PanOs(),
    ];

    /// <param name="text">A whole line.</param>
    /// <param name="received">Gives the year where a time has none.</param>
    /// <returns>Time, severity, app and process, as far as the line has them.</returns>
    public static SyslogFields Read(ReadOnlyMemory<byte> text, DateTimeOffset received)
    {
        var fields = SyslogFields.None(text);
        Regex[] forms = text.Span switch
        {
            [>= (byte)'A' and <= (byte)'Z', ..] => OfLetters,
            [>= (byte)'0' and <= (byte)'9', ..] => OfDigits,
            [(byte)'[', ..] => OfBrackets,
            _ => [],
        };
        if (forms.Length == 0)
        {
            return fields;
        }

        var head = Encoding.Latin1.GetString(text.Span[..Math.Min(text.Length, MaxHeadBytes)]);
        var found = forms.Select(form => form.Match(head)).FirstOrDefault(match => match.Success);
        return found is null ? fields : fields with
        {
            Severity = SeverityOf(Part(found, "level")),
            Time = TimeOf(Part(found, "time"), received),
            App = Part(found, "app") is { } app and not "root" ? app : null,
            Process = Part(found, "pid"),
        };
    }

    private static string? Part(Match found, string name) => found.Groups[name] is { Success: true, Length: > 0 } part ? part.Value : null;

    /// <summary>Names, and the letters and marks that stand for them.</summary>
    public static int? SeverityOf(string? level) => level switch
    {
        null => null,
        "F" => 2,
        "E" => 3,
        "W" or "#" => 4,
        "NOTE" or "Note" or "*" => 5,
        "I" or "LOG" or "System" or "-" => 6,
        "." or ['D', < 'A'] or "D" or ['D', 'E', 'B', 'U', 'G', _] => 7,
        _ => JsonFields.SeverityOf(level),
    };

    private static DateTimeOffset? TimeOf(string? text, DateTimeOffset received)
    {
        if (text is null)
        {
            return null;
        }

        ReadOnlyMemory<byte> time = Encoding.Latin1.GetBytes(text switch
        {
            [_, _, _, _, ' ', ..] => MonthFirst(text[..2], text[2..4], text[5..]), // glog's: month and day, and no year
            [_, _, '/', ..] => $"20{text}",
            [_, _, ' ', ..] => $"{text[..2]}-{text[3..6]}-{text[7..]}", // Redis': 26 Nov 2026
            _ => text,
        });
        return HeaderTime.Take(ref time, received);
    }

    private static string MonthFirst(string month, string day, string rest) =>
        int.TryParse(month, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number is >= 1 and <= 12
            ? $"{CultureInfo.InvariantCulture.DateTimeFormat.GetAbbreviatedMonthName(number)} {day} {rest}" : rest;

    [GeneratedRegex(@"^(?<level>[IWEF])(?<time>\d{4} \d\d:\d\d:\d\d\.\d+) +\d+ \S+:\d+\] ")]
    private static partial Regex Glog();

    [GeneratedRegex(@"^[A-Z], \[(?<time>\S+) #(?<pid>\d+)\] +(?<level>[A-Z]+) -- (?<app>[^: ]*): ")]
    private static partial Regex Ruby();

    [GeneratedRegex(@"^(?<pid>\d+):[XCSM] (?<time>\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d\.\d+) (?<level>[.*#-]) ")]
    private static partial Regex Redis();

    [GeneratedRegex(@"^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d+)?) - (?<app>[\w.-]+) - (?<level>[A-Z]+) - ")]
    private static partial Regex PythonDocumented();

    [GeneratedRegex(@"^(?<level>DEBUG|INFO|WARNING|ERROR|CRITICAL):(?<app>[\w.-]+):")]
    private static partial Regex PythonBasic();

    [GeneratedRegex(@"^(?<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? (?:[A-Z]{3,5}|[+-]\d\d)) \[(?<pid>\d+)(?:-\d+)?\] "
        + @"(?:\S+@\S+ )?(?<level>[A-Z]+\d?):  ")]
    private static partial Regex PostgreSql();

    [GeneratedRegex(@"^(?<time>\d{4}-\d\d-\d\d[T ] ?\d\d?:\d\d:\d\d(?:\.\d+)?Z?) +\d+ \[(?<level>[A-Za-z]+)\] ")]
    private static partial Regex MySql();

    [GeneratedRegex(@"^\[(?<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\]]*)\] [\w-]+\.(?<level>[A-Z]+): ")]
    private static partial Regex Monolog();

    [GeneratedRegex(@"^(?<time>\d{4}-\d\d-\d\dT\S+) (?<level>[IWEFD]\d?) +[A-Z_-]+ +\[")]
    private static partial Regex MongoDb();

    [GeneratedRegex(@"^(?<time>\d{4}-\d\d-\d\d[T ]\S+) +(?<level>[A-Z]+) (?<pid>\d+) --- \[")]
    private static partial Regex Spring();

    [GeneratedRegex(@"^(?<time>\d{4}-\d\d-\d\d[T ]\S+)\t(?<level>[A-Za-z]+)\t")]
    private static partial Regex Zap();

    [GeneratedRegex(@"^(?<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?):(?<level>[A-Z]+):")]
    private static partial Regex Colons();

    [GeneratedRegex(@"^\d\d:\d\d:\d\d[.,]\d+ \[[^\]]+\] (?<level>[A-Z]+) +\S+ ")]
    private static partial Regex Logback();

    [GeneratedRegex(@"^(?<time>\d\d/\d\d/\d\d \d\d:\d\d:\d\d) (?<level>[A-Z]+) [\w.$]+: ")]
    private static partial Regex Spark();

    [GeneratedRegex(@"^\d*,(?<time>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d),")]
    private static partial Regex PanOs();

    [GeneratedRegex(@"^\[pid: (?<pid>\d+)\|app: [^\[]*\[(?<time>[^\]]+)\] ")]
    private static partial Regex Uwsgi();
}
