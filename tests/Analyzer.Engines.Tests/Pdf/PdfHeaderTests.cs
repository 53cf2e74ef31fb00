using System.Text;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Tests.Pdf;

public sealed class PdfHeaderTests
{
    [Theory]
    [InlineData("%PDF-1.7\r\n1 0 obj", 0, 8, "1.7")]
    [InlineData("%PDF-1.7\n", 0, 8, "1.7")]
    [InlineData("%PDF-1.7", 0, 8, "1.7")]
    [InlineData("%PDF-1.4 1 0 obj", 0, 8, "1.4")]
    [InlineData("\n\n%PDF-2.0\n", 2, 10, "2.0")]
    [InlineData("%PDF\n", 0, 4, "")]
    [InlineData("%PDF-\u00E2\u00E3\n", 0, 7, "")]
    [InlineData("%PDF-1.\u0000\n", 0, 8, "1.")]
    [InlineData("%PDF-12345678901234567890", 0, 13, "12345678")]
    [InlineData("%!PS\n%PDF-1.3\n%PDF-1.5", 5, 13, "1.3")]
    [InlineData("%pdf-1.4\n", 0, 8, "1.4")]
    [InlineData("\u00EF\u00BB\u00BF%Pdf-1.4\n", 3, 11, "1.4")]
    [InlineData("%!PS-Adobe-3.0 PDF-1.7\r", 0, 22, "1.7")]
    [InlineData("%!ps-adobe-2.0 pdf-1.3", 0, 22, "1.3")]
    public void Find_AHeader_GivesItsPlaceAndVersion(string content, int offset, int end, string version)
    {
        var start = Encoding.Latin1.GetBytes(content);
        var header = PdfHeader.Find(start).ShouldNotBeNull();

        (header.Offset, header.End, header.Version(start)).ShouldBe((offset, end, version));
    }

    [Theory]
    [InlineData("")]
    [InlineData("%PD")]
    [InlineData("%pdf")]
    [InlineData("%pdflatex -1")]
    [InlineData("A %pdf-1.4")]
    [InlineData("%!PS-Adobe-3.0\n")]
    [InlineData("%!PS-Adobe-3.0 EPSF-3.0")]
    public void Find_NoHeader_GivesNone(string content) => PdfHeader.Find(Encoding.Latin1.GetBytes(content)).ShouldBeNull();

    [Theory]
    [InlineData(1020, true)]
    [InlineData(1021, false)]
    public void Find_AtTheEndOfTheFirst1024Bytes_MustBeginThereAsAWhole(int offset, bool found)
    {
        var header = PdfHeader.Find(Encoding.ASCII.GetBytes(new string('A', offset) + "%PDF-1.4\n1 0 obj"));

        header.HasValue.ShouldBe(found);
        header.GetValueOrDefault().End.ShouldBe(found ? offset + 8 : 0);
    }
}
