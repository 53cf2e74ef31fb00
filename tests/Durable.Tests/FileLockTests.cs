namespace Durable.Tests;

public sealed class FileLockTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Path => _folder.Combine("lock");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void TryTake_WhileAnotherHoldsIt_GivesNone()
    {
        using (FileLock.TryTake(Path).ShouldNotBeNull())
        {
            FileLock.TryTake(Path).ShouldBeNull();
        }

        using var again = FileLock.TryTake(Path).ShouldNotBeNull();
        new FileInfo(Path).Length.ShouldBe(0);
    }

    [Fact]
    public async Task TakeAsync_AnotherLetsGo_HasIt()
    {
        var first = FileLock.TryTake(Path).ShouldNotBeNull();
        var second = FileLock.TakeAsync(Path, Deadline.Default, Token);
        second.IsCompleted.ShouldBeFalse();

        first.Dispose();

        (await second.Within()).Dispose();
    }

    [Fact]
    public async Task TakeAsync_AnotherKeepsIt_SaysWhichFileIsHeld()
    {
        using var first = FileLock.TryTake(Path);

        (await Should.ThrowAsync<IOException>(() => FileLock.TakeAsync(Path, TimeSpan.Zero, Token))).Message.ShouldContain(Path);
    }

    [Fact]
    public async Task TakeAsync_Many_AreInsideOneByOne()
    {
        var inside = 0;
        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(EnterAsync, Token))).Within();

        async Task EnterAsync()
        {
            for (var i = 0; i < 5; i++)
            {
                using var turn = await FileLock.TakeAsync(Path, Deadline.Default, Token);
                Interlocked.Increment(ref inside).ShouldBe(1);
                await Task.Yield();
                Interlocked.Decrement(ref inside);
            }
        }
    }

    [Fact]
    public void TryTake_AFolderThatDoesNotExist_IsAnError() =>
        Should.Throw<IOException>(() => FileLock.TryTake(_folder.Combine("none", "lock")));
}
