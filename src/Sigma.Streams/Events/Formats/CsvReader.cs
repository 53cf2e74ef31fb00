using System.Text;
using Sigma.Engine.Evaluation;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// Reads RFC 4180 with a header: comma, semicolon, tab or bar. A cell without quotes that is empty is absent. Logs of Zeek name their
/// fields in lines that begin with #, and have - for what is absent.
/// </summary>
internal sealed class CsvReader(Stream stream, string file) : BatchReader(file)
{
    private const int MaxColumns = 4096;

    private readonly LineInput _lines = new(stream);
    private string[]? _header;
    private char _delimiter = ',';
    private bool _isZeek;
    private string? _path;
    private long _tooLong;

    protected override (long Offset, byte[] Json)? Next()
    {
        while (_lines.Next(out var offset) is { } line)
        {
            var text = Encoding.UTF8.GetString(line).TrimStart('\uFEFF');
            if ((_header is null || _isZeek) && text.StartsWith('#') && Directive(text))
            {
                continue;
            }

            if (_header is null)
            {
                _delimiter = DelimiterOf(text);
                _header = [.. Cells(text).Select(cell => cell.Text)];
                if (_header.Length > MaxColumns)
                {
                    Note($"its header has {_header.Length} columns, and at most {MaxColumns} are read: its lines are not.", isBroken: true);
                    return null;
                }

                continue;
            }

            var cells = Cells(text);
            if (cells.Count > _header.Length)
            {
                _tooLong++;
            }

            return (offset, FlatJson.Of(Members(cells)));
        }

        if (_tooLong > 0)
        {
            Note($"{_tooLong} of its lines have more cells than the header has columns; the further cells were left out.", isBroken: false);
            _tooLong = 0;
        }

        return null;
    }

    private IEnumerable<KeyValuePair<string, string>> Members(List<(string Text, bool IsQuoted)> cells)
    {
        if (_path is not null)
        {
            yield return new("_path", _path);
        }

        for (var i = 0; i < Math.Min(cells.Count, _header!.Length); i++)
        {
            var (text, isQuoted) = cells[i];
            var isAbsent = _isZeek ? text == "-" : text.Length == 0 && !isQuoted;
            if (!isAbsent && _header[i].Length > 0)
            {
                yield return new(_header[i], _isZeek && text == "(empty)" ? "" : text);
            }
        }
    }

    /// <returns>Whether it is one of Zeek's lines about the file.</returns>
    private bool Directive(string line)
    {
        var parts = line.Split('\t');
        switch (parts[0])
        {
            case "#fields":
                (_header, _isZeek, _delimiter) = (parts[1..], true, '\t');
                return true;
            case "#path" when parts.Length > 1:
                _path = parts[1];
                return true;
            default:
                return _isZeek || parts[0].StartsWith("#separator", StringComparison.Ordinal) || parts[0] is "#set_separator"
                    or "#empty_field" or "#unset_field" or "#open" or "#types" or "#close";
        }
    }

    private static char DelimiterOf(string header) =>
        ",;\t|".MaxBy(delimiter => header.Count(character => character == delimiter));

    private List<(string Text, bool IsQuoted)> Cells(string line)
    {
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
            else if (!_isZeek && character == '"' && (isOpen || cell.Length == 0))
            {
                (isQuoted, isOpen) = (true, !isOpen);
            }
            else if (character == _delimiter && !isOpen)
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
