using Hosting;
using Sigma.Streams;
using Sigma.Streams.Settings;

return await new HostProgram(SigmaApp.Host)
{
    ServesBy = (RunArguments.Command, "Evaluates rules over streams, as a service, until it is stopped."),
    Settings = services => services.AddSigmaSettings(),
    Add = builder => builder.AddSigma(),
    Use = app => app.UseSigma(),
    Commands = _ => SigmaCommands.Create(),
    IsExpected = exception => exception is InvalidDataException,
}.RunAsync(RunArguments.Expand(args));
