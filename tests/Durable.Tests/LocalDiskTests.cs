namespace Durable.Tests;

/// <summary>What Windows refuses while another program has a file open, and no other system does.</summary>
public sealed class LocalDiskTests
{
    [Fact]
    public void Move_WhileAReaderHasTheFile_IsTriedUntilItLetsGo()
    {
        var refusals = 3;

        LocalDisk.WhenReadersLetGo(() => Refuse(refusals-- > 0), () => true);

        refusals.ShouldBe(-1);
    }

    [Fact]
    public void Move_AReaderThatKeepsTheFile_IsRefusedInTheEnd()
    {
        var attempts = 0;

        Should.Throw<UnauthorizedAccessException>(() => LocalDisk.WhenReadersLetGo(
            () =>
            {
                attempts++;
                throw new UnauthorizedAccessException();
            },
            () => true));

        attempts.ShouldBe(100); // a second
    }

    [Fact]
    public void Move_NothingToMove_IsNotTriedAgain()
    {
        var attempts = 0;

        Should.Throw<FileNotFoundException>(() => LocalDisk.WhenReadersLetGo(
            () =>
            {
                attempts++;
                throw new FileNotFoundException();
            },
            () => false));

        attempts.ShouldBe(1);
    }

    private static void Refuse(bool isHeld)
    {
        if (isHeld)
        {
            throw new IOException("The process cannot access the file because it is being used by another process.");
        }
    }
}
