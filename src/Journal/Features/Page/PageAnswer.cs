using System.Text.Json;
using Journal.Features.Replay;
using Journal.Features.Search;
using Journal.Log.Writing;

namespace Journal.Features.Page;

/// <summary>What a search found, for the page: the newest lines, and counts over time and by field of all that were counted.</summary>
internal sealed class PageAnswer
{
    public const int MaxLines = 200;
    public const int MaxCounted = 20_000;
    private const int Bars = 60;
    private const int ValuesEach = 8;

    private readonly List<FoundRecord> _lines = [];
    private readonly List<long> _times = [];
    private readonly Dictionary<string, int> _hosts = [];
    private readonly Dictionary<string, int> _apps = [];
    private readonly Dictionary<string, int> _severities = [];
    private bool _isMore;

    /// <param name="found">The newest first.</param>
    public static PageAnswer Of(IEnumerable<FoundRecord> found)
    {
        var answer = new PageAnswer();
        foreach (var one in found)
        {
            if (answer._times.Count == MaxCounted)
            {
                answer._isMore = true;
                break;
            }

            answer.Add(one);
        }

        return answer;
    }

    /// <param name="json">Gets one object.</param>
    /// <param name="newest">The sequence of the newest line that the page has already.</param>
    /// <param name="withoutSeverity">The number of lines that were left out because they have no severity.</param>
    /// <param name="said">What a person has to know about the search.</param>
    public void Write(Utf8JsonWriter json, long newest, long withoutSeverity, IEnumerable<string> said)
    {
        json.WriteStartObject();
        json.WriteNumber("newest", _lines.Count > 0 ? _lines[0].Record.Sequence : newest);
        json.WriteString("summary", Summary(withoutSeverity));
        json.WriteStartArray("said");
        foreach (var sentence in said)
        {
            json.WriteStringValue(sentence);
        }

        json.WriteEndArray();
        json.WriteStartArray("lines");
        foreach (var line in _lines)
        {
            json.WriteStartObject();
            RecordFormats.WriteFields(json, line.Record);
            json.WriteString("text", FoundText.Of(line.Record.Message.Span));
            json.WriteBoolean("proven", line.IsProven);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        WriteHistogram(json);
        json.WriteStartObject("fields");
        WriteValues(json, "host", _hosts);
        WriteValues(json, "app", _apps);
        WriteValues(json, "severity", _severities);
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private string Summary(long withoutSeverity) =>
        (_times.Count > _lines.Count ? $"{_times.Count}{(_isMore ? " and more" : "")} lines; the newest {_lines.Count} are below."
            : _times.Count == 1 ? "1 line." : $"{_times.Count} lines.")
        + (withoutSeverity > 0 ? $" {withoutSeverity} more without a severity left out." : "");

    private static void Count(Dictionary<string, int> counts, string? value)
    {
        if (value is not null)
        {
            counts[value] = counts.GetValueOrDefault(value) + 1;
        }
    }

    private static void WriteValues(Utf8JsonWriter json, string name, Dictionary<string, int> counts)
    {
        json.WriteStartArray(name);
        foreach (var (value, count) in counts.OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key, StringComparer.Ordinal).Take(
            ValuesEach))
        {
            json.WriteStartObject();
            json.WriteString("value", value);
            json.WriteNumber("count", count);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private void Add(FoundRecord found)
    {
        if (_lines.Count < MaxLines)
        {
            _lines.Add(found);
        }

        _times.Add(found.Record.ReceivedAt);
        var fields = SyslogFields.Of(found.Record);
        Count(_hosts, fields.Host);
        Count(_apps, fields.App);
        Count(_severities, fields.Severity?.ToString(System.Globalization.CultureInfo.InvariantCulture));
    }

    private void WriteHistogram(Utf8JsonWriter json)
    {
        json.WriteStartObject("histogram");
        var counts = new int[Bars];
        if (_times.Count > 0)
        {
            var (first, last) = (_times.Min(), _times.Max());
            foreach (var time in _times)
            {
                counts[(int)Math.Min(Bars - 1, (time - first) * (double)Bars / Math.Max(1, last - first))]++;
            }

            json.WriteString("first", Clock.Instant(first));
            json.WriteString("last", Clock.Instant(last));
        }

        json.WriteStartArray("counts");
        foreach (var count in counts)
        {
            json.WriteNumberValue(count);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
