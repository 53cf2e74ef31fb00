using System.Globalization;
using BenchmarkDotNet.Running;

namespace Microbenchmarks;

internal static class Program
{
    private static void Main(string[] args)
    {
        switch (args)
        {
            case ["ratio"]:
                InterleavedRatio.Print();
                break;
            case ["sigma", .. var cases]:
                SigmaRatios.Print(cases);
                break;
            case ["sigma-threads"]:
                SigmaThreads.Print();
                break;
            case ["sigma-loading", .. var folder]:
                SigmaLoading.Print(folder.FirstOrDefault());
                break;
            case ["sigma-memory", .. var minutes]:
                SigmaMemory.Print(TimeSpan.FromMinutes(int.Parse(minutes.FirstOrDefault("10"), CultureInfo.InvariantCulture)));
                break;
            case ["journal"]:
                JournalRatios.Print();
                break;
            case ["engines", var path, .. var own]:
                EngineComparison.Print(path, own.FirstOrDefault());
                break;
            case ["worst", .. var seed]:
                WorstInputs.Print(int.Parse(seed.FirstOrDefault("15"), CultureInfo.InvariantCulture));
                break;
            case ["keys"]:
                KeyCosts.Print();
                break;
            case ["access"]:
                AccessCosts.Print();
                break;
            case ["bounds"]:
                EngineBounds.Print();
                break;
            default:
                BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args, new MicrobenchmarkConfig());
                break;
        }
    }
}
