using BenchmarkDotNet.Running;

namespace Microbenchmarks;

internal static class Program
{
    private static void Main(string[] args)
    {
        if (args is ["ratio", ..])
        {
            InterleavedRatio.Print();
            return;
        }

        BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args, new MicrobenchmarkConfig());
    }
}
