using System.Runtime;
using Analyzer.Engines;

namespace Microbenchmarks;

/// <summary>
/// The processor time of this build's engine over that of another build (<c>dotnet run --project load/Microbenchmarks -- engines
/// FILE</c>, where FILE is the other build's Analyzer.Engines.dll), over the documents of ../shared/data/pdfs: both take turns, ABBA,
/// so that whatever disturbs one disturbs the other.
/// </summary>
internal static class EngineComparison
{
    private const int QuietWarmUps = 8;
    private const int MaxWarmUps = 200;
    private const int Rounds = 40;

    private static readonly CpuClock Clock = new();

    /// <param name="path">The other build's Analyzer.Engines.dll.</param>
    /// <param name="ownPath">The one to compare; this program's own when it is left out.</param>
    public static void Print(string path, string? ownPath)
    {
        var (other, own) = (new OtherEngine(path), new OtherEngine(ownPath ?? typeof(FileAnalysis).Assembly.Location));
        var documents = SamplePdf.Documents().Select(file => File.ReadAllBytes(file.FullName)).ToList();
        Console.WriteLine($"Processor time of a whole pass over that of {path}, {Rounds} interleaved rounds:");
        Print("all documents", documents, other, own);
        Print("without object streams and scripts", documents.FindAll(IsPlain), other, own);
        Print("with object streams or scripts", documents.FindAll(document => !IsPlain(document)), other, own);
    }

    private static bool IsPlain(byte[] document)
    {
        using var analysis = new FileAnalysis();
        analysis.Append(document);
        return analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.Zero).Pdf is not { } pdf || pdf is { Inside: null, Scripts: null };
    }

    private static void Print(string name, List<byte[]> documents, OtherEngine other, OtherEngine own)
    {
        var bytes = documents.Sum(document => (double)document.Length);
        WarmUp(documents, other, own);
        var rounds = Enumerable.Range(0, Rounds).Select(_ =>
        {
            var first = Time(other, documents);
            var mine = Time(own, documents) + Time(own, documents);
            return (Other: first + Time(other, documents), Own: mine);
        }).ToArray();
        var ratios = rounds.Select(round => round.Own / (double)round.Other).Order().ToArray();
        var (otherTicks, ownTicks) = (rounds.Min(round => round.Other), rounds.Min(round => round.Own));
        Console.WriteLine(
            $"{name} ({documents.Count}, {bytes / 1e6:0.0} MB): median {ratios[Rounds / 2]:0.000}, " +
            $"middle half {ratios[Rounds / 4]:0.000} to {ratios[Rounds * 3 / 4]:0.000}; " +
            $"at best {PerByte(otherTicks):0.000} and {PerByte(ownTicks):0.000} ns a byte");

        double PerByte(long ticks) => ticks * 100 / 2.0 / bytes;
    }

    // Compiling is over after a service's first minutes, and so it is here when no method was compiled for some rounds.
    private static void WarmUp(List<byte[]> documents, OtherEngine other, OtherEngine own)
    {
        var (quiet, compiled) = (0, 0L);
        for (var round = 0; round < MaxWarmUps && quiet < QuietWarmUps; round++)
        {
            Time(other, documents);
            Time(own, documents);
            var now = JitInfo.GetCompiledMethodCount();
            (quiet, compiled) = (now == compiled ? quiet + 1 : 0, now);
        }
    }

    private static long Time(OtherEngine engine, List<byte[]> documents)
    {
        var start = Clock.GetTimestamp();
        foreach (var document in documents)
        {
            GC.KeepAlive(engine.Analyze(document));
        }

        return Clock.GetTimestamp() - start;
    }
}
