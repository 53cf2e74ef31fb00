using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

namespace Microbenchmarks;

/// <summary>How every benchmark here runs, and what it prints. All times are processor time.</summary>
internal sealed class MicrobenchmarkConfig : ManualConfig
{
    public MicrobenchmarkConfig()
    {
        Add(DefaultConfig.Instance);
        ArtifactsPath = Path.Combine(Repository.Root, "artifacts", "benchmarks");
        AddDiagnoser(MemoryDiagnoser.Default);
        AddColumn(StatisticColumn.Median);

        // In this process: the project that BenchmarkDotNet 0.14 generates does not build with .NET 10 and this repository's settings.
        AddJob(Job.Default
            .WithToolchain(InProcessEmitToolchain.Instance)
            .WithClock(new CpuClock())
            .WithMinIterationCount(10)
            .WithMaxIterationCount(30));
    }
}
