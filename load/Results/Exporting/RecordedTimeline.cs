using System.Text.RegularExpressions;
using Load.Results.Csv;

namespace Load.Results.Exporting;

/// <summary><c>timeline.csv</c>, read again.</summary>
internal sealed partial class RecordedTimeline
{
    private readonly Dictionary<(string Process, string Counter), int> _columns = [];

    /// <exception cref="FormatException">It is none.</exception>
    public RecordedTimeline(IReadOnlyList<string> lines)
    {
        Paths = lines is [var header, ..] && PdhCsv.Cells(header) is [var heading, .. var paths]
            && PdhCsv.IsTimeHeading(heading)
            ? paths
            : throw new FormatException("it has no PDH-CSV header");
        Ticks = [.. lines.Skip(1).Select(Tick)];
        foreach (var (column, path) in Paths.Index())
        {
            var parts = CounterPath().Match(path);
            Machine = parts.Groups["machine"].Value;
            _columns[(parts.Groups["process"].Value, parts.Groups["counter"].Value)] = column;
        }
    }

    /// <summary>The paths of the counters.</summary>
    public IReadOnlyList<string> Paths { get; }

    public IReadOnlyList<RecordedTick> Ticks { get; }

    /// <summary>The processes in the order of their columns, the lab last.</summary>
    public IEnumerable<string> Processes => _columns.OrderBy(column => column.Value).Select(column => column.Key.Process).Distinct();

    /// <summary>The machine of the run.</summary>
    public string Machine { get; } = "";

    /// <summary>The values of a counter, each with its time.</summary>
    public IEnumerable<(DateTimeOffset Time, double Value)> Values(string process, string counter) =>
        _columns.TryGetValue((process, counter), out var column)
        ? from tick in Ticks let value = tick.Values[column] where value is not null select (tick.Time, value.Value)
        : [];

    private RecordedTick Tick(string line) => PdhCsv.Cells(line) is [var time, .. var values] && values.Length == Paths.Count
        ? new RecordedTick(PdhCsv.ParseTime(time), [.. values.Select(PdhCsv.ParseValue)])
        : throw new FormatException($"'{line}' has another number of columns than the header");

    [GeneratedRegex(@"^\\\\(?<machine>[^\\]*)\\(Process|Analyzer Lab)\((?<process>[^)]*)\)\\(?<counter>.*)$")]
    private static partial Regex CounterPath();
}

/// <summary>A line of the timeline.</summary>
/// <param name="Time">UTC.</param>
/// <param name="Values">One for each counter; null where there was nothing to read.</param>
internal sealed record RecordedTick(DateTimeOffset Time, IReadOnlyList<double?> Values);
