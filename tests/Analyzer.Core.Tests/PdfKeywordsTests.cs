using System.Collections.Immutable;

namespace Analyzer.Core.Tests;

public sealed class PdfKeywordsTests
{
    private static readonly PdfKeywords Keywords = new([.. Enumerable.Range(1, 21).Select(count => (long)count)]);

    [Fact]
    public void Indexer_AName_GivesItsCount() => PdfKeywords.Names.Select(name => Keywords[name]).ShouldBe(Keywords.Counts);

    [Fact]
    public void Indexer_AnotherName_Refuses() => Should.Throw<ArgumentException>(() => Keywords["/Pages"]);

    [Fact]
    public void Equals_SameCounts_IsTrue()
    {
        var same = new PdfKeywords([.. Keywords.Counts]);
        var other = new PdfKeywords(Keywords.Counts.SetItem(20, 0));

        same.ShouldBe(Keywords);
        same.GetHashCode().ShouldBe(Keywords.GetHashCode());
        other.ShouldNotBe(Keywords);
        default(PdfKeywords).Equals(new PdfKeywords(ImmutableArray<long>.Empty)).ShouldBeTrue();
    }
}
