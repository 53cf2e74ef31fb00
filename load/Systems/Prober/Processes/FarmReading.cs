using System.Globalization;
using Load.Machine;

namespace Load.Systems.Prober.Processes;

/// <summary>A farm's counts of its visitors.</summary>
internal sealed class FarmReading(IReadOnlyDictionary<string, long> counts)
{
    /// <summary>How long a count may take.</summary>
    public static TimeSpan MaxWait { get; } = TimeSpan.FromSeconds(10);

    public static FarmReading None { get; } = new(new Dictionary<string, long>());

    /// <summary>Connections that named their target.</summary>
    public long Visited => Sum("visited");

    /// <summary>Full handshakes.</summary>
    public long Handshakes => Sum("handshakes");

    /// <summary>Answers that a prober has to find good.</summary>
    public long Good => Sum("good");

    public long this[string name] => counts.GetValueOrDefault(name);

    /// <summary>Reads lines as in <c>ok good 17</c>.</summary>
    public static FarmReading Parse(string text) => new(text.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Select(line => (Line: line, Last: line.LastIndexOf(' ')))
        .ToDictionary(
            one => one.Line[..one.Last],
            one => long.Parse(one.Line.AsSpan(one.Last + 1), NumberStyles.None, CultureInfo.InvariantCulture)));

    /// <param name="control">Where the farm, or the bare loop, tells its counts.</param>
    /// <exception cref="LabException">It does not answer.</exception>
    /// <param name="translate">Makes such lines of another server's answer; null for those of the farm.</param>
    public static async Task<FarmReading> ReadAsync(
        HttpClient client, Uri control, CancellationToken cancellationToken, Func<string, string>? translate = null)
    {
        try
        {
            var text = await client.GetStringAsync(control, cancellationToken);
            return Parse(translate is null ? text : translate(text));
        }
        catch (HttpRequestException exception)
        {
            throw new LabException($"The farm does not tell its counts: {exception.Message}");
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LabException(
                $"The farm was saturated: it did not tell its counts within {client.Timeout.TotalSeconds:0} s, so this row is void.");
        }
    }

    private long Sum(string name) =>
        counts.Where(count => count.Key.EndsWith($" {name}", StringComparison.Ordinal)).Sum(count => count.Value);
}
