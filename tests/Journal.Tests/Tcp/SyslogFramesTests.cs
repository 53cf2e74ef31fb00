using System.Buffers;
using System.Text;
using Journal.Features.Settings;
using Journal.Features.Tcp;

namespace Journal.Tests.Tcp;

/// <summary>Streams of real senders, cut at every byte: no line is lost, whatever the guess about its framing.</summary>
public sealed class SyslogFramesTests
{
    private const int Longest = 60;

    [Theory]
    [InlineData("<13>a\n<13>b\n", "<13>a|<13>b")]
    [InlineData("<13>a\r\n<13>b\r\n", "<13>a|<13>b")]
    [InlineData("<13>a\0<13>b\0", "<13>a|<13>b")]
    [InlineData("5 <13>a5 <13>b", "<13>a|<13>b")]
    [InlineData("5 <13>a\n5 <13>b\n", "<13>a|<13>b")]
    [InlineData("5 <13>a\r\n5 <13>b\r\n", "<13>a|<13>b")]
    [InlineData("5 <13>a\05 <13>b\0", "<13>a|<13>b")]
    [InlineData("5 <13>a<13>b\n<13>c\n", "<13>a|<13>b|<13>c")]
    [InlineData("<13>a\n5 <13>b<13>c\n", "<13>a|<13>b|<13>c")]
    [InlineData("3 one3 two5 three", "one|two|three")] // rsyslog with a template that has no priority
    [InlineData("7 <13>a\nb5 <13>c", "<13>a\nb|<13>c")] // a counted message may hold a line break
    [InlineData("081109 203615 148 INFO\n081109 203807 222 INFO\n", "081109 203615 148 INFO|081109 203807 222 INFO")]
    [InlineData("12 monkeys\n<13>a\n", "12 monkeys|<13>a")]
    [InlineData("134681 node-246 unix.hw\n460 node-1 boot\n", "134681 node-246 unix.hw|460 node-1 boot")]
    [InlineData("1000000000000000000 <13>a\n<13>b\n", "1000000000000000000 <13>a|<13>b")]
    [InlineData("999 <13>a\n<13>b\n", "999 <13>a|<13>b")]
    [InlineData("05 <13>a\n", "05 <13>a")]
    [InlineData("0 <13>a\n", "0 <13>a")]
    [InlineData("5\n5 \n", "5|5 ")]
    [InlineData("6 <13>ä5 <13>b", "<13>ä|<13>b")] // counts are bytes
    [InlineData("2026-11-26T11:40:00Z up\n26/11/26 11:40 up\n", "2026-11-26T11:40:00Z up|26/11/26 11:40 up")]
    public void Next_AutoHoweverCut_GivesEachMessage(string sent, string messages)
    {
        foreach (var cut in Enumerable.Range(1, Encoding.UTF8.GetByteCount(sent)))
        {
            Read(SyslogFraming.Auto, sent, cut).ShouldBe(messages.Split('|'), $"in pieces of {cut}");
        }
    }

    /// <summary>A pause after just as many bytes as the number says would be taken for the end of a counted message.</summary>
    [Theory]
    [InlineData("2 are\n3 lines\n36 of text\n", "2 are|3 lines|36 of text")]
    [InlineData("30 <13>too short\n<13>b\n", "30 <13>too short|<13>b")]
    [InlineData("3 <13>too long\n<13>b\n", "3 <13>too long|<13>b")]
    public void Next_NumberThatIsNoCount_IsPartOfALine(string sent, string messages) =>
        Read(SyslogFraming.Auto, sent, sent.Length).ShouldBe(messages.Split('|'));

    [Theory]
    [InlineData("<13>half", "<13>half", SyslogFrame.Beginning)]
    [InlineData("20 <13>half", "<13>half", SyslogFrame.Beginning)]
    [InlineData("20 half", "20 half", SyslogFrame.Beginning)]
    [InlineData("2", "2", SyslogFrame.Beginning)]
    [InlineData("5 <13>a", "<13>a", SyslogFrame.Whole)]
    public void Next_AtTheEnd_GivesWhatIsThere(string sent, string message, object kind)
    {
        var frames = new SyslogFrames(Longest);
        var buffer = new ReadOnlySequence<byte>(Encoding.UTF8.GetBytes(sent));

        frames.Next(ref buffer, isEnd: true, out var content).ShouldBe((SyslogFrame)kind);

        Encoding.UTF8.GetString(content).ShouldBe(message);
        frames.Next(ref buffer, isEnd: true, out _).ShouldBe(SyslogFrame.Incomplete);
        buffer.IsEmpty.ShouldBeTrue();
    }

    [Fact]
    public void Next_CountedMessageThatIsTooLong_IsCutAndTheNextFollows()
    {
        var sent = $"100 <13>{new string('a', 96)}5 <13>b";

        foreach (var cut in Enumerable.Range(1, sent.Length))
        {
            Read(SyslogFraming.Auto, sent, cut).ShouldBe([$"<13>{new string('a', Longest - 4)}", "<13>b"], $"in pieces of {cut}");
        }
    }

    [Theory]
    [InlineData(SyslogFraming.Octet, "5 hello11 with\nbreak!1 x", "hello|with\nbreak!|x")]
    [InlineData(SyslogFraming.Octet, "5 hellox\n", "hello|malformed")]
    [InlineData(SyslogFraming.Octet, "05 hello", "malformed")]
    [InlineData(SyslogFraming.Lines, "5 <13>a\n5 <13>\0b\n", "5 <13>a|5 <13>\0b")]
    [InlineData(SyslogFraming.Nul, "5 <13>a\0two\nlines\0", "5 <13>a|two\nlines")]
    public void Next_NamedFraming_IsKept(object framing, string sent, string messages)
    {
        foreach (var cut in Enumerable.Range(1, sent.Length))
        {
            Read((SyslogFraming)framing, sent, cut).ShouldBe(messages.Split('|'), $"in pieces of {cut}");
        }
    }

    private static string[] Read(SyslogFraming framing, string sent, int cut)
    {
        var frames = new SyslogFrames(Longest, framing);
        var bytes = Encoding.UTF8.GetBytes(sent);
        var messages = new List<string>();
        var kept = 0;
        for (var end = 0; end < bytes.Length;)
        {
            end = Math.Min(end + cut, bytes.Length);
            var buffer = new ReadOnlySequence<byte>(bytes[kept..end]);
            while (true)
            {
                var kind = frames.Next(ref buffer, isEnd: end == bytes.Length, out var content);
                if (kind == SyslogFrame.Incomplete)
                {
                    break;
                }

                if (kind is SyslogFrame.Malformed or SyslogFrame.Foreign)
                {
                    return [.. messages, "malformed"];
                }

                if (kind != SyslogFrame.Skipped)
                {
                    messages.Add(Encoding.UTF8.GetString(content));
                }
            }

            kept = end - (int)buffer.Length;
        }

        return [.. messages];
    }
}
