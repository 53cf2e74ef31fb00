using System.Buffers.Text;
using System.Text;
using System.Text.Json;
using Load.Systems.Analyzer.Corpus;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Analyzer.Transports.Rest;

namespace Load.Tests.Systems.Analyzer.Stores;

public sealed class ReportArchiveTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(999_999)]
    public void Line_Number_IsTheReportThatIsExpected(long number)
    {
        var expected = ReportArchive.Upload(number);

        var answer = RestReport.Read(Encoding.UTF8.GetBytes(ReportArchive.Line(number)), AnalyzerResponseKind.Known);

        answer.ShouldBe(new AnalyzerResponse(AnalyzerResponseKind.Known, expected.Sha256, expected.Source.Verdict!.Value, expected.Size));
    }

    [Fact]
    public void Cursor_Number_HoldsItsTimeAndId()
    {
        var bytes = Base64Url.DecodeFromChars(ReportArchive.Cursor(5));

        new Digest(bytes.AsSpan(8)).ShouldBe(ReportArchive.Sha256(5));
        using var line = JsonDocument.Parse(ReportArchive.Line(5));
        DateTimeOffset.FromUnixTimeMilliseconds(System.Buffers.Binary.BinaryPrimitives.ReadInt64BigEndian(bytes))
            .ShouldBe(line.RootElement.GetProperty("analyzedAt").GetDateTimeOffset());
    }

    [Fact]
    public async Task WriteAsync_Archive_HasEachOnALineOfItsOwn()
    {
        using var output = new MemoryStream();

        await new ReportArchive(300).WriteAsync(output, TestContext.Current.CancellationToken);

        Encoding.UTF8.GetString(output.ToArray()).Split('\n')
            .ShouldBe([.. Enumerable.Range(0, 300).Select(number => ReportArchive.Line(number)), ""]);
    }

    [Fact]
    public void Pick_Ordinals_AreSpreadOverAll()
    {
        var archive = new ReportArchive(10);

        Enumerable.Range(0, 1000).Select(ordinal => archive.Pick(ordinal)).Distinct().Order()
            .ShouldBe(Enumerable.Range(0, 10).Select(number => (long)number));
    }

    [Fact]
    public void Renew_Batch_GivesNewIdsThatTheReportsHave()
    {
        var batch = new RawBatch(2, seed: 7);
        batch.Renew();
        var earlier = batch.Ids.Select(Convert.ToHexStringLower).ToArray();

        batch.Renew();

        var ids = batch.Ids.Select(Convert.ToHexStringLower).ToArray();
        ids.Concat(earlier).ShouldBeUnique();
        batch.Reports.Select(report => RestReport.Read(report, AnalyzerResponseKind.Known).Sha256.ToString()).ShouldBe(ids);
    }
}
