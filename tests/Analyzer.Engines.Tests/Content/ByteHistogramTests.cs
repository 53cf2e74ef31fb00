using Analyzer.Engines.Content;
using Analyzer.Engines.Pdf.Lexing;
using FsCheck;
using FsCheck.Fluent;

namespace Analyzer.Engines.Tests.Content;

public sealed class ByteHistogramTests
{
    [Fact]
    public void Entropy_KnownDistributions_IsTheirs()
    {
        Entropy([]).ShouldBe(0);
        Entropy([7, 7, 7, 7, 7, 7, 7, 7, 7]).ShouldBe(0);
        Entropy([1, 2, 1, 2]).ShouldBe(1, 1e-12);
        Entropy([1, 2, 3, 4, 5, 6, 7, 8]).ShouldBe(3, 1e-12);
        Entropy([.. Enumerable.Range(0, 1024).Select(i => (byte)i)]).ShouldBe(8, 1e-12);
    }

    [Fact]
    public void Entropy_AnyBytesInPieces_IsThatOfTheDefinition() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(2_000),
        Prop.ForAll<byte[][]>(pieces =>
        {
            var plain = new ByteHistogram();
            var searching = new ByteHistogram();
            foreach (var piece in pieces)
            {
                plain.Add(piece);
                searching.Add<PdfAnchors>(piece, new ulong[PdfAnchors.MaskCount(piece.Length)]);
            }

            var expected = Defined(pieces.SelectMany(piece => piece).ToArray());
            plain.Entropy().ShouldBe(expected);
            searching.Entropy().ShouldBe(expected);
        }));

    [Theory]
    [InlineData(64)]
    [InlineData(20_000)]
    [InlineData(1_000_000)]
    public void Entropy_ManyBytes_IsThatOfTheDefinition(int length)
    {
        var bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        bytes.AsSpan(0, length / 3).Clear();

        Entropy(bytes).ShouldBe(Defined(bytes));
    }

    [Fact]
    public void Add_WithAnchors_FindsThoseOfTheSearchAlone()
    {
        for (var length = 0; length < 300; length++)
        {
            var bytes = new Random(length).GetItems("/#AEcmSaBbpoPRXFbjtxre "u8.ToArray(), length);
            var expected = new ulong[PdfAnchors.MaskCount(length)];
            var found = new ulong[PdfAnchors.MaskCount(length)];
            PdfAnchors.Find(bytes, expected);
            new ByteHistogram().Add<PdfAnchors>(bytes, found);

            found.ShouldBe(expected, $"{length} bytes");
        }
    }

    [Theory]
    [InlineData(0x00, true)]
    [InlineData(0x08, true)]
    [InlineData(0x09, false)]
    [InlineData(0x0B, true)]
    [InlineData(0x0D, false)]
    [InlineData(0x0E, true)]
    [InlineData(0x1A, true)]
    [InlineData(0x1B, false)]
    [InlineData(0x1C, true)]
    [InlineData(0x1F, true)]
    [InlineData(0x20, false)]
    [InlineData(0xFF, false)]
    public void HasBinaryBytes_OneOfThem_IsSeen(byte value, bool expected)
    {
        var histogram = new ByteHistogram();
        histogram.Add([.. "some text"u8, value]);

        histogram.HasBinaryBytes().ShouldBe(expected);
    }

    private static double Entropy(byte[] bytes)
    {
        var histogram = new ByteHistogram();
        histogram.Add(bytes);
        return histogram.Entropy();
    }

    // In the order of the values: the report of a file must not differ in its last digit from that of another build.
    private static double Defined(byte[] bytes) => bytes.GroupBy(value => value).OrderBy(group => group.Key)
        .Select(group => group.Count() / (double)bytes.Length)
        .Aggregate(0.0, (entropy, share) => entropy - (share * Math.Log2(share)));
}
