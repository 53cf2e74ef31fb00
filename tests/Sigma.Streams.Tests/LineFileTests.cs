using Sigma.Streams.Sinks;

namespace Sigma.Streams.Tests;

public sealed class LineFileTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    private string Path => _folder.Combine("alerts");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Append_AfterARotationThatRenames_WritesToANewFile()
    {
        var file = new LineFile(Path, long.MaxValue);
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
    public void Append_AfterTheFileWasRemoved_WritesToANewOne()
    {
        var file = new LineFile(Path, long.MaxValue);
        file.Append("one\n"u8);

        File.Delete(Path);
        file.Append("two\n"u8);

        File.ReadAllText(Path).ShouldBe("two\n");
    }

    [Fact]
    public void Append_AfterTheFileWasTruncated_LeavesNoHole()
    {
        var file = new LineFile(Path, long.MaxValue);
        file.Append("one\n"u8);

        using (var truncated = new FileStream(Path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite))
        {
            truncated.SetLength(0);
        }

        file.Append("two\n"u8);

        File.ReadAllText(Path).ShouldBe("two\n");
    }

    [Fact]
    public void Append_AfterAWriteThatBrokeOff_CutsWhatIsLeftOfALine()
    {
        File.WriteAllText(Path, $"one\n{new string('x', 10_000)}");

        new LineFile(Path, long.MaxValue).Append("two\n"u8);

        File.ReadAllText(Path).ShouldBe("one\ntwo\n");
    }

    [Fact]
    public void Append_BeyondTheLimit_KeepsTheFileOnceBesideItself()
    {
        var file = new LineFile(Path, maxBytes: 8);

        file.Append("one\n"u8);
        file.Append("two\n"u8);
        file.Append("three\n"u8);

        File.ReadAllText(Path).ShouldBe("three\n");
        File.ReadAllText($"{Path}.1").ShouldBe("one\ntwo\n");
    }
}
