using System.Text;
using Load.Systems.Analyzer.Corpus;

namespace Load.Tests.Systems.Analyzer.Corpus;

public sealed class FillerTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(5)]
    [InlineData(21)]
    [InlineData(22)]
    [InlineData(4096)]
    public void Text_AnyLength_IsAContentStreamOrSpaces(int length)
    {
        var bytes = new byte[length];

        Filler.Text(bytes, seed: 1);

        var text = Encoding.ASCII.GetString(bytes).Trim();
        (text.Length == 0 ||
            (text.StartsWith("BT ", StringComparison.Ordinal) && text.EndsWith("ET", StringComparison.Ordinal))).ShouldBeTrue(text);
        text.Count(c => c == '(').ShouldBe(text.Count(c => c == ')'));
    }

    [Fact]
    public void Picture_ManyBytes_SpreadsOverAllBytesButTheFourItMustNotHave()
    {
        var bytes = new byte[1_000_000];

        Filler.Picture(bytes, seed: 1);

        bytes.Distinct().Count().ShouldBe(252);
        bytes.Intersect("/%br"u8.ToArray()).ShouldBeEmpty();
    }

    [Fact]
    public void Picture_Prefix_DoesNotDependOnTheLength()
    {
        var (shorter, longer) = (new byte[1003], new byte[2000]);
        Filler.Picture(shorter, 5);
        Filler.Picture(longer, 5);

        longer[..1003].ShouldBe(shorter);
    }
}
