using System.Text;
using Analyzer.Core;
using Analyzer.Service.Features.Commands;
using Analyzer.Storage.Sqlite;
using Hosting.CommandLine;
using Storage.Compliance;

namespace Analyzer.Service.Tests.Commands;

/// <summary>Commands run in this process, on folders that go with the test.</summary>
internal sealed class Workshop : IDisposable
{
    private static readonly Dictionary<string, MaintenanceCommand> Commands = new()
    {
        ["check"] = CheckCommand.RunAsync,
        ["export"] = ExportCommand.RunAsync,
        ["import"] = ImportCommand.RunAsync,
    };

    private readonly TempDirectory _folder = new("maintenance");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public string File(string name) => _folder.Combine(name);

    /// <param name="arguments">Separated by blanks, as in a shell.</param>
    /// <param name="input">Standard input.</param>
    /// <param name="stop">Stops it as Ctrl+C would.</param>
    public static async Task<(int Code, string Output, string Messages)> RunAsync(
        string arguments, byte[]? input = null, CancellationToken? stop = null)
    {
        using var output = new MemoryStream();
        await using var messages = new StringWriter();
        using var standardInput = new MemoryStream(input ?? []);
        var split = HostArguments.Split(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        var commands = new AnalyzerCommands(split.Settings, services => services.AddAnalyzerSettings());
        var name = split.Others[0];
        var code = await commands.RunAsync(
            name, Commands[name], split.Others.ElementAtOrDefault(1), standardInput, output, messages, stop ?? Cancellation).Within();
        return (code, Encoding.UTF8.GetString(output.ToArray()), messages.ToString());
    }

    /// <summary>An SQLite store in a folder of that name, with these reports.</summary>
    /// <returns>The setting that leads there.</returns>
    public async Task<string> StoreAsync(string name, params IEnumerable<AnalysisReport> reports)
    {
        await using var store = SqliteReportStore.Open(new SqliteStoreOptions { Path = File(Path.Combine(name, "reports.db")) });
        await Task.WhenAll(reports.Select(report => store.SaveAsync(report, Cancellation))).Within();
        return $"--Analyzer:DataDirectory={File(name)}";
    }

    /// <summary>Every report in the store, as the lines of an export.</summary>
    public static async Task<string[]> LinesAsync(string settings) =>
        (await RunAsync($"export {settings}")).Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Reports as an export has them: the JSON and its checksum.</summary>
    public static string[] Lines(IEnumerable<AnalysisReport> reports) => [.. reports.Select(Line)];

    public static string Line(AnalysisReport report) =>
        Encoding.UTF8.GetString(ChecksummedReport.Write(ReportJson.Serialize(report)));

    public static AnalysisReport[] Some(int count, int engine = 1) =>
        [.. Enumerable.Range(0, count).Select(number => Reports.Make(number, engine))];

    public void Dispose() => _folder.Dispose();
}
