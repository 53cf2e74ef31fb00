using Crash.Faults;
using Crash.Strikes;
using Load.Systems.Prober.Processes;

namespace Crash.Systems.Prober;

/// <summary>The prober under faults: does it know all that it told, and does it tell all that it knows?</summary>
internal sealed class ProberCrash : ICrashSystem
{
    public const string Kill = "kill";
    public const string Pause = "pause";

    public string Name => "prober";

    public string Entries => "changes";

    public IReadOnlyList<string> Programs => [ProbingProcesses.Project];

    public IReadOnlyList<string> Stores { get; } = ["sqlite"];

    public IReadOnlyList<string> FaultsOn(string store) => [Kill, Pause];

    public Task<ICrashScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken) =>
        Task.FromResult<ICrashScene>(new Scene(options, folder));

    private sealed class Scene(CrashOptions options, string folder) : ICrashScene
    {
        private readonly List<ProberSubject> _subjects = [];

        public CrashTrial Prepare(string fault)
        {
            var subject = new ProberSubject(options, Directory.CreateDirectory(Path.Combine(folder, fault)).FullName);
            _subjects.Add(subject);
            return new(fault == Kill ? new SystemKill(fault) : new ProberPause(fault, subject), subject);
        }

        public async ValueTask DisposeAsync()
        {
            foreach (var subject in _subjects)
            {
                await subject.DisposeAsync();
            }
        }
    }
}
