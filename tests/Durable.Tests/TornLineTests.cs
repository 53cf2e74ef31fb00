namespace Durable.Tests;

public sealed class TornLineTests
{
    [Fact]
    public void FindStart_AnyLines_FindsTheEndOfTheLastWholeOne()
    {
        var random = new Random(3);
        for (var round = 0; round < 500; round++)
        {
            var content = new byte[random.Next(20_000)];
            for (var lines = random.Next(4); lines > 0 && content.Length > 0; lines--)
            {
                content[random.Next(content.Length)] = (byte)'\n';
            }

            var expected = content.AsSpan().LastIndexOf((byte)'\n') + 1;
            var limit = random.Next(20_000);

            TornLine.FindStart(Pieces(content, random), content.Length, limit)
                .ShouldBe(content.Length - expected <= limit ? expected : null, $"round {round}");
        }
    }

    [Fact]
    public void FindStart_AFileThatBecomesShorter_SaysSo() =>
        Should.Throw<EndOfStreamException>(() => TornLine.FindStart((_, _) => 0, 10, 10));

    /// <summary>A read may return less than there is.</summary>
    private static ReadAt Pieces(byte[] content, Random random) => (buffer, offset) =>
    {
        var length = Math.Min(Math.Min(buffer.Length, content.Length - (int)offset), random.Next(1, 5000));
        content.AsSpan((int)offset, length).CopyTo(buffer);
        return length;
    };
}
