using Sigma.Streams.Correlating.Log;

namespace Sigma.Streams.Tests;

/// <summary>Segments stay as long as a match in them may count, and no longer.</summary>
public sealed class MatchLogTests : IDisposable
{
    private const int RecordBytes = 60_000;
    private const int RecordsOfASegment = 150; // more than its 8 MiB

    private static readonly DateTimeOffset Time = DateTimeOffset.UnixEpoch.AddDays(20_000);

    private readonly TempDirectory _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Commit_SegmentThatBeganWithTheNewestMatch_KeepsItWhileTheMatchCounts()
    {
        using (var log = MatchLog.Open(_folder.Path, _ => { }))
        {
            log.Add(Match(Time.AddHours(1)));
            Commit(log, DateTimeOffset.MinValue);
            Fill(log, keepFrom: Time.AddMinutes(30)); // positions only
            Commit(log, keepFrom: Time.AddMinutes(30));
        }

        Matches().ShouldBe([Time.AddHours(1)]);
    }

    [Fact]
    public void Bytes_OfSegmentsThatComeAndGo_AreThoseOfTheirFiles()
    {
        using (var log = MatchLog.Open(_folder.Path, _ => { }))
        {
            log.Add(Match(Time));
            Fill(log, DateTimeOffset.MinValue);
            Commit(log, DateTimeOffset.MinValue);
            log.Bytes.ShouldBe(Files().Sum(file => file.Length));
            Files().Count().ShouldBe(2);
        }

        using var again = MatchLog.Open(_folder.Path, _ => { });
        again.Bytes.ShouldBe(Files().Sum(file => file.Length));
        again.Add(Match(Time.AddHours(1)));
        Commit(again, keepFrom: Time.AddMinutes(30));
        Files().Count().ShouldBe(1);
        again.Bytes.ShouldBe(Files().Sum(file => file.Length));
    }

    private static MatchRecord Match(DateTimeOffset time) => new(MatchRecordKind.Match, time, 0, 0, 0, 0, "", []);

    private static void Fill(MatchLog log, DateTimeOffset keepFrom)
    {
        for (var i = 0; i < RecordsOfASegment; i++)
        {
            log.Add(new(MatchRecordKind.Position, DateTimeOffset.UnixEpoch, 0, 0, 0, 0, new string('k', RecordBytes), []));
        }

        Commit(log, keepFrom);
    }

    private static void Commit(MatchLog log, DateTimeOffset keepFrom)
    {
        log.BeginWhereFull(Time, () => []);
        log.Commit(Time, keepFrom);
    }

    private IEnumerable<FileInfo> Files() => new DirectoryInfo(_folder.Path).EnumerateFiles();

    private List<DateTimeOffset> Matches()
    {
        var matches = new List<DateTimeOffset>();
        MatchLog.Open(_folder.Path, record =>
        {
            if (record.Kind == MatchRecordKind.Match)
            {
                matches.Add(record.Time);
            }
        }).Dispose();
        return matches;
    }
}
