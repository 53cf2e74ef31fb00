namespace Sigma.Streams.Tests;

/// <summary>Lines of servers: each request has the names that rules use, and Sysmon's events in syslog are events.</summary>
public sealed class ServerLogTests
{
    [Theory]
    [InlineData("""192.0.2.1 - - [22/Nov/2026:23:59:59 +0300] "GET /a?b=c HTTP/1.1" 200 5""",
        """{"@timestamp":"2026-11-22T23:59:59+03:00","c-ip":"192.0.2.1","cs-method":"GET","cs-uri-stem":"/a","cs-uri-query":"/a?b=c","""
        + """ "cs-version":"HTTP/1.1","sc-status":"200","sc-bytes":"5"}""")]
    [InlineData("""2001:db8::1 - ada [22/Nov/2026:23:59:59 +0000] "POST / HTTP/2.0" 404 - "-" "curl/8" "192.0.2.9" 0.005""",
        """{"@timestamp":"2026-11-22T23:59:59+00:00","c-ip":"2001:db8::1","cs-username":"ada","cs-method":"POST","cs-uri-stem":"/","""
        + """ "cs-uri-query":"/","cs-version":"HTTP/2.0","sc-status":"404","cs-user-agent":"curl/8","more":"192.0.2.9\" 0.005"}""")]
    [InlineData("""h.example:443 192.0.2.1 - a b@c [01/Jan/2026:00:00:00 -0100] "GET /\"x\" HTTP/1.0" 200 1 "http://r/" "M (\"x\")" """,
        """{"@timestamp":"2026-01-01T00:00:00-01:00","cs-host":"h.example:443","c-ip":"192.0.2.1","cs-username":"a b@c","""
        + """ "cs-method":"GET","cs-uri-stem":"/\\\"x\\\"","cs-uri-query":"/\\\"x\\\"","cs-version":"HTTP/1.0","sc-status":"200","""
        + """ "sc-bytes":"1","cs-referer":"http://r/","cs-user-agent":"M (\\\"x\\\")"}""")]
    [InlineData("""192.0.2.1 - - [22/Nov/2026:23:59:59 +0000] "\x16\x03\x01" 400 226 "-" "-" """,
        """{"@timestamp":"2026-11-22T23:59:59+00:00","c-ip":"192.0.2.1","cs-uri-stem":"\\x16\\x03\\x01","""
        + """ "cs-uri-query":"\\x16\\x03\\x01","sc-status":"400","sc-bytes":"226"}""")]
    [InlineData("""192.0.2.1 - - [22/Nov/2026:23:59:59 +0000] "GET /a?t=alert("x") HTTP/1.0" 404 7""", // quotes that nobody escaped
        """{"@timestamp":"2026-11-22T23:59:59+00:00","c-ip":"192.0.2.1","cs-method":"GET","cs-uri-stem":"/a","""
        + """ "cs-uri-query":"/a?t=alert(\"x\")","cs-version":"HTTP/1.0","sc-status":"404","sc-bytes":"7"}""")]
    public void Read_ARequest_HasTheNamesOfTheW3C(string line, string json) =>
        Read(line + "\n").Records.ShouldBe([json.Replace(", \"", ",\"", StringComparison.Ordinal)]);

    [Fact]
    public void Read_LinesThatAreNoRequests_AreCountedAndTheOthersRead()
    {
        var read = Read("""
            192.0.2.1 - - [22/Nov/2026:23:59:59 +0000] "GET /1 HTTP/1.1" 200 5
            [notice] caught SIGTERM
            192.0.2.1 - - [22/Nov/2026:23:59:59 +0000] "GET /2 HTTP/1.1" 200 5
            shutting down

            """);

        read.Records.Count.ShouldBe(2);
        read.Notes.ShouldBe(["2 of its lines are not those of an access log, and were left out."]);
    }

    [Fact]
    public void Read_ADirectiveOfTheWriterOfALog_IsNotItsHeader() =>
        Read("#Version: 1.5\n#Software: Microsoft Windows Firewall\n#Time Format: Local\n"
            + "#Fields: date time action src-ip dst-port info\n\n2026-11-22 23:59:59 DROP 192.0.2.1 445 -\n").Records.ShouldBe([
                """{"@timestamp":"2026-11-22T23:59:59","date":"2026-11-22","time":"23:59:59","action":"DROP","""
                + "\"src-ip\":\"192.0.2.1\",\"dst-port\":\"445\"}"]);

    [Theory]
    [InlineData("", "")]
    [InlineData("<189>", "\"facility\":\"23\",\"severity\":\"5\",")]
    [InlineData("Nov 22 23:59:59 192.0.2.1 ", "\"timestamp\":\"Nov 22 23:59:59\",\"hostname\":\"192.0.2.1\",")]
    [InlineData("Nov 22 23:59:59 ", "\"timestamp\":\"Nov 22 23:59:59\",")]
    public void Read_PairsOfADevice_AreFieldsBesideTheMessage(string header, string members)
    {
        const string Pairs =
            """date=2026-11-22 time=23:59:58 devid="F1" type="event" action="Add" msg="Add \"a\" now" path="C:\b\" user= id=7""";

        Read($"{header}{Pairs}\n").Records.ShouldBe(["{" + members + "\"message\":\"" + Pairs.Replace("\\", "\\\\").Replace("\"", "\\\"")
            + "\",\"@timestamp\":\"2026-11-22T23:59:58\",\"date\":\"2026-11-22\",\"time\":\"23:59:58\",\"devid\":\"F1\","
            + "\"type\":\"event\","
            + "\"action\":\"Add\",\"msg\":\"Add \\\\\\\"a\\\\\\\" now\",\"path\":\"C:\\\\b\\\\\",\"user\":\"\",\"id\":\"7\"}"]);
    }

    [Theory]
    [InlineData("authentication failure; uid=0 tty=ssh user=root rhost=192.0.2.1")]
    [InlineData("a=1 b=2 and c=3")]
    public void Read_TextThatHasPairsLater_IsOnlyAMessage(string text) =>
        Read($"Nov 22 23:59:59 h su: {text}\n").Records.ShouldBe(
            ["{\"timestamp\":\"Nov 22 23:59:59\",\"hostname\":\"h\",\"program\":\"su\",\"message\":\"" + text + "\"}"]);

    [Fact]
    public void Read_APairThatIsNamedLikeTheHeader_DoesNotReplaceIt() =>
        Read("<13>Nov 22 23:59:59 h su: hostname=x program=y message=z a=1 a=2\n").Records.ShouldHaveSingleItem()
            .ShouldSatisfyAllConditions(
            json => json.ShouldContain("\"hostname\":\"h\",\"program\":\"su\""),
            json => json.ShouldEndWith("a=2\",\"a\":\"1\"}"));

    [Fact]
    public void Read_ARequestInSyslog_HasItsFieldsBesideTheMessage() =>
        Read("Nov 22 23:59:59 h nginx: 192.0.2.1 - - [22/Nov/2026:23:59:59 +0000] \"GET /.git/ HTTP/1.1\" 404 5\n").Records
            .ShouldHaveSingleItem().ShouldSatisfyAllConditions(
                json => json.ShouldContain("\"program\":\"nginx\""),
                json => json.ShouldContain("\"cs-uri-stem\":\"/.git/\""),
                json => json.ShouldContain("\"sc-status\":\"404\""),
                json => json.ShouldContain("\"message\":\"192.0.2.1 - -"));

    [Theory]
    [InlineData("<14>1 2026-11-22T23:59:59.1Z h sysmon 1102 - - ")]
    [InlineData("Nov 22 23:59:59 h sysmon: ")]
    public void Read_AnEventInXmlBehindAHeader_IsTheEvent(string header) => Read(header
        + "<Event><System><EventID>1</EventID><Channel>Linux-Sysmon/Operational</Channel></System>"
        + "<EventData><Data Name=\"Image\">/bin/id</Data><Data Name=\"CommandLine\">id &lt;x</Data></EventData></Event>\n").Records
        .ShouldBe(["{\"Event\":{\"System\":{\"EventID\":\"1\",\"Channel\":\"Linux-Sysmon/Operational\"},"
            + "\"EventData\":{\"Image\":\"/bin/id\",\"CommandLine\":\"id <x\"}}}"]);

    [Theory]
    [InlineData("\"")]
    [InlineData("\\")]
    [InlineData("\" 200 ")]
    [InlineData("a b ")]
    public void Read_ALineThatRepeatsItself_IsRead(string repeated)
    {
        var text = string.Concat(Enumerable.Repeat(repeated, 900_000 / repeated.Length));

        Read($"192.0.2.1 - - [22/Nov/2026:23:59:59 +0000] \"GET / HTTP/1.1\" 200 5 \"{text}\n{text} - - [").Records.Count.ShouldBe(1);
    }

    private static ReadFile Read(string text) => ReadFile.Read(text, "access.log");
}
