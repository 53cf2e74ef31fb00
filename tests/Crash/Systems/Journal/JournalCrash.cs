using Crash.Faults;
using Crash.Strikes;
using Load.Systems.Journal.Processes;

namespace Crash.Systems.Journal;

/// <summary>The journal under faults: is every line that it acknowledged still there, and does it verify?</summary>
internal sealed class JournalCrash : ICrashSystem
{
    public string Name => "journal";

    public string Entries => "lines";

    public IReadOnlyList<string> Programs => [JournalProcess.Project];

    public IReadOnlyList<string> Stores { get; } = ["folder"];

    public IReadOnlyList<string> FaultsOn(string store) => ["kill"];

    public Task<ICrashScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken) =>
        Task.FromResult<ICrashScene>(new Scene(options, folder));

    private sealed class Scene(CrashOptions options, string folder) : ICrashScene
    {
        public CrashTrial Prepare(string fault) => new(new SystemKill(fault), new JournalSubject(options.Service, folder));

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
