using System.Text;

namespace Durable.Tests;

/// <summary>The disk of the other tests has to lose what a real one may lose: each of these writers forgets one flush.</summary>
public sealed class VolatileDiskTests
{
    private static readonly string Old = new('o', 2000);
    private static readonly string New = new('n', 3000);

    public static TheoryData<string> Careless { get; } = ["content", "name", "overwritten", "deleted", "folder"];

    [Theory]
    [MemberData(nameof(Careless))]
    public async Task AtEachStepAsync_AWriterThatForgetsAFlush_IsFoundOut(string forgotten)
    {
        var (write, check) = Writer(forgotten);

        var found = await Should.ThrowAsync<Exception>(() => PowerLoss.AtEachStepAsync<bool>(
            folder => File.WriteAllText(Path.Combine(folder, "file"), Old),
            (folder, disk, reported) =>
            {
                write(folder, disk);
                reported.Add(true);
                return Task.CompletedTask;
            },
            check));

        found.Message.ShouldStartWith("power lost at step");
    }

    /// <summary>It has to leave alone what no disk loses: otherwise the test above would say nothing.</summary>
    [Fact]
    public async Task AtEachStepAsync_AWriterThatForgetsNothing_IsDoneInTheEnd()
    {
        var reports = 0;
        var steps = await PowerLoss.AtEachStepAsync<bool>(
            folder => File.WriteAllText(Path.Combine(folder, "file"), Old),
            (folder, disk, reported) =>
            {
                Rename(folder, disk, "nothing");
                reported.Add(true);
                return Task.CompletedTask;
            },
            (folder, reported) =>
            {
                Read(folder).ShouldBeOneOf(reported.Count > 0 ? [New] : [Old, New]);
                reports += reported.Count;
            });

        steps.ShouldBe(5, "create, write, flush, rename, flush the folder");
        reports.ShouldBe(8, "the last step only");
    }

    private static (Action<string, IDisk> Write, Action<string, IReadOnlyList<bool>> Check) Writer(string forgotten)
    {
        return forgotten switch
        {
            "content" => ((folder, disk) => Rename(folder, disk, forgotten), (folder, _) => Read(folder).ShouldBeOneOf(Old, New)),
            "name" => ((folder, disk) => Rename(folder, disk, forgotten),
                (folder, reported) => Read(folder).ShouldBeOneOf(reported.Count > 0 ? [New] : [Old, New])),
            "overwritten" => (Overwrite, (folder, _) => Read(folder).ShouldBeOneOf(Old, New)),
            "deleted" => ((folder, disk) => disk.Delete(Path.Combine(folder, "file")),
                (folder, reported) => reported.ShouldAllBe(_ => !File.Exists(Path.Combine(folder, "file")))),
            _ => (MakeFolder, (folder, reported) => reported.ShouldAllBe(_ => File.Exists(Path.Combine(folder, "a", "file")))),
        };

        static void Overwrite(string folder, IDisk disk)
        {
            using var file = disk.Open(Path.Combine(folder, "file"), FileMode.Open);
            file.Write(Encoding.UTF8.GetBytes(New), 0);
            file.Flush();
        }

        static void MakeFolder(string folder, IDisk disk)
        {
            disk.CreateFolder(Path.Combine(folder, "a"));
            using var file = disk.Open(Path.Combine(folder, "a", "file"), FileMode.CreateNew);
            file.Flush();
            disk.FlushFolder(Path.Combine(folder, "a"));
        }
    }

    private static void Rename(string folder, IDisk disk, string forgotten)
    {
        var path = Path.Combine(folder, "file");
        using (var file = disk.Open($"{path}.new", FileMode.CreateNew))
        {
            file.Write(Encoding.UTF8.GetBytes(New), 0);
            if (forgotten != "content")
            {
                file.Flush();
            }
        }

        disk.Move($"{path}.new", path);
        if (forgotten != "name")
        {
            disk.FlushFolder(folder);
        }
    }

    private static string Read(string folder) => File.ReadAllText(Path.Combine(folder, "file"));
}
