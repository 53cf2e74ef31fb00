using Journal.Features.Anchors;
using Journal.Log.Signing;

namespace Journal.Tests.Evidence;

/// <summary>The loop's words about a store that does not take checkpoints.</summary>
public sealed class AnchorLoopTests
{
    private static readonly SignedNote Note =
        SignedNote.Sign(new Checkpoint("log.example/a", 7, new byte[32]).Text, SigningKey.Create("log.example/a"));

    /// <summary>The same reason with other numbers is no other reason.</summary>
    [Fact]
    public async Task Take_AStoreWhoseReasonChanges_EachReasonIsToldOnce()
    {
        var said = await RunAsync(
            new IOException("It did not answer within 10 s."), new IOException("It is 61 minutes late."),
            new IOException("It is 62 minutes late."), new IOException("It answers 503."), null);

        const string Failed = "The anchor a store does not take checkpoints; the journal tries again: ";
        said.ShouldBe([
            $"{Failed}It did not answer within 10 s.", $"{Failed}It is 61 minutes late.", $"{Failed}It answers 503.",
            "The anchor a store takes checkpoints again."]);
    }

    /// <summary>A witness that has seen another history, and then cannot be reached, has taken nothing back.</summary>
    [Fact]
    public async Task IsDenied_OnceDenied_StaysUntilTheStoreTakesACheckpoint()
    {
        var denied = new List<bool>();

        await RunAsync(denied, new DeniedHistoryException("Another history."), new IOException("Connection refused."), null, null);

        denied.ShouldBe([false, true, true, false]);
    }

    private static Task<List<string>> RunAsync(params Exception?[] outcomes) => RunAsync([], outcomes);

    private static async Task<List<string>> RunAsync(List<bool> denied, params Exception?[] outcomes)
    {
        var time = new ManualTime();
        using var log = new LogSink();
        var store = new ScriptedStore(outcomes);
        using var loop = new AnchorLoop(store, () => { }, time, log.CreateLogger("anchors"));
        store.Asked = () => denied.Add(loop.IsDenied);
        loop.Start();
        for (var asked = 1; asked <= outcomes.Length; asked++)
        {
            loop.Take(Note);
            await time.AdvanceUntilAsync(TimeSpan.FromMinutes(1), () => store.Times >= asked);
        }

        await loop.StopAsync(TimeSpan.Zero).Within();
        return [.. log.Records.Select(record => record.Message)];
    }

    private sealed class ScriptedStore(Exception?[] outcomes) : IAnchorStore
    {
        public string Name => "a store";

        public int Times { get; private set; }

        public Action Asked { get; set; } = () => { };

        public Task KeepAsync(SignedNote note, CancellationToken cancellationToken)
        {
            if (Times == outcomes.Length)
            {
                return Task.CompletedTask;
            }

            Asked();
            return outcomes[Times++] is { } problem ? Task.FromException(problem) : Task.CompletedTask;
        }

        public void Dispose()
        {
            // It has nothing open.
        }
    }
}
