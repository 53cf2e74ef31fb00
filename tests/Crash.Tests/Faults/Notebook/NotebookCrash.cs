using Crash.Faults;
using Crash.Strikes;

namespace Crash.Tests.Faults.Notebook;

/// <summary>
/// A throw-away system: lines in a file, one way in. It shows that the crash suite takes a system that the lab does not know. Its faults:
/// <c>kill</c>, which it survives; <c>stall</c>, during which it refuses; <c>vow</c>, the same although
/// it promised not to; <c>hang</c>, from which it never answers again; and <c>tear</c>, which loses a line.
/// </summary>
/// <param name="whenItHangs">The action of a person who sees it.</param>
internal sealed class NotebookCrash(Func<Task> whenItHangs) : ICrashSystem
{
    public string Name => "notebook";

    public string Entries => "lines";

    public IReadOnlyList<string> Stores { get; } = ["paper"];

    public IReadOnlyList<string> FaultsOn(string store) => ["kill", "stall", "vow", "hang", "tear"];

    public Task<ICrashScene> OpenAsync(CrashOptions options, string folder, CancellationToken cancellationToken) =>
        Task.FromResult<ICrashScene>(new Scene(folder, whenItHangs));

    private sealed class Scene(string folder, Func<Task> whenItHangs) : ICrashScene
    {
        public CrashTrial Prepare(string fault)
        {
            var pages = new Pages(Path.Combine(folder, $"{fault}.txt"));
            IFault strike = fault switch
            {
                "kill" => new SystemKill(fault),
                "stall" or "vow" => new Stall(fault, pages),
                "hang" => new Hang(pages, whenItHangs),
                _ => new Tear(pages),
            };
            return new(strike, new NotebookSubject(pages));
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    private sealed class Stall(string name, Pages pages) : IFault
    {
        public string Name => name;

        public bool IsOutage => true;

        public Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
        {
            pages.Refused = new(TaskCreationOptions.RunContinuationsAsynchronously);
            pages.IsAway = true;
            return Task.FromResult("stalled");
        }

        /// <summary>On a busy machine nobody may have come until now: each round sees a refusal.</summary>
        public async Task RelieveAsync(CancellationToken cancellationToken)
        {
            await pages.Refused.Task.Within();
            pages.IsAway = false;
        }

        public Task<PromiseCheck?> JudgeAsync(IRunningSystem system, FailedCalls failed, CancellationToken cancellationToken) =>
            Task.FromResult(name == "vow" ? new PromiseCheck($"{failed} in spite of the vow", failed.Count == 0) : null);
    }

    private sealed class Hang(Pages pages, Func<Task> whenItHangs) : IFault
    {
        public string Name => "hang";

        public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
        {
            pages.Hanging = new(TaskCreationOptions.RunContinuationsAsynchronously);
            await whenItHangs();
            return "hung";
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
