using System.Text;
using System.Text.Json;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

/// <summary>
/// On events of Windows only rules fire that are meant for them, whoever sends them. The folders of <c>SIGMA_WILD_EVENTS</c> (NDJSON)
/// and <c>SIGMA_WILD_RULES</c> can hold any number of real ones, such as OTRF's Security-Datasets and SigmaHQ's rules.
/// </summary>
public sealed class WindowsOriginTests
{
    private const string Sysmon = "Microsoft-Windows-Sysmon";
    private const string Security = "Microsoft-Windows-Security-Auditing";
    private const string PowerShell = "Microsoft-Windows-PowerShell";
    private const string DnsClient = "Microsoft-Windows-DNS-Client";
    private const string Defender = "Microsoft-Windows-Windows Defender";

    /// <summary>Who writes, into which channel, and the numbers: all that the mapping knows, and some that it does not.</summary>
    private static readonly (string Provider, string Channel, int[] Ids)[] Events =
    [
        (Sysmon, "Microsoft-Windows-Sysmon/Operational", [.. Enumerable.Range(1, 40), 255]),
        (Security, "Security", [4624, 4656, 4657, 4658, 4662, 4663, 4670, 4688, 4689, 4697, 4703, 4720, 5136, 5140, 5145, 5156, 5158]),
        (PowerShell, "Microsoft-Windows-PowerShell/Operational", [4100, 4103, 4104, 4105, 40961]),
        ("PowerShellCore", "PowerShellCore/Operational", [4103, 4104]),
        ("PowerShell", "Windows PowerShell", [400, 403, 600, 800]),
        ("Microsoft-Windows-Kernel-File", "Microsoft-Windows-Kernel-File/Analytic", [12, 30]),
        (DnsClient, "Microsoft-Windows-DNS-Client/Operational", [3006, 3008, 3018]),
        (Defender, "Microsoft-Windows-Windows Defender/Operational", [1006, 1015, 1116, 1117, 1150, 5001]),
        ("Service Control Manager", "System", [7036, 7040, 7045]),
        ("Microsoft-Windows-WMI-Activity", "Microsoft-Windows-WMI-Activity/Operational", [5857, 5861]),
        ("Microsoft-Windows-TaskScheduler", "Microsoft-Windows-TaskScheduler/Operational", [106, 129]),
        ("Somebody", "A channel that nobody knows", [1, 4688]),
    ];

    private static readonly EventMapping[] Mappings =
        [.. MappingReader.BuiltIn.Select(MappingReader.Load)];

    private static readonly string[] Services =
    [
        "sysmon", "security", "powershell", "powershell-classic", "system", "application", "dns-client", "windefend", "wmi",
        "taskscheduler",
    ];

    /// <summary>NXLog and others; evtx_dump; Winlogbeat since 7 and before; Velociraptor; Log Analytics; Wazuh; Chainsaw.</summary>
    [Theory]
    [InlineData("""{"EventID":NUMBER,"Channel":"CHANNEL","SourceName":"PROVIDER","Image":"x"}""")]
    [InlineData("""
        {"Event":{"System":{"Provider":{"#attributes":{"Name":"PROVIDER"}},"EventID":NUMBER,"Channel":"CHANNEL"},"EventData":{"Image":"x"}}}
        """)]
    [InlineData("""
        {"Event":{"System":{"Provider":{"Name":"PROVIDER"},"EventID":{"#text":"NUMBER"},"Channel":"CHANNEL"},"EventData":{"Image":"x"}}}
        """)]
    [InlineData("""
        {"winlog":{"provider_name":"PROVIDER","channel":"CHANNEL","event_id":"NUMBER","event_data":{"Image":"x"}},"message":"m"}
        """)]
    [InlineData("""
        {"log_name":"CHANNEL","source_name":"PROVIDER","event_id":NUMBER,"event_data":{"Image":"x"},"type":"wineventlog","message":"m"}
        """)]
    [InlineData("""
        {"System":{"Provider":{"Name":"PROVIDER"},"EventID":{"Value":NUMBER},"Channel":"CHANNEL"},"EventData":{"Image":"x"},"Message":"m"}
        """)]
    [InlineData("""{"Type":"SecurityEvent","EventSourceName":"PROVIDER","Channel":"CHANNEL","EventID":NUMBER,"Image":"x"}""")]
    [InlineData("""
        {"data":{"win":{"system":{"providerName":"PROVIDER","eventID":"NUMBER","channel":"CHANNEL"},"eventdata":{"image":"x"}}},"rule":{}}
        """)]
    [InlineData("""
        {"Event":{"System":{"Provider_attributes":{"Name":"PROVIDER"},"EventID":NUMBER,"Channel":"CHANNEL"},"EventData":{"Image":"x"}}}
        """)]
    public void Evaluate_AnEventOfAnySender_FiresTheRulesThatAreMeantForIt(string shape)
    {
        var categories = Events.SelectMany(events => events.Ids.SelectMany(id => new WindowsOrigin(events.Provider, id).Categories))
            .Distinct().ToList();
        var rules = Loaded.Rules(string.Join("\n---\n", [
            .. categories.Select(category => Rule(category, $"product: windows, category: {category}")),
            .. Services.Select(service => Rule(service, $"product: windows, service: {service}")),
            Rule("another product", "product: cisco, service: aaa"),
            Rule("another kind", "category: webserver"),
        ]));
        var matcher = new MappedRules(rules, Mappings, routes: true, []).Matcher();

        foreach (var (provider, channel, ids) in Events)
        {
            foreach (var id in ids)
            {
                var record = shape.Trim().Replace("NUMBER", $"{id}").Replace("CHANNEL", channel).Replace("PROVIDER", provider);
                var origin = WindowsOrigin.Of(JsonDocument.Parse(record).RootElement).ShouldNotBeNull(record);

                origin.ShouldBe(new(provider, id), record);
                var fired = matcher.Evaluate(Encoding.UTF8.GetBytes(record)).Matches.Select(match => rules.Rules[match.Rule].Title);
                fired.ShouldBe(origin.Categories.Append(origin.Service!).Where(title => title is not null), ignoreOrder: true, record);
            }
        }
    }

    [Fact]
    public void Evaluate_WildEvents_FiresOnlyRulesThatAreMeantForThem()
    {
        var folder = Environment.GetEnvironmentVariable("SIGMA_WILD_EVENTS");
        var rulesFolder = Environment.GetEnvironmentVariable("SIGMA_WILD_RULES");
        Assert.SkipWhen(folder is null || rulesFolder is null, "SIGMA_WILD_EVENTS and SIGMA_WILD_RULES name no folders.");

        var rules = RuleLoader.Load(Directory.EnumerateFiles(rulesFolder!, "*.yml", SearchOption.AllDirectories)
            .Select(file => new RuleText(file, File.ReadAllText(file))), Placeholders.None);
        var matcher = new MappedRules(rules, Mappings, routes: true, []).Matcher();
        var (events, alerts, wrong) = (0, 0, new List<string>());
        foreach (var line in Directory.EnumerateFiles(folder!, "*.json", SearchOption.AllDirectories).SelectMany(File.ReadLines))
        {
            if (Parsed(line) is not { } record || WindowsOrigin.Of(record) is not { } origin)
            {
                continue;
            }

            events++;
            foreach (var match in matcher.Evaluate(Encoding.UTF8.GetBytes(line)).Matches)
            {
                alerts++;
                var rule = rules.Rules[match.Rule];
                if (!IsMeant(rule.LogSource, origin))
                {
                    wrong.Add($"{origin}: {rule.LogSource} {rule.Title}");
                }
            }
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{events} events of Windows, {alerts} alerts, {wrong.Count} of them wrong.");
        wrong.Take(20).ShouldBeEmpty();
        events.ShouldBePositive();
    }

    private static bool IsMeant(LogSource rule, WindowsOrigin origin) => rule.Product is null or "windows"
        && (rule.Category is null || origin.Categories.Contains(rule.Category))
        && (rule.Service is null || origin.Service is null || rule.Service == origin.Service);

    private static JsonElement? Parsed(string line)
    {
        try
        {
            return JsonDocument.Parse(line).RootElement is { ValueKind: JsonValueKind.Object } record ? record : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static string Rule(string title, string source) => $$"""
        title: {{title}}
        logsource: { {{source}} }
        detection:
          s:
            Image: x
          condition: s
        """;
}
