using Analyzer.Core;
using Analyzer.Service;
using Analyzer.Service.Features.Commands;
using Analyzer.Service.Features.Scanning;
using Hosting;

return await new HostProgram(AnalyzerApp.Host)
{
    Settings = services => services.AddAnalyzerSettings(),
    Add = builder => builder.AddAnalyzer(),
    Use = app => app.UseAnalyzer(),
    Commands = settings =>
    [
        .. ScanCommands.Create(settings, services => services.AddAnalyzerSettings()),
        .. AnalyzerCommands.Create(settings, services => services.AddAnalyzerSettings()),
    ],
    IsExpected = exception => exception is StoreRefusedException or StoreUnavailableException,
}.RunAsync(args);
