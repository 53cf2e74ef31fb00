using System.Text;
using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>The result does not depend on how the bytes are cut.</summary>
public sealed class CutTests
{
    // From before a keyword's delimiter to after the byte that ends it.
    private static readonly int[] AroundAKeyword = [.. Enumerable.Range(-2, PdfKeywords.Names.Max(name => name.Length) + 4)];

    [Fact]
    public void Append_EveryKeywordCutAtEveryOffset_CountsTheSame()
    {
        foreach (var path in PdfSamples.Documents().Concat(PdfSamples.Mutants()))
        {
            var bytes = File.ReadAllBytes(path);
            var keywords = KeywordOffsets(bytes).ToArray();
            var whole = Counted.ByLexer(bytes);
            foreach (var distance in AroundAKeyword)
            {
                var pieces = Counted.Pieces(bytes, keywords.Select(offset => offset + distance));
                Counted.ByLexer(pieces).ShouldBe(whole, $"{path} at {distance}");
            }

            var everywhere = keywords.SelectMany(offset => AroundAKeyword.Select(distance => offset + distance)).Distinct();
            Counted.ByLexer(Counted.Pieces(bytes, everywhere)).ShouldBe(whole, path);
        }
    }

    [Fact]
    public void Append_MutantsCutAtEveryOffset_CountsTheSame()
    {
        // Further apart than the longest keyword is long in hex codes, so that one word is cut once.
        const int Distance = 97;
        foreach (var path in PdfSamples.Mutants())
        {
            var bytes = File.ReadAllBytes(path);
            var whole = Counted.ByLexer(bytes);
            for (var first = 0; first < Distance; first++)
            {
                var cuts = Enumerable.Range(0, (bytes.Length / Distance) + 1).Select(cut => first + (cut * Distance));
                Counted.ByLexer(Counted.Pieces(bytes, cuts)).ShouldBe(whole, $"{path} from {first}");
            }
        }
    }

    [Fact]
    public void Complete_DocumentsCutAtRandom_ReportsTheSame()
    {
        var random = new Random(11);
        foreach (var path in PdfSamples.Documents().Concat(PdfSamples.Mutants()))
        {
            var bytes = File.ReadAllBytes(path);
            var whole = Reported.Text([bytes]);
            for (var round = 0; round < 3; round++)
            {
                var cuts = Enumerable.Range(0, random.Next(1, 200)).Select(_ => random.Next(bytes.Length + 1)).ToArray();
                Reported.Text(Counted.Pieces(bytes, cuts)).ShouldBe(whole, $"{path} at {string.Join(' ', cuts)}");
            }
        }
    }

    [Fact]
    public void Complete_OneByteAtATime_ReportsTheSame()
    {
        foreach (var path in PdfSamples.Mutants())
        {
            var bytes = File.ReadAllBytes(path);
            Reported.Text(Counted.Pieces(bytes, Enumerable.Range(1, bytes.Length))).ShouldBe(Reported.Text([bytes]), path);
        }
    }

    private static IEnumerable<int> KeywordOffsets(byte[] bytes)
    {
        foreach (var keyword in PdfKeywords.Names.Select(name => Encoding.ASCII.GetBytes(name.Split(' ')[0])))
        {
            for (var at = bytes.AsSpan().IndexOf(keyword); at >= 0;)
            {
                yield return at;
                var next = bytes.AsSpan(at + 1).IndexOf(keyword);
                at = next < 0 ? -1 : at + 1 + next;
            }
        }
    }
}
