using Analyzer.Engines;
using Analyzer.Engines.Contract;

namespace Microbenchmarks;

/// <summary>
/// The processor time of a container for each byte that is decoded of it, over that of a byte of the same content by itself (<c>dotnet run
/// --project load/Microbenchmarks -- containers PLAIN CONTAINER...</c>). Both take turns, ABBA. The bar: 3.
/// </summary>
internal static class ContainerRatios
{
    private const int WarmUps = 2;
    private const int Rounds = 9;

    private static readonly CpuClock Clock = new();

    /// <param name="plainPath">The content.</param>
    /// <param name="containerPaths">Files that hold it, in one way or another.</param>
    public static void Print(string plainPath, IReadOnlyList<string> containerPaths)
    {
        using var analysis = new FileAnalysis(PartLimits.Default with { MaxExpansion = int.MaxValue }); // bombs are decoded as a whole
        var plain = File.ReadAllBytes(plainPath);
        Console.WriteLine($"Processor time for each decoded byte over that of {Path.GetFileName(plainPath)}, {Rounds} interleaved rounds:");
        foreach (var path in containerPaths)
        {
            Print(analysis, plain, path);
        }
    }

    private static void Print(FileAnalysis analysis, byte[] plain, string path)
    {
        var container = File.ReadAllBytes(path);
        analysis.Reset();
        analysis.Append(container);
        var report = analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        var decoded = report.Parts?.Sum(part => part.Size ?? 0) ?? 0;
        var bytes = Math.Max(decoded, container.Length);
        var rounds = Enumerable.Range(0, WarmUps + Rounds).Select(_ =>
        {
            var content = Time(analysis, plain);
            var packed = Time(analysis, container) + Time(analysis, container);
            content += Time(analysis, plain);
            return (Ratio: (double)packed / bytes / ((double)content / plain.Length), Packed: packed);
        }).Skip(WarmUps).OrderBy(round => round.Ratio).ToArray();
        var nanoseconds = rounds.Min(round => round.Packed) * 100.0 / 2 / bytes;
        Console.WriteLine(
            $"{Path.GetFileName(path)}: {report.Verdict}, {container.Length:N0} bytes, "
            + (decoded == 0 ? "nothing decoded" : $"{decoded:N0} decoded")
            + $"; median {rounds[Rounds / 2].Ratio:0.00}, {rounds[0].Ratio:0.00} to {rounds[^1].Ratio:0.00}; "
            + $"at best {nanoseconds:0.00} ns a byte");
    }

    private static long Time(FileAnalysis analysis, byte[] file)
    {
        analysis.Reset();
        var start = Clock.GetTimestamp();
        for (var at = 0; at < file.Length; at += SamplePdf.SegmentLength)
        {
            analysis.Append(file.AsSpan(at, Math.Min(SamplePdf.SegmentLength, file.Length - at)));
        }

        analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero);
        return Clock.GetTimestamp() - start;
    }
}
