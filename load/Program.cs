using Hosting.CommandLine;
using Load.Commands;
using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Gateway;
using Load.Systems.Journal;
using Load.Systems.Prober;
using Load.Systems.Sigma;

// The catalogue, and the one place that names a system: what can be measured.
ILabSystem[] systems = [new AnalyzerSystem(), new GatewaySystem(), new ProberSystem(), new JournalSystem(), new SigmaSystem()];

return CrashProgram.Takes(args)
    ? await CrashProgram.RunAsync(args)
    : await CommandRunner.RunAsync(LabCommand.Create(systems, RunSession.RunAsync), args);
