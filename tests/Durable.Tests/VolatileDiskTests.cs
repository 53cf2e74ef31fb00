namespace Durable.Tests;

/// <summary>The disk of the other tests has to lose what a real one may lose: each of these writers forgets one flush.</summary>
public sealed class VolatileDiskTests
{
    private static readonly byte[] Old = [.. Enumerable.Repeat((byte)'o', 2000)];
    private static readonly byte[] New = [.. Enumerable.Repeat((byte)'n', 3000)];

    public static TheoryData<string> Careless { get; } = ["content", "name", "overwritten", "deleted", "folder"];

    [Theory]
    [MemberData(nameof(Careless))]
    public async Task AtEachStepAsync_AWriterThatForgetsAFlush_IsFoundOut(string forgotten)
    {
        var (write, check) = Writer(forgotten);

        var found = await Should.ThrowAsync<Exception>(() => PowerLoss.AtEachStepAsync<bool>(
            folder => File.WriteAllBytes(Path.Combine(folder, "file"), Old),
            (folder, disk, reported) =>
            {
                write(folder, disk);
                reported.Add(true);
                return Task.CompletedTask;
            },
            check));

        found.Message.ShouldStartWith("power lost at step");
    }

    private static (Action<string, IDisk> Write, Action<string, IReadOnlyList<bool>> Check) Writer(string forgotten)
    {
        return forgotten switch
        {
            "content" => (Rename, (folder, _) => Read(folder).ShouldBeOneOf(Old, New)),
            "name" => (Rename, (folder, reported) => Read(folder).Length.ShouldBe(reported.Count > 0 ? New.Length : Old.Length)),
            "overwritten" => (Overwrite, (folder, _) => Read(folder).ShouldBeOneOf(Old, New)),
            "deleted" => ((folder, disk) => disk.Delete(Path.Combine(folder, "file")),
                (folder, reported) => File.Exists(Path.Combine(folder, "file")).ShouldBe(reported.Count == 0)),
            _ => (MakeFolder, (folder, reported) => File.Exists(Path.Combine(folder, "a", "file")).ShouldBe(reported.Count > 0)),
        };

        void Rename(string folder, IDisk disk)
        {
            var path = Path.Combine(folder, "file");
            using (var file = disk.Open($"{path}.new", FileMode.CreateNew))
            {
                file.Write(New, 0);
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

        static void Overwrite(string folder, IDisk disk)
        {
            using var file = disk.Open(Path.Combine(folder, "file"), FileMode.Open);
            file.Write(New, 0);
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

    private static byte[] Read(string folder) => File.ReadAllBytes(Path.Combine(folder, "file"));
}
