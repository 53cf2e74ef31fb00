using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using Load.Machine;

namespace Load.Stack.Chaos;

/// <summary>Whether the prober saw what happened to a host.</summary>
internal sealed class ProberTimeline(Uri prober) : IDisposable
{
    /// <summary>Each host is asked every second, and has a second to answer: a shorter outage may fall between two probes.</summary>
    private static readonly TimeSpan SurelySeen = TimeSpan.FromSeconds(4);

    private readonly HttpClient _http = new() { BaseAddress = prober, Timeout = TimeSpan.FromSeconds(10) };

    /// <returns>
    /// False if the outage was long enough to be seen, and the host was up throughout for the prober. An outage of what the prober does not
    /// watch, or of the prober itself, asks nothing.
    /// </returns>
    public async Task<bool> HasAsync(string member, DateTimeOffset from, DateTimeOffset to, CancellationToken cancellationToken)
    {
        if (member is StackMembers.Prober or StackMembers.Forwarder || to - from < SurelySeen)
        {
            return true;
        }

        var timeline = await ReadAsync($"/api/v1/timeline?kind=http&name={member}&from={Text(from)}&to={Text(to)}", cancellationToken);
        return timeline.GetProperty("parts").EnumerateArray().Any(part => part.GetProperty("state").GetString() != "up");
    }

    public void Dispose() => _http.Dispose();

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
