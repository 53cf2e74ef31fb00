using System.Text;
using Sigma.Engine.Mapping;
using Sigma.Engine.Matching;

namespace Sigma.Engine.Tests;

/// <summary>Events of clouds and of Linux, in the shapes of their documentation, have a product, categories and services.</summary>
public sealed class CloudMappingTests
{
    private static readonly EventMapping Cloud = MappingReader.Load("cloud");

    [Theory]
    [InlineData("aws/-/cloudtrail", """{"eventVersion":"1.08","eventSource":"iam.amazonaws.com","awsRegion":"us-east-1"}""")]
    [InlineData("azure/-/activitylogs", """{"category":"Administrative","operationName":"M/W","resourceId":"/S","properties":{}}""")]
    [InlineData("azure/-/activitylogs", """{"operationName":{"value":"M/W"},"eventTimestamp":"t","category":{"value":"Administrative"}}""")]
    [InlineData("azure/-/activitylogs", """{"Type":"AzureActivity","OperationNameValue":"M/W","CategoryValue":"Administrative"}""")]
    [InlineData("azure/-/auditlogs", """{"category":"AuditLogs","operationName":"Add user","properties":{"loggedByService":"Core"}}""")]
    [InlineData("azure/-/auditlogs|pim", """{"category":"AuditLogs","operationName":"x","properties":{"loggedByService":"PIM"}}""")]
    [InlineData("azure/-/auditlogs", """{"activityDisplayName":"Add user","loggedByService":"Core Directory","category":"User"}""")]
    [InlineData("aws/-/cloudtrail", """{"detail-type":"AWS API Call via CloudTrail","detail":{"eventSource":"iam","awsRegion":"us"}}""")]
    [InlineData("azure/-/signinlogs", """{"category":"SignInLogs","operationName":"Sign-in activity","properties":{"status":{}}}""")]
    [InlineData("azure/-/signinlogs", """{"appDisplayName":"A","conditionalAccessStatus":"success","userPrincipalName":"u"}""")]
    [InlineData("azure/-/riskdetection|pim", """{"category":"UserRiskEvents","properties":{"riskEventType":"leakedCredentials"}}""")]
    [InlineData("m365/-/audit|exchange", """{"Workload":"Exchange","Operation":"Add-FederatedDomain","RecordType":1}""")]
    [InlineData("m365/-/audit", """{"Workload":"AzureActiveDirectory","Operation":"UserLoggedIn","RecordType":15}""")]
    [InlineData("gcp/-/gcp.audit", """{"protoPayload":{"methodName":"v1.compute.firewalls.delete","serviceName":"compute"}}""")]
    [InlineData("gcp/-/gcp.audit", """{"data":{"protoPayload":{"methodName":"storage.buckets.delete"}},"insertId":"x"}""")]
    [InlineData("gcp/-/google_workspace.login", """{"id":{"applicationName":"login"},"events":[{"name":"login_failure"}]}""")]
    [InlineData("okta/-/okta", """{"eventType":"user.session.start","outcome":{"result":"SUCCESS"},"published":"t"}""")]
    [InlineData("onelogin/-/onelogin.events", """{"event_type_id":3,"account_id":1}""")]
    [InlineData("bitbucket/-/audit", """{"auditType":{"category":"Projects","action":"Project deleted"}}""")]
    [InlineData("github/-/audit", """{"action":"repo.destroy","actor":"me","created_at":1,"org":"o"}""")]
    [InlineData("azure/-/-", """{"category":"AuditEvent","operationName":"SecretGet","resourceId":"/S"}""")] // of a resource
    [InlineData("azure/-/auditlogs", """{"category":"x","operationName":"x","properties":{"loggedByService":1,"activityDisplayName":2}}""")]
    [InlineData("gcp/-/-", """{"id":{"applicationName":"drive"},"events":[{"name":"edit"}]}""")]
    [InlineData("gcp/webserver/-", """{"logName":"l","insertId":"i","httpRequest":{"requestUrl":"http://a/b"}}""")]
    [InlineData("okta/-/okta", """{"eventtype":"user.session.start","outcome":{"result":"SUCCESS"}}""")]
    [InlineData("cisco/-/duo", """{"access_device":{"ip":"1.2.3.4"},"event_type":"authentication","reason":"bypass_user"}""")]
    [InlineData("github/-/audit", """{"action":"repo.destroy","actor":"me","repo":"o/r"}""")]
    [InlineData("aws|azure|m365|gcp|okta|onelogin|github|bitbucket|kubernetes/*/*", """{"schemaVersion":"2.0","service":{}}""")]
    [InlineData("kubernetes/application/audit", """{"kind":"Event","auditID":"1","verb":"delete","objectRef":{"resource":"pods"}}""")]
    [InlineData("kubernetes/application/audit", """{"apiVersion":"audit.k8s.io/v1","kind":"Event","stage":"ResponseComplete"}""")]
    [InlineData("azure/-/-", """{"operationName":"GetBlob","resourceId":"/subscriptions/1"}""")]
    [InlineData("azure/-/signinlogs", """{"operationname":"Sign-in activity","category":"SignInLogs","properties":{}}""")]
    [InlineData("gcp/-/gcp.audit", """{"logname":"l","insertid":"i","protopayload":{"methodName":"v1.compute.firewalls.delete"}}""")]
    public void Evaluate_EventOfACloud_HasItsSource(string source, string record)
    {
        // A single mapping is for all events, but what it does not know is none of its events.
        var mapping = source.Contains('*', StringComparison.Ordinal) ? Cloud with { When = [] } : Cloud;
        var matcher = new MappedRules(Loaded.Rules(Loaded.Rule("s: { none: 1 }\ncondition: s")), [mapping], routes: true, []).Matcher();
        matcher.Evaluate(Encoding.UTF8.GetBytes(record)).Death.ShouldBeNull();

        matcher.Mapping.ShouldBe(mapping);
        $"{matcher.LogSource}".ShouldBe(source);
    }

    [Theory]
    [InlineData("linux/process_creation/auditd", """{"type":["SYSCALL","EXECVE"],"serial":"7","exe":"/bin/dd"}""")]
    [InlineData("linux/-/auditd", """{"type":"USER_LOGIN","serial":"7"}""")]
    [InlineData("linux/-/syslog|sshd|auth", """{"program":"sshd","message":"x","hostname":"h"}""")]
    [InlineData("linux/-/syslog|cron", """{"program":"CRON","message":"x"}""")]
    [InlineData("linux/webserver/nginx|syslog", """{"program":"nginx","message":"worker process 1 exited"}""")]
    [InlineData("linux/webserver/apache|syslog", """{"program":"apache2","message":"x"}""")]
    [InlineData("cisco/*/*", """{"program":"%ASA-6-302013","message":"x"}""")] // a device
    [InlineData("linux/file_event/sysmon", """{"Event":{"System":{"Channel":"Linux-Sysmon/Operational","EventID":11}}}""")]
    public void Evaluate_EventOfLinux_HasItsSource(string source, string record)
    {
        var linux = MappingReader.Load("linux");
        var rules = Loaded.Rules(Loaded.Rule("s: { none: 1 }\ncondition: s"));
        var matcher = new MappedRules(rules, [linux, MappingReader.Load("windows")], routes: true, []).Matcher();
        matcher.Evaluate(Encoding.UTF8.GetBytes(record)).Death.ShouldBeNull();

        matcher.Mapping.ShouldBe(linux);
        $"{matcher.LogSource}".ShouldBe(source);
    }

    [Theory]
    [InlineData("fortigate/-/event", """{"devid":"FGT60D","logid":"0100044547","type":"event","action":"Add"}""")]
    [InlineData("fortigate/firewall/-", """{"devid":"FGT60D","logid":"0000000013","type":"traffic","dstport":"443"}""")]
    [InlineData("opencanary/application/-", """{"logtype":5005,"node_id":"opencanary-1","src_host":"10.0.0.1","dst_port":22}""")]
    [InlineData("rpc_firewall/application/-", """{"EventLog":"RPCFW","EventID":3,"InterfaceUuid":"4d9f4ab8"}""")]
    [InlineData("cisco/-/duo", """{"access_device":{"ip":"1.2.3.4"},"event_type":"authentication","reason":"bypass_user"}""")]
    [InlineData("-/webserver/-", """{"cs-method":"GET","cs-uri-stem":"/a","cs-uri-query":"b=c","sc-status":"200"}""")]
    [InlineData("-/proxy/-", """{"c-uri":"http://a/b","c-useragent":"curl","cs-host":"a"}""")]
    [InlineData("-/dns/-", """{"query":"api.telegram.org","record_type":"A","answer":"1.2.3.4"}""")]
    [InlineData("-/antivirus/-", """{"Signature":"Mimikatz","Filename":"a.exe"}""")]
    [InlineData("*/firewall/*", """{"action":"forward","dst_port":23,"src_ip":"10.0.0.1"}""")]
    [InlineData("-/proxy|webserver/-", """{"event_type":"http","src_ip":"10.0.0.1","dest_ip":"10.0.0.2","http":{"url":"/"}}""")]
    [InlineData("-/dns/-", """{"event_type":"dns","src_ip":"10.0.0.1","dest_ip":"10.0.0.2","dns":{"rrname":"a.example"}}""")]
    [InlineData("-/-/-", """{"event_type":"alert","src_ip":"10.0.0.1","dest_ip":"10.0.0.2","alert":{"severity":1}}""")]
    [InlineData("-/-/-", """{"name":"pack","action":"added","columns":{"cmdline":"x"},"hostIdentifier":"h","unixTime":1}""")]
    public void Evaluate_EventOfANetwork_HasItsSource(string source, string record)
    {
        var network = MappingReader.Load("network");
        var matcher = new MappedRules(Loaded.Rules(Loaded.Rule("s: { none: 1 }\ncondition: s")), [network], routes: true, []).Matcher();
        matcher.Evaluate(Encoding.UTF8.GetBytes(record)).Death.ShouldBeNull();

        $"{matcher.LogSource}".ShouldBe(source);
    }

    [Theory]
    [InlineData("azure", "signinlogs", "ResultType: 50057", """{"category":"SignInLogs","operationName":"S","resultType":"50057"}""")]
    [InlineData("azure", "auditlogs", "properties.message: Add owner to application",
        """{"category":"AuditLogs","operationName":"x","properties":{"activityDisplayName":"Add owner to application"}}""")]
    [InlineData("azure", "activitylogs", "operationName: M/WRITE", """{"Type":"AzureActivity","OperationNameValue":"M/WRITE"}""")]
    [InlineData("azure", "riskdetection", "riskEventType: x", """{"properties":{"riskEventType":"x"}}""")]
    [InlineData("m365", "exchange", "{ eventSource: Exchange, eventName: Add-FederatedDomain, status: success }",
        """{"Workload":"Exchange","Operation":"Add-FederatedDomain","ResultStatus":"Success"}""")]
    [InlineData("gcp", "gcp.audit", "gcp.audit.method_name|endswith: .delete", """{"protoPayload":{"methodName":"a.delete"}}""")]
    [InlineData("gcp", "google_workspace.admin", "{ eventService: admin.googleapis.com, eventName: REMOVE_APPLICATION }",
        """{"protoPayload":{"serviceName":"admin.googleapis.com","metadata":{"event":[{"eventName":"REMOVE_APPLICATION"}]}}}""")]
    [InlineData("azure", "activitylogs", "operationName: M/WRITE",
        """{"operationName":{"value":"M/WRITE","localizedValue":"W"},"eventTimestamp":"t"}""")]
    [InlineData("azure", "activitylogs", "operationName: M/WRITE", // by way of the client for Python
        """{"operation_name":{"value":"M/WRITE","localized_value":"W"},"event_timestamp":"t"}""")]
    [InlineData("azure", "auditlogs", "TargetResources|contains: 62e90394-9",
        """{"category":"AuditLogs","operationName":1,"properties":{"targetResources":{"modifiedProperties":{"newValue":"62e90394-9"}}}}""")]
    [InlineData("m365", "audit", "{ Operation: New-InboxRule, Parameters|contains: ForwardTo }",
        """{"Workload":"Exchange","Operation":"New-InboxRule","Parameters":[{"Name":"ForwardTo","Value":"a@b"}]}""")]
    [InlineData("aws", "cloudtrail", "requestParameters|contains: Suspended",
        """{"eventSource":"s3","awsRegion":"us","requestParameters":{"VersioningConfiguration":{"Status":"Suspended"}}}""")]
    [InlineData("kubernetes", "audit", "{ verb: create, objectRef.resource: pods, hostPath: '*' }",
        """{"verb":"create","objectRef":{"resource":"pods"},"requestObject":{"spec":{"volumes":[{"hostPath":{"path":"/"}}]}}}""")]
    [InlineData("okta", "okta", "{ eventType: x, displayMessage: y }",
        """{"eventtype":"x","displaymessage":"y","outcome":{"result":"SUCCESS"}}""")]
    public void Evaluate_RuleWithTheNamesOfSigmaHq_FindsTheCloudsFields(string product, string service, string search, string record)
    {
        var rules = Loaded.Rules($"title: T\nlogsource: {{ product: {product}, service: {service} }}\n"
            + $"detection:\n  s: {(search.StartsWith('{') ? search : $"{{ {search} }}")}\n  condition: s\n");

        Loaded.Evaluate(rules, record, Cloud).Matches.Count.ShouldBe(1);
    }
}
