using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Writing;

/// <summary>Room for records, and the end of it.</summary>
public sealed class RecordIntakeTests : IDisposable
{
    private static readonly RecordSource Source = new(SourceKind.Http, "127.0.0.1:1");

    private readonly RecordIntake _intake = new(batches: 1, TimeSpan.FromHours(1), TimeProvider.System);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _intake.Dispose();

    [Fact]
    public async Task WaitForRoomAsync_JournalHasStopped_FailsInsteadOfPromisingRoom()
    {
        await _intake.WaitForRoomAsync(Token).Within();

        _intake.End();

        TryAdd().ShouldBeFalse();
        await Should.ThrowAsync<IOException>(() => _intake.WaitForRoomAsync(Token).Within());
    }

    [Fact]
    public async Task WaitForRoomAsync_JournalStopsMeanwhile_EndsAndFailsFromThenOn()
    {
        while (TryAdd())
        {
            // Until the one batch is full.
        }

        var waiting = _intake.WaitForRoomAsync(Token);
        waiting.IsCompleted.ShouldBeFalse();

        _intake.End();

        await waiting.Within();
        TryAdd().ShouldBeFalse();
        await Should.ThrowAsync<IOException>(() => _intake.WaitForRoomAsync(Token).Within());
    }

    private bool TryAdd() => _intake.TryAdd(Source, new byte[RecordBatch.MaxMessageBytes], RecordMarks.None, 1, awaited: false, out _);
}
