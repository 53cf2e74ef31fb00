using System.Diagnostics;
using Prometheus.Tests.Exposition;

namespace Prometheus.Tests;

public sealed class DefaultMetricsTests
{
    private static readonly string[] ProcessMetrics =
    [
        "dotnet_collection_count_total", "dotnet_total_memory_bytes", "process_cpu_seconds_total", "process_num_threads",
        "process_open_handles", "process_private_memory_bytes", "process_start_time_seconds", "process_virtual_memory_bytes",
        "process_working_set_bytes",
    ];

    [Fact]
    public async Task Register_AnyRegistry_TellsOfThisProcess()
    {
        var registry = Metrics.NewCustomRegistry();
        DotNetStats.Register(registry);

        var scrape = await Scrapes.TakeAsync(registry);

        using var process = Process.GetCurrentProcess();
        scrape.Types.Keys.Order().ShouldBe(ProcessMetrics);
        string[] mayBeZero = ["dotnet_collection_count_total", "dotnet_total_memory_bytes"]; // the latter beside a collection
        scrape.Samples.ShouldAllBe(sample => sample.Value > 0 || (sample.Value == 0 && mayBeZero.Contains(sample.Name)));
        scrape.Sample("process_cpu_seconds_total").Value.ShouldBeLessThanOrEqualTo(process.TotalProcessorTime.TotalSeconds);
        scrape.Sample("process_start_time_seconds").Value.ShouldBe(
            (process.StartTime.ToUniversalTime() - DateTime.UnixEpoch).TotalSeconds, tolerance: 1);
        foreach (var generation in (string[])["0", "1", "2"])
        {
            scrape.Sample("dotnet_collection_count_total", ("generation", generation)).Value.ShouldBeLessThanOrEqualTo(
                GC.CollectionCount(int.Parse(generation)));
        }
    }

    [Fact]
    public void Reading_ThisProcess_IsThatOfTheFramework()
    {
        using var process = Process.GetCurrentProcess();

        var reading = ProcessReading.Take(process);

        // Both move while they are read: to the same order is what is asked.
        ((double)reading.VirtualMemory).ShouldBe(process.VirtualMemorySize64, tolerance: 0.1 * process.VirtualMemorySize64);
        ((double)reading.WorkingSet).ShouldBe(process.WorkingSet64, tolerance: 0.5 * process.WorkingSet64);
        ((double)reading.PrivateMemory).ShouldBe(process.PrivateMemorySize64, tolerance: 0.5 * process.PrivateMemorySize64);
        reading.Threads.ShouldBeInRange(process.Threads.Count / 2, process.Threads.Count * 2);
        reading.Handles.ShouldBeInRange(process.HandleCount / 2, process.HandleCount * 2);
    }

    [Fact]
    public void Reading_FilesOpened_AreHandles()
    {
        using var process = Process.GetCurrentProcess();
        const int Files = 500;
        var before = ProcessReading.Take(process).Handles;

        var files = Enumerable.Range(0, Files).Select(_ => File.OpenHandle(typeof(Metrics).Assembly.Location)).ToArray();
        var open = ProcessReading.Take(process).Handles;
        Array.ForEach(files, file => file.Dispose());

        // Other tests open and close theirs meanwhile.
        (open - before).ShouldBeInRange(Files - 100, Files + 100);
    }

    [Fact]
    public async Task Register_ScrapedAgain_HasNewValues()
    {
        var registry = Metrics.NewCustomRegistry();
        DotNetStats.Register(registry);
        var before = (await Scrapes.TakeAsync(registry)).Sample("dotnet_collection_count_total", ("generation", "2")).Value;

        GC.Collect();

        (await Scrapes.TakeAsync(registry)).Sample("dotnet_collection_count_total", ("generation", "2")).Value.ShouldBeGreaterThan(before);
    }
}
