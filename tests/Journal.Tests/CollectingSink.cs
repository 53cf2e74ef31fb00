using System.Collections.Concurrent;
using System.Text;
using Journal.Features.Replay.Sinks;

namespace Journal.Tests;

/// <summary>Keeps the lines that are replayed.</summary>
internal sealed class CollectingSink : IReplaySink
{
    public ConcurrentQueue<string> Lines { get; } = [];

    /// <summary>Called after each frame.</summary>
    public Action Sent { get; init; } = () => { };

    public Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken)
    {
        for (var i = 0; i < lines.Count; i++)
        {
            Lines.Enqueue(Encoding.UTF8.GetString(lines.LineOf(i).Span));
        }

        Sent();
        return Task.CompletedTask;
    }

    public Task FinishAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
