using System.Diagnostics;

namespace Analyzer.Storage.Sqlite.Tests;

/// <summary>A separate process that saves until it is killed, and writes each acknowledged id to its standard output.</summary>
internal static class SaveLoop
{
    public const string Argument = "save-loop";
    private const int Savers = 16;

    public static Process Start(string path)
    {
        var program = Path.Combine(AppContext.BaseDirectory, "Analyzer.Storage.Sqlite.Tests" + (OperatingSystem.IsWindows() ? ".exe" : ""));
        return Process.Start(new ProcessStartInfo(program, [Argument, path]) { RedirectStandardOutput = true })!;
    }

    public static async Task<int> RunAsync(string path)
    {
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = path });
        await using var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
        var next = (await store.ListAsync(new ReportQuery(Limit: 1), CancellationToken.None)).Reports is [var newest]
            ? (int)(newest.Report.AnalyzedAt - Reports.Make(0).AnalyzedAt).TotalSeconds + 1
            : 0;

        await Task.WhenAll(Enumerable.Range(0, Savers).Select(_ => Task.Run(async () =>
        {
            while (true)
            {
                var report = Reports.Make(Interlocked.Increment(ref next));
                await store.SaveAsync(report, CancellationToken.None);
                lock (output)
                {
                    output.WriteLine(report.Sha256.ToString());
                }
            }
        })));
        return 0;
    }
}
