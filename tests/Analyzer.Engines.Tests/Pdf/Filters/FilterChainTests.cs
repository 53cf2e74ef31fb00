using Analyzer.Engines.Contract;
using Analyzer.Engines.Pdf.Filters;
using FsCheck;
using FsCheck.Fluent;

namespace Analyzer.Engines.Tests.Pdf.Filters;

public sealed class FilterChainTests
{
    [Fact]
    public void Write_AnyBytesInAnyPieces_DecodesThem() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(300),
        Prop.ForAll<byte[], ushort[], byte>((bytes, cuts, columns) =>
        {
            byte[] content = [.. bytes, .. bytes, .. Enumerable.Repeat((byte)7, columns), .. bytes];
            var width = (columns % 9) + 1;
            Decoded(Encoders.AsciiHex(content), cuts, Filter(FilterKind.AsciiHex)).ShouldBe(content);
            Decoded(Encoders.Ascii85(content), cuts, Filter(FilterKind.Ascii85)).ShouldBe(content);
            Decoded(Encoders.RunLength(content), cuts, Filter(FilterKind.RunLength)).ShouldBe(content);
            Decoded(Encoders.Lzw(content), cuts, Filter(FilterKind.Lzw)).ShouldBe(content);
            Decoded(Encoders.Lzw(content, early: false), cuts, Filter(FilterKind.Lzw, earlyChange: false)).ShouldBe(content);
            Decoded(PdfBuilder.Zlib(content), cuts, Filter(FilterKind.Flate)).ShouldBe(content);
            var chain = Encoders.Ascii85(Encoders.Lzw(PdfBuilder.Zlib(content)));
            Decoded(chain, cuts, Filter(FilterKind.Ascii85), Filter(FilterKind.Lzw), Filter(FilterKind.Flate)).ShouldBe(content);
            for (var type = 0; type < 5; type++)
            {
                var png = PdfBuilder.Zlib(Encoders.Png(content, width, type));
                Decoded(png, cuts, Filter(FilterKind.Flate, predictor: 15, columns: width)).ShouldBe(content, $"PNG type {type}");
            }

            var tiff = Encoders.Lzw(Encoders.Tiff(content, width));
            Decoded(tiff, cuts, Filter(FilterKind.Lzw, predictor: 2, columns: width)).ShouldBe(content);
        }));

    [Fact]
    public void Write_ManyBytes_DecodesThem()
    {
        var content = new Random(21).GetItems("<</Type /Annot 0123456789 >>\n"u8.ToArray(), 300_000);

        Decoded(Encoders.Lzw(content), [], Filter(FilterKind.Lzw)).ShouldBe(content);
        Decoded(PdfBuilder.Zlib(content), [], Filter(FilterKind.Flate)).ShouldBe(content);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(200)]
    [InlineData(400)]
    public void Write_FlateThatIsDamaged_KeepsWhatCameBefore(int keptBytes)
    {
        var content = new Random(5).GetItems("abcdefghij"u8.ToArray(), 2_000);
        var encoded = PdfBuilder.Zlib(content);
        byte[] damaged = [.. encoded.AsSpan(0, keptBytes + 2), .. Enumerable.Repeat((byte)0xFF, 500)];
        var sink = new Collected();
        var chain = new FilterChain(new DecodeBudget());
        var filters = Filters(Filter(FilterKind.Flate));
        chain.Begin(filters, sink).ShouldBe(DecodeStatus.Done);
        chain.Write(damaged);

        chain.Complete().ShouldBe(DecodeStatus.Broken);
        (sink.Bytes.Count >= (keptBytes - 80) * 2 && sink.Bytes.Take(100).SequenceEqual(content.Take(Math.Min(100, sink.Bytes.Count))))
            .ShouldBeTrue($"{sink.Bytes.Count} bytes");
    }

    [Fact]
    public void Write_FlateThatEndsTooEarly_IsBroken()
    {
        var chain = new FilterChain(new DecodeBudget());
        chain.Begin(Filters(Filter(FilterKind.Flate)), new Collected());
        chain.Write(PdfBuilder.Zlib(new byte[100_000]).AsSpan(0, 50));

        chain.Complete().ShouldBe(DecodeStatus.Broken);
    }

    [Theory]
    [InlineData(nameof(FilterKind.Flate))]
    [InlineData(nameof(FilterKind.Lzw))]
    [InlineData(nameof(FilterKind.RunLength))]
    public void Write_ABomb_StopsAtTheBound(string innerName)
    {
        var inner = Enum.Parse<FilterKind>(innerName);

        // 100 MB of zeros, compressed twice.
        var zeros = new byte[100 << 20];
        var once = PdfBuilder.Zlib(zeros);
        var twice = inner switch
        {
            FilterKind.Flate => PdfBuilder.Zlib(once),
            FilterKind.Lzw => Encoders.Lzw(once),
            _ => Encoders.RunLength(once),
        };
        var (budget, sink) = (new DecodeBudget(), new Collected());
        var chain = new FilterChain(budget);
        chain.Begin(Filters(Filter(inner), Filter(FilterKind.Flate)), sink);
        chain.Write(twice);

        chain.Complete().ShouldBe(DecodeStatus.OverLimit);
        budget.FileBytes.ShouldBeLessThan(DecodeBudget.MaxStreamBytes + (1 << 20));
    }

    [Fact]
    public void Begin_PredictorOfNoColumns_IsBroken() =>
        new FilterChain(new DecodeBudget()).Begin(Filters(Filter(FilterKind.Flate, predictor: 12, columns: 0)), new Collected())
            .ShouldBe(DecodeStatus.Broken);

    [Fact]
    public void Begin_FiveFilters_IsOverTheLimit() =>
        new FilterChain(new DecodeBudget()).Begin(Filters([.. Enumerable.Repeat(Filter(FilterKind.Flate), 5)]), new Collected())
            .ShouldBe(DecodeStatus.OverLimit);

    private static StreamFilter Filter(FilterKind kind, int predictor = 1, int columns = 1, bool earlyChange = true) =>
        new(kind, new DecodeParameters(predictor, 1, 8, columns, earlyChange));

    private static StreamFilters Filters(params StreamFilter[] list)
    {
        var filters = default(StreamFilters);
        for (var i = 0; i < list.Length; i++)
        {
            filters.Add(list[i].Kind);
            filters.SetParameters(i, list[i].Parameters);
        }

        return filters;
    }

    private static byte[] Decoded(byte[] encoded, ushort[] cuts, params StreamFilter[] list)
    {
        var sink = new Collected();
        var chain = new FilterChain(new DecodeBudget());
        chain.Begin(Filters(list), sink).ShouldBe(DecodeStatus.Done);
        foreach (var piece in Counted.Pieces(encoded, cuts.Select(cut => cut % (encoded.Length + 1))))
        {
            chain.Write(piece.Span);
        }

        chain.Complete().ShouldBe(DecodeStatus.Done);
        return [.. sink.Bytes];
    }

    private sealed class Collected : IByteSink
    {
        public List<byte> Bytes { get; } = [];

        public bool Write(ReadOnlySpan<byte> bytes)
        {
            Bytes.AddRange(bytes);
            return true;
        }
    }
}
