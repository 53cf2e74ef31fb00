using System.IO.Compression;
using System.Text;
using Analyzer.Engines;

namespace Microbenchmarks;

/// <summary>
/// What the engine takes at most (<c>dotnet run --project load/Microbenchmarks -- bounds</c>): bytes allocated for a segment, the working
/// set of a large upload, and the processor time and working set of files that decode to a million times their size.
/// </summary>
internal static class EngineBounds
{
    private const int Megabyte = 1_000_000;
    private const int Segments = 5000;

    private static readonly CpuClock Clock = new();

    public static void Print()
    {
        PrintAllocations();
        PrintLargeUpload();
        PrintBombs();
    }

    // The tables of objects and actions double until they reach their bounds: in whole documents that is all that is allocated.
    private static void PrintAllocations()
    {
        var random = new Random(15);
        var noise = new byte[SamplePdf.SegmentLength];
        random.NextBytes(noise);
        var objects = random.GetItems("<</Type/Font/A[1 2 0 R](x)>>\n"u8.ToArray(), SamplePdf.SegmentLength);
        PrintAllocations("a picture", "1 0 obj<</Subtype/Image>>stream\n", noise);
        PrintAllocations("page contents", "1 0 obj<<>>stream\n", noise);
        PrintAllocations("an object stream", "1 0 obj<</Type/ObjStm/N 1/First 4>>stream\n1 0 ", objects);
        PrintAllocations("real documents", "", SamplePdf.OfLength(10_000_000).AsSpan(5_000_000, SamplePdf.SegmentLength).ToArray());
    }

    private static void PrintAllocations(string name, string start, byte[] segment)
    {
        using var analysis = new FileAnalysis();
        analysis.Append(Encoding.ASCII.GetBytes($"%PDF-1.7\n{start}"));
        for (var i = 0; i < Segments; i++)
        {
            analysis.Append(segment);
        }

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Segments; i++)
        {
            analysis.Append(segment);
        }

        var perSegment = (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Segments;
        Console.WriteLine($"A segment of 64 KB of {name}: {perSegment:0.0} bytes allocated");
    }

    private static void PrintLargeUpload()
    {
        var part = SamplePdf.OfLength(10_000_000);
        Measure("An upload of 1 GB of real documents", append =>
        {
            for (var i = 0; i < 100; i++)
            {
                append(part);
            }
        });
    }

    private static void PrintBombs()
    {
        var bomb = Zlib(Zeros(10_000L * Megabyte));
        byte[] header = [.. "%PDF-1.7\n"u8];
        foreach (var (name, entries, data) in new (string, string, byte[])[]
        {
            ("10 GB in an object stream of two filters", "/Type/ObjStm/N 1/First 4/Filter[/Fl/Fl]", bomb),
            ("10 GB in an embedded file of two filters", "/Type/EmbeddedFile/Filter[/Fl/Fl]", bomb),
            ("10 MB in an object stream of one filter", "/Type/ObjStm/N 1/First 4/Filter/Fl", bomb),
        })
        {
            byte[] file = [.. header, .. Encoding.ASCII.GetBytes($"1 0 obj<<{entries}>>stream\n"), .. data, .. "\nendstream endobj\n"u8];
            Measure($"{name}, a file of {file.Length:N0} bytes", append => append(file));
        }

        // Many streams, each below the bound of one.
        var one = Zlib(new byte[60 << 20]);
        Measure("200 object streams of 60 MB each", append =>
        {
            append(header);
            for (var number = 1; number <= 200; number++)
            {
                var start = $"{number} 0 obj<</Type/ObjStm/N 1/First 4/Filter/Fl>>stream\n";
                append([.. Encoding.ASCII.GetBytes(start), .. one, .. "\nendstream endobj\n"u8]);
            }
        });
    }

    private static void Measure(string name, Action<Action<byte[]>> upload)
    {
        GC.Collect();
        using var analysis = new FileAnalysis();
        var (before, peak, bytes, start) = (Environment.WorkingSet, 0L, 0L, Clock.GetTimestamp());
        upload(part =>
        {
            for (var at = 0; at < part.Length; at += SamplePdf.SegmentLength)
            {
                analysis.Append(part.AsSpan(at, Math.Min(SamplePdf.SegmentLength, part.Length - at)));
            }

            bytes += part.Length;
            peak = Math.Max(peak, Environment.WorkingSet);
        });
        var report = analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        var seconds = (Clock.GetTimestamp() - start) / (double)TimeSpan.TicksPerSecond;
        peak = Math.Max(peak, Environment.WorkingSet);
        Console.WriteLine(
            $"{name}: {bytes / (double)Megabyte:0.0} MB read, {(report.Coverage?.DecodedBytes ?? 0) / (double)Megabyte:0.0} MB decoded, " +
            $"{seconds:0.000} s of processor time, working set {(peak - before) / (double)Megabyte:+0.0;-0.0;0.0} MB");
    }

    // Zeros: after the first one, a bit says "258 bytes", and a bit says "as the byte before". These bits are zeros too, so the run of them
    // can be made as long as wanted, and compresses as well as the first ones did. The checksum stays that of one megabyte; nobody
    // gets there.
    private static byte[] Zeros(long length)
    {
        const int ZerosInAByte = 4 * 258;
        var one = Zlib(new byte[Megabyte]);
        var run = new byte[(length - Megabyte) / ZerosInAByte];
        var middle = one.Length / 2;
        return [.. one.AsSpan(0, middle), .. run, .. one.AsSpan(middle)];
    }

    private static byte[] Zlib(byte[] bytes)
    {
        using var target = new MemoryStream();
        using (var zlib = new ZLibStream(target, CompressionLevel.SmallestSize))
        {
            zlib.Write(bytes);
        }

        return target.ToArray();
    }
}
