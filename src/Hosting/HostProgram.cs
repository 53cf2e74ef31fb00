using System.CommandLine;
using Hosting.Access;
using Hosting.CommandLine;
using Hosting.Lifetime;
using Hosting.Limits;
using Hosting.Settings;

namespace Hosting;

/// <summary>A host as an executable: it serves if no command is given, and ends with one of <see cref="ExitCode"/>.</summary>
/// <param name="host">Its names.</param>
public sealed class HostProgram(HostDescription host)
{
    private static readonly string[] Help = ["--help", "-h", "-?"];

    /// <summary>Registers all settings, and nothing else: <c>--help</c> and the commands need them too.</summary>
    public required Action<IServiceCollection> Settings { get; init; }

    /// <summary>Registers what serving needs; it has to call <see cref="HostFeature.AddHost"/>.</summary>
    public required Action<WebApplicationBuilder> Add { get; init; }

    /// <summary>
    /// Adds middleware and endpoints; it has to call <see cref="HostFeature.UseHost"/> first, and <see cref="HostFeature.MapHost"/>.
    /// </summary>
    public required Action<WebApplication> Use { get; init; }

    /// <summary>The name and description of the command that serves; null if the program serves without a command.</summary>
    public (string Name, string Description)? ServesBy { get; init; }

    /// <summary>Further commands, made from the settings on the command line.</summary>
    public Func<string[], IEnumerable<Command>> Commands { get; init; } = _ => [];

    /// <summary>Whether an exception is one of the host's own whose message says why it cannot start, and what to do.</summary>
    public Func<Exception, bool> IsExpected { get; init; } = _ => false;

    public async Task<int> RunAsync(string[] arguments)
    {
        if (HandleCheck.Problem(HandleLimit.Read()) is { } few)
        {
            HandleCheck.Write($"The {host.Name} cannot start: {few}");
            return ExitCode.NotDone;
        }

        if (OpenSsl.Problem() is { } problem)
        {
            await Console.Error.WriteLineAsync($"The {host.Name} cannot start: {problem}");
            return ExitCode.NotDone;
        }

        var split = HostArguments.Split(arguments);
        if (split.Incomplete is { } incomplete)
        {
            await Console.Error.WriteLineAsync($"{incomplete} has no value: write {incomplete}=Value.");
            return ExitCode.NotDone;
        }

        if (Array.FindIndex(arguments, Help.Contains) is >= 0 and var help
            && help + 1 < arguments.Length && !arguments[help + 1].StartsWith('-'))
        {
            return await SearchAsync(arguments[help + 1]);
        }

        // Only where it is read: it takes the comments of all settings from their files.
        var explained = split.Others.Any(Help.Contains) ? $"\n\n{SettingsHelp()}" : "";
        var root = new RootCommand(ServesBy is null ? host.Summary + explained : host.Summary);
        var serve = ServesBy is { } by ? new Command(by.Name, by.Description + explained) : root;
        if (serve != root)
        {
            root.Add(serve);
        }

        foreach (var command in Commands(split.Settings).Append(new KeyCommands(host, split.Settings, Settings).Create())
            .Append(new ConfigCommands(host, split.Settings, Settings).Create())
            .Append(new HealthCommand(host, split.Settings, Settings).Create()))
        {
            root.Add(command);
        }

        serve.SetAction((_, _) => ServeAsync(split.Settings));
        return await CommandRunner.RunAsync(root, split.Others);
    }

    private async Task<int> ServeAsync(string[] settings)
    {
        var stopping = CancellationToken.None;
        try
        {
            var builder = HostConfiguration.CreateBuilder(settings, Settings);
            Add(builder);

            // A failed start is reported in one line, below; the framework would also log it, with its stack trace.
            var serving = false;
            foreach (var category in new[] { "Microsoft.Extensions.Hosting", "Microsoft.AspNetCore.Server.Kestrel" })
            {
                builder.Logging.AddFilter(category, level => serving && level >= LogLevel.Warning);
            }

            await using var app = builder.Build();
            Use(app);
            app.Lifetime.ApplicationStarted.Register(() => serving = true);
            stopping = app.Lifetime.ApplicationStopping;
            await app.RunAsync();
            return ExitCode.Done;
        }
        catch (OperationCanceledException) when (stopping.IsCancellationRequested)
        {
            await Console.Error.WriteLineAsync($"The {host.Name} was stopped before it had started.");
            return ExitCode.NotDone;
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception) || IsExpected(exception))
        {
            // The cause is a setting, the store or a port: the message says what to do, and a stack trace would not help.
            await Console.Error.WriteLineAsync($"The {host.Name} cannot start: {StartFailure.Sentence(exception)}");
            return ExitCode.NotDone;
        }
    }

    private async Task<int> SearchAsync(string word)
    {
        var found = Registered().Where(setting => host.Key(setting.Key).Contains(word, StringComparison.OrdinalIgnoreCase)
            || setting.Meaning.Contains(word, StringComparison.OrdinalIgnoreCase)).ToList();
        if (found.Count == 0)
        {
            await Console.Error.WriteLineAsync(
                $"No setting has {word} in its name or its meaning. --help lists all of them, and the commands.");
            return ExitCode.NotDone;
        }

        await Console.Out.WriteLineAsync(string.Join(Environment.NewLine, found.Select(Line)));
        return ExitCode.Done;
    }

    private IEnumerable<Setting> Registered()
    {
        var services = new ServiceCollection();
        Settings(services);
        return services.Select(service => service.ImplementationInstance).OfType<Setting>();
    }

    private string SettingsHelp() =>
        $"Settings, as --{host.Key("Key")}=Value, from the environment as {host.Section}__Key=Value, or from {HostConfiguration.FileName} "
        + $"beside the executable, in {HostConfiguration.MachineFolder(host)}, in the current folder, or named by "
        + $"{HostConfiguration.FileOption} (--help WORD searches; config show tells where each comes from):\n"
        + string.Join("\n", Registered().Select(Line));

    private string Line(Setting setting) =>
        $"  {host.Key(setting.Key)} ({(setting.DefaultText.Length == 0 ? "none" : setting.DefaultText)})"
        + (setting.Allowed.Length == 0 ? "" : $": {setting.Allowed}")
        + (setting.Meaning.Length == 0 ? "" : $"\n      {setting.Meaning}");
}
