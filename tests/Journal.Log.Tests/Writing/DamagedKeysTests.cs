namespace Journal.Log.Tests.Writing;

/// <summary>A key that cannot be read: the journal does not start, and says which file it is and what to do.</summary>
public sealed class DamagedKeysTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Open_AKeyThatIsDamaged_NamesItsFileAndSaysWhatToDo()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);
        var folder = journal.Folder;
        foreach (var file in (string[])[folder.Identity, folder.EpochKey, folder.VerifierFile, folder.RecipientFile("reader")])
        {
            var whole = await File.ReadAllBytesAsync(file, Token);
            await File.WriteAllTextAsync(file, "damaged\n", Token);

            var message = Should.Throw<InvalidDataException>(() => journal.Open().Dispose()).Message;

            message.ShouldStartWith($"{file}: ");
            message.ShouldEndWith(" Restore the file from a copy.");
            await File.WriteAllBytesAsync(file, whole, Token);
        }

        await journal.WriteAsync(["b"]);
        journal.ReadLines().ShouldBe(["a", "b"]);
    }
}
