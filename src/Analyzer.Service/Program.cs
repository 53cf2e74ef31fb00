using Analyzer.Core;
using Analyzer.Service;
using Analyzer.Service.Features.Maintenance;
using Microsoft.Extensions.Options;

try
{
    if (CommandLine.Parse(args) is { Command: not null } command)
    {
        return await MaintenanceFeature.RunAsync(command);
    }

    var builder = WebApplication.CreateBuilder(args);
    builder.AddAnalyzer();

    await using var app = builder.Build();
    app.UseAnalyzer();
    await app.RunAsync();
    return 0;
}
catch (Exception cannot) when (cannot is OptionsValidationException or StoreRefusedException or StoreUnavailableException or IOException
    or MaintenanceException or ArgumentException
    or InvalidOperationException { InnerException: ArgumentException or FormatException }) // a setting that is no number
{
    // A setting, the store or a port: the message says what to do, and where in the code it was noticed helps nobody.
    await Console.Error.WriteLineAsync($"The analyzer cannot start: {cannot.Message}");
    return 1;
}
