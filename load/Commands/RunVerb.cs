using System.CommandLine;
using System.CommandLine.Parsing;
using Load.Gates;
using Load.Machine;
using Load.Measuring;
using Load.Scenarios;
using Load.Statistics;

namespace Load.Commands;

/// <summary>Runs a suite: what a person asked for, and how the suite is made. Returns the exit code.</summary>
internal delegate Task<int> RunSuite(RunOptions options, Func<Suite> create);

/// <summary><c>run [suite]</c>: a command for each suite, with the options of every run and those of the suite.</summary>
internal sealed class RunVerb
{
    private const string PatienceTaken = "seconds, 1 to 86400, or a time such as 2min";
    private const string SecondsTaken = "1 to 86400, since NBomber measures no shorter; or a time such as 2min";

    private readonly Option<string?> _only = new("--only")
    {
        Description = "Rows to measure, such as size=1MB,transport=grpc; more values for one name: size=1MB,size=10MB",
    };

    private readonly Option<int?> _repeat = new("--repeat") { Description = "How often each row is measured [default: the suite's]" };

    private readonly Option<double?> _seconds = new("--seconds")
    {
        Description = "How long a row is measured at a time: a number, or a time such as 2min [default: the suite's]",
        CustomParser = result => SecondsOf(result, $"--seconds takes {SecondsTaken}."),
    };

    private readonly Option<bool> _smoke = new("--smoke")
    {
        Description = "One short warm-up and iterations of a second: shows that every row works; its figures mean nothing",
    };

    private readonly Option<ulong> _seed = new("--seed")
    {
        Description = "Everything random follows from it",
        DefaultValueFactory = _ => RunOptions.DefaultSeed,
    };

    private readonly Option<string> _out = new("--out")
    {
        Description = "Where the folder with the results is made",
        DefaultValueFactory = _ => ProjectFolder.Results,
    };

    private readonly Option<string?> _baseline = new("--baseline")
    {
        Description = "summary.json of an earlier run, or its folder: a column against it; exit code 4 when something is worse, " +
            "3 when the runs do not compare",
    };

    private readonly Option<bool> _force = new("--force")
    {
        Description = "Compare with --baseline also when machines, runtimes, stores are unlike",
    };

    private readonly Option<string[]> _require = new("--require")
    {
        Description = "A bound that rows have to keep, such as \"p99<50ms\", \"failed=0\", \"transport=grpc: rate>=1000\" or " +
            "\"cpu<1.1x:baseline\"; may be given several times; exit code 4 when one is missed",
        DefaultValueFactory = _ => [],
    };

    private readonly Option<double?> _waitForQuiet = new("--wait-for-quiet")
    {
        Description = "Seconds to wait, at most, until other programs take less than 15 % of the machine; exit code 2 if they do not",
        CustomParser = result => SecondsOf(result, $"--wait-for-quiet takes {PatienceTaken}."),
    };

    private readonly Option<string?> _file = new("--file")
    {
        Description = "A scenario, which is a mix of requests to the analyzer or the gateway: steps with shares or rates, and "
            + "thresholds, as in load/Scenarios/mail-gateway.yaml. For another system see custom-journal, custom-probe and custom-sigma",
    };

    private readonly Option<string[]> _cpus = new("--cpus")
    {
        Description = "Processors of the processes under test and of the lab: service=0 generator=1, or service=0-2 generator=3",
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [],
    };

    private readonly Option<bool> _noBuild = ProgramBuild.NewOption();

    private readonly Option<int?> _metricsPort = new("--metrics-port")
    {
        Description = "Where the lab shows its own /metrics while it runs [default: a free port]",
    };

    private readonly IReadOnlyList<ILabSystem> _systems;
    private readonly RunSuite _run;

    private RunVerb(IReadOnlyList<ILabSystem> systems, RunSuite run)
    {
        (_systems, _run) = (systems, run);
        _file.Require(path => path?.Trim() is not "", "a file");
        _out.Require(path => path?.Trim() is not "", "a folder");
        _repeat.Require(repeat => repeat is null or >= 1, "at least 1");
        _waitForQuiet.Require(patience => patience is null or (>= 1 and <= 86_400), PatienceTaken);
        _metricsPort.Require(port => port is null or (>= 1 and <= 65535), "a port, 1 to 65535");
        _seconds.Require(seconds => seconds is null or (>= 1 and <= 86_400), SecondsTaken);
    }

    /// <param name="systems">The systems with their suites; the first suite of the first is the default.</param>
    /// <param name="run">Runs one.</param>
    /// <param name="root">Runs the default suite too, if no command is named; null: it does not.</param>
    public static Command Create(IReadOnlyList<ILabSystem> systems, RunSuite run, RootCommand? root = null)
    {
        var verb = new RunVerb(systems, run);
        var standard = systems[0].Suites[0];
        var command = new Command("run", $"Measure a suite: {standard.Name} unless another is named");
        if (root is not null)
        {
            verb.Arm(root, standard, takesFile: true);
        }

        verb.Arm(command, standard, takesFile: true);
        foreach (var suite in systems.SelectMany(system => system.Suites))
        {
            var own = new Command(suite.Name, suite.Description);
            verb.Arm(own, suite);
            command.Add(own);
        }

        return command;
    }

    /// <summary>Lets a command run a suite.</summary>
    private void Arm(Command command, SuiteCommand suite, bool takesFile = false)
    {
        Option[] general =
        [
            _only, _repeat, _seconds, _smoke, _seed, _out, _baseline, _force, _metricsPort, _noBuild, _require, _waitForQuiet, _cpus,
        ];
        foreach (var option in general.Concat(suite.Options))
        {
            command.Add(option);
        }

        if (takesFile)
        {
            command.Add(_file);
        }

        command.Validators.Add(suite.Validate);
        command.SetAction(parsed =>
        {
            try
            {
                if (takesFile && parsed.GetValue(_file) is { } path)
                {
                    return RunScenario(ScenarioFile.Read(path), parsed, suite);
                }

                var options = Read(parsed, suite.Name);
                return _run(options, () => suite.Create(parsed, options.Seed) with { Question = suite.Description });
            }
            catch (LabException exception)
            {
                parsed.InvocationConfiguration.Error.WriteLine(exception.Message);
                return Task.FromResult(exception.ExitCode);
            }
        });
    }

    private Task<int> RunScenario(ScenarioFile file, ParseResult parsed, SuiteCommand standard)
    {
        var able = _systems.Where(system => system.Scenarios is not null).ToArray();
        var system = file.System is { } named ? able.FirstOrDefault(one => one.Name == named.Text) : able[0];
        if (system?.Scenarios is not { } support)
        {
            file.Problems.Add(
                file.System!.Line,
                $"no scenarios of '{file.System.Text}' can be measured; there are those of: " +
                string.Join(", ", able.Select(one => one.Name)) +
                (_systems.FirstOrDefault(one => one.Name == file.System.Text)?.Suites.FirstOrDefault(IsCustom) is { } custom
                    ? $". What comes to this system is no mix of requests: 'run {custom.Name}' measures rows in its own words"
                    : ""));
            file.Problems.Throw();
            throw new System.Diagnostics.UnreachableException();
        }

        var others = standard.Options.Except(support.Options);
        if (others.FirstOrDefault(option => parsed.GetResult(option) is { Implicit: false }) is { } foreign)
        {
            throw new LabException($"{foreign.Name} does not go with --file: the scenario says that itself.");
        }

        var options = Read(parsed, file.Name);
        options = options with
        {
            Gates = [.. options.Gates, .. file.Thresholds.Select(one => Gate.Parse(one.Text, $"{file.Path}:{one.Line}:"))],
        };
        return _run(options, () => support.Create(file, parsed, options.Seed) is var suite && file.Question.Length > 0
            ? suite with { Question = file.Question } : suite);
    }

    private static double? SecondsOf(ArgumentResult result, string taken)
    {
        if (Format.SecondsOf(result.Tokens[0].Value) is { } seconds)
        {
            return seconds;
        }

        result.AddError(taken);
        return null;
    }

    private static bool IsCustom(SuiteCommand suite) => suite.Name.StartsWith("custom", StringComparison.Ordinal);

    private RunOptions Read(ParseResult parsed, string suite) => new()
    {
        Suite = suite,
        Only = parsed.GetValue(_only),
        Repeat = parsed.GetValue(_repeat),
        Smoke = parsed.GetValue(_smoke),
        IterationLength = parsed.GetValue(_seconds) is { } seconds ? TimeSpan.FromSeconds(seconds) : null,
        Seed = parsed.GetValue(_seed),
        Out = parsed.GetValue(_out)!,
        Baseline = parsed.GetValue(_baseline),
        Force = parsed.GetValue(_force),
        Gates = parsed.GetValue(_require) is { Length: > 0 } bounds ? [.. bounds.Select(Gate.Parse)] : [],
        CommandLine = CommandText.Of(parsed),
        WaitForQuiet = parsed.GetValue(_waitForQuiet) is { } patience ? TimeSpan.FromSeconds(patience) : null,
        Cpus = parsed.GetValue(_cpus) is { Length: > 0 } sides ? ProcessorPlan.Parse(sides, Environment.ProcessorCount) : null,
        NoBuild = parsed.GetValue(_noBuild),
        MetricsPort = parsed.GetValue(_metricsPort),
    };
}
