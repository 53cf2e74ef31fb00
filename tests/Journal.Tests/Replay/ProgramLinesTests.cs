using System.Globalization;
using System.Text;
using Journal.Features.Replay;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Tests.Replay;

/// <summary>Lines of programs' own files, and objects of JSON with levels of their own.</summary>
public sealed class ProgramLinesTests
{
    private static readonly DateTimeOffset Received = new(2026, 11, 26, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("E1126 11:40:00.619632       1 reflector.go:138] x", 3, "2026-11-26T11:40:00.619632Z", null, null)]
    [InlineData("I1231 11:40:00.619632 1952452992 a/b_test.cc:253] x", 6, "2025-12-31T11:40:00.619632Z", null, null)]
    [InlineData("E, [2026-11-26T11:40:00.123456 #1234] ERROR -- shop: x", 3, "2026-11-26T11:40:00.123456Z", "shop", "1234")]
    [InlineData("D, [2026-11-26T11:40:00.123456 #1234] DEBUG -- : x", 7, "2026-11-26T11:40:00.123456Z", null, "1234")]
    [InlineData("4018:M 26 Nov 2026 11:40:00.123 # x", 4, "2026-11-26T11:40:00.123Z", null, "4018")]
    [InlineData("1:C 26 Nov 2026 11:40:00.123 * x", 5, "2026-11-26T11:40:00.123Z", null, "1")]
    [InlineData("2026-11-26 11:40:00,123 - shop.cart - WARNING - x", 4, "2026-11-26T11:40:00.123Z", "shop.cart", null)]
    [InlineData("WARNING:root:x", 4, null, null, null)]
    [InlineData("ERROR:shop.cart:x", 3, null, "shop.cart", null)]
    [InlineData("2026-11-26 12:40:00.123 CET [42] ERROR:  x", 3, "2026-11-26T11:40:00.123Z", null, "42")]
    [InlineData("2026-11-26 11:40:00.123 UTC [42] shop@db FATAL:  x", 2, "2026-11-26T11:40:00.123Z", null, "42")]
    [InlineData("2026-11-26 11:40:00.123 UTC [42] LOG:  x", 6, "2026-11-26T11:40:00.123Z", null, "42")]
    [InlineData("2026-11-26 11:40:00.123 UTC [42] STATEMENT:  x", null, "2026-11-26T11:40:00.123Z", null, "42")]
    [InlineData("2026-11-26T11:40:00.835618Z 0 [Warning] [MY-010068] [Server] x", 4, "2026-11-26T11:40:00.835618Z", null, null)]
    [InlineData("2026-11-26 11:40:00 0 [Note] InnoDB: x", 5, "2026-11-26T11:40:00Z", null, null)]
    [InlineData("[2026-11-26 11:40:00] local.ERROR: x", 3, "2026-11-26T11:40:00Z", null, null)]
    [InlineData("[2026-11-26T11:40:00.123456+00:00] shop.NOTICE: x [] []", 5, "2026-11-26T11:40:00.123456Z", null, null)]
    [InlineData("2026-11-26T11:40:00.123+0000 W NETWORK  [conn7] x", 4, "2026-11-26T11:40:00.123Z", null, null)]
    [InlineData("2026-11-26T11:40:00.123+0000 D2 COMMAND  [conn7] x", 7, "2026-11-26T11:40:00.123Z", null, null)]
    [InlineData("2026-11-26T11:40:00.123Z\tinfo\tmain.go:7\tx", 6, "2026-11-26T11:40:00.123Z", null, null)]
    [InlineData("2026-11-26T11:40:00.071:INFO:com.example:x", 6, "2026-11-26T11:40:00.071Z", null, null)]
    [InlineData("11:40:00.123 [main] WARN  c.e.App - x", 4, null, null, null)]
    [InlineData("26/11/26 11:40:00 INFO executor.Backend: x", 6, "2026-11-26T11:40:00Z", null, null)]
    [InlineData("[pid: 88185|app: 0|req: 1/1] 127.0.0.1 () {38 vars} [Thu Nov 26 11:40:00 2026] POST /",
        null, "2026-11-26T11:40:00Z", null, "88185")]
    [InlineData("[2026-11-26T11:40:00,123][INFO ][o.e.n.Node   ] [n1] x", 6, "2026-11-26T11:40:00.123Z", null, null)]
    [InlineData("""{"t":{"$date":"2026-11-26T11:40:00.5+00:00"},"s":"E",  "c":"NETWORK","msg":"x"}""",
        3, "2026-11-26T11:40:00.5Z", null, null)]
    [InlineData("""{"s":"E","msg":"x"}""", null, null, null, null)]
    [InlineData("""{"reqId":"x","level":1,"time":"2026-11-26T11:40:00+00:00","app":"files"}""", 6, "2026-11-26T11:40:00Z", "files", null)]
    [InlineData("ERROR: x", null, null, null, null)]
    [InlineData("E1399 11:40:00.619632       1 reflector.go:138] x", 3, null, null, null)]
    [InlineData("INFO:", null, null, null, null)]
    public void Of_ALineOfAProgramsOwn_HasItsFields(string line, int? severity, string? time, string? app, string? process)
    {
        var record = new Journal.Log.Frames.LogRecord(
            0, Clock.Microseconds(Received), new(SourceKind.Tcp, "a"), RecordMarks.None, Encoding.UTF8.GetBytes(line));

        var fields = SyslogFields.Of(record);

        (fields.Severity, fields.Host, fields.App, fields.Process).ShouldBe((severity, null, app, process));
        fields.Time.ShouldBe(time is null ? null : DateTimeOffset.Parse(time, CultureInfo.InvariantCulture));
    }
}
