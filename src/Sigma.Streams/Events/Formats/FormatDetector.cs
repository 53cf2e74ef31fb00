using System.Text;
using System.Text.RegularExpressions;
using Sigma.Streams.Events.WindowsLogs;

namespace Sigma.Streams.Events.Formats;

/// <summary>Tells the format of a file by how it begins, and by its name where the beginning leaves it open.</summary>
internal static partial class FormatDetector
{
    /// <summary>The bytes that it wants to see.</summary>
    public const int BeginBytes = 4096;

    public static EventFormat Detect(string file, ReadOnlySpan<byte> begin)
    {
        if (begin.StartsWith(EvtxReader.Magic))
        {
            return EventFormat.Evtx;
        }

        var text = Encoding.UTF8.GetString(begin).TrimStart('\uFEFF').TrimStart();
        var line = text.Split('\n').FirstOrDefault(IsEvent, "").TrimEnd('\r');
        return IsJson(text) ? EventFormat.Json
            : AuditdReader.IsLine(line) ? EventFormat.Auditd
            : SyslogReader.IsHeader(line) ? EventFormat.Syslog
            : AccessLine.IsOne(line) ? EventFormat.Access
            : text.StartsWith("<?xml", StringComparison.Ordinal) || text.TrimStart('-', ' ').StartsWith("<Event", StringComparison.Ordinal)
                || (text.StartsWith('<') && IsNamed(file, ".xml")) ? EventFormat.Xml
            : CsvReader.IsBeforeHeader(line) || line.StartsWith("#fields", StringComparison.Ordinal)
                || IsNamed(file, ".csv") || IsNamed(file, ".tsv") ? EventFormat.Csv
            : Log().IsMatch(file) && IsText(text) && !text.Split('\n').Any(IsJson) ? EventFormat.Text
            : EventFormat.Json;
    }

    /// <summary>Whether it begins an object, or an array that may have some: <c>[Sun Nov 22</c> begins a line of a web server.</summary>
    private static bool IsJson(string text) =>
        text.TrimStart() is ['{', ..] || (text.TrimStart() is ['[', .. var rest] && rest.TrimStart() is "" or ['{' or '[' or ']', ..]);

    private static bool IsText(string text) =>
        text.Length > 0 && !text.Any(character => char.IsControl(character) && character is not ('\t' or '\r' or '\n' or '\e'));

    private static bool IsEvent(string line) =>
        !AuditdReader.IsBetweenEvents(line) && !CsvReader.IsComment(line) && !string.IsNullOrWhiteSpace(line);

    private static bool IsNamed(string file, string extension) =>
        (file.EndsWith(".gz", StringComparison.OrdinalIgnoreCase) ? file.AsSpan()[..^3] : file)
        .EndsWith(extension, StringComparison.OrdinalIgnoreCase);

    /// <summary><c>app.log</c>, <c>error_log</c>, and what a rotation makes of them: <c>app.log.1</c>, <c>error_log-20261122</c>.</summary>
    [GeneratedRegex(@"log(?:[.-][\d.-]{1,32})?(?:\.gz)?\z", RegexOptions.IgnoreCase)]
    private static partial Regex Log();
}
