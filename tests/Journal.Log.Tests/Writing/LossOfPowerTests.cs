using System.Collections.Concurrent;
using Journal.Log.Writing;
using Tests.Common.Disks;

namespace Journal.Log.Tests.Writing;

/// <summary>A kill leaves to the kernel what was written; a loss of power leaves what was flushed, and any part of the rest.</summary>
public sealed class LossOfPowerTests
{
    private const int Rounds = 60;

    /// <summary>A busy machine decides what is under way when the power goes: by chance nothing, in sixty rounds.</summary>
    private const int MaxRounds = 600;

    private const int Senders = 3;

    /// <summary>Writes, flushes and changes of names: of the start, of segments, tiles, checkpoints and keys.</summary>
    private const int MaxSteps = 500;

    [Fact]
    public async Task LossOfPower_InAnyFlush_KeepsWhatWasAcknowledgedOnceAndInOrder()
    {
        var (acknowledged, cut) = (0, 0);
        for (var seed = 0; seed < Rounds || (cut == 0 && seed < MaxRounds); seed++)
        {
            using var journal = new TestJournal();
            var random = new Random(seed);
            var disk = new VolatileDisk(journal.Folder.Path, random, random.Next(1, MaxSteps));
            var lines = await WriteUntilOffAsync(journal, disk);
            disk.Restore();

            journal.Open().Dispose();

            var kept = journal.ReadLines();
            kept.ShouldBeUnique($"seed {seed}");
            foreach (var sender in Enumerable.Range(0, Senders).Select(sender => $"{sender} "))
            {
                // One line more may be there: it was under way, and nobody was told.
                kept.Where(line => line.StartsWith(sender)).Take(lines.Count(line => line.StartsWith(sender)))
                    .ShouldBe(lines.Where(line => line.StartsWith(sender)), $"seed {seed}");
            }

            journal.Verify(open: true).Damages.ShouldBeEmpty($"seed {seed}");
            (acknowledged, cut) = (acknowledged + lines.Count, cut + (kept.Count > lines.Count ? 1 : 0));
        }

        acknowledged.ShouldBeGreaterThan(Rounds);
        cut.ShouldBeGreaterThan(0, "now and then all that was under way was on the disk");
    }

    /// <returns>The lines that were acknowledged.</returns>
    private static async Task<List<string>> WriteUntilOffAsync(TestJournal journal, VolatileDisk disk)
    {
        var acknowledged = new ConcurrentQueue<string>();
        var settings = TestJournal.Settings with
        {
            MaxSegmentBytes = 8_000,
            CheckpointInterval = TimeSpan.FromMilliseconds(1), // signs what is durable: a start refuses a log that has lost any of it
        };
        try
        {
            using var writer = journal.Open(settings, disk);
            await Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(() => SendAsync(writer, sender)))).Within();
        }
        catch (IOException) when (disk.Off.IsCompleted)
        {
            // Before it was open.
        }

        return [.. acknowledged];

        async Task SendAsync(JournalWriter writer, int sender)
        {
            for (var i = 0; ; i++)
            {
                var line = $"{sender} {i:D3} {Convert.ToHexString(RandomBytes(sender, i))}";
                var adding = journal.AddAsync(writer, line);
                await Task.WhenAny(adding, disk.Off);
                if (!adding.IsCompletedSuccessfully)
                {
                    return;
                }

                acknowledged.Enqueue(line);
            }
        }
    }

    /// <summary>Several sectors, which do not compress.</summary>
    private static byte[] RandomBytes(int sender, int number)
    {
        var random = new Random((sender * 1000) + number);
        var bytes = new byte[random.Next(1000)];
        random.NextBytes(bytes);
        return bytes;
    }
}
