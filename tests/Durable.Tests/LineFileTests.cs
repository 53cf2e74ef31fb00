using System.IO.Pipes;
using System.Runtime.Versioning;
using System.Text;

namespace Durable.Tests;

public sealed class LineFileTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    private string Path => _folder.Combine("alerts");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Append_AfterARotationThatRenames_WritesToANewFile()
    {
        var file = new LineFile(Path);
        file.Append("one\n"u8);

        File.Move(Path, $"{Path}.1");
        file.Append("two\n"u8);
        File.Move(Path, $"{Path}.1", overwrite: true);
        File.WriteAllText(Path, "");
        file.Append("three\n"u8);

        File.ReadAllText(Path).ShouldBe("three\n");
        File.ReadAllText($"{Path}.1").ShouldBe("two\n");
    }

    [Fact]
    public void Append_WhileTheRotatedFileIsHeld_GrowsAndRotatesLater()
    {
        var disk = new HeldDisk { IsHeld = true };
        var file = new LineFile(Path, disk) { MaxBytes = 32 };

        for (var i = 0; i < 8; i++)
        {
            file.Append("a line of 16 b.\n"u8);
        }

        File.ReadAllText(Path).Length.ShouldBe(128); // nothing was lost
        File.Exists($"{Path}.1").ShouldBeFalse();
        disk.IsHeld = false;
        file.Append("after\n"u8);

        File.ReadAllText(Path).ShouldBe("after\n");
        File.ReadAllText($"{Path}.1").Length.ShouldBe(128);
    }

    [Fact]
    public void Append_AfterTheFileWasRemoved_WritesToANewOne()
    {
        var file = new LineFile(Path);
        file.Append("one\n"u8);

        File.Delete(Path);
        file.Append("two\n"u8);

        File.ReadAllText(Path).ShouldBe("two\n");
    }

    [Fact]
    public void Append_AfterTheFileWasTruncated_LeavesNoHole()
    {
        var file = new LineFile(Path);
        file.Append("one\n"u8);

        using (var truncated = new FileStream(Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            truncated.SetLength(0);
        }

        file.Append("two\n"u8).ShouldBe(4);

        File.ReadAllText(Path).ShouldBe("two\n");
    }

    [Theory]
    [InlineData("one\n")]
    [InlineData("")]
    public void Append_AfterAWriteThatBrokeOff_CutsWhatIsLeftOfALine(string whole)
    {
        File.WriteAllText(Path, $"{whole}{new string('x', 10_000)}");

        new LineFile(Path).Append("two\n"u8);

        File.ReadAllText(Path).ShouldBe($"{whole}two\n");
    }

    [Fact]
    public void Append_ToAFileOfAnotherKind_ChangesNothing()
    {
        var content = new byte[2000];
        File.WriteAllBytes(Path, content);

        Should.Throw<InvalidDataException>(() => new LineFile(Path) { MaxLineBytes = 1000 }.Append("two\n"u8)).Message.ShouldContain(Path);

        File.ReadAllBytes(Path).ShouldBe(content);
    }

    [Fact]
    public void Append_BeyondTheLimit_KeepsTheFileOnceBesideItself()
    {
        var file = new LineFile(Path) { MaxBytes = 8 };

        file.Append("one\n"u8);
        file.Append("two\n"u8);
        file.Append("three\n"u8);

        File.ReadAllText(Path).ShouldBe("three\n");
        File.ReadAllText($"{Path}.1").ShouldBe("one\ntwo\n");
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void Append_ASecretFile_IsItsOwnersAloneAlsoAfterARotation()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no modes.");
        var file = new LineFile(_folder.Combine("new", "audit")) { MaxBytes = 4, IsSecret = true, MakesFolder = true };

        file.Append("one\n"u8);
        file.Append("two\n"u8);

        Directory.GetFiles(_folder.Combine("new")).Select(File.GetUnixFileMode).ShouldBe([FileRights.OwnerOnly, FileRights.OwnerOnly]);
    }

    /// <summary>The caller appends the same lines again: those that the disk took before it was full must not come twice.</summary>
    [Fact]
    public void Append_ADiskThatIsFullInTheMiddle_TakesNoneOfTheLines()
    {
        var room = 10;
        var disk = new WatchedDisk { Opened = (_, file) => new SmallFile(file, () => room) };
        var file = new LineFile(Path, disk);
        file.Append("one\n"u8);

        Should.Throw<IOException>(() => file.Append("two\nthree\nfour\n"u8));
        File.ReadAllText(Path).ShouldBe("one\n");
        room = 100;
        file.Append("two\nthree\nfour\n"u8);

        File.ReadAllText(Path).ShouldBe("one\ntwo\nthree\nfour\n");
    }

    /// <summary>Such as <c>/dev/stdout</c> in a container.</summary>
    [Fact]
    public void Append_ToAPipe_WritesTheLine()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux names open files.");
        using var pipe = new AnonymousPipeServerStream(PipeDirection.In);
        var file = new LineFile($"/proc/self/fd/{pipe.ClientSafePipeHandle.DangerousGetHandle()}");

        file.Append("one\n"u8);
        file.Append("two\n"u8);

        var read = new byte[8];
        pipe.ReadExactly(read);
        Encoding.UTF8.GetString(read).ShouldBe("one\ntwo\n");
    }

    [Theory]
    [InlineData(long.MaxValue, "")]
    [InlineData(5000, "")]
    [InlineData(5000, "of a start that was kil")]
    public async Task Append_PowerIsLostAnywhere_LeavesTheLinesThatWereReported(long maxBytes, string torn)
    {
        const int Appends = 8;
        await PowerLoss.AtEachStepAsync<int>(
            folder => File.WriteAllText(System.IO.Path.Combine(folder, "file"), torn),
            (folder, disk, reported) =>
            {
                var file = FileIn(folder, maxBytes, disk);
                for (var number = 0; number < Appends; number++)
                {
                    file.Append(Line(number));
                    reported.Add(number);
                }

                return Task.CompletedTask;
            },
            (folder, reported) =>
            {
                // A rotation drops lines by design: the same appends without a loss of power say which lines stay.
                var kept = KeptAfter(reported.Count, maxBytes).Intersect(KeptAfter(Math.Min(reported.Count + 1, Appends), maxBytes));
                kept.Except(Read(folder)).ShouldBeEmpty();

                FileIn(folder, long.MaxValue).Append("and on\n"u8);
                Read(folder)[^1].ShouldBe("and on");
            });
    }

    private static LineFile FileIn(string folder, long maxBytes, IDisk? disk = null) =>
        new(System.IO.Path.Combine(folder, "file"), disk) { MaxBytes = maxBytes };

    private static byte[] Line(int number) => Encoding.UTF8.GetBytes($"{number} {new string((char)('a' + number), 900)}\n");

    private static string[] KeptAfter(int appends, long maxBytes)
    {
        using var folder = new TempDirectory();
        var file = FileIn(folder.Path, maxBytes);
        for (var number = 0; number < appends; number++)
        {
            file.Append(Line(number));
        }

        return Read(folder.Path);
    }

    private static string[] Read(string folder) =>
        [.. Directory.GetFiles(folder).OrderDescending(StringComparer.Ordinal).SelectMany(File.ReadAllLines)];

    /// <summary>A file on a disk that takes so many bytes of a write.</summary>
    private sealed class SmallFile(IDiskFile file, Func<int> room) : WatchedFile(file)
    {
        public override void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            base.Write(bytes[..Math.Min(room(), bytes.Length)], offset);
            if (bytes.Length > room())
            {
                throw new IOException("No space left on device.");
            }
        }
    }
}
