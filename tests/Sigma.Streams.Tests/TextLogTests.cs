using static Sigma.Streams.Tests.ReadFile;

namespace Sigma.Streams.Tests;

/// <summary>Logs in no form that is known: their lines are texts.</summary>
public sealed class TextLogTests
{
    [Theory]
    [InlineData("[Sun Nov 22 03:04:05.123456 2026] [core:error] [pid 5] a\n\n[b] c\n", "{\"message\":", "{\"message\":\"[b] c\"}")]
    [InlineData("\uFEFFMon Nov 23 2026 [pid 2] \"a\"\r\nb\r\n", "{\"message\":\"Mon", "{\"message\":\"b\"}")]
    [InlineData("started\n{\"a\":1}\n", "started", "{\"a\":1}")] // a line of another kind among JSON
    [InlineData("\n[\n{\"a\":1},{\"a\":2}]", "{\"a\":1}", "{\"a\":2}")]
    [InlineData("\u0001\u0003\n\u0002\n", "\u0001", "\u0002")] // no text
    public void Read_ALogInNoKnownForm_IsItsLines(string text, string begin, string last)
    {
        var read = Read(text, "x.log").Records;

        read.Count.ShouldBe(2);
        read[0].ShouldStartWith(begin);
        read[1].TrimEnd().ShouldBe(last);
    }

    [Theory]
    [InlineData("error_log", true)]
    [InlineData("App.LOG.1", true)]
    [InlineData("error_log-20261122", true)]
    [InlineData("a.log.txt", false)]
    [InlineData("readme", false)]
    public void Read_LinesOfText_AreThatInAFileNamedSo(string name, bool isLog) =>
        Read("a\n", name).Records.ShouldBe([isLog ? "{\"message\":\"a\"}" : "a"]);
}
