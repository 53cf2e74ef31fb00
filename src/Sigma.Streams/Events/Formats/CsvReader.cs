using System.Text;
using System.Text.RegularExpressions;
using Sigma.Engine.Evaluation;
using Sigma.Streams.Unwrapping;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// Reads RFC 4180 with a header: comma, semicolon, tab or bar. A cell without quotes that is empty is absent. Logs of Zeek, and those in
/// the W3C's extended format (IIS, Exchange, proxies), name their fields in lines that begin with #, and have - for what is absent.
/// A column without a name is <c>column6</c>.
/// </summary>
/// <remarks>
/// https://www.w3.org/TR/WD-logfile: <c>#Fields:</c> may come again; date and time are of UTC, unless <c>#Time Format: Local</c> says
/// otherwise.
/// </remarks>
internal sealed partial class CsvReader(Stream stream, string file, Unwrapper unwrapper) : BatchReader(file, unwrapper)
{
    private const int MaxColumns = 4096;
    private const string Fields = "#Fields:";

    private static readonly string[] DirectivesOfW3C = [Fields, "#Software:", "#Version:", "#Date:"];

    private readonly LineInput _lines = new(stream);
    private string[]? _header;
    private bool[] _areMany = [];
    private char _delimiter = ',';
    private bool _isZeek;
    private bool _isW3C;
    private bool _isHeaded;
    private string _zone = "Z";
    private string? _path;
    private int _date = -1;
    private int _time = -1;

    /// <summary>The first line of logs of Zeek, of those in the W3C's format, and of files by PowerShell's Export-Csv.</summary>
    public static bool IsBeforeHeader(string line) => IsOfW3C(line)
        || line.StartsWith("#separator", StringComparison.Ordinal) || line.StartsWith("#TYPE ", StringComparison.Ordinal);

    /// <summary>A line for people, before all others.</summary>
    public static bool IsComment(string line) =>
        line.StartsWith("##", StringComparison.Ordinal) || line.StartsWith("# ", StringComparison.Ordinal) || line.TrimEnd() == "#";

    private static bool IsOfW3C(string line) =>
        Array.Exists(DirectivesOfW3C, directive => line.StartsWith(directive, StringComparison.OrdinalIgnoreCase));

    protected override (long Offset, byte[] Json)? Next()
    {
        while (_lines.Next(out var offset) is { } line)
        {
            var text = Encoding.UTF8.GetString(line).TrimStart('\uFEFF');
            if ((_header is null || _isZeek || _isW3C) && text.StartsWith('#') && Directive(text))
            {
                continue;
            }

            if (_header is null)
            {
                _delimiter = DelimiterOf(text);
                _header = [.. Cells(text).Select(cell => cell.Text.Trim())];
                if (_header.Length > MaxColumns)
                {
                    Note($"its header has {_header.Length} columns, and at most {MaxColumns} are read: its lines are not.", isBroken: true);
                    return null;
                }

                continue;
            }

            return (offset, FlatJson.Of(Members(Cells(text))));
        }

        return null;
    }

    private IEnumerable<KeyValuePair<string, IReadOnlyList<string>>> Members(List<(string Text, bool IsQuoted)> cells)
    {
        if (_path is not null)
        {
            yield return new("_path", [_path]);
        }

        if (_isW3C && _date >= 0 && _time >= 0 && Math.Max(_date, _time) < cells.Count)
        {
            yield return new("@timestamp", [$"{cells[_date].Text}T{cells[_time].Text}{_zone}"]);
        }

        for (var i = 0; i < Math.Min(cells.Count, MaxColumns); i++)
        {
            var (text, isQuoted) = cells[i];
            var isAbsent = _isZeek || (_isW3C && !isQuoted) ? text == "-" : text.Length == 0 && !isQuoted;
            if (!isAbsent)
            {
                yield return new(i < _header!.Length && _header[i].Length > 0 ? _header[i] : $"column{i + 1}", Values(text, i));
            }
        }
    }

    /// <returns>Whether it is a line about the file.</returns>
    private bool Directive(string line)
    {
        if (line.StartsWith(Fields, StringComparison.OrdinalIgnoreCase) && !_isZeek)
        {
            (_isW3C, _delimiter) = (true, line.Contains(',', StringComparison.Ordinal) ? ',' : ' ');
            _header = line[Fields.Length..].Split(
                [.. _delimiter == ',' ? "," : " \t"], StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
            (_date, _time) = (Array.IndexOf(_header, "date"), Array.IndexOf(_header, "time"));
            return true;
        }

        var parts = line.Split('\t');
        switch (parts[0])
        {
            case "#fields":
                (_header, _isZeek, _delimiter) = (parts[1..], true, '\t');
                return true;
            case "#path" when parts.Length > 1:
                _path = parts[1];
                return true;
            case "#types":
                _areMany = [.. parts[1..].Select(type => type.StartsWith("set[", StringComparison.Ordinal)
                    || type.StartsWith("vector[", StringComparison.Ordinal))];
                return true;
            default:
                // The firewall of Windows has directives of its own: its times are not those of UTC, and it does not say of which zone.
                _zone = line.StartsWith("#Time Format: Local", StringComparison.OrdinalIgnoreCase) ? "" : _zone;
                _isHeaded |= IsOfW3C(line);
                return _isZeek || _isW3C || _isHeaded || IsBeforeHeader(line) || IsComment(line)
                    || parts[0] is "#set_separator" or "#empty_field" or "#unset_field" or "#open" or "#close";
        }
    }

    private IReadOnlyList<string> Values(string text, int column)
    {
        var areMany = column < _areMany.Length && _areMany[column];
        return !_isZeek ? [text]
            : text == "(empty)" ? (areMany ? [] : [""])
            : areMany ? [.. text.Split(',').Select(Unescape)]
            : [Unescape(text)];
    }

    /// <summary>Zeek writes bytes that its format needs as <c>\x09</c>.</summary>
    private static string Unescape(string text) => text.Contains(@"\x", StringComparison.Ordinal)
        ? Escape().Replace(text, match => $"{(char)Convert.FromHexString(match.Groups[1].ValueSpan)[0]}")
        : text;

    [GeneratedRegex(@"\\x([0-7][0-9a-f])")]
    private static partial Regex Escape();

    private static char DelimiterOf(string header) =>
        ",;\t|".MaxBy(delimiter => header.Count(character => character == delimiter));

    /// <summary>CloudFront names the fields between blanks, and has tabs between their values.</summary>
    private char DelimiterIn(string row) =>
        _isW3C && _delimiter == ' ' && row.AsSpan().Count(' ') + 1 != _header!.Length && row.AsSpan().Count('\t') + 1 == _header.Length
            ? '\t'
            : _delimiter;

    private List<(string Text, bool IsQuoted)> Cells(string line)
    {
        var delimiter = DelimiterIn(line);
        var cells = new List<(string, bool)>();
        var cell = new StringBuilder();
        var (isQuoted, isOpen) = (false, false);
        for (var i = 0; ; i++)
        {
            if (i >= line.Length)
            {
                // A line end within quotes belongs to the cell.
                if (isOpen && line.Length < RecordLimits.MaxBytes && _lines.Next(out _) is { } more)
                {
                    line = $"{line}\n{Encoding.UTF8.GetString(more)}";
                    i--;
                    continue;
                }

                cells.Add(($"{cell}", isQuoted));
                return cells;
            }

            var character = line[i];
            if (isOpen && character == '"' && i + 1 < line.Length && line[i + 1] == '"')
            {
                cell.Append('"');
                i++;
            }
            else if (!_isZeek && character == '"' && !isQuoted && cell.Length == 1 && cell[0] == ' ')
            {
                cell.Clear();
                (isQuoted, isOpen) = (true, true);
            }
            else if (!_isZeek && character == '"' && (isOpen || cell.Length == 0))
            {
                (isQuoted, isOpen) = (true, !isOpen);
            }
            else if (character == delimiter && !isOpen)
            {
                cells.Add(($"{cell}", isQuoted));
                cell.Clear();
                isQuoted = false;
            }
            else
            {
                cell.Append(character);
            }
        }
    }
}
