using System.CommandLine;
using System.Text.Json;
using Hosting.Lifetime;
using Hosting.Settings;

namespace Hosting.CommandLine;

/// <summary><c>config show</c> and <c>config init</c>: every host has these commands.</summary>
/// <param name="host">Its names.</param>
/// <param name="settings">Settings from the command line.</param>
/// <param name="addSettings">Registers the host's options.</param>
internal sealed class ConfigCommands(HostDescription host, string[] settings, Action<IServiceCollection> addSettings)
{
    public Command Create() => new("config", "Shows the settings and where they come from (show), or writes a file of them (init).")
    {
        Show(), Init(),
    };

    private Command Show()
    {
        var command = new Command("show", "Shows each setting, its value without secrets, and where it comes from.");
        command.SetAction((_, _) => ShowAsync());
        return command;
    }

    private Command Init()
    {
        var file = new Argument<string?>("file") { Description = "The file to write; none: the console.", Arity = ArgumentArity.ZeroOrOne };
        var command = new Command(
            "init",
            $"Writes a settings file with each setting as a comment. The {host.Name} finds it as {HostConfiguration.FileName} in "
                + $"{HostConfiguration.MachineFolder(host)}, beside the executable or in the current folder.")
        {
            file,
        };
        command.SetAction((parsed, cancellationToken) => InitAsync(parsed.GetValue(file), cancellationToken));
        return command;
    }

    private async Task<int> ShowAsync()
    {
        try
        {
            var builder = HostConfiguration.CreateBuilder(settings, addSettings);
            await using var services = builder.Services.BuildServiceProvider();
            var origins = new SettingOrigins(builder.Configuration);
            foreach (var setting in services.GetServices<Setting>())
            {
                foreach (var line in Lines(setting, builder.Configuration, origins))
                {
                    await Console.Out.WriteLineAsync(line);
                }
            }

            services.ValidateSettings();
            return ExitCode.Done;
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception))
        {
            await Console.Error.WriteLineAsync($"The {host.Name} would not start: {StartFailure.Sentence(exception)}");
            return ExitCode.NotDone;
        }
    }

    private IEnumerable<string> Lines(Setting setting, ConfigurationManager configuration, SettingOrigins origins)
    {
        var key = host.Key(setting.Key);
        var given = configuration.GetSection(key).AsEnumerable().Where(pair => pair.Value is not null).OrderBy(pair => pair.Key).ToList();
        return given.Count == 0
            ? [$"{key} = {setting.DefaultText}   (default)"]
            : given.Select(pair => $"{pair.Key} = {Masked(pair.Key, pair.Value!)}   ({origins.Of(pair.Key)})");
    }

    private static string Masked(string key, string value) =>
        value.Length > 0 && Setting.IsSecretName(key) ? "***"
        : Uri.TryCreate(value, UriKind.Absolute, out var url) && url.UserInfo.Length > 0
            ? value.Replace(url.UserInfo, "***", StringComparison.Ordinal)
        : value;

    private async Task<int> InitAsync(string? file, CancellationToken cancellationToken)
    {
        var text = Template();
        if (file is null)
        {
            await Console.Out.WriteAsync(text.AsMemory(), cancellationToken);
            return ExitCode.Done;
        }

        try
        {
            await using var stream = new FileStream(file, FileMode.CreateNew);
            await using var writer = new StreamWriter(stream);
            await writer.WriteAsync(text.AsMemory(), cancellationToken);
            return ExitCode.Done;
        }
        catch (Exception exception) when (StartFailure.IsExpected(exception))
        {
            await Console.Error.WriteLineAsync($"Nothing was written: {exception.Message}");
            return ExitCode.NotDone;
        }
    }

    private string Template()
    {
        var services = new ServiceCollection();
        addSettings(services);
        var lines = services.Select(service => service.ImplementationInstance).OfType<Setting>().SelectMany(setting => new[]
        {
            "", $"    // {setting.Meaning}{(setting.Allowed.Length == 0 ? "" : $" Allowed: {setting.Allowed}.")}",
            $"    // {Quoted(setting.Key)}: {(setting.IsGroup ? Example(setting) : Quoted(setting.DefaultText))},",
        });
        return $$"""
            {
              // The settings of the {{host.Name}}. Each stands here with its default: to change it, remove the // before its name.
              {{Quoted(host.Section)}}: {{{string.Join(Environment.NewLine, lines)}}
              }
            }

            """;
    }

    private static string Example(Setting group) => group.Members.Count == 0 ? "{ }"
        : $$"""{ "NAME": { {{string.Join(", ", group.Members.Select(one => $"{Quoted(one.Key)}: {Quoted(one.DefaultText)}"))}} } }""";

    private static string Quoted(string text) => JsonSerializer.Serialize(text);
}
