using Journal.Log.Folders;
using Journal.Log.Recipients;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Writing;

/// <summary>A journal that cannot be made: whatever was there stays, and nothing is left behind.</summary>
public sealed class JournalMakerTests : IDisposable
{
    private static readonly string Pem = TestJournal.Reader.ExportPublic();

    private readonly TempDirectory _directory = new("journal-maker");

    public void Dispose() => _directory.Dispose();

    /// <summary>Two journals whose settings name one folder of keys.</summary>
    [Theory]
    [InlineData("identity")]
    [InlineData("epoch")]
    public void Make_KeysOfAnotherJournal_AreKept(string key)
    {
        var keys = Directory.CreateDirectory(_directory.Combine("keys")).FullName;
        var file = Path.Combine(keys, key);
        File.WriteAllText(file, "another journal's");
        var folder = new JournalFolder(_directory.Combine("journal"), keys);

        Problem(folder, ("reader.pem", Pem)).ShouldContain($"{file} is the key of another journal");

        File.ReadAllText(file).ShouldBe("another journal's");
        Directory.GetFiles(keys).ShouldBe([file]);
        Directory.Exists(folder.Path).ShouldBeFalse();
    }

    [Fact]
    public void Make_ReadersThatCannotAllBeAdded_AddsNone()
    {
        var folder = new JournalFolder(_directory.Combine("journal"));

        Problem(folder, ("a/reader.pem", Pem), ("b/reader.pem", Pem)).ShouldContain("Two readers would have the name reader");
        Problem(folder, ("good.pem", Pem), ("bad.pem", "nothing")).ShouldStartWith("bad.pem: ");
        Problem(folder, [.. Enumerable.Range(0, Recipient.MaxCount + 1).Select(number => ($"{number}.pem", Pem))])
            .ShouldContain($"1 to {Recipient.MaxCount} readers");

        Directory.Exists(folder.Path).ShouldBeFalse();
    }

    [Fact]
    public void Make_AFolderThatTakesNotAllFiles_LeavesNoneAndCanBeMadeLater()
    {
        var folder = new JournalFolder(_directory.Combine("journal"));
        var obstacle = Directory.CreateDirectory(folder.VerifierFile);

        Should.Throw<Exception>(() => Make(folder, ("reader.pem", Pem))).ShouldBeAssignableTo<SystemException>();

        File.Exists(folder.Identity).ShouldBeFalse();
        Directory.GetFiles(folder.Recipients).ShouldBeEmpty();
        obstacle.Delete();
        Make(folder, ("reader.pem", Pem));
        folder.ReadVerifier();
    }

    private static string Problem(JournalFolder folder, params (string File, string Pem)[] readers) =>
        Should.Throw<JournalRefusedException>(() => Make(folder, readers)).Message;

    private static void Make(JournalFolder folder, params (string File, string Pem)[] readers) =>
        JournalMaker.Make(folder, null, [.. readers.Select(reader => KeyValuePair.Create(reader.File, reader.Pem))]);
}
