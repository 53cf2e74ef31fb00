using Load;
using Load.Commands;
using Load.Crash;

// Signals are the lab's own affair (StopSignals): a run that is stopped writes down what it has.
return await LabCommand.Create(Lab.RunAsync, CrashLab.RunAsync).Parse(args).InvokeAsync(new() { ProcessTerminationTimeout = null });
