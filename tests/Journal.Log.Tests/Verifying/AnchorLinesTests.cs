using System.Globalization;
using System.IO.Compression;
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
    [InlineData(1 << 20, "", "the line is too long")]
    [InlineData(100_000, "\n", "an anchor has a time")]
    public void Read_SomethingElse_IsRefused(int length, string end, string problem)
    {
        var text = new string('x', length) + end;

        Should.Throw<InvalidDataException>(() => Read(text)).Message.ShouldContain(problem);
    }

    [Fact]
    public void Read_APipe_ReadsItOnce()
    {
        const int Lines = 100;
        using var pipe = PipeOf(SigningKey.Create("log.example/a"), Lines);

        Anchor.Read("pipe", () => pipe, TestContext.Current.CancellationToken).Count.ShouldBe(Lines);
    }

    [Fact]
    public void Read_APipeOfMoreThan64KiB_IsRefusedAndNotOpenedAgain()
    {
        using var pipe = PipeOf(SigningKey.Create("log.example/a"), 1000);
        var opened = 0;

        Should.Throw<InvalidDataException>(() => Anchor.Read("pipe", Open, TestContext.Current.CancellationToken))
            .Message.ShouldBe("pipe has more than 64 KiB, so it has to be a file that can be read twice.");
        opened.ShouldBe(1);

        Stream Open()
        {
            opened++;
            return pipe;
        }
    }

    /// <returns>A stream that cannot seek.</returns>
    private static GZipStream PipeOf(SigningKey log, int lines)
    {
        var packed = new MemoryStream();
        using (var zip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            zip.Write(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(1, lines).Select(line => LineOf(log, line)))));
        }

        packed.Position = 0;
        return new(packed, CompressionMode.Decompress);
    }

    private static IReadOnlyList<Anchor> Read(string content) => Anchor.Read("anchors", Encoding.UTF8.GetBytes(content));

    private static SignedNote NoteOf(SigningKey log, long size) =>
        SignedNote.Sign(new Checkpoint(log.Verifier.Name, size, new byte[32]).Text, log);

    private static string LineOf(SigningKey log, long size) => Anchor.ToLine(NoteOf(log, size), DateTimeOffset.UnixEpoch);
}
