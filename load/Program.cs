using Hosting.CommandLine;
using Load.Commands;
using Load.Machine;
using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Gateway;
using Load.Systems.Journal;
using Load.Systems.Prober;
using Load.Systems.Sigma;
using Load.Systems.Stack;

// The catalogue, and the one place that names a system: what can be measured.
var analyzer = new AnalyzerSystem();
ILabSystem[] systems =
[
    analyzer, new GatewaySystem(analyzer.Options), new ProberSystem(), new JournalSystem(), new SigmaSystem(), new StackSystem(),
];

if (CrashProgram.Takes(args))
{
    return await CrashProgram.RunAsync(args);
}

var root = LabCommand.Create(systems, RunSession.RunAsync);
if (UsageError.Of(root, args) is { } error)
{
    await Console.Error.WriteLineAsync(error);
    return LabExitCode.NotDone;
}

return await CommandRunner.RunAsync(root, args, LabFailure.Describe);
