using Crash.Systems.Analyzer;
using Load.Tests.Systems.Analyzer.Corpus;

namespace Crash.Tests.Systems.Analyzer;

public sealed class SentFileTests
{
    private static readonly byte[] Report = [1, 2, 3];

    private readonly SentFile _submission = SentFiles.New();

    [Fact]
    public void Acknowledge_NewThenKnown_IsRight()
    {
        _submission.Acknowledge(Report, isNew: true).ShouldBeNull();
        _submission.Acknowledge([.. Report], isNew: false).ShouldBeNull();

        _submission.Acknowledged.ShouldBe(Report);
    }

    [Fact]
    public void Acknowledge_KnownThenNew_IsRight() // two met, and the second was answered first
    {
        _submission.Acknowledge(Report, isNew: false).ShouldBeNull();
        _submission.Acknowledge(Report, isNew: true).ShouldBeNull();
    }

    [Fact]
    public void File_TailThatIsUsedAgain_IsCopied()
    {
        var tail = new byte[] { 1, 2, 3 };

        var submission = new SentFile(Uploads.New() with { Tail = tail });
        tail[0] = 9;

        submission.File.Pieces[^1].ToArray().ShouldBe([1, 2, 3]);
    }

    [Fact]
    public void Acknowledge_NewTwice_IsWrong()
    {
        _submission.Acknowledge(Report, isNew: true).ShouldBeNull();
        _submission.Acknowledge(Report, isNew: true).ShouldNotBeNull();
    }

    [Theory]
    [InlineData(new byte[] { 1, 2, 4 })]
    [InlineData(new byte[] { 1, 2 })]
    [InlineData(new byte[] { 1, 2, 3, 4 })]
    public void Acknowledge_AnotherReport_IsWrongAndTheFirstStays(byte[] other)
    {
        _submission.Acknowledge(Report, isNew: true).ShouldBeNull();

        _submission.Acknowledge(other, isNew: false).ShouldNotBeNull().ShouldContain("from byte");
        _submission.Acknowledged.ShouldBe(Report);
    }
}
