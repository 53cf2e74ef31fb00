using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Prober.Features.Configuration;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Services;

namespace Prober.Tests.Notifications;

/// <summary>What each service gets, at the address and in the form of its documents.</summary>
public sealed class ServicesTests : IAsyncLifetime
{
    private const string Id = "h-7";
    private static readonly Notice Down = new("change", "down", DateTimeOffset.UnixEpoch, "The connection was refused.")
    {
        Target = new("http", "Büro <shop>", "http://shop.test/", new Dictionary<string, string>()),
    };

    private readonly TempDirectory _folder = new("services");
    private readonly ConcurrentQueue<(string Path, (string ContentType, string Authorization) Headers, string Body)> _taken = new();
    private WebApplication? _web;
    private string _answer = "{}";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Address => _web!.Urls.Single();

    public async ValueTask InitializeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _web = builder.Build();
        _web.MapPost("/{**path}", async (HttpRequest request) =>
        {
            using var body = new StreamReader(request.Body);
            var headers = ($"{request.ContentType}", $"{request.Headers.Authorization}");
            _taken.Enqueue(($"{request.Path}{request.QueryString}", headers, await body.ReadToEndAsync()));
            return Results.Text(_answer, "application/json");
        });
        await _web.StartAsync(Token);
    }

    public async ValueTask DisposeAsync()
    {
        await _web!.DisposeAsync();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("telegram", "token: T, chat_id: \"-1\", url: URL", "/botT/sendMessage", "text", "❌ http Büro <shop> is down")]
    [InlineData("dingtalk", "webhook: URL/robot", "/robot", "markdown.text", "❌ http Büro <shop> is down")]
    [InlineData("lark", "webhook: URL/hook", "/hook", "content.text", "❌ http Büro <shop> is down")]
    [InlineData("wecom", "webhook: URL/send", "/send", "markdown.content", "❌ http Büro <shop> is down")]
    [InlineData("ringcentral", "webhook: URL/v2", "/v2", "text", "❌ http Büro <shop> is down")]
    [InlineData("ntfy", "topic: t, url: URL", "/", "title", "http Büro <shop> is down")]
    [InlineData("gotify", "token: T, url: URL", "/message", "title", "http Büro <shop> is down")]
    [InlineData("pagerduty", "routing_key: K, url: URL/v2/enqueue", "/v2/enqueue", "payload.summary", "http Büro <shop> is down")]
    [InlineData("opsgenie", "key: K, url: URL/v2/alerts", "/v2/alerts", "message", "http Büro <shop> is down")]
    [InlineData("sms", "provider: nexmo, key: K, secret: S, mobile: '1', url: URL/sms", "/sms", "text", "http Büro <shop> is down")]
    public async Task Send_Service_GetsItsJson(string kind, string keys, string path, string member, string text)
    {
        _answer = kind == "sms" ? """{"messages":[{"status":"0"}]}""" : """{"errcode":0,"code":0}""";

        await SendAsync(kind, keys);

        var (taken, _, body) = _taken.ShouldHaveSingleItem();
        taken.ShouldBe(path);
        member.Split('.').Aggregate(JsonNode.Parse(body), (node, name) => node![name])!.GetValue<string>().ShouldStartWith(text);
        body.ShouldContain(Id);
    }

    [Theory]
    [InlineData("dingtalk", "webhook: URL", """{"errcode":310000,"errmsg":"sign not match"}""")]
    [InlineData("lark", "webhook: URL", """{"code":19001,"msg":"param invalid"}""")]
    [InlineData("wecom", "webhook: URL", """{"errcode":93000,"errmsg":"invalid webhook url"}""")]
    [InlineData("sms", "provider: nexmo, key: K, mobile: '1', url: URL", """{"messages":[{"status":"4"}]}""")]
    [InlineData("sms", "provider: yunpian, key: K, mobile: '1', url: URL", """{"code":5}""")]
    [InlineData("lark", "webhook: URL", "<html>")]
    [InlineData("sms", "provider: nexmo, key: K, mobile: '1', url: URL", "[]")]
    public async Task Send_ServiceThatRefusesWithAGoodStatus_IsAFailure(string kind, string keys, string answer)
    {
        _answer = answer;

        await Should.ThrowAsync<NotificationException>(SendAsync(kind, keys));
    }

    [Theory]
    [InlineData("provider: twilio, key: AC1, secret: S, from: '+1', mobile: '+2, +3', url: URL", "Body=http%20B%C3%BCro", 2)]
    [InlineData("provider: yunpian, key: K, sign: 署名, mobile: '1', url: URL", "text=%E3%80%90%E7%BD%B2%E5%90%8D%E3%80%91http", 1)]
    public async Task Send_ShortMessage_IsAFormForEachNumber(string keys, string part, int count)
    {
        _answer = """{"code":0}""";

        await SendAsync("sms", keys);

        _taken.Count.ShouldBe(count);
        _taken.ShouldAllBe(one => one.Body.Contains(part) && one.Headers.ContentType == "application/x-www-form-urlencoded");
    }

    [Fact]
    public async Task Send_Sns_IsSigned()
    {
        await SendAsync("aws_sns", "region: eu-central-1, arn: 'arn:aws:sns:x', endpoint: URL, credential: { id: AKIA, key: S }");

        var (_, headers, body) = _taken.ShouldHaveSingleItem();
        headers.Authorization.ShouldMatch(
            "^AWS4-HMAC-SHA256 Credential=AKIA/[0-9]{8}/eu-central-1/sns/aws4_request, SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}$");
        body.ShouldStartWith("Action=Publish&Version=2010-03-31&TopicArn=arn%3Aaws%3Asns%3Ax&Subject=http%20B%3Fro%20%3Cshop%3E%20is%20down&Message=");
    }

    /// <summary>The secret and the time of the service's own document.</summary>
    [Fact]
    public void Sign_DingTalk_IsTheHmacOfTimeAndSecret()
    {
        var signed = DingTalk.Sign(new("https://oapi.dingtalk.com/robot/send?access_token=x"), "SEC1", 1700000000000);

        var mac = System.Security.Cryptography.HMACSHA256.HashData("SEC1"u8, "1700000000000\nSEC1"u8);
        signed.Query.ShouldBe($"?access_token=x&timestamp=1700000000000&sign={Uri.EscapeDataString(Convert.ToBase64String(mac))}");
    }

    [Fact]
    public async Task Send_RecoveryToOpsGenie_ClosesByTheAlias()
    {
        await SendAsync("opsgenie", "key: K, url: URL/v2/alerts", Down with { State = "up" });

        _taken.ShouldHaveSingleItem().Path.ShouldBe("/v2/alerts/prober%20http%20B%C3%BCro%20%3Cshop%3E/close?identifierType=alias");
    }

    [Fact]
    public async Task Send_RecoveryToPagerDuty_ResolvesTheAlertOfTheTarget()
    {
        await SendAsync("pagerduty", "routing_key: K, url: URL");
        await SendAsync("pagerduty", "routing_key: K, url: URL", Down with { State = "up" });

        var bodies = _taken.Select(one => JsonNode.Parse(one.Body)!).ToList();
        bodies.Select(body => (string)body["event_action"]!).ShouldBe(["trigger", "resolve"]);
        bodies.Select(body => (string)body["dedup_key"]!).Distinct().ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData("udp")]
    [InlineData("tcp")]
    public async Task Send_Syslog_IsAMessageOfRfc5424(string network)
    {
        using var socket = network == "udp"
            ? new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp)
            : new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        if (network == "tcp")
        {
            socket.Listen();
        }

        await SendAsync("log", $"file: syslog, network: {network}, host: '127.0.0.1:{((IPEndPoint)socket.LocalEndPoint!).Port}'");

        var buffer = new byte[4096];
        using var peer = network == "tcp" ? await socket.AcceptAsync(Token) : null;
        var text = Encoding.UTF8.GetString(buffer, 0, await (peer ?? socket).ReceiveAsync(buffer, Token).AsTask().Within());
        (network == "tcp" ? text[(text.IndexOf(' ') + 1)..] : text)
            .ShouldMatch("^<28>1 1970-01-01T00:00:00.000Z [^ ]+ prober [0-9]+ change - http Büro <shop> is down; .*\\(h-7\\)$");
    }

    [Theory]
    [InlineData("sms: [{ name: a, provider: x, key: k, mobile: '1' }]", "provider has to be twilio, nexmo or yunpian")]
    [InlineData("telegram: [{ name: a, token: t }]", "chat_id is missing")]
    [InlineData("aws_sns: [{ name: a, region: r, arn: x }]", "credential is missing")]
    [InlineData("ntfy: [{ name: a, topic: t, url: 'ftp://x/' }]", "url has to be an address of http or https")]
    [InlineData("log: [{ name: a, file: syslog, host: 'a b' }]", "host has to be a name or an address")]
    public void Read_MistakeInAService_IsNamed(string text, string problem) =>
        Read(text).Problems.ShouldContain(one => one.Message.Contains(problem));

    private Task SendAsync(string kind, string keys, Notice? notice = null)
    {
        var file = Read($"{kind}: [{{ name: n, {keys.Replace("URL", Address)} }}]");
        file.Problems.ShouldBeEmpty();
        return file.Notifiers.ShouldHaveSingleItem().Notifier.SendAsync(notice ?? Down, Id, Token).Within();
    }

    private ProbesFile Read(string notify)
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $"notify:\n  {notify}\n");
        return ProbesFile.Read(_folder.Combine("probes.yaml"), _ => null);
    }
}
