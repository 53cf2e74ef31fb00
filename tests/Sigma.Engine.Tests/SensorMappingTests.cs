using System.Text;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;

namespace Sigma.Engine.Tests;

/// <summary>Events of endpoint sensors have the sources and fields of rules, if all mappings are named.</summary>
public sealed class SensorMappingTests
{
    private static readonly EventMapping[] Mappings = [.. MappingReader.BuiltIn.Select(MappingReader.Load)];

    [Theory]
    [InlineData("windows/process_creation/-", "Image: 'C:\\i'", """
        {"Timestamp":"2026-01-02","DeviceName":"d","ActionType":"ProcessCreated","FolderPath":"C:\\i","InitiatingProcessFolderPath":"p"}
        """)]
    [InlineData("*/process_creation/-", "ParentImage: p", """
        {"operationName":"Publish","category":"AdvancedHunting-DeviceProcessEvents","properties":
        {"DeviceName":"d","ActionType":"ProcessCreated","FolderPath":"i","InitiatingProcessFolderPath":"p"}}
        """)]
    [InlineData("linux|macos/network_connection/-", "Image: /p", """
        {"DeviceName":"d","ActionType":"ConnectionSuccess","RemoteIP":"192.0.2.1","InitiatingProcessFolderPath":"/p"}
        """)]
    [InlineData("*/-/-", "FolderPath: f", """{"DeviceName":"d","ActionType":"FileCreated","FolderPath":"f"}""")]
    [InlineData("windows/process_creation/-", "CommandLine: c", """
        {"event_simpleName":"ProcessRollup2","event_platform":"Win","CommandLine":"c"}
        """)]
    [InlineData("linux/process_creation/-", "CommandLine: c", """
        {"event_simpleName":"ProcessRollup2","event_platform":"Lin","CommandLine":"c"}
        """)]
    [InlineData("macos/dns_query/-", "QueryName: a.example", """
        {"event_simpleName":"DnsRequest","event_platform":"Mac","DomainName":"a.example"}
        """)]
    [InlineData("-/-/-", "aid: a", """{"event_simpleName":"SensorHeartbeat","event_platform":"iOS","aid":"a"}""")]
    [InlineData("linux/-/auditd", "user.name: n", """{"event":{"module":"auditd","category":["process"]},"user":{"name":"n"}}""")]
    [InlineData("*/authentication/*", "user.name: n", """
        {"ecs":{"version":"8"},"event":{"category":["authentication"],"type":["start"]},"user":{"name":"n"}}
        """)]
    [InlineData("*/-/*", "Image: i", """
        {"ecs":{"version":"8"},"event":{"category":["process"],"type":["info"]},"process":{"executable":"i"}}
        """)]
    [InlineData("windows/-/security", "Provider_Name: p", """
        {"category":"WindowsEventLogsTable","properties":{"Channel":"Security","EventId":4719,"ProviderName":"p"}}
        """)]
    [InlineData("aws/-/-", "source: s", """{"detail-type":"GuardDuty Finding","source":"s","account":"1","detail":{}}""")]
    [InlineData("aws/-/-", "partition: aws", """{"partition":"aws","accountId":"1","service":{"serviceName":"guardduty"}}""")]
    [InlineData("aws/-/-", "webaclId: w", """{"webaclId":"w","httpRequest":{"clientIp":"192.0.2.1","uri":"/"}}""")]
    [InlineData("cisco/*/*", "hostname: h", """
        {"hostname":"h","program":"%SEC_LOGIN-4-LOGIN_FAILED","message":"Login failed"}
        """)]
    [InlineData("*/*/*", "hostname: h", """{"hostname":"h","program":"%x","message":"m"}""")]
    [InlineData("azure/-/signinlogs", "category: SignInLogs", """{"category":"SignInLogs","properties":{"appId":"a"}}""")]
    [InlineData("cisco/-/duo", "action: a", """{"eventtype":"administrator","action":"a","isotimestamp":"2026-01-02","username":"u"}""")]
    [InlineData("zeek/firewall|network_connection/conn", "dst_ip: 192.0.2.1", """
        {"ts":1,"uid":"C1","id.orig_h":"192.0.2.2","id.resp_h":"192.0.2.1","conn_state":"SF"}
        """)]
    [InlineData("zeek/proxy|webserver/http", "c-uri: /a", """
        {"uid":"C1","id.orig_h":"192.0.2.2","trans_depth":1,"host":"h","uri":"/a","version":"1.1"}
        """)]
    [InlineData("zeek/-/smtp", "helo: h", """{"uid":"C1","id.orig_h":"192.0.2.2","trans_depth":1,"helo":"h","last_reply":"250 ok"}""")]
    [InlineData("zeek/*/*", "method: BYE", """{"uid":"C1","id.orig_h":"192.0.2.2","trans_depth":0,"method":"BYE","uri":"sip:a"}""")]
    [InlineData("zeek/dns|dns_query/dns", "query: a", """{"uid":"C1","id":{"orig_h":"192.0.2.2"},"qtype_name":"A","query":"a"}""")]
    [InlineData("zeek/-/x509", "certificate.serial: 0A", """{"id":"F1","certificate.version":3,"certificate.serial":"0A"}""")]
    [InlineData("zeek/*/*", "user: u", """{"uid":"C1","id.orig_h":"192.0.2.2","user":"u"}""")]
    [InlineData("-/firewall/-", "dst_port: 23", """{"action":"DROP","src-ip":"192.0.2.1","dst-ip":"192.0.2.2","dst-port":"23"}""")]
    public void Evaluate_AnEventOfASensor_HasItsSourceAndFields(string source, string field, string record)
    {
        var rules = Loaded.Rules($"title: T\ndetection: {{ s: {{ {field} }}, condition: s }}\nlogsource: {{ definition: any }}");
        var matcher = new MappedRules(rules, Mappings, routes: true, []).Matcher();

        var verdict = matcher.Evaluate(Encoding.UTF8.GetBytes(record.Trim()));

        $"{matcher.LogSource}".ShouldBe(source);
        verdict.Matches.ShouldHaveSingleItem();
    }
}
