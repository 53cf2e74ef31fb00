using Hosting.Listeners;

namespace Hosting.Tests.Listeners;

public sealed class BlockPoolTests
{
    [Fact]
    public void Rent_AfterReturn_GivesTheBlockAgain()
    {
        using var pool = new BlockPool();
        var first = pool.Rent();
        first.Memory.Length.ShouldBe(BlockPool.BlockSize);
        first.Dispose();

        using var second = pool.Rent(4096);

        second.ShouldBeSameAs(first);
        pool.IdleCount.ShouldBe(0);
    }

    [Fact]
    public void Rent_MoreThanABlock_Throws()
    {
        using var pool = new BlockPool();

        Should.Throw<ArgumentOutOfRangeException>(() => pool.Rent(BlockPool.BlockSize + 1));
    }

    [Fact]
    public void Trim_KeepsWhatWasNeededSinceTheLastOne()
    {
        using var pool = new BlockPool();
        var blocks = Enumerable.Range(0, 10).Select(_ => pool.Rent()).ToList();
        blocks.ForEach(block => block.Dispose());
        pool.Trim();

        // Four of ten are in use at once, so six were never needed.
        blocks = [.. Enumerable.Range(0, 10).Select(_ => pool.Rent())];
        blocks.ForEach(block => block.Dispose());
        pool.Trim().ShouldBe(0, "all ten were in use at once");
        blocks = [.. Enumerable.Range(0, 4).Select(_ => pool.Rent())];
        blocks.ForEach(block => block.Dispose());

        pool.Trim().ShouldBe(6 * BlockPool.BlockSize);
        pool.IdleCount.ShouldBe(4);
        pool.Trim().ShouldBe(4 * BlockPool.BlockSize, "nothing was rented since");
        pool.IdleCount.ShouldBe(0);
    }
}
