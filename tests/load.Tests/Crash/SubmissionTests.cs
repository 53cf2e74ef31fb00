using Load.Crash;

namespace Load.Tests.Crash;

public sealed class SubmissionTests
{
    private static readonly byte[] Report = [1, 2, 3];

    private readonly Submission _submission = new(Uploads.New());

    [Fact]
    public void Acknowledge_NewThenKnown_IsRight()
    {
        _submission.Acknowledge(Report, isNew: true).ShouldBeNull();
        _submission.Acknowledge([.. Report], isNew: false).ShouldBeNull();

        _submission.Acknowledged.ShouldBe(Report);
    }

    [Fact]
    public void Acknowledge_KnownThenNew_IsRight() // two met, and the answer to the second came first
    {
        _submission.Acknowledge(Report, isNew: false).ShouldBeNull();
        _submission.Acknowledge(Report, isNew: true).ShouldBeNull();
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
