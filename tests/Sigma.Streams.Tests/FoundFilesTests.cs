using Sigma.Streams.Folders;

namespace Sigma.Streams.Tests;

public sealed class FoundFilesTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Of_FoldersAndFiles_AreInTheOrderAsNamedAndOfTheirPaths()
    {
        string[] files = [_folder.Combine("b", "z.yml"), _folder.Combine("b", "in", "a.yml"), _folder.Combine("b", ".hidden.yml")];
        Directory.CreateDirectory(_folder.Combine("b", "in"));
        Array.ForEach([.. files, _folder.Combine("b", "other")], file => File.WriteAllText(file, ""));

        var found = FoundFiles.Of(["missing", _folder.Combine("b")], file => file.EndsWith(".yml", StringComparison.Ordinal));

        found.Files.ShouldBe(["missing", .. files.Order(StringComparer.Ordinal)]);
        found.Unlisted.ShouldBeEmpty();
    }

    [Fact]
    public void Of_ASubfolderThatMayNotBeListed_FindsTheOthersAndNamesIt()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows() || Environment.IsPrivilegedProcess, "Windows has no file modes, and root may do all.");
        var (forbidden, other) = (_folder.Combine("forbidden"), _folder.Combine("other"));
        Directory.CreateDirectory(forbidden);
        File.WriteAllText(other, "");
        SetMode(forbidden, UnixFileMode.None);

        var found = FoundFiles.Of([_folder.Path], _ => true);
        SetMode(forbidden, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

        found.Files.ShouldBe([other]);
        found.Unlisted.ShouldHaveSingleItem().Folder.ShouldBe(forbidden);
        found.MayHold(Path.Combine(forbidden, "in", "file")).ShouldBeTrue();
        found.MayHold(other).ShouldBeFalse();
    }

    private static void SetMode(string folder, UnixFileMode mode)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(folder, mode);
        }
    }
}
