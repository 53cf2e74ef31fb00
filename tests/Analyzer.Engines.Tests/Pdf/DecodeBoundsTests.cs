using Analyzer.Core;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>The bounds in bytes, which data of a moderate ratio reach before that of the expansion.</summary>
public sealed class DecodeBoundsTests
{
    private const int Stream = 64 << 20;
    private const string Attachment = "/Type/EmbeddedFile/Filter/RunLengthDecode";

    [Theory]
    [InlineData(Stream, 0)]
    [InlineData(Stream + 128, 1)]
    public void Complete_AnObjectStreamAtTheBound_IsABombFromThereOn(int length, int bombs)
    {
        var report = new PdfBuilder().Stream(5, "/Type/ObjStm/N 1/First 4/Filter/RunLengthDecode", Runs("2 0 1 "u8, length)).Analyze();

        Verify(report, opened: 1 - bombs, overLimit: bombs);
        report.Coverage!.UnopenedObjectStreams.ShouldBe(bombs);
        report.Findings.Count(finding => finding.Rule == "pdf.bomb").ShouldBe(bombs);
    }

    [Fact]
    public void Complete_AnHonestAttachmentOverTheBound_IsNoBomb()
    {
        var report = new PdfBuilder().Stream(5, Attachment, Runs("text"u8, Stream + 128)).Analyze();

        Verify(report, opened: 0, overLimit: 1);
        report.Findings.ShouldNotContain(finding => finding.Rule == "pdf.bomb");
        var file = report.Pdf!.Attachments.ShouldNotBeNull().ShouldHaveSingleItem();
        (file.Size, file.Sha256, file.Kind).ShouldBe((null, null, "text"));
    }

    [Fact]
    public void Complete_FiveLargeStreams_ShareTheFilesBound()
    {
        var (builder, data) = (new PdfBuilder(), Runs("text"u8, 60 << 20));
        for (var number = 1; number <= 5; number++)
        {
            builder.Stream(number, Attachment, data);
        }

        Verify(builder.Analyze(), opened: 4, overLimit: 1);
        Verify(builder.Stream(6, Attachment, [3, .. "text"u8, 128]).Analyze(), opened: 4, overLimit: 2);
    }

    private static void Verify(AnalysisReport report, int opened, int overLimit) =>
        (report.Coverage!.Opened, report.Coverage.Skipped.OverLimit).ShouldBe((opened, overLimit));

    // A copy of the start, then runs of 128 spaces, which two bytes each say.
    private static byte[] Runs(ReadOnlySpan<byte> start, int length)
    {
        var (runs, rest) = Math.DivRem(length - start.Length, 128);
        byte[] data = [(byte)(start.Length - 1), .. start, .. new byte[2 * runs], (byte)(257 - rest), (byte)' '];
        for (var run = 0; run < runs; run++)
        {
            (data[start.Length + 1 + (2 * run)], data[start.Length + 2 + (2 * run)]) = (129, (byte)' ');
        }

        return data;
    }
}
