using System.Buffers.Binary;
using System.Text;
using Analyzer.Core;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Tests.Making;

namespace Analyzer.Engines.Tests.Kinds;

/// <summary>Disk images: what a person sees in them who opens them.</summary>
public sealed class DiskTests
{
    private const int Sector = 2048;

    /// <summary>A disc with one folder: sector 16 has its descriptor, 20 its folder, 21 and further the files.</summary>
    private static byte[] Iso(bool isJoliet, params (string Name, byte[] Content)[] files)
    {
        var disc = new List<byte>(new byte[21 * Sector]);
        var folder = new List<byte>();
        foreach (var (name, content) in files)
        {
            var letters = isJoliet ? Encoding.BigEndianUnicode.GetBytes(name) : Encoding.ASCII.GetBytes(name + ";1");
            folder.AddRange(Record(disc.Count / Sector, content.Length, letters));
            disc.AddRange(content);
            disc.AddRange(new byte[(Sector - (content.Length % Sector)) % Sector]);
        }

        var bytes = disc.ToArray();
        var descriptor = bytes.AsSpan(16 * Sector);
        descriptor[0] = (byte)(isJoliet ? 2 : 1);
        "CD001"u8.CopyTo(descriptor[1..]);
        "%/E"u8.CopyTo(descriptor[88..]);
        Record(20, Sector, [0]).CopyTo(descriptor[156..]);
        bytes[17 * Sector] = 255;
        "CD001"u8.CopyTo(bytes.AsSpan((17 * Sector) + 1));
        folder.ToArray().CopyTo(bytes, 20 * Sector);
        return bytes;
    }

    private static byte[] Record(int sector, int length, byte[] name)
    {
        var record = new byte[(33 + name.Length + 1) / 2 * 2];
        record[0] = (byte)record.Length;
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(2), sector);
        BinaryPrimitives.WriteInt32LittleEndian(record.AsSpan(10), length);
        record[32] = (byte)name.Length;
        name.CopyTo(record, 33);
        return record;
    }

    /// <summary>A small volume of FAT12: one sector of table, one of root, clusters of one sector.</summary>
    private static byte[] Fat(params (string Name, byte[] Content)[] files)
    {
        var disk = new byte[512 * 64];
        disk[0] = 0xEB;
        disk[2] = 0x90;
        BinaryPrimitives.WriteUInt16LittleEndian(disk.AsSpan(11), 512);
        (disk[13], disk[14], disk[16], disk[17], disk[19], disk[22]) = (1, 1, 1, 16, 64, 1);
        (disk[510], disk[511]) = (0x55, 0xAA);
        var cluster = 2;
        for (var i = 0; i < files.Length; i++)
        {
            var (name, content) = files[i];
            var entry = disk.AsSpan(1024 + (i * 32), 32);
            Encoding.ASCII.GetBytes(name.Split('.')[0].PadRight(8) + name.Split('.')[1].PadRight(3)).CopyTo(entry);
            BinaryPrimitives.WriteUInt16LittleEndian(entry[26..], (ushort)cluster);
            BinaryPrimitives.WriteInt32LittleEndian(entry[28..], content.Length);
            content.CopyTo(disk.AsSpan(1536 + ((cluster - 2) * 512)));
            for (var left = content.Length; left > 0; left -= 512, cluster++)
            {
                var next = left > 512 ? cluster + 1 : 0xFFF;
                var at = 512 + (cluster * 3 / 2);
                var old = BinaryPrimitives.ReadUInt16LittleEndian(disk.AsSpan(at));
                BinaryPrimitives.WriteUInt16LittleEndian(disk.AsSpan(at), (ushort)(cluster % 2 == 0 ? (old & 0xF000) | next : (old & 0xF)
                    | (next << 4)));
            }
        }

        return disk;
    }

    private static byte[] Vhd(byte[] disk)
    {
        var footer = new byte[512];
        "conectix"u8.CopyTo(footer);
        return [.. disk, .. footer];
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Complete_Disc_HasItsFiles(bool isJoliet)
    {
        var report = Judged.Of(Iso(isJoliet, ("A.TXT", Samples.Text), ("B.EXE", Samples.Program)));

        (report.Verdict, report.MediaType).ShouldBe((Verdict.Suspicious, "application/x-iso9660-image"), Judged.Text(report));
        report.Part("A.TXT").Size.ShouldBe(Samples.Text.Length);
        report.Part("B.EXE").MediaType.ShouldEndWith("portable-executable");
    }

    [Fact]
    public void Complete_DiscInsideSomething_IsSuspiciousByItsType()
    {
        var disc = Iso(true, ("a.txt", Samples.Text));

        Judged.Of(disc).Verdict.ShouldBe(Verdict.Clean);
        Judged.Of(ZipMaker.Pack(("a", disc))).Verdict.ShouldBe(Verdict.Suspicious);
    }

    [Fact]
    public void Complete_Volume_HasItsFiles()
    {
        var disk = Fat(("A.TXT", Samples.Text), ("B.EXE", Samples.Program), ("C.PDF", Samples.CleanPdf));
        var partitioned = new byte[512 * 8];
        partitioned[446 + 8] = 8;
        (partitioned[510], partitioned[511]) = (0x55, 0xAA);

        foreach (var image in (byte[][])[disk, Vhd(disk), [.. partitioned, .. disk], Vhd([.. partitioned, .. disk])])
        {
            var report = Judged.Of(image);

            report.Verdict.ShouldBe(Verdict.Suspicious, Judged.Text(report));
            report.Parts!.Select(part => part.Size).ShouldBe([Samples.Text.Length, Samples.Program.Length, Samples.CleanPdf.Length]);
        }
    }

    [Fact]
    public void Complete_DiscThatGoesInCircles_Ends()
    {
        var disc = Iso(false, ("A.TXT", Samples.Text));
        var record = Record(20, Sector, [.. "FOLDER"u8]);
        record[25] = 2;
        record.CopyTo(disc, (20 * Sector) + 100);
        Record(1_000_000, 10_000, [.. "FAR"u8]).CopyTo(disc, (20 * Sector) + 200);

        Judged.Of(disc).Verdict.ShouldNotBe(Verdict.Malicious);
        Judged.Of(disc[..(20 * Sector)]).Verdict.ShouldBe(Verdict.Unable);
    }

    [Fact]
    public void Complete_ImageLargerThanIsKept_IsUnable()
    {
        var disc = Iso(false, ("A.TXT", Samples.Text), ("B.PDF", [.. Samples.CleanPdf, .. new byte[300_000]]));

        var report = Judged.Of(disc, PartLimits.Default with { MaxKeptBytes = 128 * 1024 });

        report.Verdict.ShouldBe(Verdict.Unable);
        report.Gaps().ShouldContain("too-large");
        report.Part("A.TXT").Verdict.ShouldBe(Verdict.Clean);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(50_000)]
    [InlineData(500_000)]
    public void Complete_NoDisk_IsOfAnUnknownType(int length)
    {
        var noise = new byte[length];
        new Random(length).NextBytes(noise);

        var report = Judged.Of(noise);

        (report.Verdict, report.Coverage).ShouldBe((Verdict.Unable, null));
        report.Gaps().ShouldBe(["unknown-type"]);
    }
}
