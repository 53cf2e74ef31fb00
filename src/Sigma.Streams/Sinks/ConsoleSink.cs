using Hosting.Settings;
using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Sinks;

/// <summary>Writes alerts to standard output: a line each, as JSON if the log is JSON too.</summary>
internal sealed class ConsoleSink(IOptions<HostSettings> settings) : ISink, IDisposable
{
    public const string Name = "console";

    private const int PieceBytes = 1 << 20;

    /// <summary>Where lines go.</summary>
    public Stream Output { get; init; } = Console.OpenStandardOutput();

    public async Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        using var buffer = new MemoryStream();
        var writer = new AlertWriter(buffer, settings.Value.LogFormat == HostSettings.Json);
        foreach (var alert in delivery.Alerts)
        {
            writer.Write(alert);
            if (buffer.Length >= PieceBytes)
            {
                await FlushAsync(buffer, cancellationToken);
            }
        }

        writer.Flush();
        await FlushAsync(buffer, cancellationToken);
        return [];
    }

    public void Dispose() => Output.Dispose();

    private async Task FlushAsync(MemoryStream buffer, CancellationToken cancellationToken)
    {
        await Output.WriteAsync(buffer.GetBuffer().AsMemory(0, (int)buffer.Length), cancellationToken);
        buffer.SetLength(0);
    }
}
