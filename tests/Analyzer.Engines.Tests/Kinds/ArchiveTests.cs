using System.Buffers.Binary;
using System.Formats.Tar;
using System.IO.Compression;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Tests.Making;
using Analyzer.Engines.Tests.Peers;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>gzip, tar, RAR, 7z and cabinets.</summary>
public sealed class ArchiveTests
{
    private static byte[] Gzip(byte[] content)
    {
        var file = new MemoryStream();
        using (var gzip = new GZipStream(file, CompressionLevel.Optimal))
        {
            gzip.Write(content);
        }

        return file.ToArray();
    }

    private static byte[] Tar(TarEntryFormat format, params (string Name, byte[] Content)[] entries)
    {
        var file = new MemoryStream();
        using (var tar = new TarWriter(file, format, leaveOpen: true))
        {
            foreach (var (name, content) in entries)
            {
                TarEntry entry = format switch
                {
                    TarEntryFormat.Pax => new PaxTarEntry(TarEntryType.RegularFile, name),
                    TarEntryFormat.Gnu => new GnuTarEntry(TarEntryType.RegularFile, name),
                    _ => new UstarTarEntry(TarEntryType.RegularFile, name),
                };
                entry.DataStream = new MemoryStream(content);
                tar.WriteEntry(entry);
            }
        }

        return file.ToArray();
    }

    [Fact]
    public void Complete_Gzip_HasItsMembers()
    {
        byte[] named = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3, .. "a.exe\0"u8, .. ZipMaker.Deflate(Samples.Program), 0, 0, 0, 0,
            .. BitConverter.GetBytes(Samples.Program.Length)];
        var two = Judged.Of([.. Gzip(Samples.Text), .. Gzip(Samples.CleanPdf)]);

        two.Verdict.ShouldBe(Verdict.Clean, Judged.Text(two));
        two.Parts!.Select(part => part.Size).ShouldBe([Samples.Text.Length, Samples.CleanPdf.Length]);
        Judged.Of(named).Part("a.exe").Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_GzipThatIsDamagedOrExpands_IsUnable()
    {
        var whole = Gzip(Samples.Text);
        for (var length = 3; length < whole.Length; length++)
        {
            Judged.Of(whole[..length]).Verdict.ShouldNotBe(Verdict.Clean, $"{length}");
        }

        Judged.Of([.. whole, .. Samples.Program]).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of([.. Gzip([65]), .. ZipMaker.Pack(("a", Samples.Program))]).Verdict.ShouldBe(Verdict.Suspicious); // has "1" as a number
        Judged.Of(Gzip(Gzip(new byte[100_000_000]))).Gaps().ShouldContain("bomb");
    }

    [Theory]
    [InlineData(TarEntryFormat.Ustar)]
    [InlineData(TarEntryFormat.Gnu)]
    [InlineData(TarEntryFormat.Pax)]
    public void Complete_Tar_HasItsFiles(TarEntryFormat format)
    {
        var name = string.Join('/', Enumerable.Repeat("folder", format == TarEntryFormat.Ustar ? 15 : 40)) + "/a.exe";
        var report = Judged.Of(Gzip(Tar(format, ("b.txt", Samples.Text), (name, Samples.Program), ("c.pdf", Samples.CleanPdf))));

        report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
        report.AllParts().Where(part => part.MediaType != "application/x-tar").Select(part => part.Size)
            .ShouldBe([Samples.Text.Length, Samples.Program.Length, Samples.CleanPdf.Length]);
        report.AllParts().ShouldContain(part => part.Name != null && part.Name.StartsWith("folder/folder/"));
    }

    [Fact]
    public void Complete_TarThatLeadsOut_IsTold()
    {
        var file = new MemoryStream();
        using (var tar = new TarWriter(file, leaveOpen: true))
        {
            tar.WriteEntry(new PaxTarEntry(TarEntryType.SymbolicLink, "a") { LinkName = "../../etc" });
        }

        Judged.Of(file.ToArray()).Rules().ShouldContain("tar.link-out");
        Judged.Of(Tar(TarEntryFormat.Pax, ("../a.txt", Samples.Text))).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of(Tar(TarEntryFormat.Ustar, ("a.txt", Samples.Text))[..540]).Verdict.ShouldBe(Verdict.Unable);
    }

    [Theory]
    [InlineData(0x30, 0, null)]
    [InlineData(0x33, 0, "not-opened")]
    [InlineData(0x30, 4, "needs-password")]
    public void Complete_Rar4_IsListed(int method, int flags, string? gap)
    {
        byte[] rar = [.. "Rar!\u001A\u0007\0"u8, 0, 0, 0x73, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0, .. Rar4File("a.exe", Samples.Program, method,
            flags), 0, 0, 0x7B, 0, 0, 7, 0];
        var report = Judged.Of(rar);

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Suspicious, "application/vnd.rar"), Judged.Text(report));
        report.Part("a.exe").Size.ShouldBe(gap is null ? Samples.Program.Length : null);
        report.Gaps().Contains(gap ?? "not-judged").ShouldBeTrue();
    }

    [Fact]
    public void Complete_Rar5_IsListed()
    {
        byte[] Rar(string name, byte[] content) =>
            [.. "Rar!\u001A\u0007\u0001\0"u8, .. Rar5Block([1, 0, 0]), .. Rar5File(name, content), .. Rar5Block([5, 0, 0])];

        Judged.Of(Rar("a.txt", Samples.Text)).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(Rar("a.exe", Samples.Program)).Part("a.exe").MediaType.ShouldEndWith("portable-executable");
        Judged.Of(Rar(@"..\..\a.txt", Samples.Text)).Rules().ShouldContain("archive.path-traversal");
        Judged.Of([.. "Rar!\u001A\u0007\u0001\0"u8, .. Rar5Block([4, 0, 0, 0, 15]), .. new byte[100]]).Gaps().ShouldBe(["needs-password"]);
        Judged.Of([.. "Rar!\u001A\u0007\u0001\0"u8, 1, 2, 3, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]).Verdict.ShouldBe(Verdict.Unable);

        // However it is cut, which Judged compares: behind a damaged header nothing more is told.
        Judged.Of([.. "Rar!\u001A\u0007\u0001\0"u8, 1, 2, 3, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, .. Enumerable.Repeat((byte)7, 50_000)])
            .Gaps().ShouldBe(["broken"]);
    }

    [Fact]
    public void Complete_SevenZip_IsListed()
    {
        byte[] header =
        [
            1, 5, 2, // two files
            17, 27, 0, .. Encoding.Unicode.GetBytes("a.exe\0"), .. Encoding.Unicode.GetBytes("b.txt\0"), 0xFF, 0xFF, 0,
            0,
        ];
        header[4] = 25;
        byte[] properties = [.. header[..5], .. header[5..30], 0, 0];
        var report = Judged.Of(SevenZip([], properties));

        report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
        report.Parts!.Select(part => part.Name).ShouldBe(["a.exe", "b.txt"]);
        Judged.Of(SevenZip([], [23, 6, 0, 1])).Gaps().ShouldContain("broken");
        Judged.Of(SevenZip([], properties)[..40]).Verdict.ShouldBe(Verdict.Unable);

        // Its names stand behind all files, of which nothing has to be kept.
        var large = Judged.Of(SevenZip(new byte[PartLimits.Default.MaxKeptBytes + 1], properties));
        large.Parts!.Select(part => part.Name).ShouldBe(["a.exe", "b.txt"]);
        large.Gaps().ShouldNotContain("too-large");
        Judged.Of(SevenZip(new byte[100], properties)[..^1]).Gaps().ShouldBe(["broken"]);
    }

    [Fact]
    public void Complete_LargeSevenZipOfAnotherProgram_IsListed()
    {
        using var folder = new ScratchFolder();
        var (source, archive) = (folder.Write("setup.exe", new byte[PartLimits.Default.MaxKeptBytes + 1]), folder.Path("a.7z"));
        DebianTool.Run("p7zip-full", "7z", "a", archive, source, "-m0=Copy");

        Judged.Of(File.ReadAllBytes(archive)).Parts!.Single().Name.ShouldBe("setup.exe");
    }

    [Theory]
    [InlineData("")]
    [InlineData("-mhe=on -px")]
    [InlineData("-m0=PPMd")]
    [InlineData("-ms=off -m0=BZip2")]
    public void Complete_SevenZipOfAnotherProgram_IsListed(string options)
    {
        using var folder = new ScratchFolder();
        var (source, archive) = (folder.Write("setup.exe", Samples.Program), folder.Path("a.7z"));
        DebianTool.Run("p7zip-full", "7z", [.. new[] { "a", archive, source }, .. options.Split(' ',
            StringSplitOptions.RemoveEmptyEntries)]);

        var report = Judged.Of(File.ReadAllBytes(archive));

        report.Verdict.ShouldBe(options.Contains("-mhe") ? Verdict.Unable : Verdict.Suspicious, Judged.Text(report));
        report.Gaps().ShouldContain(options.Contains("-mhe") ? "needs-password" : "not-opened");
    }

    [Fact]
    public void Complete_Cabinet_IsListed()
    {
        var header = new byte[36];
        "MSCF"u8.CopyTo(header);
        header[16] = 36;
        header[28] = 1;

        Judged.Of([.. header, .. new byte[16], .. "a.exe\0"u8]).Verdict.ShouldBe(Verdict.Suspicious);
        Judged.Of([.. header, .. new byte[16], .. "a.txt\0"u8]).Verdict.ShouldBe(Verdict.Unable);
    }

    [Fact]
    public void Complete_PdfInsideIsNoPolyglot_ButAHeaderBesideIs()
    {
        Judged.Of(new ZipMaker().Add("a.pdf", Samples.CleanPdf).ToArray()).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(Tar(TarEntryFormat.Ustar, ("a.pdf", Samples.CleanPdf))).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(new ZipMaker().Add("%PDF-1.4\n1 0 obj", Samples.Text).ToArray()).Rules().ShouldContain("file.polyglot");
        Judged.Of("{\\rtf1 %PDF-1.4 1 0 obj}").Verdict.ShouldBe(Verdict.Suspicious);
    }

    private static byte[] SevenZip(byte[] streams, byte[] header)
    {
        var start = new byte[32];
        new byte[] { (byte)'7', (byte)'z', 0xBC, 0xAF, 0x27, 0x1C }.CopyTo(start, 0);
        BinaryPrimitives.WriteInt64LittleEndian(start.AsSpan(12), streams.Length);
        BinaryPrimitives.WriteInt64LittleEndian(start.AsSpan(20), header.Length);
        return [.. start, .. streams, .. header];
    }

    private static byte[] Rar4File(string name, byte[] content, int method, int flags)
    {
        var header = new byte[32 + name.Length];
        header[2] = 0x74;
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(3), (ushort)(0x8000 | flags));
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(5), (ushort)header.Length);
        BinaryPrimitives.WriteInt32LittleEndian(header.AsSpan(7), content.Length);
        header[25] = (byte)method;
        header[26] = (byte)name.Length;
        Encoding.ASCII.GetBytes(name).CopyTo(header, 32);
        return [.. header, .. content];
    }

    private static byte[] Rar5Block(byte[] fields) => [0, 0, 0, 0, (byte)fields.Length, .. fields];

    private static byte[] Rar5File(string name, byte[] content) =>
    [
        .. Rar5Block([2, 2, .. Number(content.Length), 0, .. Number(content.Length), 0, 0, 0, (byte)name.Length,
            .. Encoding.ASCII.GetBytes(name)]), .. content,
    ];

    private static byte[] Number(int value) => [(byte)(value | 0x80), (byte)(value >> 7)];
}
