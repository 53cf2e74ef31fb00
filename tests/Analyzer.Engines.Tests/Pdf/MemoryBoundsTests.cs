using System.Text;

namespace Analyzer.Engines.Tests.Pdf;

/// <summary>A document may say as much as it likes: what is kept of it has a bound.</summary>
public sealed class MemoryBoundsTests
{
    private const int Most = 2 * 1024 * 1024;

    [Theory]
    [InlineData("/F(", ")")]
    [InlineData("/URI(", ")")]
    [InlineData("/F(\\\\\\\\", ")")]
    [InlineData("<</F(\\\\\\\\", ")>>")]
    [InlineData("/A<</URI(", ")>>")]
    public void Append_ObjectThatNamesFilesWithoutEnd_KeepsABoundedPartOfThem(string before, string after)
    {
        var name = Encoding.Latin1.GetBytes($"{before}{new string('x', 64)}{after}");
        var piece = Enumerable.Repeat(name, 64 * 1024 / name.Length).SelectMany(bytes => bytes).ToArray();

        AllocatedBy("1 0 obj\n<<"u8.ToArray(), piece, times: 256).ShouldBeLessThan(Most);
    }

    [Fact]
    public void Append_ObjectStreamThatNamesOneAttachmentOverAndOver_RemembersItOnce()
    {
        var content = string.Concat(Enumerable.Repeat("<</EF<</F 1 0 R>>>>", 1_000_000));
        var document = new PdfBuilder().ObjectStream(2, (3, content)).ToArray();

        AllocatedBy([], document, times: 1).ShouldBeLessThan(Most);
    }

    private static long AllocatedBy(byte[] start, byte[] piece, int times)
    {
        using var analysis = new FileAnalysis();
        PdfBuilder.Analyze("%PDF-1.7\n"u8.ToArray()); // what is made once for all files
        analysis.Append("%PDF-1.7\n"u8);
        analysis.Append(start);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < times; i++)
        {
            analysis.Append(piece);
        }

        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero).Pdf.ShouldNotBeNull();
        return allocated;
    }
}
