using Sigma.Streams.Flow;
using Sigma.Streams.Sources.Lines;

namespace Sigma.Streams.Sources;

/// <summary>
/// Reads lines from standard input to its end. It cannot be read again, so that what a crash leaves undelivered is lost with it; at each
/// start its records have other places.
/// </summary>
internal sealed class StdinSource(TimeProvider time) : ISource
{
    public const string Name = "stdin";

    private readonly uint _run = unchecked((uint)time.GetUtcNow().ToUnixTimeMilliseconds());

    public async Task RunAsync(IIntake intake, CancellationToken cancellationToken)
    {
        // A read of a terminal or a pipe that nobody writes to ends by no token: it must not hold the host.
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
