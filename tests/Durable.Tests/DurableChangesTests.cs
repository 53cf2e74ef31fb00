using System.Globalization;
using System.Runtime.Versioning;
using System.Text;

namespace Durable.Tests;

public sealed class DurableChangesTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Replace_PowerIsLostAnywhere_LeavesTheOldOrTheNewAndWhatWasReported()
    {
        var steps = await PowerLoss.AtEachStepAsync<int>(
            folder => File.WriteAllText(Path.Combine(folder, "file"), Text(0)),
            (folder, disk, reported) =>
            {
                for (var version = 1; version <= 3; version++)
                {
                    disk.Replace(Path.Combine(folder, "file"), Encoding.UTF8.GetBytes(Text(version)));
                    reported.Add(version);
                }

                return Task.CompletedTask;
            },
            (folder, reported) => File.ReadAllText(Path.Combine(folder, "file"))
                .ShouldBeOneOf(Text(reported.Count), Text(reported.Count + 1)));

        steps.ShouldBe(3 * 5, "create, write, flush, rename, flush the folder");
    }

    [Fact]
    public async Task Replace_SeveralFilesInFoldersThatAreMissing_LeavesAllThatWasReported()
    {
        string[] names = ["a/b/1", "a/b/2", "a/c/d/3"];
        await PowerLoss.AtEachStepAsync<bool>(
            _ => { },
            (folder, disk, reported) =>
            {
                disk.Replace([.. names.Select(name => (Path.Combine(folder, name), Encoding.UTF8.GetBytes(Text(1))))]);
                reported.Add(true);
                return Task.CompletedTask;
            },
            (folder, reported) =>
            {
                var paths = names.Select(name => Path.Combine(folder, name));
                foreach (var path in reported.Count > 0 ? paths : paths.Where(File.Exists))
                {
                    File.ReadAllText(path).ShouldBe(Text(1));
                }
            });
    }

    [Fact]
    public async Task Remove_PowerIsLostAnywhere_StaysRemovedOnceReported()
    {
        string[] names = ["a", "b"];
        await PowerLoss.AtEachStepAsync<string>(
            folder => Array.ForEach(names, name => File.WriteAllText(Path.Combine(folder, name), name)),
            (folder, disk, reported) =>
            {
                foreach (var name in names)
                {
                    disk.Remove(Path.Combine(folder, name));
                    reported.Add(name);
                }

                return Task.CompletedTask;
            },
            (folder, reported) => reported.ShouldAllBe(name => !File.Exists(Path.Combine(folder, name))));
    }

    /// <summary>A file that was flushed is lost with a folder whose name was not.</summary>
    [Fact]
    public void CreateFolders_SeveralThatAreMissing_FlushesTheOneAboveEach()
    {
        var disk = new FlushedFolders();

        disk.CreateFolders(_folder.Combine("log", "tile", "0"));
        disk.CreateFolders(_folder.Combine("log", "tile", "1"));
        disk.CreateFolders(_folder.Combine("log", "tile"));

        disk.Flushed.ShouldBe([_folder.Path, _folder.Combine("log"), _folder.Combine("log", "tile"), _folder.Combine("log", "tile")]);
        Directory.GetDirectories(_folder.Combine("log", "tile")).Length.ShouldBe(2);
    }

    [Fact]
    public void Replace_ADiskThatIsFull_KeepsTheOldFileAndLeavesNoDraft()
    {
        var path = _folder.Combine("file");
        File.WriteAllText(path, "old");
        var full = new WatchedDisk
        {
            Opened = (_, file) => new WatchedFile(file) { Writing = _ => throw new IOException("No space left on device.") },
        };

        Should.Throw<IOException>(() => full.Replace(path, "new"u8.ToArray()));

        File.ReadAllText(path).ShouldBe("old");
        Directory.GetFiles(_folder.Path).ShouldBe([path]);
    }

    [Fact]
    public void Replace_ADraftThatACrashLeft_IsNotInTheWay()
    {
        var path = _folder.Combine("file");
        File.WriteAllText($"{path}.new", "a longer text than the new one");

        LocalDisk.Instance.Replace(path, "new"u8.ToArray());

        File.ReadAllText(path).ShouldBe("new");
        Directory.GetFiles(_folder.Path).ShouldBe([path]);
    }

    [Fact]
    public void FlushFolder_ThatDoesNotExist_SaysWhich()
    {
        var none = _folder.Combine("none");

        Should.Throw<IOException>(() => LocalDisk.Instance.FlushFolder(none)).Message.ShouldContain(none);
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void ReplaceWithSameRights_AFileForAGroup_StaysForTheGroup()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no modes.");
        var path = _folder.Combine("file");
        LocalDisk.Instance.ReplaceWithSameRights(path, "1"u8.ToArray()).ShouldBeTrue();
        File.GetUnixFileMode(path).ShouldBe(FileRights.OwnerOnly, "a new one is its owner's alone");
        File.SetUnixFileMode(path, FileRights.OwnerOnly | UnixFileMode.GroupRead);

        LocalDisk.Instance.ReplaceWithSameRights(path, "2"u8.ToArray()).ShouldBeTrue("the owner is the same");

        File.GetUnixFileMode(path).ShouldBe(FileRights.OwnerOnly | UnixFileMode.GroupRead);
        LocalDisk.Instance.Replace(path, "3"u8.ToArray(), secret: true);
        File.GetUnixFileMode(path).ShouldBe(FileRights.OwnerOnly);
    }

    [Fact]
    public void Replace_ASecret_IsForNobodyElse()
    {
        var path = _folder.Combine("file");

        LocalDisk.Instance.Replace(path, "1"u8.ToArray(), secret: true);

        if (OperatingSystem.IsWindows())
        {
            var rights = new FileInfo(path).GetAccessControl();
            rights.AreAccessRulesProtected.ShouldBeTrue("nothing comes from the folder");
            rights.GetAccessRules(true, true, typeof(System.Security.Principal.SecurityIdentifier)).Count
                .ShouldBeInRange(2, 3, "the user, the system and the administrators");
        }
        else
        {
            File.GetUnixFileMode(path).ShouldBe(FileRights.OwnerOnly);
        }
    }

    /// <summary>Readers that read all the time stop no replacement, and see one version each.</summary>
    [Fact]
    public async Task Replace_WhileOthersRead_LetsEachReadAWholeVersion()
    {
        var path = _folder.Combine("file");
        LocalDisk.Instance.Replace(path, Encoding.UTF8.GetBytes(Text(0)));
        using var over = new CancellationTokenSource();
        var readers = Enumerable.Range(0, 2).Select(_ => Task.Run(ReadUntilOver)).ToArray();

        for (var version = 1; version <= 100; version++)
        {
            LocalDisk.Instance.Replace(path, Encoding.UTF8.GetBytes(Text(version)));
        }

        await over.CancelAsync();
        (await Task.WhenAll(readers).Within()).ShouldAllBe(text => IsVersion(text));

        string ReadUntilOver()
        {
            var text = SharedFile.ReadAllText(path);
            while (IsVersion(text) && !over.IsCancellationRequested)
            {
                text = SharedFile.ReadAllText(path);
                IsVersion(Encoding.UTF8.GetString(SharedFile.ReadAllBytes(path))).ShouldBeTrue();
            }

            return text;
        }
    }

    private static bool IsVersion(string text) => text == Text(int.Parse(text.Split(' ')[0], CultureInfo.InvariantCulture));

    /// <summary>Content of some sectors, with another length for each version.</summary>
    private static string Text(int version) => string.Concat(Enumerable.Repeat($"{version} ", 500 + (100 * version)));

    private sealed class FlushedFolders : WatchedDisk
    {
        public List<string> Flushed { get; } = [];

        public override void FlushFolder(string path)
        {
            Directory.GetDirectories(path).ShouldNotBeEmpty(); // the new name is there by now
            Flushed.Add(path);
        }
    }
}
