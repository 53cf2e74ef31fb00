using System.Security.Cryptography;
using Load.Systems.Analyzer.Corpus;

namespace Load.Tests.Systems.Analyzer.Corpus;

public sealed class FreshFileTests
{
    [Fact]
    public void Of_EachCall_GivesAnotherValidFileWithItsHash()
    {
        using var fresh = new FreshFile(session: 42, new NonceCounter());
        var source = PdfFactory.Create(30_000, PdfContent.AutomaticScript, 1);

        var files = Enumerable.Range(0, 100).Select(_ => fresh.Of(source))
            .Select(upload => (Bytes: Bytes(upload), upload.Sha256, upload.Size)).ToArray();

        files.Select(file => file.Sha256).Distinct().Count().ShouldBe(100);
        foreach (var (bytes, sha256, size) in files)
        {
            PdfChecker.Check(bytes);
            size.ShouldBe(30_000);
            bytes.Length.ShouldBe(30_000);
            sha256.ShouldBe(new Digest(SHA256.HashData(bytes)));
        }
    }

    [Fact]
    public void Of_OtherSessionOrCounter_NeverRepeatsAFile()
    {
        var counter = new NonceCounter();
        var source = PdfFactory.Create(2_000, PdfContent.Plain, 1);
        using var a = new FreshFile(1, counter);
        using var b = new FreshFile(1, counter);
        using var c = new FreshFile(2, new NonceCounter());

        new[] { a.Of(source).Sha256, b.Of(source).Sha256, c.Of(source).Sha256, source.Known.Sha256 }.Distinct().Count().ShouldBe(4);
    }

    [Fact]
    public void Of_OwnFile_IsTheFileAndACommentAfterIt()
    {
        using var folder = new TempDirectory();
        var path = Path.Combine(folder.Path, "own.pdf");
        byte[] own = [.. "%PDF-1.4 …"u8, 0, 255];
        File.WriteAllBytes(path, own);
        using var fresh = new FreshFile(1, new NonceCounter());

        var source = SourceFile.FromFile(path);
        var upload = fresh.Of(source);

        Bytes(source.Known).ShouldBe(own);
        source.Known.Sha256.ShouldBe(new Digest(SHA256.HashData(own)));
        Bytes(upload)[..own.Length].ShouldBe(own);
        Bytes(upload)[own.Length..(own.Length + 6)].ShouldBe("\n%lab "u8.ToArray());
        upload.Sha256.ShouldBe(new Digest(SHA256.HashData(Bytes(upload))));
    }

    [Fact]
    public async Task Of_ManyCallersAtOnce_HashRightly()
    {
        var counter = new NonceCounter();
        var source = PdfFactory.Create(5_000, PdfContent.Plain, 1);

        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(() =>
        {
            using var fresh = new FreshFile(1, counter);
            for (var i = 0; i < 500; i++)
            {
                var upload = fresh.Of(source);
                upload.Sha256.ShouldBe(new Digest(SHA256.HashData(Bytes(upload))));
            }
        }))).Within();
    }

    private static byte[] Bytes(Upload upload) => [.. upload.Head.Span, .. upload.Tail.Span];
}
