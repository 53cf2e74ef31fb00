using System.CommandLine;
using System.CommandLine.Parsing;
using Analyzer.Core;
using Analyzer.Service.Features.Submit;
using Hosting.Lifetime;
using Hosting.Settings;
using Hosting.Uploads;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Scanning;

/// <summary>The commands that judge files where they lie: <c>scan</c> and <c>watch</c>. Neither needs a store.</summary>
/// <param name="settings">Settings from the command line, each <c>--Analyzer:Key=Value</c>.</param>
/// <param name="addSettings">Registers the service's options.</param>
internal sealed class ScanCommands(string[] settings, Action<IServiceCollection> addSettings)
{
    private const string KeyVariable = "ANALYZER_KEY";
    private const string PasswordVariable = "ANALYZER_PASSWORD";

    private static TimeProvider Time => TimeProvider.System;

    public static IEnumerable<Command> Create(string[] settings, Action<IServiceCollection> addSettings)
    {
        var commands = new ScanCommands(settings, addSettings);
        yield return commands.Scan();
        yield return commands.Watch();
    }

    private Command Scan()
    {
        var paths = new Argument<string[]>("path")
        {
            Description = "Files, and folders with all below them.",
            Arity = ArgumentArity.OneOrMore,
        };
        var (password, json, failOn) = (Password(), Json(), FailOn());
        var command = new Command("scan", "Judges files without a server: one line each. Exit code 1 when something was found.")
        {
            paths, password, json, failOn,
        };
        command.SetAction((parsed, _) => RunAsync(command.Name, async (limits, token) =>
        {
            using var judge = new LocalJudge(limits, PasswordOf(parsed.GetValue(password)), Time);
            return await new ScanCommand(judge, new ScanLines(Console.Out, parsed.GetValue(json)), Console.Error)
                .RunAsync(parsed.GetValue(paths)!, VerdictOf(parsed.GetValue(failOn)), token);
        }));
        return command;
    }

    private Command Watch()
    {
        var folder = new Argument<string>("folder") { Description = "The folder to watch, with all below it." };
        var server = new Option<Uri?>("--server")
        {
            Description = "A running service that judges the files, such as http://127.0.0.1:5080. Default: they are judged here.",
            CustomParser = AddressOf,
        };
        var key = new Option<string?>("--key")
        {
            Description = $"The service's key. The environment variable {KeyVariable} has it out of sight of others.",
        };
        var quarantine = new Option<string?>("--quarantine")
        {
            Description = "Where files are moved that were found. Default: nothing is moved.",
        };
        var existing = new Option<bool>("--existing") { Description = "Also judges the files that are there already." };
        var (password, json, failOn) = (Password(), Json(), FailOn());
        var command = new Command("watch", "Judges each file that comes into a folder, until it is stopped.")
        {
            folder, server, key, password, quarantine, existing, json, failOn,
        };
        command.SetAction((parsed, _) => RunAsync(command.Name, async (limits, token) =>
        {
            var secret = PasswordOf(parsed.GetValue(password));
            using IFileJudge judge = parsed.GetValue(server) is { } address
                ? new ServiceJudge(
                    address, parsed.GetValue(key) ?? Environment.GetEnvironmentVariable(KeyVariable), secret, Console.Error, Time)
                : new LocalJudge(limits, secret, Time);
            var place = parsed.GetValue(quarantine) is { } path ? new Quarantine(path) : null;
            var lines = new ScanLines(Console.Out, parsed.GetValue(json));
            return await new WatchCommand(judge, place, lines, Console.Error, Time)
                .RunAsync(parsed.GetValue(folder)!, parsed.GetValue(existing), VerdictOf(parsed.GetValue(failOn)), token);
        }));
        return command;
    }

    private static Uri? AddressOf(ArgumentResult argument)
    {
        var text = argument.Tokens[0].Value;
        if (Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme is "http" or "https")
        {
            return address;
        }

        argument.AddError($"--server: '{text}' is no address of a service. Name one such as http://127.0.0.1:5080.");
        return null;
    }

    private static Option<string?> Password()
    {
        var option = new Option<string?>("--password")
        {
            Description = "Opens what is encrypted: documents, and what lies in files. It is told nowhere. "
                + $"The environment variable {PasswordVariable} has it out of sight of others.",
        };
        option.Validators.Add(result =>
        {
            if (SentPassword.Read(result.GetValueOrDefault<string?>() ?? "").IsError(out var refused, out _))
            {
                result.AddError($"--password: {refused.Detail}");
            }
        });
        return option;
    }

    private static string? PasswordOf(string? option) =>
        (option ?? Environment.GetEnvironmentVariable(PasswordVariable)) is { Length: > 0 } password ? password : null;

    private static Option<bool> Json() =>
        new("--json") { Description = "Writes a line of JSON for each file: its path, and its report or the error." };

    private static Option<string> FailOn()
    {
        var option = new Option<string>("--fail-on")
        {
            Description = "What counts as found: this verdict and worse ones.",
            DefaultValueFactory = _ => "suspicious",
        };
        option.AcceptOnlyFromAmong("malicious", "suspicious", "unable");
        return option;
    }

    private static Verdict VerdictOf(string? name) => Enum.Parse<Verdict>(name!, ignoreCase: true);

    private async Task<int> RunAsync(string name, Func<PartOptions, CancellationToken, Task<int>> run)
    {
        using var signals = new StopSignals();
        try
        {
            var builder = HostConfiguration.CreateBuilder(settings, addSettings);
            await using var services = builder.Services.BuildServiceProvider();
            services.ValidateSettings();
            return await run(services.GetRequiredService<IOptions<PartOptions>>().Value, signals.Token);
        }
        catch (OperationCanceledException) when (signals.Token.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception) || exception is IOException or UnauthorizedAccessException)
        {
            await Console.Error.WriteLineAsync($"{name}: {StartFailure.Sentence(exception)}");
            return ExitCode.NotDone;
        }
    }
}
