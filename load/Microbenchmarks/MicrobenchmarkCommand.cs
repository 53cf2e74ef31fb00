using System.CommandLine;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using Hosting.Lifetime;

namespace Microbenchmarks;

/// <summary>The command line: <c>bench</c> is BenchmarkDotNet, every other command a question that it cannot answer.</summary>
internal static class MicrobenchmarkCommand
{
    public static RootCommand Create() =>
        new("Measures parts of the systems in processor time, without a service.")
        {
            Bench(),
            Ratio(),
            Engines(),
            Containers(),
            Sigma(),
            Handshakes(),
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

    private static Command Containers()
    {
        var plain = new Argument<string>("plain") { Description = "A file." };
        var containers = new Argument<string[]>("container")
        {
            Description = "Archives, messages or documents that hold it.",
            Arity = ArgumentArity.OneOrMore,
        };
        var command = new Command("containers", "Compares what a file costs inside of others with what it costs by itself.")
        {
            plain, containers,
        };
        command.SetAction(parsed => ContainerRatios.Print(parsed.GetValue(plain)!, parsed.GetValue(containers)!));
        return command;
    }

    private static Command Sigma()
    {
        var cases = new Argument<string[]>("case") { Description = "Default: all.", Arity = ArgumentArity.ZeroOrMore };
        var command = new Command("sigma", "Compares Sigma's engine with Utf8JsonReader.") { cases };
        command.SetAction(parsed => SigmaRatios.Print(parsed.GetValue(cases)!));
        return command;
    }

    private static Command Ratio()
    {
        var command = new Command("ratio", "Compares a pass of the analyzer's engine with SHA-256 alone.");
        command.SetAction(_ => InterleavedRatio.Print());
        return command;
    }

    private static Command Handshakes()
    {
        var rounds = new Option<int>("--rounds") { Description = "How often each way has its turn.", DefaultValueFactory = _ => 9 };
        var turn = new Option<int>("--turn") { Description = "Probes of a turn.", DefaultValueFactory = _ => 200 };
        var serve = new Option<bool>("--serve") { Description = "Be the server.", Hidden = true };
        var command = new Command("handshakes", "Compares ways to make an https probe's handshake.") { rounds, turn, serve };
        command.SetAction((parsed, _) => parsed.GetValue(serve)
            ? HandshakeServer.ServeAsync()
            : HandshakeCosts.PrintAsync(parsed.GetValue(rounds), parsed.GetValue(turn)));
        return command;
    }
}
