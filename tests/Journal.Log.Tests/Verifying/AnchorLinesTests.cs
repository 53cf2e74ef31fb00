using System.Globalization;
using System.Text;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Log.Tests.Verifying;

public sealed class AnchorLinesTests
{
    [Fact]
    public void Read_AFileThatHasGrownForLong_KeepsTheLargestAndSomeOthers()
    {
        const int Lines = 5000;
        var log = SigningKey.Create("log.example/a");
        var largest = Lines / 3;
        var file = new StringBuilder();
        for (var line = 1; line <= Lines; line++)
        {
            file.Append(LineOf(log, line == largest ? 10 * Lines : line));
        }

        file.Append(LineOf(log, 100 * Lines).AsSpan(..^10)); // torn

        var anchors = Read(file.ToString());

        anchors.Count.ShouldBeInRange(AnchorLines.MaxKept / 2, AnchorLines.MaxKept + 1);
        anchors.Max(anchor => anchor.Checkpoint.Size).ShouldBe(10 * Lines);
        anchors.ShouldAllBe(anchor => anchor.Note.IsSignedBy(log.Verifier));
        int[] numbers = [.. anchors.Select(anchor => int.Parse(anchor.Where.Split(':')[1], CultureInfo.InvariantCulture))];
        numbers.ShouldContain(largest);
        numbers.Prepend(0).Zip(numbers.Append(Lines), (before, next) => next - before).Max()
            .ShouldBeLessThan(3 * Lines / AnchorLines.MaxKept);
    }

    [Fact]
    public void Read_ACheckpoint_IsOneAnchor()
    {
        var log = SigningKey.Create("log.example/a");
        var note = Encoding.UTF8.GetString(NoteOf(log, 7).ToBytes());

        Read(note).ShouldHaveSingleItem().Checkpoint.Size.ShouldBe(7);
    }

    [Theory]
    [InlineData(1 << 20, "", "the line does not end")]
    [InlineData(100_000, "\n", "it has no time")]
    public void Read_SomethingElse_IsRefused(int length, string end, string problem)
    {
        var text = new string('x', length) + end;

        Should.Throw<InvalidDataException>(() => Read(text)).Message.ShouldContain(problem);
    }

    private static IReadOnlyList<Anchor> Read(string content) => Anchor.Read("anchors", Encoding.UTF8.GetBytes(content));

    private static SignedNote NoteOf(SigningKey log, long size) =>
        SignedNote.Sign(new Checkpoint(log.Verifier.Name, size, new byte[32]).Text, log);

    private static string LineOf(SigningKey log, long size) => Anchor.ToLine(NoteOf(log, size), DateTimeOffset.UnixEpoch);
}
