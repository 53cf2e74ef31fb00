using System.CommandLine;
using Analyzer.Core;
using Analyzer.Service.Features.Storage;
using Hosting.Lifetime;
using Hosting.Settings;

namespace Analyzer.Service.Features.Commands;

/// <summary>The executable's commands: <c>check</c>, <c>export</c> and <c>import</c>, with the service's own settings.</summary>
/// <param name="settings">Settings from the command line, each <c>--Analyzer:Key=Value</c>.</param>
/// <param name="addSettings">Registers the service's options.</param>
internal sealed class AnalyzerCommands(string[] settings, Action<IServiceCollection> addSettings)
{
    public static IEnumerable<Command> Create(string[] settings, Action<IServiceCollection> addSettings)
    {
        var commands = new AnalyzerCommands(settings, addSettings);
        yield return commands.Check();
        yield return commands.Export();
        yield return commands.Import();
    }

    /// <param name="name">The name at the beginning of messages.</param>
    /// <param name="run">The command.</param>
    /// <param name="file">Null for the standard streams.</param>
    /// <param name="input">Standard input.</param>
    /// <param name="output">Standard output.</param>
    /// <param name="messages">Standard error.</param>
    /// <param name="cancellationToken">Ends the command after its current work.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> RunAsync(
        string name,
        MaintenanceCommand run,
        string? file,
        Stream input,
        Stream output,
        TextWriter messages,
        CancellationToken cancellationToken)
    {
        try
        {
            // The service's own builder, so that the command accepts the same settings from the same sources, and refuses the same unknown
            // ones.
            var builder = HostConfiguration.CreateBuilder(settings, addSettings);
            await using var services = builder.Services.BuildServiceProvider();
            services.ValidateSettings();
            return await run(new(services.GetStoreProvider(), file, input, output, messages, TimeProvider.System), cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception)
            || exception is MaintenanceException or StoreRefusedException or StoreUnavailableException)
        {
            // The message says what to do; a stack trace would not help.
            await messages.WriteLineAsync($"{name}: {StartFailure.Sentence(exception)}");
            return ExitCode.NotDone;
        }
    }

    private Command Check()
    {
        var command = new Command("check", "Reads everything that is stored and says whether it is sound.");
        command.SetAction((_, _) => RunAsync(command.Name, CheckCommand.RunAsync, file: null));
        return command;
    }

    private Command Export()
    {
        var file = File("The file to write; an existing export is continued. Default: standard output.");
        var command = new Command("export", "Writes every report as a line of JSON, the oldest first.") { file };
        command.SetAction((parsed, _) => RunAsync(command.Name, ExportCommand.RunAsync, parsed.GetValue(file)));
        return command;
    }

    private Command Import()
    {
        var file = File("The file to read. Default: standard input.");
        var command = new Command("import", "Saves every report of an export. It can be repeated.") { file };
        command.SetAction((parsed, _) => RunAsync(command.Name, ImportCommand.RunAsync, parsed.GetValue(file)));
        return command;
    }

    private static Argument<string?> File(string description)
    {
        var file = new Argument<string?>("file") { Description = description, Arity = ArgumentArity.ZeroOrOne };
        file.Validators.Add(result =>
        {
            if (result.Tokens is [{ Value: ['-', ..] and var option }])
            {
                result.AddError($"There is no option {option}.");
            }
        });
        return file;
    }

    private async Task<int> RunAsync(string name, MaintenanceCommand run, string? file)
    {
        using var signals = new StopSignals();
        await using var input = Console.OpenStandardInput();
        await using var output = Console.OpenStandardOutput();
        return await RunAsync(name, run, file, input, output, Console.Error, signals.Token);
    }
}

/// <returns>One of <see cref="ExitCode"/>.</returns>
internal delegate Task<int> MaintenanceCommand(MaintenanceContext context, CancellationToken cancellationToken);

/// <summary>The inputs and outputs of a command.</summary>
/// <param name="Store">Not open yet.</param>
/// <param name="File">Null for the standard streams.</param>
/// <param name="Input">Standard input.</param>
/// <param name="Output">Standard output, only for the result.</param>
/// <param name="Messages">Standard error: progress, problems and the outcome.</param>
/// <param name="Time">Times the progress.</param>
internal sealed record MaintenanceContext(
    IStoreProvider Store, string? File, Stream Input, Stream Output, TextWriter Messages, TimeProvider Time);

/// <summary>A command cannot continue; the message says why and what to do.</summary>
internal sealed class MaintenanceException(string message, Exception? inner = null) : Exception(message, inner);
