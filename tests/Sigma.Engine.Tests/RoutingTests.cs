using System.Text;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Reference;

namespace Sigma.Engine.Tests;

/// <summary>
/// Each rule gets the events that it is meant for: which these are follows from the events' documentation, not from the mapping.
/// </summary>
public sealed class RoutingTests
{
    private static readonly string[] Categories =
    [
        "process_creation", "process_termination", "file_change", "file_event", "file_delete", "file_access", "file_rename", "image_load",
        "driver_load", "network_connection", "registry_add", "registry_set", "registry_delete", "registry_rename", "registry_event",
        "pipe_created", "process_access", "create_remote_thread", "create_stream_hash", "dns_query", "wmi_event", "ps_script", "ps_module",
        "ps_classic_start", "file_executable_detected", "process_tampering", "clipboard_capture", "raw_access_thread", "sysmon_status",
    ];

    [Theory]
    [InlineData("zeek", """{"id.orig_h":"8.8.8.8"}""", 1)]
    [InlineData("zeek", """{"message":"of something else"}""", 0)]
    [InlineData("zeek", """{"_path":"rdp"}""", 1)]
    [InlineData("zeek ecs", """{"message":"of something else"}""", 0)]
    [InlineData("", """{"message":"no mapping, no routing"}""", 1)]
    public void Evaluate_UnknownEventWithoutAnyFieldOfANegation_IsNotTried(string mappings, string record, int matches)
    {
        var rules = Loaded.Rules("""
            title: Test
            logsource: { product: zeek, service: rdp }
            detection:
              s:
                id.orig_h|cidr: 10.0.0.0/8
              condition: not s
            """);
        EventMapping[] all = mappings.Length == 0 ? [EventMapping.None] : [.. mappings.Split(' ').Select(MappingReader.Load)];
        all = all is [var single] ? [single with { When = [] }] : all;
        var reference = ReferenceEvaluator.Of(rules, all, routes: true);

        new MappedRules(rules, all, routes: true, []).Matcher().Evaluate(Encoding.UTF8.GetBytes(record)).Matches.Count.ShouldBe(matches);
        reference.Evaluate(Encoding.UTF8.GetBytes(record)).Matches.Count.ShouldBe(matches);
    }

    [Theory]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 1, "process_creation")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 2, "file_change")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 3, "network_connection")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 4, "sysmon_status")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 7, "image_load")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 10, "process_access")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 11, "file_event")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 12, "registry_add registry_delete registry_event")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 13, "registry_set registry_event")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 14, "registry_rename registry_event")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 22, "dns_query")]
    [InlineData("Microsoft-Windows-Sysmon/Operational", 29, "file_executable_detected")]
    [InlineData("Security", 4688, "process_creation")]
    [InlineData("Security", 4689, "process_termination")]
    [InlineData("Security", 4656, "")]
    [InlineData("Security", 4657, "registry_add registry_set registry_delete registry_event")]
    [InlineData("Security", 4663, "")]
    [InlineData("System", 7045, "")]
    [InlineData("Microsoft-Windows-PowerShell/Operational", 4103, "ps_module")]
    [InlineData("Microsoft-Windows-PowerShell/Operational", 4104, "ps_script")]
    [InlineData("Windows PowerShell", 400, "ps_classic_start")]
    [InlineData("Microsoft-Windows-WMI-Activity/Operational", 5861, "")]
    [InlineData("A channel that nobody knows", 1, "")]
    public void Evaluate_WindowsEvent_FiresRulesOfItsCategoriesOnly(string channel, int id, string categories)
    {
        var flat = $$"""{"Channel":"{{channel}}","EventID":{{id}},"Image":"x"}""";
        var nested = $$$"""{"Event":{"System":{"Channel":"{{{channel}}}","EventID":{"#text":{{{id}}} }},"EventData":{"Image":"x"} } }""";

        foreach (var record in (string[])[flat, nested])
        {
            Firing("windows", "windows", record).ShouldBe(Categories.Where(category => categories.Split(' ').Contains(category)));
            Firing("windows", "linux", record).ShouldBeEmpty();
        }
    }

    [Theory]
    [InlineData("windows", """{"_path":"conn","Image":"x"}""", "windows", false)]
    [InlineData("windows", """{"Image":"x"}""", "windows", true)] // nothing tells
    [InlineData("zeek", """{"_path":"conn","Image":"x"}""", "windows", false)]
    [InlineData("ecs", """{"event":{"dataset":"aws.cloudtrail"},"Image":"x"}""", "windows", false)]
    [InlineData("ecs", """{"event":{"category":["process"],"type":["start"]},"host":{"os":{"type":"windows"}},"Image":"x"}""",
        "windows", true)]
    [InlineData("ecs", """{"event":{"category":["file"],"type":["creation"]},"host":{"os":{"type":"windows"}},"Image":"x"}""",
        "windows", false)]
    [InlineData("ecs", """{"event":{"code":"7"},"winlog":{"channel":"Microsoft-Windows-Sysmon/Operational"},"Image":"x"}""",
        "windows", false)]
    [InlineData("ecs", """{"event":{"code":"1"},"winlog":{"channel":"Microsoft-Windows-Sysmon/Operational"},"Image":"x"}""",
        "windows", true)]
    public void Evaluate_ProcessCreationRule_FiresWhereTheEventMayBeOne(string mapping, string record, string product, bool fires) =>
        Firing(mapping, product, record).Contains("process_creation").ShouldBe(fires);

    [Fact]
    public void Read_ListsAndSeveralRows_AreJoined()
    {
        var mapping = Read("""
            logsources:
              - product: [windows, other]
              - when: { EventID: [13] }
                category: [registry_set, registry_event]
              - when: { EventID: [13, 12] }
                category: registry_add
            """);

        Firing(mapping, "other", """{"EventID":13,"Image":"x"}""").ShouldBe(["registry_add", "registry_set", "registry_event"]);
        Firing(mapping, "windows", """{"EventID":12,"Image":"x"}""").ShouldBe(["registry_add"]);
        Firing(mapping, "linux", """{"EventID":12,"Image":"x"}""").ShouldBeEmpty();
    }

    [Fact]
    public void Read_Rewrite_AddsACategoryToEventsOfTheOtherSource()
    {
        var mapping = Read("""
            logsources:
              - when: { Channel: 's' }
                product: windows
                service: sysmon
                category: []
              - when: { EventID: [1] }
                category: process_creation
                rewrite: { product: windows, service: sysmon }
            """);

        Firing(mapping, "windows", """{"Channel":"s","EventID":1,"Image":"x"}""").ShouldBe(["process_creation"]);
        Firing(mapping, "windows", """{"Channel":"s","EventID":2,"Image":"x"}""").ShouldBeEmpty();
    }

    private static EventMapping Read(string text)
    {
        var problems = new List<Rules.RuleProblem>();
        var mapping = MappingReader.Read("m.yml", text, problems);
        problems.ShouldBeEmpty();
        return mapping;
    }

    private static List<string> Firing(string mapping, string product, string record) =>
        Firing(MappingReader.Load(mapping), product, record);

    /// <summary>The categories whose rules fire, by both evaluators.</summary>
    private static List<string> Firing(EventMapping mapping, string product, string record)
    {
        var rules = Loaded.Rules(string.Join("\n---\n", Categories.Select(category => $$"""
            title: {{category}}
            logsource: { product: {{product}}, category: {{category}} }
            detection:
              s:
                Image: x
              condition: s
            """)));
        var bytes = Encoding.UTF8.GetBytes(record);
        var matcher = new RecordMatcher(CompiledRules.Compile(rules, mapping, routes: true, []));
        using var reference = new ReferenceEvaluator(rules, mapping, routes: true);

        var fired = matcher.Evaluate(bytes).Matches.Select(match => rules.Rules[match.Rule].Title).ToList();
        reference.Evaluate(bytes).Matches.Select(match => rules.Rules[match.Rule].Title).ShouldBe(fired);
        matcher.LogSource.ToString().ShouldBe(reference.LogSource.ToString());
        return fired;
    }
}
