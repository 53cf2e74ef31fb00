using System.Text.Json.Nodes;
using Hosting.Lifetime;
using Microsoft.Data.Sqlite;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History;
using Prober.Features.History.Storage;
using Prober.Features.Reports;

namespace Prober.Tests.History;

public sealed class HistoryTests : IDisposable
{
    private const long Hour = 3_600_000;
    private static readonly TargetKey Shop = new("http", "shop, \"the big one\"");
    private static readonly long Start = new DateTimeOffset(2026, 11, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeMilliseconds();

    private readonly TempDirectory _folder = new("prober-history");

    private string DatabasePath => _folder.Combine("prober.db");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Report_OfAHistory_HasTheSumsBoundsOutagesAndNotes()
    {
        await WriteAsync();

        var json = JsonNode.Parse(Run("json"))!["targets"]!.AsArray().ShouldHaveSingleItem()!;

        json["upMilliseconds"]!.GetValue<long>().ShouldBe(6 * Hour);
        json["downMilliseconds"]!.GetValue<long>().ShouldBe(2 * Hour);
        json["maintenanceMilliseconds"]!.GetValue<long>().ShouldBe(Hour);
        json["unknownMilliseconds"]!.GetValue<long>().ShouldBe(3 * Hour);
        json["ratio"]!.GetValue<double>().ShouldBe(0.75);
        json["lower"]!.GetValue<double>().ShouldBe(5.5 / 8, 1e-9); // half an hour before it went down nobody looked
        json["outages"]!.AsArray().ShouldHaveSingleItem()!["cause"]!.GetValue<string>().ShouldBe("refused");
        json["corrections"]!.AsArray().ShouldHaveSingleItem()!["note"]!.GetValue<string>().ShouldBe("=it was up");
        json["probes"]!["probes"]!.GetValue<long>().ShouldBe(360);
        json["probes"]!["refused"]!.GetValue<long>().ShouldBe(3);
        var csv = Run("csv");
        csv.ShouldContain("http,\"shop, \"\"the big one\"\"\",0.75,");
        Run("html").ShouldContain("<td>360, of which 1 bad, 0 late, 3 refused at first, 0 without evidence; 0 missed</td>");
        Run("html").ShouldContain("<th>http shop, &quot;the big one&quot;</th><td>75.000 %");
    }

    [Fact]
    public async Task Open_FileOfTheFirstVersion_KeepsItsHoursAndCountsWhatIsRefusedFromThenOn()
    {
        await WriteAsync();
        using (var connection = new SqliteConnection($"Data Source={DatabasePath};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "ALTER TABLE hours DROP COLUMN refused; DROP TABLE delivered; DROP TABLE incidents; "
                + "DROP TABLE incident_updates; DROP TABLE joined; DROP TABLE pushes; PRAGMA user_version = 1";
            command.ExecuteNonQuery();
        }

        await using var file = Open();
        file.Read(reader => reader.Hours()).ShouldHaveSingleItem().Sums.ShouldBe(new(Start, 360, 1, 0, 0, 0, 0, 360_000, 5000));
        await file.WriteAsync(writer => writer.AddHours(Shop, new(Start, 1, 0, 0, 0, 2, 0, 1000, 1000))).Within();

        file.Read(reader => reader.Hours()).ShouldHaveSingleItem().Sums.ShouldBe(new(Start, 361, 1, 0, 0, 2, 0, 361_000, 5000));
    }

    [Fact]
    public void TakeSums_OfATargetWhoseProbeWaitsAtABound_TellsThatItWasRefused()
    {
        var history = new TargetHistory(Shop);
        var status = new TargetStatus(TargetState.Unknown, 0, null, Probes: 0, Bad: 0, Late: 0, Missed: 0, Refused: 1, NoEvidence: 0, null);

        history.TakeSums(status, Start + 1).ShouldBe(new(Start, 0, 0, 0, 0, Refused: 1, 0, 0, 0));

        history.TakeSums(status, Start + 1).ShouldBeNull();
    }

    [Fact]
    public async Task Check_OfASoundAndOfADamagedHistory_TellsThemApart()
    {
        await WriteAsync();
        HistoryCommands.Check(DatabasePath, TextWriter.Null).ShouldBe(ExitCode.Done);
        await using (var file = Open())
        {
            await file.WriteAsync(writer => writer.Change(Shop, new(1, (TargetState)7, 0, ""))).Within();
        }

        using var output = new StringWriter();
        HistoryCommands.Check(DatabasePath, output).ShouldBe(ExitCode.Found);

        output.ToString().ShouldContain("1 changes have no state");
    }

    [Fact]
    public async Task Export_OfAHistory_IsALineForEachThing()
    {
        await WriteAsync();
        using var output = new StringWriter();

        HistoryCommands.Export(DatabasePath, output).ShouldBe(ExitCode.Done);

        var types = output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .CountBy(line => (string)JsonNode.Parse(line)!["type"]!).ToDictionary();
        types["change"].ShouldBe(3);
        types["pause"].ShouldBe(1);
        types["correction"].ShouldBe(1);
        types["maintenance"].ShouldBe(1);
        types["hour"].ShouldBe(1);
    }

    [Fact]
    public async Task Report_OfATargetThatLeftAndReturned_HasTheTimeBefore()
    {
        await using var file = Open();
        await file.WriteAsync(writer =>
        {
            writer.Watch(Shop, Start, 10_000, "{}");
            writer.Change(Shop, new(Start, TargetState.Up, 0, ""));
            writer.Change(Shop, new(Start + Hour, TargetState.Unknown, 0, "no longer watched"));
            writer.Leave(Shop, Start + Hour);
            writer.Watch(Shop, Start + (2 * Hour), 10_000, "{}");
            writer.Live(Start + (2 * Hour));
        }).Within();

        var report = file.Read(reader => AvailabilityReport.Read(reader, new(Start, Start + Hour)));

        report.Rows.ShouldHaveSingleItem().Availability.Up.ShouldBe(Hour);
    }

    [Fact]
    public async Task Begin_AfterAKill_IsAPauseAndTheStateIsInDoubtSinceItsLastSureEvidence()
    {
        await using (var file = Open())
        {
            await file.WriteAsync(writer =>
            {
                writer.Watch(Shop, Start, 10_000, "{}");
                writer.Change(Shop, new(Start, TargetState.Up, 0, ""));
                writer.Live(Start + 60_000);
            }).Within();
        }

        await using var again = Open();
        var archive = new TimelineArchive(again);
        var write = archive.Begin(Start + 90_000);
        await again.WriteAsync(write).Within();

        var window = new TimeRange(Start, Start + 90_000);
        var measured = again.Read(reader => AvailabilityReport.Read(reader, window)).Rows.ShouldHaveSingleItem().Availability;
        measured.ShouldBe(new Availability(Up: 60_000, Down: 0, Unknown: 30_000, Maintenance: 0, UpInDoubt: 10_000, DownInDoubt: 0));
        archive.LastAlive.ShouldBe(Start + 60_000);
    }

    /// <summary>The engine's time stands still then, until the clock has caught up.</summary>
    [Fact]
    public async Task Begin_AfterAKillWhileTheClockIsBehind_WritesThatNothingIsKnown()
    {
        await using var file = Open();
        await file.WriteAsync(writer =>
        {
            writer.Watch(Shop, Start, 10_000, "{}");
            writer.Change(Shop, new(Start, TargetState.Up, 0, ""));
            writer.Live(Start + 60_000);
        }).Within();

        await file.WriteAsync(new TimelineArchive(file).Begin(Start + 60_000)).Within();

        file.Read(reader => reader.LastChange(1)).ShouldBe(new(Start + 60_000, TargetState.Unknown, 10_000, "the prober was killed"));
        file.Read(reader => reader.Pauses(new(0, long.MaxValue))).ShouldBeEmpty();
    }

    [Fact]
    public async Task AtEnd_AskedForTwice_HappensOnceAndAfterAllElse()
    {
        await using var file = Open();
        var order = new List<string>();
        Action<HistoryWriter> last = _ => order.Add("last");

        await Should.ThrowAsync<HistoryUnavailableException>(file.WriteAsync(writer =>
        {
            writer.AtEnd(last);
            throw new IOException("No room.");
        }).Within());
        await file.WriteAsync(_ => order.Add("another")).Within();
        await file.WriteAsync(writer =>
        {
            writer.AtEnd(last);
            order.Add("first");
            writer.AtEnd(last);
            order.Add("second");
        }).Within();

        order.ShouldBe(["another", "first", "second", "last"]);
    }

    [Fact]
    public async Task Prune_OldRows_LeavesWhatSaysTheStateAfterwards()
    {
        await using var file = Open();
        await file.WriteAsync(writer =>
        {
            for (var change = 0; change < 5000; change++)
            {
                writer.Change(Shop, new(Start + change, change % 2 == 0 ? TargetState.Up : TargetState.Down, 0, ""));
            }

            writer.AddHours(Shop, new(Start, 1, 0, 0, 0, 0, 0, 1, 1));
        }).Within();

        var now = DateTimeOffset.FromUnixTimeMilliseconds(Start).AddDays(40);
        var rows = await HistoryRetention.PruneAsync(file, TimeSpan.FromDays(1), now, TestContext.Current.CancellationToken).Within();

        rows.ShouldBe(5000); // 4,999 changes and a sum
        file.Read(reader => reader.Changes(1, new(0, long.MaxValue))).ShouldHaveSingleItem().At.ShouldBe(Start + 4999);
    }

    [Fact]
    public async Task Prune_OldMessage_GoesAlsoWhenNobodyTakesIt()
    {
        await using var file = Open();
        await file.WriteAsync(writer =>
        {
            writer.Send(Shop, "renamed", "change", Start, Start, "{}");
            writer.Send(Shop, "renamed", "change", Start + (30 * Hour), Start, "{}");
        }).Within();

        var now = DateTimeOffset.FromUnixTimeMilliseconds(Start).AddDays(2);
        await HistoryRetention.PruneAsync(file, TimeSpan.FromDays(1), now, TestContext.Current.CancellationToken).Within();

        file.Read(reader => reader.Outbox("renamed", 10)).ShouldHaveSingleItem().Made.ShouldBe(Start + (30 * Hour));
    }

    [Fact]
    public async Task Report_OfManyOutagesAsAPage_SaysHowManyItLeavesOut()
    {
        await using (var file = Open())
        {
            await file.WriteAsync(writer =>
            {
                writer.Watch(Shop, Start, 10_000, "{}");
                for (var minute = 0; minute < 50; minute++)
                {
                    var state = minute % 2 == 0 ? TargetState.Down : TargetState.Up;
                    writer.Change(Shop, new(Start + (minute * 60_000), state, 0, "refused"));
                }

                writer.Live(Start + Hour);
            }).Within();
        }

        Run("html").ShouldContain("<br>and 5 others</td>");
    }

    [Fact]
    public async Task Prune_TargetThatLeftLongAgo_LeavesNothingOfIt()
    {
        await WriteAsync();
        await using (var file = Open())
        {
            await file.WriteAsync(writer =>
            {
                writer.Change(Shop, new(Start + (12 * Hour), TargetState.Unknown, 0, "no longer watched"));
                writer.Leave(Shop, Start + (12 * Hour));
                writer.Watch(new("tcp", "stays"), Start, 10_000, "{}");
                writer.Change(new("tcp", "stays"), new(Start, TargetState.Up, 0, ""));
                writer.Correct(Shop, new(new(Start, Start + (400 * 24 * Hour)), TargetState.Up, "for long"), Start);
                writer.Alert(Shop, "{}");
                writer.Waver(Shop, Start);
            }).Within();
            var now = DateTimeOffset.FromUnixTimeMilliseconds(Start).AddDays(2);
            await HistoryRetention.PruneAsync(file, TimeSpan.FromDays(1), now, TestContext.Current.CancellationToken).Within();

            file.Read(reader => reader.Targets()).ShouldHaveSingleItem().Key.Name.ShouldBe("stays");
            file.Read(reader => reader.Alerts()).ShouldBeEmpty();
            file.Read(reader => reader.Changes(1, new(0, long.MaxValue))).ShouldBeEmpty();
        }

        HistoryCommands.Check(DatabasePath, TextWriter.Null).ShouldBe(ExitCode.Done);
    }

    [Fact]
    public async Task Keeper_OnAFullDisk_KeepsWhatWaitsAndWritesItWhenThereIsRoom()
    {
        await using var file = HistoryFile.Open(new() { Path = DatabasePath, MaxBytes = 512 * 1024 }, TimeProvider.System);
        using var keeper = new HistoryKeeper(
            file, TimeProvider.System, Microsoft.Extensions.Logging.Abstractions.NullLogger<HistoryKeeper>.Instance);
        var text = new string('x', 400);
        keeper.Add(writer =>
        {
            for (var at = 0; at < 500; at++)
            {
                writer.Change(Shop, new(Start + at, TargetState.Up, 0, text));
            }
        });
        await keeper.FlushAsync().Within();
        keeper.Failure.ShouldBeNull();
        keeper.Add(writer =>
        {
            for (var at = 500; at < 1000; at++)
            {
                writer.Change(Shop, new(Start + at, TargetState.Down, 0, text));
            }
        });

        await keeper.FlushAsync().Within();
        keeper.Failure.ShouldNotBeNull().ShouldContain("No space left");
        keeper.Waiting.ShouldBe(1);
        await file.WriteAsync(writer => writer.Prune(Start + 499, 0, 1000)).Within();
        await keeper.FlushAsync().Within();

        keeper.Failure.ShouldBeNull();
        file.Read(reader => reader.LastChange(1))!.Value.At.ShouldBe(Start + 999);
    }

    [Fact]
    public async Task AddAsync_OfAWriteThatFails_IsDroppedAndTheOthersStay()
    {
        await using var file = Open();
        using var keeper = new HistoryKeeper(
            file, TimeProvider.System, Microsoft.Extensions.Logging.Abstractions.NullLogger<HistoryKeeper>.Instance);
        keeper.Add(writer => writer.Change(Shop, new(Start, TargetState.Up, 0, "")));
        var refused = keeper.AddAsync(_ => throw new IOException("No room."));

        await keeper.FlushAsync().Within();

        (await Should.ThrowAsync<HistoryUnavailableException>(refused.Within())).Message.ShouldContain("No room.");
        keeper.Waiting.ShouldBe(1);
        var kept = keeper.AddAsync(writer => writer.Change(Shop, new(Start + 1, TargetState.Down, 0, "")));
        kept.IsCompleted.ShouldBeFalse();
        await keeper.FlushAsync().Within();
        await kept.Within();
        file.Read(reader => reader.Changes(1, new(0, long.MaxValue))).Select(change => change.At).ShouldBe([Start, Start + 1]);
    }

    [Fact]
    public async Task StopAsync_WhileSomebodyWaits_EndsTheWait()
    {
        await using var file = Open();
        using var keeper = new HistoryKeeper(
            file, TimeProvider.System, Microsoft.Extensions.Logging.Abstractions.NullLogger<HistoryKeeper>.Instance);
        var refused = keeper.AddAsync(_ => throw new IOException("No room."));

        await keeper.StopAsync(TestContext.Current.CancellationToken).Within();

        await Should.ThrowAsync<HistoryUnavailableException>(refused.Within());
        await Should.ThrowAsync<HistoryUnavailableException>(keeper.AddAsync(_ => { }).Within());
    }

    [Fact]
    public async Task Open_BySecondProber_IsRefused()
    {
        await using var file = Open();

        Should.Throw<HistoryRefusedException>(Open).Message.ShouldContain("Another prober writes to");
    }

    private HistoryFile Open() => HistoryFile.Open(new() { Path = DatabasePath }, TimeProvider.System);

    private string Run(string format)
    {
        using var output = new StringWriter();
        HistoryCommands.Report(DatabasePath, "2026-11-01T00:00:00Z", "2026-11-01T12:00:00Z", format, output, TimeProvider.System)
            .ShouldBe(ExitCode.Done);
        return output.ToString();
    }

    /// <summary>Twelve hours: 4 up, 3 down of which 1 is corrected, 1 planned, 3 without a prober, 1 up.</summary>
    private async Task WriteAsync()
    {
        await using var file = Open();
        await file.WriteAsync(writer =>
        {
            writer.Watch(Shop, Start, 20_000, "{\"team\":\"web\"}");
            writer.Change(Shop, new(Start, TargetState.Up, 0, ""));
            writer.Change(Shop, new(Start + (4 * Hour), TargetState.Down, Hour / 2, "refused"));
            writer.Change(Shop, new(Start + (7 * Hour), TargetState.Up, 0, ""));
            writer.Correct(Shop, new(new(Start + (6 * Hour), Start + (7 * Hour)), TargetState.Up, "=it was up"), Start);
            writer.Maintain(
                "Patch night", new(Start + (7 * Hour), Start + (8 * Hour)), """{"Kinds":[],"Names":[],"Labels":{"team":"web"}}""");
            writer.Pause(new(Start + (8 * Hour), Start + (11 * Hour)), "away");
            writer.AddHours(Shop, new(Start, 360, 1, 0, 0, 3, 0, 360_000, 5000));
            writer.Live(Start + (24 * Hour));
        }).Within();
    }
}
