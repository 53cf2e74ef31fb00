using System.Collections.Frozen;
using Analyzer.Core;
using Analyzer.Service.Features.Storage;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Maintenance;

/// <summary>What the executable does when it is not to serve: <c>check</c>, <c>export</c> and <c>import</c>, with the service's own settings.</summary>
internal static class MaintenanceFeature
{
    private static readonly FrozenDictionary<string, Func<MaintenanceContext, CancellationToken, Task<int>>> Commands =
        new Dictionary<string, Func<MaintenanceContext, CancellationToken, Task<int>>>
        {
            ["check"] = CheckCommand.RunAsync,
            ["export"] = ExportCommand.RunAsync,
            ["import"] = ImportCommand.RunAsync,
        }.ToFrozenDictionary();

    /// <summary>As the shell runs it: SIGINT and SIGTERM end it in good order.</summary>
    public static async Task<int> RunAsync(CommandLine line)
    {
        using var signals = new StopSignals();
        await using var input = Console.OpenStandardInput();
        await using var output = Console.OpenStandardOutput();
        return await RunAsync(line, input, output, Console.Error, signals.Token);
    }

    /// <param name="line">With a command.</param>
    /// <param name="input">Standard input.</param>
    /// <param name="output">Standard output.</param>
    /// <param name="messages">Standard error.</param>
    /// <param name="cancellationToken">Ends it after what is under way.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public static async Task<int> RunAsync(CommandLine line, Stream input, Stream output, TextWriter messages, CancellationToken cancellationToken)
    {
        try
        {
            if (!Commands.TryGetValue(line.Command!, out var run))
            {
                throw new MaintenanceException($"There is no command '{line.Command}'; there are: {string.Join(", ", Commands.Keys.Order(StringComparer.Ordinal))}.");
            }

            await using var services = Services(line.Settings);
            return await run(new(services.GetStoreKind(), line.File, input, output, messages, TimeProvider.System), cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception cannot) when (cannot is MaintenanceException or StoreRefusedException or StoreUnavailableException or OptionsValidationException
            or IOException or UnauthorizedAccessException or ArgumentException or InvalidOperationException { InnerException: ArgumentException or FormatException })
        {
            // The message says what to do, and where in the code it was noticed helps nobody.
            await messages.WriteLineAsync($"{line.Command}: {cannot.Message}");
            return ExitCode.Failure;
        }
    }

    private static ServiceProvider Services(string[] settings)
    {
        var builder = Host.CreateApplicationBuilder(settings);
        builder.Services.AddOptions<AnalyzerOptions>().BindConfiguration(AnalyzerOptions.Section).ValidateDataAnnotations();
        builder.Services.AddStoreKinds();
        return builder.Services.BuildServiceProvider();
    }
}
