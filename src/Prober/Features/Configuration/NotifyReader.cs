using Prober.Features.Configuration.Clients.Shell;
using Prober.Features.Configuration.Services;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration;

/// <summary>The section <c>notify</c>.</summary>
internal sealed class NotifyReader(string file, NotifyDefaults defaults, bool allowsShell, ICollection<ConfigProblem> problems)
{
    private static readonly TimeSpan MinTime = TimeSpan.FromMilliseconds(10);

    private readonly Dictionary<string, Func<ConfigSection, INotifier?>> _kinds = new()
    {
        ["http"] = Webhook,
        ["slack"] = section => Service(section, MessageFormats.Slack),
        ["discord"] = Discord,
        ["teams"] = section => Service(section, MessageFormats.Teams),
        ["email"] = EmailReader.Read,
        ["telegram"] = Telegram.Read,
        ["dingtalk"] = DingTalk.Read,
        ["lark"] = Lark.Read,
        ["wecom"] = WeCom.Read,
        ["ringcentral"] = RingCentral.Read,
        ["sms"] = Sms.Read,
        ["aws_sns"] = Sns.Read,
        ["ntfy"] = Ntfy.Read,
        ["gotify"] = Gotify.Read,
        ["pagerduty"] = PagerDuty.Read,
        ["opsgenie"] = OpsGenie.Read,
        ["log"] = ToFile,
        ["shell"] = section => allowsShell ? new ShellNotifier(ShellReader.Program(section)) : NoShell(section),
    };

    public IEnumerable<(NotifierDefinition Definition, int Line)> Read(ConfigSection notify)
    {
        foreach (var (kind, read) in _kinds)
        {
            var unnamed = 0;
            foreach (var node in notify.List(kind))
            {
                var section = new ConfigSection(file, node, problems);
                var before = problems.Count;
                var name = section.Name() ?? section.Called(++unnamed == 1 ? kind : $"{kind} {unnamed}");
                var notifier = read(section);
                var definition = new NotifierDefinition(
                    name,
                    Channels(section),
                    section.Flag("dry") || defaults.Dry,
                    section.Duration("timeout", defaults.Timeout, MinTime, zeroIsDefault: true),
                    0,
                    default,
                    notifier!);
                definition = ReadRetry(section, definition);
                section.End();
                if (notifier is not null && problems.Skip(before).All(problem => problem.IsHarmless))
                {
                    yield return (definition, section.Line);
                }
            }
        }

        notify.End();
    }

    /// <summary>The defaults of <c>settings.notify</c>.</summary>
    public static NotifyDefaults ReadDefaults(ConfigSection section)
    {
        var defaults = NotifyDefaults.Default;
        var dry = section.Flag("dry");
        var timeout = section.Duration("timeout", defaults.Timeout, MinTime, zeroIsDefault: true);
        var (retries, interval) = (defaults.Retries, defaults.RetryInterval);
        if (section.Map("retry") is { } retry)
        {
            retries = retry.Number("times", retries, 1, 100, zeroIsDefault: true);
            interval = retry.Duration("interval", interval, MinTime, zeroIsDefault: true);
            retry.End();
        }

        section.End();
        return new(dry, timeout, retries, interval);
    }

    public static IReadOnlyList<string> Channels(ConfigSection section)
    {
        var channels = section.List("channels").Select(node => node.Text ?? "").Where(channel => channel.Length > 0).ToList();
        return channels.Count > 0 ? channels : [NotifierDefinition.Default];
    }

    private NotifierDefinition ReadRetry(ConfigSection section, NotifierDefinition definition)
    {
        var retry = section.Map("retry");
        var times = retry?.Number("times", defaults.Retries, 1, 100, zeroIsDefault: true) ?? defaults.Retries;
        var interval = retry?.Duration("interval", defaults.RetryInterval, MinTime, zeroIsDefault: true) ?? defaults.RetryInterval;
        retry?.End();
        return definition with { Retries = times, RetryInterval = interval };
    }

    private static WebhookNotifier? Webhook(ConfigSection section)
    {
        var headers = new List<KeyValuePair<string, string>>();
        foreach (var node in section.List("headers"))
        {
            var text = node.Entries?.ToDictionary(entry => entry.Key, entry => entry.Value.Text ?? "") ?? [];
            if (text.GetValueOrDefault("name") is not { Length: > 0 } name || text.GetValueOrDefault("value") is not { } value
                || name.AsSpan().ContainsAny("\r\n: ") || value.AsSpan().ContainsAny("\r\n"))
            {
                section.Add(node.Line, "write a header like {name: X-Token, value: abc}");
                continue;
            }

            headers.Add(new(name, value));
        }

        var status = section.Number("success_status", 0, 0, 599);
        return Address(section, "url") is { } url
            ? new(url, headers, status == 0 ? null : status, MessageFormats.Webhook)
            : null;
    }

    private static WebhookNotifier? Service(ConfigSection section, Func<Notice, string, byte[]> format) =>
        Address(section, "webhook") is { } url ? new(url, [], null, format) : null;

    private static WebhookNotifier? Discord(ConfigSection section)
    {
        foreach (var key in new[] { "username", "avatar", "thumbnail" })
        {
            section.Note(key, "set it in Discord's settings of the webhook");
        }

        return Service(section, MessageFormats.Discord);
    }

    private static INotifier? NoShell(ConfigSection section)
    {
        ShellReader.Program(section);
        section.Note("cmd", "the prober runs programs only with Prober:AllowShell=true, so this notifier gets no messages");
        return null;
    }

    private static INotifier? ToFile(ConfigSection section)
    {
        foreach (var key in new[] { "self_rotate", "size", "age", "backups", "compress" })
        {
            section.Note(key, "let logrotate or the like rotate the file");
        }

        var (host, network) = (section.Text("host"), section.Text("network") ?? "udp");
        var file = section.Required("file", "/var/log/prober.ndjson");
        return file == "syslog" ? Syslog.Read(section, host, network) : new LogNotifier(file);
    }

    private static Uri? Address(ConfigSection section, string key) =>
        section.Address(key, section.Required(key, "https://example.com/hook"), "http", "https");
}

/// <summary>The defaults of notifiers.</summary>
internal sealed record NotifyDefaults(bool Dry, TimeSpan Timeout, int Retries, TimeSpan RetryInterval)
{
    public static NotifyDefaults Default { get; } = new(false, TimeSpan.FromSeconds(30), 3, TimeSpan.FromSeconds(5));
}
