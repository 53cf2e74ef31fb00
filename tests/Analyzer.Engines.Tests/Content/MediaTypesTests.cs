using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;

namespace Analyzer.Engines.Tests.Content;

public sealed class MediaTypesTests
{
    private const string OpenXml = "application/vnd.openxmlformats-officedocument.";

    [Theory]
    [InlineData("\u0089PNG\r\n\u001A\n\0\0\0\rIHDR", "image/png")]
    [InlineData("\u00FF\u00D8\u00FF\u00E0\0\u0010JFIF\0", "image/jpeg")]
    [InlineData("GIF89a\u0001\0", "image/gif")]
    [InlineData("RIFF\u0024\0\0\0WEBPVP8 ", "image/webp")]
    [InlineData("RIFF\u0024\0\0\0AVI LIST", "video/x-msvideo")]
    [InlineData("\u001F\u008B\u0008\0\0\0\0\0", "application/gzip")]
    [InlineData("\0\0\0\u0018ftypisom", "video/mp4")]
    [InlineData("\u007FELF\u0002\u0001\u0001\0", "application/x-elf")]
    [InlineData("MZ\u0090\0\u0003\0\0\0", "application/x-dosexec")]
    [InlineData("{\\rtf1\\ansi}", "application/rtf")]
    [InlineData("#!/bin/sh\n", "text/x-shellscript")]
    [InlineData("<?xml version=\"1.0\"?><a/>", "text/xml")]
    [InlineData("\u00EF\u00BB\u00BF\r\n <!doctype html>", "text/html")]
    [InlineData("<HTML><body>", "text/html")]
    [InlineData("<!-- a comment -->", "text/html")]
    [InlineData("<Table>", "text/html")]
    [InlineData("<Tables>", "text/plain")]
    [InlineData("%FDF-1.2\n1 0 obj", "application/vnd.fdf")]
    [InlineData("MZ is the beginning of a text", "text/plain")]
    [InlineData("Gr\u00FC\u00DFe\t\r\n", "text/plain")]
    [InlineData("\u00FF\u00FEa\0b\0", "text/plain")]
    [InlineData("a\0b", "application/octet-stream")]
    [InlineData("", "application/octet-stream")]
    [InlineData("%PDF-1.4", "application/pdf")]
    public void Complete_ByItsFirstBytes_ReportsTheType(string content, string mediaType) =>
        MediaType(Encoding.Latin1.GetBytes(content)).ShouldBe(mediaType);

    [Fact]
    public void Complete_BinaryFarBehindTheStart_IsNoText() =>
        MediaType([.. Enumerable.Repeat((byte)'a', 100_000), 1]).ShouldBe("application/octet-stream");

    [Fact]
    public void Complete_Tar_IsSeenByItsMagic()
    {
        var header = new byte[512];
        "ustar"u8.CopyTo(header.AsSpan(257));

        MediaType(header).ShouldBe("application/x-tar");
    }

    [Theory]
    [InlineData(0x80, "application/vnd.microsoft.portable-executable")]
    [InlineData(0x90, "application/x-dosexec")]
    [InlineData(int.MaxValue, "application/x-dosexec")]
    public void Complete_DosExecutable_IsPortableWhenItSaysSo(int signatureAt, string mediaType)
    {
        var executable = new byte[0x100];
        "MZ"u8.CopyTo(executable);
        BinaryPrimitives.WriteInt32LittleEndian(executable.AsSpan(0x3C), signatureAt);
        "PE\0\0"u8.CopyTo(executable.AsSpan(0x80));

        MediaType(executable).ShouldBe(mediaType);
    }

    [Theory]
    [InlineData("a.txt", "application/zip")]
    [InlineData("[Content_Types].xml|_rels/.rels|word/document.xml", OpenXml + "wordprocessingml.document")]
    [InlineData("[Content_Types].xml|xl/workbook.xml", OpenXml + "spreadsheetml.sheet")]
    [InlineData("[Content_Types].xml|ppt/presentation.xml", OpenXml + "presentationml.presentation")]
    [InlineData("META-INF/MANIFEST.MF|A.class", "application/java-archive")]
    [InlineData("mimetype=application/vnd.oasis.opendocument.text|content.xml", "application/vnd.oasis.opendocument.text")]
    [InlineData("mimetype=application/epub+zip|META-INF/container.xml", "application/epub+zip")]
    [InlineData("mimetype=anything else|content.xml", "application/zip")]
    public void Complete_Zip_IsTheDocumentThatItsFirstEntriesTell(string entries, string mediaType) =>
        MediaType(Zip([.. entries.Split('|').Select(entry => entry.Split('='))])).ShouldBe(mediaType);

    private static byte[] Zip(string[][] entries)
    {
        var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var entry in entries)
            {
                using var content = archive.CreateEntry(entry[0], CompressionLevel.NoCompression).Open();
                content.Write(Encoding.ASCII.GetBytes(entry.Length > 1 ? entry[1] : "content"));
            }
        }

        return zip.ToArray();
    }

    private static string MediaType(byte[] content)
    {
        using var analysis = new FileAnalysis();
        analysis.Append(content);
        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero).MediaType;
    }
}
