using Sigma.Streams.Flow;
using Sigma.Streams.Sources.Lines;

namespace Sigma.Streams.Sources;

/// <summary>
/// Reads lines from standard input to its end. They cannot be read again, so a crash loses what is not delivered; their places differ at
/// each start.
/// </summary>
internal sealed class StdinSource(TimeProvider time) : ISource
{
    public const string Name = "stdin";

    private readonly uint _run = unchecked((uint)time.GetUtcNow().ToUnixTimeMilliseconds());

    public async Task RunAsync(IIntake intake, CancellationToken cancellationToken)
    {
        // A read from a terminal or an idle pipe ignores tokens, so it must not block the host.
        var reading = Task.Factory.StartNew(
            () => ReadAsync(intake, cancellationToken), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)
            .Unwrap();
        await reading.WaitAsync(cancellationToken);
    }

    private async Task ReadAsync(IIntake intake, CancellationToken cancellationToken)
    {
        await using var input = Console.OpenStandardInput();
        var lines = new LineBuffer(0);
        Task delivered = Task.CompletedTask;
        for (var read = -1; read != 0;)
        {
            read = input.Read(lines.Free.Span);
            var records = lines.Filled(read, isEnd: read == 0, _run);
            if (records.Length > 0)
            {
                delivered = (await intake.TakeAsync(new(Name, records, []), cancellationToken)).Delivered;
            }
        }

        await delivered;
    }
}
