using System.ComponentModel.DataAnnotations;
using System.Reflection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Hosting.Settings;

/// <summary>Options of a host: bound once to its section, validated before anything starts, and known by name.</summary>
public static class SettingsFeature
{
    internal static IServiceCollection AddSettings(this IServiceCollection services, HostDescription host)
    {
        services.TryAddSingleton(host);
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<HostSettings>, UnknownSettings>());
        services.TryAddEnumerable(ServiceDescriptor.Singleton<IValidateOptions<HostSettings>, VariablesTwice>());
        return services.AddHostOptions<HostSettings>();
    }

    /// <summary>The host whose settings were registered.</summary>
    internal static HostDescription Host(this IServiceCollection services) =>
        (HostDescription)services.First(service => service.ServiceType == typeof(HostDescription)).ImplementationInstance!;

    /// <summary>Binds options to the host's section, or to a section below it.</summary>
    /// <param name="services">The host calls <see cref="HostFeature.AddHostSettings"/> on them too, before or after.</param>
    /// <param name="subsection">Relative to the host's section; empty for the section itself.</param>
    public static IServiceCollection AddHostOptions<TOptions>(this IServiceCollection services, string subsection = "")
        where TOptions : class, new()
    {
        if (services.Any(service => service.ServiceType == typeof(IConfigureOptions<TOptions>)))
        {
            return services;
        }

        SettingTexts.Register();
        services.AddOptions<TOptions>()
            .Configure<HostDescription, IConfiguration, IEnumerable<Setting>>((options, host, configuration, all) =>
            {
                var section = configuration.GetSection(subsection.Length == 0 ? host.Section : host.Key(subsection));
                var settings = Setting.Of(typeof(TOptions), subsection).ToList();
                if (Unreadable(host, configuration, settings, all) is { Count: > 0 } problems)
                {
                    throw new OptionsValidationException(Options.DefaultName, typeof(TOptions), problems);
                }

                ListTexts.ForBinder(settings, section, setting => host.Key(setting.Key), configuration).Bind(options);
                UseAllowedCase(options);
            })
            .ValidateOnStart();
        services.AddSingleton<IValidateOptions<TOptions>>(provider =>
            new SettingsValidator<TOptions>(
                provider.GetRequiredService<HostDescription>(), provider.GetRequiredService<IConfiguration>(), subsection));
        foreach (var setting in Setting.Of(typeof(TOptions), subsection))
        {
            services.AddSingleton(setting);
        }

        return services;
    }

    /// <summary>Validates all options now, before anything is opened or created.</summary>
    /// <exception cref="OptionsValidationException">A setting is unknown, or has a value out of its range.</exception>
    /// <exception cref="AggregateException">Several of them.</exception>
    public static void ValidateSettings(this IServiceProvider services) => services.GetRequiredService<IStartupValidator>().Validate();

    private static List<string> Unreadable(
        HostDescription host, IConfiguration configuration, IEnumerable<Setting> settings, IEnumerable<Setting> all)
    {
        var origins = new SettingOrigins(configuration);
        var marks = new StrayMarks(configuration);
        var own = settings.Select(setting => (Setting: setting, Key: host.Key(setting.Key))).ToList();
        var marked = own.SelectMany(given => configuration.GetSection(given.Key).AsEnumerable()).Select(pair => pair.Key).Distinct()
            .Select(key => (Key: key, Problem: marks.Problem(key))).Where(found => found.Problem is not null)
            .ToDictionary(found => found.Key, found => found.Problem!, StringComparer.OrdinalIgnoreCase);
        return
        [
            .. marked.Values,
            // The binder would fail with words about its own work.
            .. own.Where(given => given.Setting is { IsGroup: false, IsListText: false }
                    && !all.Any(other => other.Key.StartsWith($"{given.Setting.Key}:", StringComparison.Ordinal)))
                .SelectMany(given => configuration.GetSection(given.Key).GetChildren(), (given, member) => (given.Key, Member: member.Path))
                .Select(given => UnknownSettings.HasMember(given.Key, given.Member, origins.Remark(given.Member))),
            .. own
                .SelectMany(given => MembersOf(given.Setting, given.Key, configuration).Prepend(given))
                .Where(given => !marked.ContainsKey(given.Key))
                .Select(given => (given.Key, Text: configuration[given.Key], given.Setting))
                .Select(given => (given.Key, given.Text, Problem: given.Text is { } text ? given.Setting.Problem(text) : null))
                .Where(given => given.Problem is not null)
                .Select(given => $"{given.Key}={given.Text}{origins.Remark(given.Key)} is not valid: {given.Problem}"),
        ];
    }

    /// <summary>A text of which only some are allowed may be written in another case.</summary>
    private static void UseAllowedCase(object options)
    {
        foreach (var property in Setting.Properties(options.GetType()).Where(property => property.PropertyType == typeof(string)))
        {
            if (property.GetValue(options) is string text
                && property.GetCustomAttribute<AllowedValuesAttribute>()?.Values.OfType<string>()
                    .FirstOrDefault(allowed => allowed.Equals(text.Trim(), StringComparison.OrdinalIgnoreCase)) is { } allowed)
            {
                property.SetValue(options, allowed);
            }
        }
    }

    private static IEnumerable<(Setting Setting, string Key)> MembersOf(Setting setting, string key, IConfiguration configuration) =>
        setting.Members.Count == 0 ? []
        : configuration.GetSection(key).GetChildren().SelectMany(child =>
            setting.Members.Select(member => (member, ConfigurationPath.Combine(child.Path, member.Key))));

    private sealed class SettingsValidator<TOptions>(HostDescription host, IConfiguration configuration, string subsection)
        : IValidateOptions<TOptions>
        where TOptions : class
    {
        public ValidateOptionsResult Validate(string? name, TOptions options)
        {
            var values = Setting.Properties(typeof(TOptions))
                .ToDictionary(property => Setting.KeyOf(property, subsection), property => property.GetValue(options));
            var origins = new SettingOrigins(configuration);
            var problems = Setting.Of(typeof(TOptions), subsection)
                .SelectMany(setting => setting.Problems(host, values[setting.Key], origins.Remark(host.Key(setting.Key))))
                .ToList();
            return problems.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(problems);
        }
    }
}
