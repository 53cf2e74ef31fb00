using System.Text;
using Journal.Log.Frames;

namespace Journal.Tests;

public sealed class RelpListenerTests
{
    [Fact]
    public async Task Relp_ASession_IsAnsweredInOrderAndClosed()
    {
        await using var host = await JournalHost.StartAsync();
        var session = "1 open 51 relp_version=0\nrelp_software=test\ncommands=syslog,x\n2 syslog 5 hello\n3 syslog 6 world\n\n4 close 0\n";

        var answers = await StreamSender.SendAsync(host.Relp, Encoding.UTF8.GetBytes(session), chunk: 11);

        answers.ShouldStartWith("1 rsp ");
        answers.ShouldContain("200 OK\nrelp_version=0");
        answers.ShouldEndWith("2 rsp 6 200 OK\n3 rsp 6 200 OK\n4 rsp 0\n0 serverclose 0\n");
        host.Lines().ShouldBe(["hello", "world"]); // without waiting: they were answered
        host.Records()[0].Source.Kind.ShouldBe(SourceKind.Relp);
    }

    /// <summary>rsyslog adds one line break to each message; whatever else stands at its end is the message's own.</summary>
    [Fact]
    public async Task Relp_BytesAtTheEndOfAMessage_AreStoredButForOneLineBreak()
    {
        await using var host = await JournalHost.StartAsync();
        var session = "1 open 0\n2 syslog 3 a\r\n\n3 syslog 3 b\n\n\n4 syslog 2 c\r\n5 close 0\n";

        (await StreamSender.SendAsync(host.Relp, Encoding.UTF8.GetBytes(session), chunk: 4096)).ShouldEndWith("5 rsp 0\n0 serverclose 0\n");

        host.Lines().ShouldBe(["a\r", "b\n", "c\r"]);
    }

    /// <summary>Without its 200 the sender would send it again and again.</summary>
    [Fact]
    public async Task Relp_AnEmptyMessage_IsAnsweredAndCountedAndNotStored()
    {
        await using var host = await JournalHost.StartAsync();
        var session = "1 open 0\n2 syslog 0\n3 syslog 1 \n\n4 syslog 1 x\n5 close 0\n";

        (await StreamSender.SendAsync(host.Relp, Encoding.UTF8.GetBytes(session), chunk: 4096))
            .ShouldEndWith("2 rsp 6 200 OK\n3 rsp 6 200 OK\n4 rsp 6 200 OK\n5 rsp 0\n0 serverclose 0\n");

        host.Lines().ShouldBe(["x"]);
        host.Writer.Losses.Refused.ShouldBe(2);
    }

    [Theory]
    [InlineData("1 open 0\n2 open 0\n", "2 rsp")]
    [InlineData("1 open 0\n3 syslog 1 x\n", "3 rsp")]
    [InlineData("1 open 0\n2 steal 0\n", "2 rsp")]
    [InlineData("1 syslog 1 x\n", "1 rsp")]
    public async Task Relp_CommandsOutOfOrder_GetA500AndTheEnd(string session, string answer)
    {
        await using var host = await JournalHost.StartAsync();

        var answers = await StreamSender.SendAsync(host.Relp, Encoding.UTF8.GetBytes(session), chunk: 4096);

        answers.ShouldContain($"{answer} 47 500 ");
        answers.ShouldEndWith("0 serverclose 0\n");
        host.Writer.Losses.Refused.ShouldBe(1);
        host.Records().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("x open 0\n")]
    [InlineData("1234567890 open 0\n")]
    [InlineData("1 open 99999999999 \n")]
    [InlineData("1 open 16908289 x")]
    [InlineData("1 open 2 abc\n")]
    [InlineData("1 open -1 \n")]
    [InlineData("12345678901234567890123456789012345678901234567890123456789")]
    public async Task Relp_WhatIsNoFrame_GetsA500AndTheEnd(string bytes)
    {
        await using var host = await JournalHost.StartAsync();

        (await StreamSender.SendAsync(host.Relp, Encoding.UTF8.GetBytes(bytes), chunk: 4096))
            .ShouldBe("0 rsp 28 500 This is not a RELP frame\n0 serverclose 0\n");

        host.Writer.Losses.Refused.ShouldBe(1);
    }

    /// <summary>A sender that got no answer would send it again and again.</summary>
    [Theory]
    [InlineData(131_072)]
    [InlineData(131_073)]
    [InlineData(3_000_000)]
    public async Task Relp_AMessageThatIsTooLong_IsCutAndTheNextFollows(int length)
    {
        await using var host = await JournalHost.StartAsync();
        var session = $"1 open 0\n2 syslog {length} {new string('a', length)}\n3 syslog 5 short\n4 close 0\n";

        (await StreamSender.SendAsync(host.Relp, Encoding.UTF8.GetBytes(session), chunk: 100_000))
            .ShouldEndWith("2 rsp 6 200 OK\n3 rsp 6 200 OK\n4 rsp 0\n0 serverclose 0\n");

        host.Records().Select(record => (record.Message.Length, record.Marks))
            .ShouldBe([(65_536, RecordMarks.Truncated), (5, RecordMarks.None)]);
    }
}
