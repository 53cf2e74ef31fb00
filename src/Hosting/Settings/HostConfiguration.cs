using Microsoft.Extensions.Configuration.Json;

namespace Hosting.Settings;

/// <summary>
/// Where a host's settings come from. A later source overrides an earlier one: the file beside the executable, the machine's file, the
/// file in the current folder, the file that <c>--config</c> names, the environment, the command line. Beside each of the first three may
/// lie one for the environment, such as <c>appsettings.Production.json</c>, which overrides it.
/// </summary>
public static class HostConfiguration
{
    /// <summary>The name of a settings file, wherever it lies.</summary>
    public const string FileName = "appsettings.json";

    /// <summary>The option that names a file.</summary>
    public const string FileOption = "--config";

    private const string DataDirectory = "DataDirectory";
    private const string FrameworkFiles = "appsettings."; // appsettings.json, and one for the environment
    private static readonly string[] EnvironmentVariables = ["DOTNET_ENVIRONMENT", "ASPNETCORE_ENVIRONMENT"]; // the first one counts
    private const string NoWatching = "--hostBuilder:reloadConfigOnChange=false";

    /// <summary>The machine's folder for a host's settings: <c>/etc/NAME</c>, on Windows <c>%ProgramData%\NAME</c>.</summary>
    public static string MachineFolder(HostDescription host) => OperatingSystem.IsWindows()
        ? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), host.Section)
        : Path.Combine("/etc", host.Name);

    /// <summary>A builder that reads them, for serving and for commands alike, with the host's settings registered.</summary>
    /// <param name="settings">From the command line: each <c>--Section:Key=Value</c>, and <c>--config=FILE</c>.</param>
    /// <param name="addSettings">Registers the host's settings, by <see cref="HostFeature.AddHostSettings"/>.</param>
    /// <exception cref="InvalidDataException">A file is no JSON; the message says where.</exception>
    /// <exception cref="IOException">The file that the command line names does not exist.</exception>
    public static WebApplicationBuilder CreateBuilder(string[] settings, Action<IServiceCollection> addSettings)
    {
        var named = settings.Where(IsFile).Select(setting => Path.GetFullPath(setting[(FileOption.Length + 1)..])).LastOrDefault();
        if (named is not null && !File.Exists(named))
        {
            var problem = Directory.Exists(named) ? "is a folder: name a file in it." : "does not exist.";
            throw new FileNotFoundException($"{named} ({FileOption}) {problem}", named);
        }

        foreach (var file in CurrentFiles())
        {
            SettingsText.CheckFile(file);
        }

        // The framework would watch the current folder with all that lies below it, which for a service may be the whole machine.
        var builder = WebApplication.CreateBuilder([.. settings.Where(setting => !IsFile(setting)), NoWatching]);
        addSettings(builder.Services);
        var host = builder.Services.Select(service => service.ImplementationInstance).OfType<HostDescription>().Single();
        var sources = builder.Configuration.Sources;
        if (ServiceDefaults.DataFolder(host.Section) is { } data
            && builder.Services.Any(service => service.ImplementationInstance is Setting { Key: DataDirectory }))
        {
            sources.Insert(0, new ServiceDefaults { InitialData = [new(host.Key(DataDirectory), data)] });
        }

        var current = builder.Environment.ContentRootPath;
        for (var i = 0; i < sources.Count; i++)
        {
            if (sources[i] is JsonConfigurationSource { Path: { } file } && file.StartsWith(FrameworkFiles, StringComparison.Ordinal))
            {
                sources[i] = SettingsFile.At(Path.Combine(current, file));
            }
        }

        string[] names = [FileName, $"{FrameworkFiles}{builder.Environment.EnvironmentName}.json"];
        var earlier = new[] { AppContext.BaseDirectory, MachineFolder(host) }
            .SelectMany(folder => names, Path.Combine)
            .Where(path => File.Exists(path) && path != Path.Combine(current, Path.GetFileName(path)));
        foreach (var path in earlier.Reverse())
        {
            sources.Insert(sources.IndexOf(sources.OfType<SettingsFile>().First()), SettingsFile.At(path));
        }

        if (named is not null)
        {
            sources.Insert(sources.IndexOf(sources.OfType<SettingsFile>().Last()) + 1, SettingsFile.At(named));
        }

        return builder;
    }

    /// <summary>
    /// The files that the framework reads from the current folder. It reads them before it can be told how, and says no more of a broken
    /// one than its name.
    /// </summary>
    private static IEnumerable<string> CurrentFiles()
    {
        var environment = EnvironmentVariables.Select(Environment.GetEnvironmentVariable)
            .FirstOrDefault(name => !string.IsNullOrEmpty(name)) ?? Environments.Production;
        return new[] { FileName, $"{FrameworkFiles}{environment}.json" }.Select(Path.GetFullPath).Where(File.Exists);
    }

    private static bool IsFile(string setting) => setting.StartsWith($"{FileOption}=", StringComparison.Ordinal);
}
