using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using Load.Machine;

namespace Load.Stack.Chaos;

/// <summary>What the prober saw of what happened to a process.</summary>
internal sealed class ProberTimeline(Uri prober) : IDisposable
{
    private readonly HttpClient _http = new() { BaseAddress = prober, Timeout = TimeSpan.FromSeconds(10) };

    /// <param name="kind">Of the target.</param>
    /// <param name="name">Of the target.</param>
    /// <param name="from">A moment of evidence before the outage.</param>
    /// <param name="to">A moment of evidence after it.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="LabException">The prober does not tell.</exception>
    public async Task<SeenOutage> OutageAsync(
        string kind, string name, DateTimeOffset from, DateTimeOffset to, CancellationToken cancellationToken)
    {
        var path = $"/api/v1/timeline?kind={kind}&name={name}&from={Text(from)}&to={Text(to)}";
        return Of((await ReadAsync(path, cancellationToken)).GetProperty("parts"));
    }

    public void Dispose() => _http.Dispose();

    /// <param name="parts">Of a timeline, as the prober tells it.</param>
    internal static SeenOutage Of(JsonElement parts)
    {
        var (certain, possible) = (TimeSpan.Zero, TimeSpan.Zero);
        foreach (var part in parts.EnumerateArray())
        {
            var length = part.GetProperty("to").GetDateTimeOffset() - part.GetProperty("from").GetDateTimeOffset();
            var (state, isInDoubt) = (part.GetProperty("state").GetString(), part.GetProperty("isInDoubt").GetBoolean());
            certain += state == "down" && !isInDoubt ? length : TimeSpan.Zero;
            possible += state != "up" || isInDoubt ? length : TimeSpan.Zero;
        }

        return new(certain, possible);
    }

    /// <summary>Asks a few times: on a busy machine an answer may be late.</summary>
    private async Task<JsonElement> ReadAsync(string path, CancellationToken cancellationToken)
    {
        const int Tries = 5;
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await _http.GetFromJsonAsync<JsonElement>(path, cancellationToken);
            }
            catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException
                && !cancellationToken.IsCancellationRequested)
            {
                if (attempt == Tries)
                {
                    throw new LabException($"The prober does not tell its timeline: {exception.Message}", LabExitCode.Failed);
                }
            }
        }
    }

    private static string Text(DateTimeOffset time) => Uri.EscapeDataString(time.ToString("O", CultureInfo.InvariantCulture));
}
