using Crash.Faults;
using Crash.Strikes;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;

namespace Crash.Systems.Analyzer;

/// <summary>The analyzer on SQLite, which needs no server.</summary>
internal sealed class SqliteScene(CrashOptions options, string folder) : ICrashScene
{
    private static readonly ServiceSettings Settings =
        ServiceSettings.Default.With("store", StoreTarget.Sqlite, ("Analyzer:Store", StoreTarget.Sqlite));

    public CrashTrial Prepare(string fault) =>
        new(new SystemKill(fault), new AnalyzerSubject(options, folder, fault, exposed: Settings, sheltered: Settings));

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
