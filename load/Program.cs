using Hosting.CommandLine;
using Load.Commands;
using Load.Faults;
using Load.Measuring;
using Load.Systems.Analyzer;
using Load.Systems.Analyzer.Crash;
using Load.Systems.Gateway;
using Load.Systems.Gateway.Crash;
using Load.Systems.Journal;
using Load.Systems.Journal.Crash;
using Load.Systems.Prober;
using Load.Systems.Prober.Crash;
using Load.Systems.Sigma;
using Load.Systems.Sigma.Crash;

// The catalogue, and the one place that names a system: what can be measured, and what can be struck.
ILabSystem[] systems = [new AnalyzerSystem(), new GatewaySystem(), new ProberSystem(), new JournalSystem(), new SigmaSystem()];
ICrashSystem[] crashes = [new AnalyzerCrash(), new GatewayCrash(), new JournalCrash(), new ProberCrash(), new SigmaCrash()];

return await CommandRunner.RunAsync(LabCommand.Create(systems, crashes, RunSession.RunAsync, CrashVerb.RunAsync), args);
