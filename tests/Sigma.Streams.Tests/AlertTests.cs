using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using Sigma.Engine.Evaluation;
using Sigma.Streams.Alerts;

namespace Sigma.Streams.Tests;

public sealed class AlertTests
{
    private static readonly DateTimeOffset Time = new(2026, 11, 22, 8, 15, 3, TimeSpan.Zero);

    [Theory]
    [InlineData("rule", "kafka:zeek-dns", false)]
    [InlineData("rule", "kafka:zeek-dns", true)]
    [InlineData("rülé-😀", "événements", true)]
    [InlineData("rule", null, false)]
    [InlineData("rule", null, true)]
    public void Id_OfAnyPlace_IsTheHashOfItsText(string rule, string? source, bool isCorrelation)
    {
        source ??= new string('ö', 10_000);
        var alert = AlertOf(source, [new("a", "x", IsText: true), new("b", "ýz", IsText: true)]) with
        {
            RuleId = rule,
            IsCorrelation = isCorrelation,
        };

        var text = $"{rule}\n{source}\n{uint.MaxValue}\n{long.MaxValue}{(isCorrelation ? "\n1:x\n2:ýz" : "")}";
        alert.Id.ShouldBe(Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..32]);
    }

    [Fact]
    public void Id_OfARule_AllocatesItsTextOnly()
    {
        var alert = AlertOf("kafka:zeek-dns", []);

        Allocation.Of(() => _ = (alert with { Repeats = 1 }).Id, calls: 1_000).ShouldBeLessThan(300_000); // and a copy of the alert
    }

    [Fact]
    public void Json_OfAnAlertAfterOneThatFailed_IsWhole()
    {
        var broken = AlertOf("s", [new("a", "no JSON", IsText: false)]);
        Should.Throw<Exception>(() => AlertJson.Of(broken));

        var json = Encoding.UTF8.GetString(AlertJson.Of(AlertOf("s", [new("a", "x", IsText: true), new("b", "1.0", IsText: false)])));

        json.ShouldBe(
            """{"rule":{"id":"rule","title":"Title <1>","level":null},"""
            + $"\"event\":{{\"source\":\"s\",\"partition\":{uint.MaxValue},\"offset\":{long.MaxValue}}},"
            + $"\"id\":\"{AlertOf("s", []).Id}\",\"time\":\"2026-11-22T08:15:03Z\","
            + """
              "fields":{"a":"x","b":1.0},"captures":{},"record":{"n":  1}}
              """);
    }

    [Theory]
    [InlineData(0, "\"2026-11-22T08:15:03Z\"")]
    [InlineData(2_500_000, "\"2026-11-22T08:15:03.25Z\"")]
    [InlineData(1, "\"2026-11-22T08:15:03.0000001Z\"")]
    [InlineData(null, "null")]
    public void Json_OfATime_HasItsFractionAsFarAsItGoes(int? ticks, string expected)
    {
        var alert = AlertOf("s", []) with { Time = ticks is { } more ? Time.AddTicks(more) : null };

        Encoding.UTF8.GetString(AlertJson.Of(alert)).ShouldContain($"\"time\":{expected},");
    }

    [Fact]
    public void Json_IntoABufferThatIsThere_AllocatesNothing()
    {
        var (buffer, alert) = (new ArrayBufferWriter<byte>(4096), AlertOf("s", []));

        Allocation.Of(
            () =>
            {
                buffer.ResetWrittenCount();
                AlertJson.Write(buffer, alert);
            },
            calls: 1_000).ShouldBe(0);
    }

    [Fact]
    public void Board_ThatGetsMoreThanItKeeps_NumbersAllAndHoldsTheLast()
    {
        var board = new AlertBoard(maxAlerts: 10, maxBytes: long.MaxValue);
        Alert[] alerts = [.. Enumerable.Range(0, 20_000).Select(number => AlertOf("s", []) with { Repeats = number })];
        var before = GC.GetAllocatedBytesForCurrentThread();

        board.Post(alerts);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(100_000);
        board.Last.ShouldBe(20_000);
        board.After(0, 100).Select(alert => (alert.Number, alert.Alert.Repeats))
            .ShouldBe(Enumerable.Range(19_990, 10).Select(number => (number + 1L, (long)number)));
    }

    [Fact]
    public void Board_ThatGetsAnAlertAgain_HoldsItOnce()
    {
        var board = new AlertBoard(maxAlerts: 3, maxBytes: long.MaxValue);
        Alert Of(int offset) => AlertOf("s", []) with { Event = new("s", 0, offset) };

        board.Post([Of(1), Of(2)]);
        board.Post([Of(1), Of(2) with { Repeats = 3 }, Of(2)]);

        board.After(0, 100).Select(alert => (alert.Number, alert.Alert.Event.Offset, alert.Alert.Repeats))
            .ShouldBe([(1, 1, 0), (2, 2, 0), (3, 2, 3)]);
        board.Post([Of(3)]); // the first has to go for it
        board.Post([Of(1)]);
        board.Last.ShouldBe(5);
    }

    private static Alert AlertOf(string source, IReadOnlyList<MatchedField> fields) =>
        new("rule", "Title <1>", null, new(source, uint.MaxValue, long.MaxValue), Time, fields, [])
        {
            Record = Encoding.UTF8.GetBytes("""{"n":  1}"""),
        };
}
