using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Sigma.Streams.Events.Formats;

/// <summary>
/// Reads the log of auditd. The lines of one event, which have the same time and serial number, are one record: a field that several of
/// them have is an array. Text that auditd wrote in hexadecimal is decoded.
/// </summary>
internal sealed partial class AuditdReader(Stream stream, string file) : BatchReader(file)
{
    /// <summary>Lines of events may mix; an event is over after so many others began.</summary>
    private const int MaxOpen = 32;

    private const char EnrichedFrom = '\u001D';
    private const char KeySeparator = '\u0001';

    private static readonly HashSet<string> Encoded =
    [
        "proctitle", "name", "comm", "exe", "cwd", "cmd", "data", "path", "acct", "key", "dir", "old-comm", "old", "new", "grp", "vm",
        "device",
    ];

    private readonly LineInput _lines = new(stream);
    private readonly List<(string Id, AuditEvent Event)> _open = [];
    private readonly Queue<AuditEvent> _done = [];
    private bool _isOver;
    private long _others;

    public static bool IsLine(string line) => Header().IsMatch(line);

    /// <summary>What <c>ausearch</c> prints between events.</summary>
    public static bool IsBetweenEvents(string line) =>
        line.StartsWith("----", StringComparison.Ordinal) || line.StartsWith("time->", StringComparison.Ordinal);

    protected override (long Offset, byte[] Json)? Next()
    {
        while (_done.Count == 0 && !_isOver)
        {
            if (_lines.Next(out var offset) is { } line)
            {
                Read(Encoding.UTF8.GetString(line), offset);
            }
            else
            {
                _isOver = true;
                _open.ForEach(open => _done.Enqueue(open.Event));
                if (_others > 0)
                {
                    Note(_others == 1
                        ? "1 of its lines is not one of auditd, and was left out."
                        : $"{_others} of its lines are not those of auditd, and were left out.", isBroken: true);
                }
            }
        }

        return _done.TryDequeue(out var done) ? (done.Offset, FlatJson.Of(done.Members)) : null;
    }

    private void Read(string line, long offset)
    {
        var header = Header().Match(line);
        if (!header.Success)
        {
            _others += IsBetweenEvents(line) || line.StartsWith('#') || string.IsNullOrWhiteSpace(line) ? 0 : 1;
            return;
        }

        var id = $"{header.Groups["node"]} {header.Groups["id"]}";
        var at = _open.FindIndex(open => open.Id == id);
        if (at < 0)
        {
            at = _open.Count;
            _open.Add((id, new(offset)));
        }

        var (type, current) = (header.Groups["type"].Value, _open[at].Event);
        if (type != "EOE")
        {
            current.Begin(header);
            AddFields(current, type, line[header.Length..]);
        }

        if (type == "EOE" || _open.Count > MaxOpen)
        {
            var over = type == "EOE" ? at : 0;
            _done.Enqueue(_open[over].Event);
            _open.RemoveAt(over);
        }
    }

    private static void AddFields(AuditEvent target, string type, string text)
    {
        var enriched = text.IndexOf(EnrichedFrom, StringComparison.Ordinal);
        foreach (Match field in Field().Matches(enriched < 0 ? text : text.Replace(EnrichedFrom, ' ')))
        {
            var (name, value) = (field.Groups["name"].Value, field.Groups["value"].Value);
            if (field.Groups["inner"].Success)
            {
                AddFields(target, type, field.Groups["inner"].Value);
            }
            else if (field.Groups["piece"].Success)
            {
                target.AddPiece(name, value + field.Groups["text"].Value);
            }
            else
            {
                value = field.Groups["text"].Success ? field.Groups["text"].Value : Decode(type, name, value);
                foreach (var one in name == "key" ? value.Split(KeySeparator) : [value])
                {
                    target.Add(name, one);
                }
            }
        }
    }

    private static string Decode(string type, string name, string value)
    {
        var isEncoded = Encoded.Contains(name) || (type == "EXECVE" && name[0] == 'a' && name.Length > 1 && char.IsAsciiDigit(name[1]));
        return isEncoded ? Decode(value) : value;
    }

    private static string Decode(string value) =>
        value.Length >= 2 && value.Length % 2 == 0 && value.All(char.IsAsciiHexDigitUpper)
            ? Encoding.UTF8.GetString(Convert.FromHexString(value)).TrimEnd('\0').Replace('\0', ' ')
            : value;

    [GeneratedRegex(@"\A(?:node=(?<node>\S+) )?type=(?<type>\S+) msg="
        + @"audit\((?<id>(?<seconds>\d{1,12})\.(?<millis>\d{3}):(?<serial>\d{1,20}))\):?\s*")]
    private static partial Regex Header();

    /// <summary>A text may have apostrophes, and strangers write some; one with quotation marks is in hexadecimal.</summary>
    [GeneratedRegex(@"(?<name>[A-Za-z][\w-]*)(?<piece>\[\d+\])?="
        + @"(?:""(?<text>[^""]*)""|'(?<inner>(?>[^'""]+|""[^""]*""|"")*)'|(?<value>\S*))")]
    private static partial Regex Field();

    /// <summary>An event that is being read.</summary>
    private sealed class AuditEvent(long offset)
    {
        private readonly Dictionary<string, List<string>> _members = [];
        private readonly Dictionary<string, StringBuilder> _pieces = [];

        public long Offset => offset;

        public IEnumerable<KeyValuePair<string, IReadOnlyList<string>>> Members =>
            _members.Select(member => KeyValuePair.Create(member.Key, (IReadOnlyList<string>)member.Value)).Concat(
                _pieces.Where(piece => !_members.ContainsKey(piece.Key))
                    .Select(piece => KeyValuePair.Create(piece.Key, (IReadOnlyList<string>)[Decode($"{piece.Value}")])));

        public void Begin(Match header)
        {
            Add("type", header.Groups["type"].Value);
            if (!_members.ContainsKey("serial"))
            {
                var time = DateTimeOffset.FromUnixTimeSeconds(long.Parse(header.Groups["seconds"].ValueSpan, CultureInfo.InvariantCulture));
                var second = time.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture);
                Add("@timestamp", $"{second}.{header.Groups["millis"]}Z");
                Add("serial", header.Groups["serial"].Value);
                if (header.Groups["node"].Success)
                {
                    Add("node", header.Groups["node"].Value);
                }
            }
        }

        /// <summary>Adds a piece of a long argument, which stand in their order: <c>a1[0]</c>, <c>a1[1]</c>.</summary>
        public void AddPiece(string name, string value)
        {
            if (!_pieces.TryGetValue(name, out var pieces))
            {
                _pieces[name] = pieces = new();
            }

            pieces.Append(value);
        }

        public void Add(string name, string value)
        {
            if (!_members.TryGetValue(name, out var values))
            {
                _members[name] = values = [];
            }

            if (!values.Contains(value))
            {
                values.Add(value);
            }
        }
    }
}
