using System.Text;
using Sigma.Engine.Evaluation;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;
using Sigma.Engine.Reference;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Tests;

public sealed class MappingTests
{
    [Theory]
    [InlineData("windows", "windows/process_creation/sysmon",
        """{"EventID":1,"Channel":"Microsoft-Windows-Sysmon/Operational","Image":"C:\\x.exe"}""")]
    [InlineData("windows", "windows/process_creation/security",
        """{"Event":{"System":{"EventID":{"#text":4688},"Channel":"Security"},"EventData":{"NewProcessName":"C:\\x.exe"}}}""")]
    [InlineData("windows", "windows/registry_set|registry_event/sysmon",
        """{"winlog":{"event_id":13,"channel":"Microsoft-Windows-Sysmon/Operational","event_data":{"Image":"C:\\x.exe"}}}""")]
    [InlineData("windows", "windows/-/wmi",
        """{"Event":{"System":{"Channel":"Microsoft-Windows-WMI-Activity/Operational"},"UserData":{"EventXML":{"Image":"\\x.exe"}}}}""")]
    [InlineData("windows", "windows/process_creation/sysmon", """
        {"Event":{"System":{"EventID":"1","Channel":"Microsoft-Windows-Sysmon/Operational"},"EventData":{"Data":[
        {"@Name":"RuleName"},{"@Name":"Image","#text":"C:\\x.exe"}]}}}
        """)]
    [InlineData("windows", "windows/process_creation/sysmon", """
        {"Event":{"System":{"EventID":{"@Qualifiers":"","#text":"1"},"Channel":"Microsoft-Windows-Sysmon/Operational"},"EventData":{"Data":[
        {},{"xml_value":"C:\\x.exe","xml_attributes":{"Name":"Image"}}]}}}
        """)]
    [InlineData("windows", "windows/process_creation/security", """
        {"Channel":"Security","EventId":4688,
        "Payload":"{\"EventData\":{\"Data\":[{\"@Name\":\"NewProcessName\",\"#text\":\"C:\\\\x.exe\"}]}}"}
        """)]
    [InlineData("windows", "windows/-/wmi", """
        {"Channel":"Microsoft-Windows-WMI-Activity/Operational","EventId":1,
        "Payload":"{\"UserData\":{\"EventXML\":{\"Image\":\"\\\\x.exe\"}}}"}
        """)]
    [InlineData("windows", "windows/process_creation/security", """
        {"channel":"Security","event_id":{"qualifiers":0,"id":4688},"event_data":{"data":[{"NewProcessName":"C:\\x.exe"},{"a":"b"}]}}
        """)]
    [InlineData("windows", "*/*/*", """{"New Process Name":"C:\\x.exe"}""")]
    [InlineData("ecs", "windows/*/*", """{"host":{"os":{"type":"windows"}},"process":{"executable":"C:\\x.exe"}}""")]
    public void Evaluate_ShapesOfOneEvent_FindFieldAndSource(string mapping, string source, string record)
    {
        var rules = Loaded.Rules("""
            title: Test
            logsource: { product: windows }
            detection:
              s:
                Image|endswith: '\x.exe'
              condition: s
            """);
        var known = MappingReader.Load(mapping);
        using var reference = new ReferenceEvaluator(rules, known, routes: true);

        Loaded.Evaluate(rules, record, known).Matches.ShouldHaveSingleItem();

        reference.Evaluate(Encoding.UTF8.GetBytes(record));
        $"{reference.LogSource}".ShouldBe(source);
    }

    /// <summary>What stands beside names stays data without them, and a broken record stays one.</summary>
    [Theory]
    [InlineData("""{"Channel":"a","Data":[{"Name":"x","Value":1},"b",{"c":"d"}]}""", "x: 1", null)]
    [InlineData("""{"Channel":"a","Data":[{"Name":"x","Value":1},"b",{"c":"d"}]}""", "Data: b", null)]
    [InlineData("""{"Channel":"a","Data":[{"Name":"x","Value":null}],"y":1.50}""", "x: null, y: '1.50'", null)]
    [InlineData("""{"Channel":"a","Data":{"-Name":"x"}}""", "x: ''", null)]
    [InlineData("""{"Channel":"a","Payload":"{not json","x":1}""", "x: 1", null)]
    [InlineData("""{"Channel":"a","Data":[{"Name":"x","Value":1}]""", "x: 1", DeathReason.Malformed)]
    [InlineData("""{"Channel":"a","Data":[{"Name":"x","Value":"\ud800"}]}""", "x: 1", DeathReason.LoneSurrogate)]
    public void Evaluate_PairsAmongOtherData_GiveTheirNames(string record, string search, DeathReason? death)
    {
        var rules = Loaded.Rules($"title: T\nlogsource: {{ product: windows }}\ndetection: {{ s: {{ {search} }}, condition: s }}");

        var verdict = Loaded.Evaluate(rules, record, MappingReader.Load("windows"));

        verdict.Death.ShouldBe(death);
        verdict.Matches.Count.ShouldBe(death is null ? 1 : 0);
    }

    [Theory]
    [InlineData("""{"Event":{"System":{"Channel":"Application","EventID":15457},"EventData":{"Data":{"#text":["xp_cmdshell","0"]}}}}""")]
    [InlineData("""{"Event":{"System":{"Channel":"Application","EventID":15457},"EventData":{"Data":{"#text":"xp_cmdshell"}}}}""")]
    [InlineData("""{"System":{"Channel":"Application","EventID":15457},"EventData":{"Data":["xp_cmdshell","0","1"]},"Message":"m"}""")]
    [InlineData("""{"winlog":{"channel":"Application","event_id":15457,"event_data":{"param1":"a"}},"message":"xp_cmdshell"}""")]
    [InlineData("""{"Channel":"Application","EventID":15457,"Message":"Configuration option 'xp_cmdshell' changed"}""")]
    [InlineData("""{"data":{"win":{"system":{"channel":"Application","eventID":"15457"},"eventdata":{"data":"xp_cmdshell, 0, 1"}}}}""")]
    public void Evaluate_DataWithoutNames_IsFound(string record)
    {
        var rules = Loaded.Rules("""
            title: T
            logsource: { product: windows, service: application }
            detection: { s: { Data|contains: xp_cmdshell }, condition: s }
            """);

        Loaded.Evaluate(rules, record, MappingReader.Load("windows")).Matches.ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("EventID: 5859, Provider: SCM Event Provider", // what Windows itself registers, and rules leave out
        """
        {"Event":{"System":{"Channel":"Microsoft-Windows-WMI-Activity/Operational","EventID":5859,"Provider":{"#attributes":{"Name":"W"}}},
        "UserData":{"Operation_EssStarted":{"Provider":"SCM Event Provider"}}}}
        """)]
    [InlineData("EventID: 808, ErrorCode: '0x45A'",
        """
        {"Event":{"System":{"Channel":"Microsoft-Windows-PrintService/Admin","EventID":808},
        "UserData":{"LoadPluginFailed":{"ErrorCode":"0x45a"}}}}
        """)]
    public void Evaluate_WhatAProviderWrapsItsDataIn_IsLookedInto(string search, string record)
    {
        var rules = Loaded.Rules($"title: T\nlogsource: {{ product: windows }}\ndetection: {{ s: {{ {search} }}, condition: s }}\n");

        Loaded.Evaluate(rules, record, MappingReader.Load("windows")).Matches.ShouldHaveSingleItem();
    }

    [Fact]
    public void Evaluate_ZeekRecordOfAnotherService_SkipsTheRule()
    {
        var rules = Loaded.Rules("""
            title: Test
            logsource: { product: zeek, service: dns }
            detection:
              s:
                dst_ip|cidr: 192.0.2.0/24
              condition: s
            """);
        var zeek = MappingReader.Load("zeek");

        Loaded.Evaluate(rules, """{"_path":"dns","id.resp_h":"192.0.2.1"}""", zeek).Matches.ShouldHaveSingleItem();
        Loaded.Evaluate(rules, """{"id.resp_h":"192.0.2.1"}""", zeek).Matches.ShouldHaveSingleItem();
        Loaded.Evaluate(rules, """{"_path":"http","id.resp_h":"192.0.2.1"}""", zeek).Matches.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("""{"EventLog":"RPCFW","EventID":3,"InterfaceUuid":"x"}""")]
    [InlineData("""{"Event":{"System":{"Channel":"RPCFW","EventID":3},"EventData":{"InterfaceUuid":"x"}}}""")]
    public void Evaluate_AnEventOfTheRpcFirewall_IsOfItsOwnProduct(string record)
    {
        var rules = Loaded.Rules("""
            title: Test
            logsource: { product: rpc_firewall, category: application }
            detection:
              s: { EventLog: RPCFW, EventID: 3, InterfaceUuid: x }
              condition: s
            """);

        Loaded.Evaluate(rules, record, MappingReader.Load("windows")).Matches.ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("category: webserver", "cs-user-agent: sqlmap", """{"cs-uri-stem":"/","cs(User-Agent)":"sqlmap"}""")] // IIS
    [InlineData("category: proxy", "c-uri: /a", """{"event_type":"http","src_ip":"1.1.1.1","dest_ip":"1.1.1.2","http":{"url":"/a"}}""")]
    [InlineData("category: dns", "query: a.example",
        """{"event_type":"dns","src_ip":"1.1.1.1","dest_ip":"1.1.1.2","dns":{"queries":[{"rrname":"a.example","rrtype":"A"}]}}""")]
    public void Evaluate_AnEventOfANetwork_HasTheFieldsOfRules(string source, string field, string record)
    {
        var rules = Loaded.Rules($"title: T\nlogsource: {{ {source} }}\ndetection: {{ s: {{ {field} }}, condition: s }}");

        Loaded.Evaluate(rules, record, MappingReader.Load("network")).Matches.ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("ParentImage: p", """{"Event":{"System":{"Channel":"Security","EventID":4688},"EventData":{"ParentProcessName":"p"}}}""")]
    [InlineData("Image: p", """{"winlog":{"channel":"Security","event_id":4688,"event_data":{"NewProcessName":"p"}}}""")]
    [InlineData("User: p", """{"winlog":{"channel":"Security","event_id":4688,"event_data":{"SubjectUserName":"p"}}}""")]
    [InlineData("Image: p", """{"data":{"win":{"system":{"channel":"Security","eventID":"4688"},"eventdata":{"newProcessName":"p"}}}}""")]
    [InlineData("Image: p", """{"winlog.channel":"Security","winlog.event_id":4688,"winlog.event_data.NewProcessName":"p"}""")]
    [InlineData("Image: p", """{"data.win.system.channel":"Security","data.win.system.eventID":4688,"data.win.eventdata.image":"p"}""")]
    public void Evaluate_AFieldByItsFurtherName_IsFoundBelowThePrefixes(string field, string record)
    {
        var rules = Loaded.Rules(
            $"title: T\nlogsource: {{ category: process_creation, product: windows }}\ndetection: {{ s: {{ {field} }}, condition: s }}");
        var windows = MappingReader.Load("windows");
        using var reference = new ReferenceEvaluator(rules, windows, routes: true);

        Loaded.Evaluate(rules, record, windows).Matches.ShouldHaveSingleItem();
        reference.Evaluate(Encoding.UTF8.GetBytes(record)).Matches.ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData(
        @"CommandLine: '""C:\Windows\x.exe"" -c \\\\h\s'",
        @"{""commandLine"":""\\\""C:\\\\Windows\\\\x.exe\\\"" -c \\\\\\\\h\\\\s""}")]
    [InlineData(@"CurrentDirectory|endswith: '\system32\'", @"{""currentDirectory"":""C:\\\\WINDOWS\\\\system32\\\\""}")]
    [InlineData(@"Image: 'C:\a\b.exe'", @"{""user"":""\\\\h\\u"",""image"":""C:\\a\\b.exe""}")] // escaped once
    [InlineData(@"User: '\\\h\u'", @"{""user"":""\\\\h\\u"",""image"":""C:\\a\\b.exe""}")]
    [InlineData(@"Image|contains: 'a""b'", @"{""image"":""a\""b"",""user"":""\u0041\\\\b""}")]
    public void Evaluate_TextsOfWazuh_AreComparedAsTheyWere(string field, string eventdata)
    {
        var rules = Loaded.Rules($"title: T\nlogsource: {{ product: windows }}\ndetection: {{ s: {{ {field} }}, condition: s }}");
        var windows = MappingReader.Load("windows");
        using var reference = new ReferenceEvaluator(rules, windows, routes: true);
        var record = """{"data":{"win":{"eventdata":DATA,"system":{"channel":"Security","message":"\"a\\b\r\n"}}}}"""
            .Replace("DATA", eventdata, StringComparison.Ordinal);

        Loaded.Evaluate(rules, record, windows).Matches.ShouldHaveSingleItem();
        reference.Evaluate(Encoding.UTF8.GetBytes(record)).Matches.ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("{\"Provider\":{\"#attributes\":{\"Name\":\"p\"}}}")]
    [InlineData("{\"Provider_attributes\":{\"Name\":\"p\"}}")]
    public void Evaluate_AttributesBesideOrWithin_AreFound(string system)
    {
        var rules = Loaded.Rules("title: T\nlogsource: { product: windows }\ndetection: { s: { Provider_Name: p }, condition: s }");

        Loaded.Evaluate(rules, $"{{\"Event\":{{\"System\":{system}}}}}", MappingReader.Load("windows")).Matches.ShouldHaveSingleItem();
    }

    [Fact]
    public void Evaluate_SyslogOfLogAnalytics_IsOfItsProgram()
    {
        var rules = Loaded.Rules("""
            title: Test
            logsource: { product: linux, service: sshd }
            detection:
              s: [ 'unexpected bytes' ]
              condition: s
            ---
            title: Another
            logsource: { product: cisco, service: aaa }
            detection:
              s: [ 'unexpected bytes' ]
              condition: s
            """);
        const string Record = """{"Type":"Syslog","ProcessName":"sshd","SyslogMessage":"unexpected bytes"}""";

        Loaded.Evaluate(rules, Record, MappingReader.Load("linux")).Matches.ShouldHaveSingleItem().Rule.ShouldBe(0);
    }

    [Theory]
    [InlineData("""{"a":{"b":"x"}}""", true)]
    [InlineData("""{"a":[{"b":"x"},{}]}""", true)]
    [InlineData("""{"a":"y","c":"x"}""", false)]
    [InlineData("""{"a":{"d":"x"}}""", false)]
    [InlineData("""{"a":{"b":{"c":"x"}},"c":"x"}""", true)]
    [InlineData("""{"a":{"c":1},"a":"y","c":"x"}""", false)]
    public void Evaluate_NameWithAnObject_GivesWayToAFurtherName(string record, bool matches)
    {
        var rules = Loaded.Rules(Loaded.Rule("s: { a: x }\ncondition: s"));
        var mapping = MappingReader.Read("m.yml", "fieldmappings: { a: ['$.a.b', c] }", []);
        using var reference = new ReferenceEvaluator(rules, mapping, routes: true);

        Loaded.Evaluate(rules, record, mapping).Matches.Count.ShouldBe(matches ? 1 : 0);
        reference.Evaluate(Encoding.UTF8.GetBytes(record)).Matches.Count.ShouldBe(matches ? 1 : 0);
    }

    [Fact]
    public void Evaluate_WithoutRouting_AsksEveryRule()
    {
        var rules = Loaded.Rules("title: T\nlogsource: { product: linux }\ndetection:\n  s:\n    a: 1\n  condition: s");
        var matcher = new RecordMatcher(CompiledRules.Compile(rules, MappingReader.Load("zeek"), routes: false, []));

        matcher.Evaluate("{\"a\":1}"u8.ToArray()).Matches.ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("fieldmapping: {}", "1:1", "There is no fieldmapping in a mapping")]
    [InlineData("fieldmappings: [a]", "1:16", "fieldmappings is a map")]
    [InlineData("logsources:\n  - when: 5", "2:5", "A log source is a map")]
    [InlineData("- a", "1:1", "A mapping is a map")]
    public void Read_NoMapping_IsNamedWithItsPosition(string text, string position, string message)
    {
        var problems = new List<RuleProblem>();

        MappingReader.Read("m.yml", text, problems);

        $"{problems[0].At}".ShouldBe(position);
        problems[0].Message.ShouldStartWith(message);
    }
}
