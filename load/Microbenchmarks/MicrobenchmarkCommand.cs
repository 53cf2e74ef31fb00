using System.CommandLine;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using Hosting.Lifetime;

namespace Microbenchmarks;

/// <summary>The command line: <c>bench</c> is BenchmarkDotNet, every other command a question that it cannot answer.</summary>
internal static class MicrobenchmarkCommand
{
    private const int DefaultSeed = 15;
    private const int DefaultMinutes = 10;

    public static RootCommand Create() =>
        new("Measures parts of the systems in processor time, without a service.")
        {
            Bench(),
            Question("ratio", "Compares a pass of the analyzer's engine with SHA-256 alone.", InterleavedRatio.Print),
            Question("bounds", "Measures the cost of large uploads and bombs for the analyzer's engine.", EngineBounds.Print),
            Engines(),
            Worst(),
            Sigma(),
            Question("sigma-threads", "Compares two threads with one over records.", SigmaThreads.Print),
            SigmaLoading(),
            SigmaMemory(),
            Question("journal", "Measures the journal's reading and its record tree.", JournalRatios.Print),
            Question("keys", "Measures checking one key of many, and reading many keys.", KeyCosts.Print),
            Question("access", "Measures what letting a request in, or refusing it, costs a host.", AccessCosts.Print),
        };

    private static Command Bench()
    {
        var arguments = new Argument<string[]>("arguments")
        {
            Description = "BenchmarkDotNet's own, such as --filter '*Hash*' or --list flat.",
            Arity = ArgumentArity.OneOrMore,
        };
        var command = new Command("bench", "Runs benchmarks through BenchmarkDotNet.") { arguments };
        command.SetAction(parsed => RunBenchmarks(parsed.GetValue(arguments)!));
        return command;
    }

    private static int RunBenchmarks(string[] arguments)
    {
        // BenchmarkDotNet prints what is wrong with them, and then returns as if nothing were.
        if (!ConfigParser.Parse(arguments, ConsoleLogger.Default).isSuccess)
        {
            return ExitCode.NotDone;
        }

        BenchmarkSwitcher.FromAssembly(typeof(MicrobenchmarkCommand).Assembly).Run(arguments, new MicrobenchmarkConfig());
        return ExitCode.Done;
    }

    private static Command Engines()
    {
        var other = new Argument<string>("other") { Description = "The Analyzer.Engines.dll of another build." };
        var own = new Argument<string?>("own")
        {
            Description = "The one to compare; default: this build's.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var command = new Command("engines", "Compares two builds of the analyzer's engine.") { other, own };
        command.SetAction(parsed => EngineComparison.Print(parsed.GetValue(other)!, parsed.GetValue(own)));
        return command;
    }

    private static Command Worst()
    {
        var seed = new Argument<int>("seed") { Description = "The seed of the search.", DefaultValueFactory = _ => DefaultSeed };
        var command = new Command("worst", "Searches for the bytes that cost the analyzer's engine most, for some minutes.") { seed };
        command.SetAction(parsed => WorstInputs.Print(parsed.GetValue(seed)));
        return command;
    }

    private static Command Sigma()
    {
        var cases = new Argument<string[]>("case") { Description = "Default: all.", Arity = ArgumentArity.ZeroOrMore };
        var command = new Command("sigma", "Compares Sigma's engine with Utf8JsonReader.") { cases };
        command.SetAction(parsed => SigmaRatios.Print(parsed.GetValue(cases)!));
        return command;
    }

    private static Command SigmaLoading()
    {
        var folder = new Argument<string?>("folder")
        {
            Description = "The rules; default: generated ones.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var command = new Command("sigma-loading", "Measures loading Sigma rules from a cold start.") { folder };
        command.SetAction(parsed => Microbenchmarks.SigmaLoading.Print(parsed.GetValue(folder)));
        return command;
    }

    private static Command SigmaMemory()
    {
        var minutes = new Argument<int>("minutes") { Description = "How long.", DefaultValueFactory = _ => DefaultMinutes };
        var command = new Command("sigma-memory", "Measures the memory of correlations while matches arrive for minutes.") { minutes };
        command.SetAction(parsed => Microbenchmarks.SigmaMemory.Print(TimeSpan.FromMinutes(parsed.GetValue(minutes))));
        return command;
    }

    private static Command Question(string name, string description, Action answer)
    {
        var command = new Command(name, description);
        command.SetAction(_ => answer());
        return command;
    }
}
