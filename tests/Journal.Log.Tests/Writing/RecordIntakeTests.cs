using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Writing;

/// <summary>Room for records, and the end of it.</summary>
public sealed class RecordIntakeTests : IDisposable
{
    private static readonly RecordSource Source = new(SourceKind.Http, "127.0.0.1:1");

    private readonly RecordIntake _intake = new(batches: 1, TimeSpan.FromHours(1), TimeSpan.Zero, TimeProvider.System);

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

    /// <summary>Several senders at once are written together a little later; a sender that is alone waits for nobody.</summary>
    [Fact]
    public void Take_RecordsThatSomebodyWaitsFor_AreGatheredOnlyIfTheyComeTogether()
    {
        using var intake = new RecordIntake(batches: 8, TimeSpan.FromHours(1), TimeSpan.FromMinutes(1), TimeProvider.System);

        Add(1);
        Taken().ShouldBe([1]);
        Add(1);
        Taken().ShouldBe([1]); // one after the other
        Add(7);
        Taken().ShouldBe([7]); // too few to wait for each other
        Add(1);
        Taken().ShouldBe([1]);
        Add(8);
        Taken().ShouldBe([8]); // the first that come together
        Add(1);
        Taken().ShouldBe([]); // others may be on their way
        Add(8, bytes: 1024);
        Taken().ShouldBe([9]); // it would gain little from more
        Add(3);
        Taken().ShouldBe([]);
        intake.End();
        Taken().ShouldBe([3]);

        void Add(int count, int bytes = 1)
        {
            for (var i = 0; i < count; i++)
            {
                intake.TryAdd(Source, new byte[bytes], RecordMarks.None, 1, awaited: true, out _).ShouldBeTrue();
            }
        }

        int[] Taken()
        {
            var batches = intake.Take(TimeSpan.Zero);
            int[] counts = [.. batches.Select(batch => batch.Records.Count)];
            intake.Return(batches);
            return counts;
        }
    }

    private bool TryAdd() => _intake.TryAdd(Source, new byte[RecordBatch.MaxMessageBytes], RecordMarks.None, 1, awaited: false, out _);
}
