using Load.Faults;
using Load.Faults.Strikes;

namespace Load.Tests.Faults.Notebook;

/// <summary>
/// A throw-away system: lines in a file, one way in. It shows that the crash suite takes a system that the lab does not know. Its faults:
/// <c>kill</c>, which it survives; <c>stall</c>, during which it refuses; and <c>tear</c>, which loses a line.
/// </summary>
internal sealed class NotebookCrash : ICrashSystem
{
    public string Name => "notebook";

    public string Entries => "lines";

    public IReadOnlyList<string> Stores { get; } = ["paper"];

    public IReadOnlyList<string> FaultsOn(string store) => ["kill", "stall", "tear"];

    public Task<ICrashScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken) =>
        Task.FromResult<ICrashScene>(new Scene(folder));

    private sealed class Scene(string folder) : ICrashScene
    {
        public CrashTrial Prepare(string fault)
        {
            var pages = new Pages(Path.Combine(folder, $"{fault}.txt"));
            IFault strike = fault switch
            {
                "kill" => new SystemKill(fault),
                "stall" => new Stall(pages),
                _ => new Tear(pages),
            };
            return new(strike, new NotebookSubject(pages));
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private sealed class Stall(Pages pages) : IFault
    {
        public string Name => "stall";

        public bool IsOutage => true;

        public Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
        {
            pages.IsAway = true;
            return Task.FromResult("stalled");
        }

        public Task RelieveAsync(CancellationToken cancellationToken)
        {
            pages.IsAway = false;
            return Task.CompletedTask;
        }
    }

    private sealed class Tear(Pages pages) : IFault
    {
        public string Name => "tear";

        public Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
        {
            pages.LoseFirst();
            return Task.FromResult("tore a line out");
        }
    }
}
