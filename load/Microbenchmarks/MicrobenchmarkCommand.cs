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
        new("Measures parts of this house in processor time, without a service.")
        {
            Bench(),
            Question("ratio", "Holds a pass of the analyzer's engine against SHA-256 alone.", InterleavedRatio.Print),
            Question("bounds", "Says what large uploads and bombs take of the analyzer's engine.", EngineBounds.Print),
            Engines(),
            Worst(),
            Sigma(),
            Question("sigma-threads", "Says how many times as many records two threads judge as one.", SigmaThreads.Print),
            SigmaLoading(),
            SigmaMemory(),
            Question("journal", "Measures the journal's reading and its record tree.", JournalRatios.Print),
            Question("keys", "Says what it costs to check one key of many, and to read so many.", KeyCosts.Print),
            Question("access", "Says what it costs a host to let a request in or not.", AccessCosts.Print),
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
        var seed = new Argument<int>("seed") { Description = "Of the search.", DefaultValueFactory = _ => DefaultSeed };
        var command = new Command("worst", "Searches for the bytes that cost the analyzer's engine most; it takes some minutes.") { seed };
        command.SetAction(parsed => WorstInputs.Print(parsed.GetValue(seed)));
        return command;
    }

    private static Command Sigma()
    {
        var cases = new Argument<string[]>("case") { Description = "Default: all.", Arity = ArgumentArity.ZeroOrMore };
        var command = new Command("sigma", "Measures the engine of Sigma beside Utf8JsonReader.") { cases };
        command.SetAction(parsed => SigmaRatios.Print(parsed.GetValue(cases)!));
        return command;
    }

    private static Command SigmaLoading()
    {
        var folder = new Argument<string?>("folder")
        {
            Description = "The rules; default: made up ones.",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var command = new Command("sigma-loading", "Says what it takes to load Sigma rules from a cold start.") { folder };
        command.SetAction(parsed => Microbenchmarks.SigmaLoading.Print(parsed.GetValue(folder)));
        return command;
    }

    private static Command SigmaMemory()
    {
        var minutes = new Argument<int>("minutes") { Description = "How long.", DefaultValueFactory = _ => DefaultMinutes };
        var command = new Command("sigma-memory", "Says what correlations hold while matches come for minutes.") { minutes };
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
