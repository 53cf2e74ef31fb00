using Durable;
using Journal.Features.Sealed;
using Journal.Log.Folders;
using Journal.Log.Senders;
using Journal.Log.Writing;
using Tests.Common.Disks;

namespace Journal.Tests;

/// <summary>The files beside the log: what a command has reported stays so, whenever the power goes.</summary>
public sealed class PowerLossTests
{
    private static readonly string[] Names = ["web-1", "web-2", "web-3"];

    /// <summary>Whoever took the key of a sender that was removed could send again.</summary>
    [Fact]
    public async Task SenderRemove_PowerIsLostAnywhere_StaysRemovedOnceReported() => await PowerLoss.AtEachStepAsync<string>(
        folder =>
        {
            var journal = Make(folder);
            foreach (var name in Names)
            {
                new SenderFolder(journal).Add(SenderKey.Create(name));
                new SenderFolder(journal).Save(name, new(5, 9, 3));
            }
        },
        async (folder, disk, reported) =>
        {
            foreach (var name in Names[..2])
            {
                (await SenderCommand.RemoveAsync(FolderIn(folder) with { Disk = disk }, name, TextWriter.Null)).ShouldBe(0);
                reported.Add(name);
            }
        },
        (folder, reported) =>
        {
            var senders = new SenderFolder(FolderIn(folder));
            senders.Read().Select(sender => sender.Key.Name).ShouldBeSubsetOf(Names.Except(reported));
            senders.Read().ShouldContain(sender => sender.Key.Name == Names[2] && sender.Mark == new SenderMark(5, 9, 3));
            foreach (var name in reported)
            {
                senders.Add(SenderKey.Create(name)); // a new one begins anew, and the count of missing datagrams stays
                senders.Read().Single(sender => sender.Key.Name == name).Mark.ShouldBe(new SenderMark(0, 0, 3));
            }
        });

    [Fact]
    public async Task SenderAdd_PowerIsLostAnywhere_LeavesOneKeyAtBothPlacesOnceReported() => await PowerLoss.AtEachStepAsync<string>(
        folder => Make(folder),
        async (folder, disk, reported) =>
        {
            foreach (var name in Names)
            {
                var file = Path.Combine(folder, "keys", $"{name}.key");
                (await SenderCommand.AddAsync(FolderIn(folder) with { Disk = disk }, name, file, TextWriter.Null)).ShouldBe(0);
                reported.Add(name);
            }
        },
        (folder, reported) =>
        {
            var known = new SenderFolder(FolderIn(folder)).Read().ToDictionary(sender => sender.Key.Name, sender => sender.Key.Export());
            foreach (var name in reported)
            {
                File.ReadAllText(Path.Combine(folder, "keys", $"{name}.key")).ShouldBe(known[name]);
            }
        });

    /// <summary>A number that is used twice with one key breaks its encryption.</summary>
    [Fact]
    public async Task SendNumbers_PowerIsLostAnywhere_NeverBeginsASessionTwice()
    {
        var time = new ManualTime(stands: true);
        await PowerLoss.AtEachStepAsync<uint>(
            _ => { },
            (folder, disk, reported) =>
            {
                for (var i = 0; i < 3; i++)
                {
                    using var numbers = Begin(folder, disk);
                    reported.Add(numbers.Session);
                }

                return Task.CompletedTask;
            },
            (folder, reported) =>
            {
                using var numbers = Begin(folder, null);
                reported.ShouldNotContain(numbers.Session);
                numbers.Session.ShouldBeGreaterThan(reported.DefaultIfEmpty().Max());
            });

        SendNumbers Begin(string folder, IDisk? disk) => SendNumbers.Begin(Path.Combine(folder, "web-1.key"), time, disk: disk);
    }

    private static JournalFolder Make(string folder)
    {
        JournalMaker.Make(FolderIn(folder), "log.example/power", [new("reader.pem", JournalHost.Reader.ExportPublic())]);
        return FolderIn(folder);
    }

    private static JournalFolder FolderIn(string folder) => new(Path.Combine(folder, "journal"));
}
