using Sigma.Engine.Mapping;

namespace Sigma.Engine.Tests;

/// <summary>Records of clouds, web servers and sensors that Beats or Elastic's integrations rewrote, nested and flattened.</summary>
public sealed class EcsMappingTests
{
    private static readonly EventMapping Ecs = MappingReader.Load("ecs");

    [Theory]
    [InlineData("product: aws, service: cloudtrail", "{ eventSource: guardduty.amazonaws.com, eventName: DeleteDetector }",
        """{"event":{"dataset":"aws.cloudtrail","provider":"guardduty.amazonaws.com","action":"DeleteDetector"}}""")]
    [InlineData("product: aws, service: cloudtrail", "{ userIdentity.type: Root, requestParameters.attribute: userData }",
        """
        {"event.dataset":"aws.cloudtrail","aws.cloudtrail.user_identity.type":"Root",
        "aws.cloudtrail.flattened.request_parameters.attribute":"userData"}
        """)]
    [InlineData("product: okta, service: okta", "{ eventType: user.session.end, displayMessage|contains: logout }",
        """{"event.dataset":"okta.system","okta.event_type":"user.session.end","okta.display_message":"User logout from Okta"}""")]
    [InlineData("product: m365, service: threat_management", "{ eventSource: SecurityComplianceCenter, eventName: X, status: success }",
        """{"event":{"dataset":"o365.audit","provider":"SecurityComplianceCenter","action":"X","outcome":"success"}}""")]
    [InlineData("product: m365, service: audit", "{ ObjectId: x, Operation: Search }",
        """{"event":{"dataset":"o365.audit","action":"Search"},"o365":{"audit":{"ObjectId":"x"}}}""")]
    [InlineData("product: azure, service: activitylogs", "{ operationName: MICROSOFT.NETWORK/X/DELETE }",
        """{"event":{"dataset":"azure.activitylogs"},"azure":{"activitylogs":{"operation_name":"Microsoft.Network/x/delete"}}}""")]
    [InlineData("product: azure, service: auditlogs", "{ properties.message: Add owner to application }",
        """{"event":{"dataset":"azure.auditlogs"},"azure":{"auditlogs":{"operation_name":"Add owner to application"}}}""")]
    [InlineData("product: azure, service: signinlogs", "{ ResultType: 50057 }",
        """{"event":{"dataset":"azure.signinlogs"},"azure":{"signinlogs":{"result_type":"50057"}}}""")]
    [InlineData("product: github, service: audit", "{ action: repo.destroy }",
        """{"event":{"dataset":"github.audit","category":["web"],"action":"repo.destroy"}}""")]
    [InlineData("product: kubernetes, category: application, service: audit", "{ verb: create, objectRef.resource: pods }",
        """{"event":{"dataset":"kubernetes.audit_logs"},"kubernetes":{"audit":{"verb":"create","objectRef":{"resource":"pods"}}}}""")]
    [InlineData("product: linux, service: auditd", "{ type: EXECVE, a0: cat }",
        """{"event":{"module":"auditd","dataset":"auditd.log","action":"execve"},"auditd":{"log":{"a0":"cat"}}}""")]
    [InlineData("product: zeek, service: dns", "{ query|endswith: .example, qtype_name: A, id.resp_p: 53 }",
        """
        {"event":{"module":"zeek","dataset":"zeek.dns","category":["network"]},"dns":{"question":{"name":"a.example"}},
        "destination":{"port":53},"zeek":{"dns":{"qtype_name":"A"}}}
        """)]
    [InlineData("category: webserver", "{ cs-method: GET, cs-uri-query|contains: ../../etc/, cs-user-agent|contains: sqlmap/ }",
        """
        {"event":{"dataset":"nginx.access","category":["web"]},"http":{"request":{"method":"GET"}},
        "url":{"original":"/x/../../etc/passwd"},"user_agent":{"original":"sqlmap/1.0"}}
        """)]
    [InlineData("product: windows, service: wmi", "{ EventID: 5858, Operation|contains: cleareventlog }",
        """
        {"event":{"code":"5858"},"winlog":{"channel":"Microsoft-Windows-WMI-Activity/Operational","event_id":"5858",
        "user_data":{"Operation":"x::cleareventlog"}}}
        """)]
    public void Evaluate_RuleWithTheNamesOfSigmaHq_FindsTheFields(string source, string search, string record)
    {
        var rules = Loaded.Rules($"title: T\nlogsource: {{ {source} }}\ndetection:\n  s: {search}\n  condition: s\n");

        Loaded.Evaluate(rules, record, Ecs).Matches.Count.ShouldBe(1);
    }

    [Fact]
    public void Evaluate_ARecordOfAKnownDataset_SkipsRulesForOthers()
    {
        var rules = Loaded.Rules("title: T\nlogsource: { product: zeek, service: http }\ndetection:\n  s: { query: a }\n  condition: s\n");

        Loaded.Evaluate(rules, """{"event":{"module":"zeek","dataset":"zeek.dns"},"dns":{"question":{"name":"a"}}}""", Ecs)
            .Matches.ShouldBeEmpty();
    }
}
