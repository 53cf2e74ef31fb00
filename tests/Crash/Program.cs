using Crash.Commands;
using Crash.Faults;
using Crash.Systems.Analyzer;
using Crash.Systems.Gateway;
using Crash.Systems.Journal;
using Crash.Systems.Prober;
using Crash.Systems.Sigma;
using Hosting.CommandLine;
using Load.Commands;

ICrashSystem[] systems = [new AnalyzerCrash(), new GatewayCrash(), new JournalCrash(), new ProberCrash(), new SigmaCrash()];

return await CommandRunner.RunAsync(CrashCommand.Create(systems), args, LabFailure.Describe);
