using Load;
using Load.Commands;

// Signals are the lab's own affair (StopSignals): a run that is stopped writes down what it has.
return await LabCommand.Create(Lab.RunAsync).Parse(args).InvokeAsync(new() { ProcessTerminationTimeout = null });
