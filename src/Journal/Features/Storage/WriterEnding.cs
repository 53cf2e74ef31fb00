using Journal.Log.Writing;

namespace Journal.Features.Storage;

/// <summary>
/// Ends the writer before the container does: hosted services stop in reverse order, so the listeners have already stopped, and the anchors
/// can still take the last checkpoint.
/// </summary>
internal sealed class WriterEnding(JournalWriter writer) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) =>
        Task.Run(writer.End, CancellationToken.None).WaitAsync(cancellationToken);
}
