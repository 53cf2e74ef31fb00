using Hosting;
using Prober;
using Prober.Features.Configuration;
using Prober.Features.History.Storage;
using Prober.Features.Reports;
using Prober.Features.Settings;
using Prober.Launch;

return await new HostProgram(ProberApp.Host)
{
    Settings = services => services.AddProberSettings(),
    Add = builder =>
    {
        ReadyThreads.Start(); // only now is it known that there are handles enough
        builder.AddProber();
    },
    Use = app => app.UseProber(),
    Commands = settings =>
        [ValidateCommand.Create(), .. new HistoryCommands(settings, services => services.AddProberSettings()).Create()],
    IsExpected = exception => exception is ConfigRefusedException or HistoryRefusedException or HistoryUnavailableException,
}.RunAsync(TargetArguments.Expand(args));
