using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;

namespace Load.Machine;

/// <summary>Two pieces of work that never change, in processor time: they tell whether two runs had the same machine.</summary>
/// <param name="Sha256Ms">SHA-256 of 64 MB.</param>
/// <param name="LoopMs">A loop of a hundred million steps that does nothing.</param>
internal sealed record Yardsticks(double Sha256Ms, double LoopMs)
{
    private const int Bytes = 64_000_000;
    private const int Chunk = 1_000_000;
    private const int Steps = 100_000_000;
    private const int Tries = 3;

    /// <summary>The best of three: what disturbs only makes slower.</summary>
    public static Yardsticks Measure()
    {
        var chunk = new byte[Chunk];
        return new(Best(() => Hash(chunk)), Best(Loop));
    }

    private static double Best(Action work)
    {
        work();
        return Enumerable.Range(0, Tries).Min(_ =>
        {
            using var self = Process.GetCurrentProcess();
            var before = self.TotalProcessorTime;
            work();
            self.Refresh();
            return (self.TotalProcessorTime - before).TotalMilliseconds;
        });
    }

    private static void Hash(byte[] chunk)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        for (var done = 0; done < Bytes; done += Chunk)
        {
            hash.AppendData(chunk);
        }

        hash.GetHashAndReset();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Loop()
    {
        var sum = 0L;
        for (var i = 0; i < Steps; i++)
        {
            sum += i ^ sum;
        }

        GC.KeepAlive(sum);
    }
}
