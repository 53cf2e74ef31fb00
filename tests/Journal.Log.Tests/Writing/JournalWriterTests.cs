using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Signing;
using Journal.Log.Verifying;
using Journal.Log.Writing;

namespace Journal.Log.Tests.Writing;

public sealed class JournalWriterTests
{
    [Fact]
    public async Task Write_SeveralTimes_IsReadBackInOrderAndProven()
    {
        using var journal = new TestJournal();
        string[] lines = [.. Enumerable.Range(0, 12).Select(number => $"line {number}")];
        await journal.WriteAsync(lines[..5]);
        await journal.WriteAsync(lines[5..6]);
        await journal.WriteAsync([]);
        await journal.WriteAsync(lines[6..]);

        journal.ReadLines().ShouldBe(lines);
        var report = journal.Verify(open: true);
        report.Damages.ShouldBeEmpty();
        var zone = report.Zones.ShouldHaveSingleItem();
        (zone.State, zone.FirstFrame, zone.FirstSequence, zone.NextSequence).ShouldBe((FrameState.Proven, 0, 0, 12));
        report.SignedFrames.ShouldBe(zone.LastFrame + 1);
    }

    [Fact]
    public async Task Add_ManyAtOnce_GetsConsecutiveSequencesInTheOrderOfEachSender()
    {
        using var journal = new TestJournal();
        using (var writer = journal.Open(TestJournal.Settings with { Batches = 2 }))
        {
            await Task.WhenAll(Enumerable.Range(0, 4).Select(sender => Task.Run(async () =>
            {
                for (var i = 0; i < 50; i++)
                {
                    await journal.AddAsync(writer, $"{sender} {i:D3} {new string('x', 9000)}");
                }
            }))).Within();
        }

        var lines = journal.ReadLines().Select(line => line[..5]).ToList();
        lines.Count.ShouldBe(200);
        foreach (var sender in lines.GroupBy(line => line[0]))
        {
            sender.ShouldBe(sender.Order(StringComparer.Ordinal));
        }

        journal.Verify(open: true).IsSound.ShouldBeTrue();
    }

    /// <summary>A crash may tear the last frames anywhere: all whole ones before the tear stay, and the first new frame says so.</summary>
    [Fact]
    public async Task Open_ATornEnd_CutsToTheLastWholeFrameAndSaysHowMuch()
    {
        using var journal = new TestJournal();
        var image = Path.Combine(journal.Folder.Path, "..", "image");
        using (var writer = journal.Open())
        {
            foreach (var line in (string[])["one", "two", "three"])
            {
                await journal.AddAsync(writer, line);
            }

            Copy(journal.Folder.Path, image); // with a checkpoint of the first frame only, as a crash would leave it
        }

        var whole = await File.ReadAllBytesAsync(Segments(image).Single(), TestContext.Current.CancellationToken);
        var ends = Ends(whole);
        foreach (var length in Enumerable.Range(0, 20).Select(step => whole.Length - (step * 37)).Where(length => length > ends[0]))
        {
            using var torn = new TempDirectory();
            var folder = journal.Folder with { Path = torn.Combine("journal") };
            Copy(image, folder.Path);
            await File.WriteAllBytesAsync(Segments(folder.Path).Single(), whole[..length], TestContext.Current.CancellationToken);
            var kept = ends.Count(end => end <= length);

            JournalWriter.Open(folder, TestJournal.Settings, journal, TimeProvider.System).Dispose();

            var frames = new LogReader(folder, TestJournal.Reader, _ => null).Read(0, _ => true)
                .Select(frame => frame.Found.Header!).ToList();
            frames.Sum(frame => frame.Records).ShouldBe(kept - 1);
            var first = frames[kept];
            first.Kinds.HasFlag(FrameKinds.AfterRecovery).ShouldBe(length != ends[kept - 1]);
            first.Detail.ShouldBe(length - ends[kept - 1]);
            new Verifier(new(folder), TimeProvider.System).Run(TestContext.Current.CancellationToken).Damages.ShouldBeEmpty();
        }
    }

    /// <summary>A full disk takes no frame that says what was cut: so nothing is cut yet.</summary>
    /// <param name="failAt">1 the new segment's header, 3 its first frame.</param>
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Open_ATornEndOnADiskThatIsFull_RecordsTheCutWhenThereIsRoom(int failAt)
    {
        using var journal = new TestJournal();
        using var directory = new TempDirectory();
        var folder = journal.Folder with { Path = directory.Combine("journal") };
        using (var writer = journal.Open())
        {
            await journal.AddAsync(writer, "a");
            Copy(journal.Folder.Path, folder.Path);
        }

        var torn = Segments(folder.Path).Single();
        var whole = new FileInfo(torn).Length;
        await File.AppendAllTextAsync(torn, new string('x', 100), TestContext.Current.CancellationToken);
        var full = folder with { Disk = FaultyFile.Disk(new() { FailAt = failAt }) };
        Should.Throw<IOException>(() => JournalWriter.Open(full, TestJournal.Settings, journal, TimeProvider.System));
        var begun = Segments(folder.Path).Where(path => path != torn).Sum(path => new FileInfo(path).Length);

        JournalWriter.Open(folder, TestJournal.Settings, journal, TimeProvider.System).Dispose();

        var first = new LogReader(folder, TestJournal.Reader, _ => null).Read(0, _ => true)
            .Select(frame => frame.Found.Header!).Single(header => header.Kinds.HasFlag(FrameKinds.AfterRecovery));
        first.Detail.ShouldBe(100 + begun);
        new FileInfo(torn).Length.ShouldBe(whole);
        new Verifier(new(folder), TimeProvider.System).Run(TestContext.Current.CancellationToken).Damages.ShouldBeEmpty();
    }

    /// <summary>Whichever write or flush fails: what was acknowledged is there once, and the log goes on in a new segment.</summary>
    [Fact]
    public async Task Write_AFileThatFailsOnce_LosesAndDoublesNothing()
    {
        for (var call = 5; call <= 14; call++) // the first four make the segment and the first frame
        {
            using var journal = new TestJournal();
            var faults = new FaultyFile.Plan { FailAt = call };

            await journal.WriteAsync(["a", "b", "c", "d"], disk: FaultyFile.Disk(faults));

            journal.ReadLines().ShouldBe(["a", "b", "c", "d"]);
            journal.Verify(open: true).Damages.ShouldBeEmpty();
            journal.Failures.ShouldBe(1, $"call {call} of {faults.Calls}");
        }
    }

    [Fact]
    public async Task Write_ADiskThatStaysFull_AnswersNobodyUntilThereIsRoomAgain()
    {
        using var journal = new TestJournal();
        var faults = new FaultyFile.Plan();
        using var writer = journal.Open(disk: FaultyFile.Disk(faults));
        await journal.AddAsync(writer, "before");
        faults.FailAlways = true;

        var pending = journal.AddAsync(writer, "during");
        await Deadline.UntilAsync(() => writer.IsFailing);
        pending.IsCompleted.ShouldBeFalse();
        faults.FailAlways = false;

        (await pending.Within()).Records.ShouldBe(1);
        writer.IsFailing.ShouldBeFalse();
        journal.ReadLines().ShouldBe(["before", "during"]);
    }

    [Fact]
    public async Task Write_SegmentsAndEpochsThatEndAllTheTime_StayOneLog()
    {
        using var journal = new TestJournal();

        await journal.WriteAsync(["a", "b", "c", "d", "e"], TestJournal.Settings with { MaxAge = TimeSpan.FromTicks(1) });

        journal.ReadLines().ShouldBe(["a", "b", "c", "d", "e"]);
        journal.Folder.ListSegments().Count.ShouldBeGreaterThan(4);
        Directory.GetFiles(journal.Folder.Epochs).Length.ShouldBeGreaterThan(4);
        journal.Verify(open: true).Damages.ShouldBeEmpty();

        // The frame that ends a segment would begin an epoch of its own just before that of the next segment.
        new LogReader(journal.Folder, TestJournal.Reader, _ => null).Read(0, _ => true).Select(frame => frame.Found.Header!.Kinds)
            .ShouldNotContain(kinds => kinds.HasFlag(FrameKinds.LastOfSegment | FrameKinds.FirstOfEpoch));
    }

    /// <summary>A note that came into its place as the disk failed names the key: another one could not follow on it.</summary>
    [Fact]
    public async Task Write_ADiskThatFailsAsAnEpochBegins_KeepsTheKeyThatWasMade()
    {
        using var journal = new TestJournal();
        var often = TimeSpan.FromMilliseconds(1);
        using (var writer = journal.Open(TestJournal.Settings with { MaxAge = TimeSpan.FromTicks(1), CheckpointInterval = often }))
        {
            var obstacle = Directory.CreateDirectory($"{journal.Folder.EpochNote(1)}.new");
            await journal.AddAsync(writer, "a");
            await Deadline.UntilAsync(() => journal.Failures > 0);
            var made = SigningKey.Parse(File.ReadAllLines(journal.Folder.EpochKey)[^1]);
            var failures = journal.Failures;
            await Deadline.UntilAsync(() => journal.Failures > failures);
            obstacle.Delete();
            await Deadline.UntilAsync(() => File.Exists(journal.Folder.EpochNote(1)));

            EpochNote.Parse(SignedNote.Parse(File.ReadAllBytes(journal.Folder.EpochNote(1))).Text).Key.ShouldBe(made.Verifier);
        }

        journal.Verify(open: true).Damages.ShouldBeEmpty();
    }

    [Fact]
    public void Open_ASecondWriter_IsRefused()
    {
        using var journal = new TestJournal();
        using var writer = journal.Open();

        Should.Throw<JournalRefusedException>(() => journal.Open()).Message.ShouldContain("another server writes this journal");
    }

    [Fact]
    public async Task Open_FewerFramesThanWereSigned_IsRefused()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b"]);
        await journal.WriteAsync(["c"]);
        File.Delete(journal.Folder.ListSegments()[^1].Path);

        Should.Throw<JournalRefusedException>(() => journal.Open()).Message.ShouldContain("would create a second history");
    }

    /// <summary>Signed bytes are evidence: a start neither cuts them off nor goes on behind them.</summary>
    [Fact]
    public async Task Open_DamageInWhatWasSigned_IsRefusedAndNothingIsCut()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b", "c"]);
        var path = journal.Folder.ListSegments()[0].Path;
        var bytes = await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken);
        bytes[Ends(bytes)[1] + 9] ^= 1;
        await File.WriteAllBytesAsync(path, bytes, TestContext.Current.CancellationToken);

        Should.Throw<JournalRefusedException>(() => journal.Open());

        (await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken)).ShouldBe(bytes);
        Directory.Delete(journal.Folder.Tiles, recursive: true);
        Should.Throw<JournalRefusedException>(() => journal.Open());
        (await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken)).ShouldBe(bytes);
    }

    [Fact]
    public async Task Open_TilesLost_AreBuiltAgainFromTheSegments()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a", "b", "c"]);
        Directory.Delete(journal.Folder.Tiles, recursive: true);

        await journal.WriteAsync(["d"]);

        journal.Verify(open: true).Damages.ShouldBeEmpty();
    }

    /// <summary>A full disk or a crash leaves half a header or a whole one: the log goes on from the frame before it.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(int.MaxValue)]
    public async Task Open_ASegmentWithoutFrames_GoesOnFromTheFrameBefore(int headerBytes)
    {
        using var journal = new TestJournal();
        using (var writer = journal.Open())
        {
            writer.Losses.AddRefused(2);
            await journal.AddAsync(writer, "a");
        }

        using var directory = new TempDirectory();
        var folder = journal.Folder with { Path = directory.Combine("journal") };
        Copy(journal.Folder.Path, folder.Path);
        await journal.WriteAsync([]);
        var begun = journal.Folder.ListSegments()[^1];
        var bytes = await File.ReadAllBytesAsync(begun.Path, TestContext.Current.CancellationToken);
        var header = Math.Min(headerBytes, bytes.AsSpan().IndexOf("JFR1"u8));
        await File.WriteAllBytesAsync(folder.Segment(begun.FirstFrame), bytes[..header], TestContext.Current.CancellationToken);

        using (var writer = JournalWriter.Open(folder, TestJournal.Settings, journal, TimeProvider.System))
        {
            (await journal.AddAsync(writer, "b")).Totals.Refused.ShouldBe(2);
        }

        Directory.Delete(folder.Tiles, recursive: true); // so that the next start reads all of it
        JournalWriter.Open(folder, TestJournal.Settings, journal, TimeProvider.System).Dispose();
        new Verifier(new(folder), TimeProvider.System).Run(TestContext.Current.CancellationToken).Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Open_ADiskThatTakesNoSegment_LeavesNone()
    {
        using var journal = new TestJournal();
        await journal.WriteAsync(["a"]);
        var segments = journal.Folder.ListSegments();

        Should.Throw<IOException>(() => journal.Open(disk: FaultyFile.Disk(new() { FailAt = 1 })));

        journal.Folder.ListSegments().ShouldBe(segments);
        await journal.WriteAsync(["b"]);
        journal.ReadLines().ShouldBe(["a", "b"]);
    }

    [Fact]
    public void Open_NoReader_IsRefused()
    {
        using var journal = new TestJournal();
        Directory.Delete(journal.Folder.Recipients, recursive: true);

        Should.Throw<InvalidDataException>(() => journal.Open()).Message.ShouldContain("nothing is written that nobody can read");
    }

    [Fact]
    public void Open_AnotherIdentity_IsRefused()
    {
        using var journal = new TestJournal();
        using var other = new TestJournal();
        File.Copy(other.Folder.Identity, journal.Folder.Identity, overwrite: true);

        Should.Throw<JournalRefusedException>(() => journal.Open()).Message.ShouldContain("belong to different journals");
    }

    [Fact]
    public async Task Losses_OfAnEarlierRun_GoOn()
    {
        using var journal = new TestJournal();
        using (var writer = journal.Open())
        {
            writer.Losses.AddLostInKernel(3);
            writer.Losses.AddRefused(2);
            writer.Losses.AddLostHere(4);
            (await journal.AddAsync(writer, "a")).Totals.ShouldBe(new(1 + 4 + 2, 3, 4, 2, 0, 0));
        }

        using var next = journal.Open();
        next.Losses.AddMissing(1);

        (await journal.AddAsync(next, "b")).Totals.ShouldBe(new(2 + 4 + 2, 3, 4, 2, 1, 0));
    }

    private static string[] Segments(string folder) => Directory.GetFiles(Path.Combine(folder, "segments"));

    /// <summary>Where the frames of a segment end.</summary>
    private static List<int> Ends(byte[] segment)
    {
        var ends = new List<int>();
        for (var at = segment.AsSpan().IndexOf("JFR1"u8); at < segment.Length;)
        {
            at += FrameHeader.Bytes + FrameHeader.TryRead(segment.AsSpan(at), out _)!.StoredBytes;
            ends.Add(at);
        }

        return ends;
    }

    private static void Copy(string from, string to)
    {
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories).Where(file => !file.EndsWith("lock")))
        {
            var target = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }
}
