using System.Text;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Tests;

/// <summary>Gives a test each line that a source reads, on the source's thread.</summary>
internal sealed class Intake(Action<string> take) : IIntake
{
    public ValueTask<TakenBatch> TakeAsync(StreamBatch batch, CancellationToken cancellationToken)
    {
        foreach (var record in batch.Records.Span)
        {
            take(Encoding.UTF8.GetString(record.Utf8.Span));
        }

        return ValueTask.FromResult(new TakenBatch(Task.FromResult(default(BatchOutcome))));
    }

    public ValueTask<TakenBatch> PutAsync(
        IReadOnlyList<Alert> alerts, IReadOnlyList<Match> matches, IReadOnlyList<StreamPosition> positions,
        CancellationToken cancellationToken) => throw new NotSupportedException();

    public IReadOnlyList<StreamPosition> PositionsOf(string source) => [];
}
