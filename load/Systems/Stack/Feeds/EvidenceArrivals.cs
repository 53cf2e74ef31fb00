using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.Json;

namespace Load.Systems.Stack.Feeds;

/// <summary>When something was first told of each upload, by the upload's trace id: Stopwatch ticks.</summary>
/// <param name="traceOf">The trace id that a piece of JSON tells of; null for another piece.</param>
internal sealed class EvidenceArrivals(Func<JsonElement, string?> traceOf)
{
    private readonly ConcurrentDictionary<string, long> _arrivals = [];

    /// <returns>Null while nothing was told.</returns>
    public long? Of(string trace) => _arrivals.TryGetValue(trace, out var arrival) ? arrival : null;

    /// <summary>Reads lines until they end.</summary>
    /// <param name="lines">Each is JSON, behind a prefix; others are passed over.</param>
    /// <param name="prefix">Before the JSON.</param>
    /// <param name="stop">Ends it.</param>
    public async Task ReadAsync(TextReader lines, string prefix, CancellationToken stop)
    {
        while (await lines.ReadLineAsync(stop) is { } line)
        {
            var now = Stopwatch.GetTimestamp();
            if (line.Length > prefix.Length && line.StartsWith(prefix, StringComparison.Ordinal))
            {
                using var json = JsonDocument.Parse(line.AsMemory(prefix.Length));
                if (json.RootElement.ValueKind == JsonValueKind.Object && traceOf(json.RootElement) is { } trace)
                {
                    _arrivals.TryAdd(trace, now);
                }
            }
        }
    }
}
