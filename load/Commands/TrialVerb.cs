using System.CommandLine;
using Hosting.Lifetime;
using Load.Comparing;
using Load.Live;
using Load.Machine;
using Load.Measuring;
using Load.Results.Summary;

namespace Load.Commands;

/// <summary>
/// <c>trial</c>: what can a comparison find on this machine? A service and one that burns a tenth more CPU are measured in turn; two runs
/// of the same should not differ (A/A), and the other should be found (A/B).
/// </summary>
internal sealed class TrialVerb
{
    private const int MaxRounds = 1000;

    /// <summary>About 70 s a run on two cores.</summary>
    private static readonly string[] Run = ["quick", "--only", "instances=16,instances=4", "--repeat", "4"];

    private static readonly string[] Slower = ["--set", "Analyzer:Ceilings:SlowdownPercent=10"];

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = "Runs of each of the two services, one more than there are pairs of the same",
        DefaultValueFactory = _ => 11,
    };

    private readonly Option<string> _out = new("--out")
    {
        Description = "Where the folders with the results are made",
        DefaultValueFactory = _ => ProjectFolder.Results,
    };

    private readonly Option<bool> _smoke = new("--smoke") { Description = "Short runs, which the comparison refuses: shows that it works" };

    private readonly Option<bool> _noBuild = ProgramBuild.NewOption();
    private readonly IReadOnlyList<ILabSystem> _systems;

    private TrialVerb(IReadOnlyList<ILabSystem> systems)
    {
        _systems = systems;
        _rounds.Require(rounds => rounds is >= 1 and <= MaxRounds, $"1 to {MaxRounds}");
        _out.Require(path => path?.Trim() is not "", "a folder");
    }

    public static Command Create(IReadOnlyList<ILabSystem> systems)
    {
        var verb = new TrialVerb(systems);
        var command = new Command(
            "trial",
            "Find out what a comparison can find here: a service against itself, and against one that takes 10 % more CPU; exit code 4 "
            + "when it finds what is not there, or not what is")
        {
            verb._rounds, verb._out, verb._smoke, verb._noBuild,
        };
        command.SetAction((parsed, _) => verb.RunAsync(parsed));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed)
    {
        var (output, error) = (parsed.InvocationConfiguration.Output, parsed.InvocationConfiguration.Error);
        using var signals = new StopSignals();
        var tally = new TrialTally(output);
        try
        {
            if (!parsed.GetValue(_noBuild))
            {
                await ProgramBuild.RunAsync(Plan(parsed, []).Suite.Programs, output, signals.Token);
            }

            SummaryDocument? last = null;
            for (var round = 1; round <= parsed.GetValue(_rounds); round++)
            {
                var one = await MeasureAsync(Plan(parsed, []), signals.Token);
                await tally.AddAsync(round, isSame: true, last is null ? null : Comparer.Compare(last, one, force: false));
                var slower = await MeasureAsync(Plan(parsed, Slower), signals.Token);
                await tally.AddAsync(round, isSame: false, Comparer.Compare(one, slower, force: false));
                last = one;
            }

            return await tally.EndAsync() ? LabExitCode.Success : LabExitCode.GateMissed;
        }
        catch (OperationCanceledException) when (signals.Token.IsCancellationRequested)
        {
            await tally.EndAsync();
            return LabExitCode.Interrupted;
        }
        catch (LabException exception)
        {
            await error.WriteLineAsync(exception.Message);
            return exception.ExitCode;
        }
    }

    /// <summary>A run as the command line would make it.</summary>
    private (RunOptions Options, Suite Suite) Plan(ParseResult parsed, string[] more)
    {
        (RunOptions Options, Suite Suite)? plan = null;
        var command = RunVerb.Create(_systems, (options, create) =>
        {
            plan = (options, options.Customize(create()));
            return Task.FromResult(LabExitCode.Success);
        });
        string[] smoke = parsed.GetValue(_smoke) ? ["--smoke"] : [];
        command.Parse([.. Run, "--out", parsed.GetValue(_out)!, .. smoke, .. more]).Invoke(parsed.InvocationConfiguration);
        return plan ?? throw new LabException("The run of a trial cannot be made.");
    }

    private static async Task<SummaryDocument> MeasureAsync((RunOptions Options, Suite Suite) plan, CancellationToken stop)
    {
        var report = await new LabRun(
            plan.Options, plan.Suite, new LineProgress(TextWriter.Null, TimeProvider.System), TimeProvider.System).RunAsync(stop);
        stop.ThrowIfCancellationRequested();
        return report.Document;
    }
}
