using System.Globalization;
using System.Text.Json;
using Gateway.Features.Settings;
using Hosting.Outgoing;
using Microsoft.Extensions.Options;

namespace Gateway.Features.Neighbours;

/// <summary>
/// Asks the systems beside the gateway for what its page shows. Each has two seconds; one that does not answer costs its own part only. The
/// page of a browser could not ask them itself: its policy lets it speak with the gateway alone.
/// </summary>
internal sealed class NeighbourClient(IOptions<GatewayOptions> options) : IDisposable
{
    private const int MaxAnswerBytes = 1 << 20;
    private const int Shown = 5;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly HttpClient _http = OutgoingHttp.NewClient(OutgoingHttp.NewHandler(Patience), Patience, MaxAnswerBytes);

    public async Task<NeighboursView> AskAsync(CancellationToken cancellationToken)
    {
        var (sigma, prober, journal) = (
            AskAsync(
                options.Value.SigmaUrl, AlertsAsync, (address, problem) => new NeighbourAlerts(address, problem, []), cancellationToken),
            AskAsync(
                options.Value.ProberUrl, AvailabilityAsync, (address, problem) => new NeighbourAvailability(address, problem, []),
                cancellationToken),
            AskAsync(
                options.Value.JournalUrl, ProvenAsync,
                (address, problem) => new NeighbourProof(address, problem, null, CheckpointOf(address)),
                cancellationToken));
        Uri.TryCreate(options.Value.JournalReaderUrl, UriKind.Absolute, out var reader);
        return new(await sigma, await prober, await journal, reader);
    }

    public void Dispose() => _http.Dispose();

    private static async Task<T?> AskAsync<T>(
        string? setting, Func<Uri, CancellationToken, Task<T>> ask, Func<Uri, string, T> failed, CancellationToken cancellationToken)
        where T : class
    {
        if (!Uri.TryCreate(setting, UriKind.Absolute, out var address))
        {
            return null;
        }

        try
        {
            return await ask(address, cancellationToken);
        }
        catch (HttpRequestException exception)
        {
            return failed(address, exception.Message);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return failed(address, "It has not answered within 2 s.");
        }
        catch (Exception exception) when (exception
            is JsonException or InvalidOperationException or KeyNotFoundException or FormatException or OverflowException)
        {
            return failed(address, "Its answer is not that of such a system.");
        }
    }

    private async Task<NeighbourAlerts> AlertsAsync(Uri sigma, CancellationToken cancellationToken)
    {
        using var json = await ReadAsync(new(sigma, $"/v1/alerts?limit={Shown}"), cancellationToken);
        return new(sigma, null, [.. json.RootElement.GetProperty("alerts").EnumerateArray().Select(one => one.GetProperty("alert"))
            .Select(alert => new NeighbourAlert(
                alert.GetProperty("id").GetString()!,
                alert.GetProperty("rule").GetProperty("title").GetString()!,
                alert.GetProperty("rule").TryGetProperty("level", out var level) ? level.GetString() ?? "" : "",
                alert.TryGetProperty("time", out var time) && time.TryGetDateTimeOffset(out var at) ? at : null,
                TargetOf(alert)))]);
    }

    private static string? TargetOf(JsonElement alert) =>
        alert.TryGetProperty("fields", out var fields) && fields.ValueKind == JsonValueKind.Object
        && fields.TryGetProperty("target", out var target) && target.ValueKind == JsonValueKind.String ? target.GetString() : null;

    private async Task<NeighbourAvailability> AvailabilityAsync(Uri prober, CancellationToken cancellationToken)
    {
        using var json = await ReadAsync(new(prober, "/api/v1/targets?sort=worst&limit=20"), cancellationToken);
        return new(prober, null, [.. json.RootElement.GetProperty("targets").EnumerateArray().Select(target => new NeighbourTarget(
            target.GetProperty("kind").GetString()!,
            target.GetProperty("name").GetString()!,
            target.GetProperty("state").GetString()!,
            target.GetProperty("availability").GetProperty("ratio") is { ValueKind: JsonValueKind.Number } ratio
                ? ratio.GetDouble()
                : null))]);
    }

    /// <summary>A checkpoint (C2SP tlog-checkpoint): the log's name, the number of its frames, its root.</summary>
    private async Task<NeighbourProof> ProvenAsync(Uri journal, CancellationToken cancellationToken)
    {
        var checkpoint = CheckpointOf(journal);
        var lines = (await _http.GetStringAsync(checkpoint, cancellationToken)).Split('\n');
        var frames = long.Parse(lines.ElementAtOrDefault(1) ?? "", NumberStyles.None, CultureInfo.InvariantCulture);
        return new(journal, null, frames, checkpoint);
    }

    private static Uri CheckpointOf(Uri journal) => new(journal, "/log/checkpoint");

    private async Task<JsonDocument> ReadAsync(Uri address, CancellationToken cancellationToken) =>
        JsonDocument.Parse(await _http.GetByteArrayAsync(address, cancellationToken));
}
