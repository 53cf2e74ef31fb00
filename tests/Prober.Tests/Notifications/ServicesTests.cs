using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Prober.Features.Configuration;
using Prober.Features.Configuration.Services;
using Prober.Features.Notifications;

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
    private int _status = 200;
    private string? _retryAfter;

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
            request.HttpContext.Response.Headers.RetryAfter = _retryAfter;
            return Results.Text(_answer, "application/json", statusCode: _status);
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
    public async Task Send_Service_GetsItsJson(string kind, string keys, string path, string member, string text)
    {
        _answer = """{"errcode":0,"code":0}""";

        await SendAsync(kind, keys);

        var (taken, _, body) = _taken.ShouldHaveSingleItem();
        taken.ShouldBe(path);
        MemberOf(body, member).ShouldStartWith(text);
        body.ShouldContain(Id);
    }

    [Theory]
    [InlineData("dingtalk", "webhook: URL", """{"errcode":310000,"errmsg":"sign not match"}""")]
    [InlineData("lark", "webhook: URL", """{"code":19001,"msg":"param invalid"}""")]
    [InlineData("wecom", "webhook: URL", """{"errcode":93000,"errmsg":"invalid webhook url"}""")]
    [InlineData("sms", "provider: nexmo, key: K, mobile: '1', url: URL", """{"messages":[{"status":"4"}]}""")]
    [InlineData("sms", "provider: yunpian, key: K, mobile: '1', url: URL", """{"code":5}""")]
    [InlineData("ringcentral", "webhook: URL", """{"status":"error","message":"a post was not generated","error":"Webhook not found!"}""")]
    [InlineData("telegram", "token: T, chat_id: '1', url: URL", """{"ok":false,"error_code":400,"description":"chat not found"}""")]
    [InlineData("lark", "webhook: URL", "<html>")]
    [InlineData("sms", "provider: nexmo, key: K, mobile: '1', url: URL", "{}")]
    [InlineData("sms", "provider: nexmo, key: K, mobile: '1', url: URL", "[]")]
    public async Task Send_ServiceThatRefusesWithAGoodStatus_IsAFailure(string kind, string keys, string answer)
    {
        _answer = answer;

        await Should.ThrowAsync<NotificationException>(SendAsync(kind, keys));
    }

    [Theory]
    [InlineData("provider: twilio, key: AC1, secret: S, from: '+1', mobile: '+2, +3', url: URL", "Body=http%20B%C3%BCro", 2)]
    [InlineData("provider: nexmo, key: K, secret: S, from: A, mobile: +2, url: URL",
        "api_key=K&api_secret=S&from=A&to=2&text=http%20B%C3%BCro", 1)]
    [InlineData("provider: yunpian, key: K, sign: 署名, mobile: '1', url: URL", "text=%E3%80%90%E7%BD%B2%E5%90%8D%E3%80%91http", 1)]
    [InlineData("provider: yunpian, key: K, sign: 【署名】, mobile: '1', url: URL", "text=%E3%80%90%E7%BD%B2%E5%90%8D%E3%80%91http", 1)]
    public async Task Send_ShortMessage_IsAFormForEachNumber(string keys, string part, int count)
    {
        _answer = """{"code":0,"messages":[{"status":"0"}]}""";

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
            "^AWS4-HMAC-SHA256 Credential=AKIA/[0-9]{8}/eu-central-1/sns/aws4_request, "
                + "SignedHeaders=host;x-amz-date, Signature=[0-9a-f]{64}$");
        body.ShouldStartWith(
            "Action=Publish&Version=2010-03-31&TopicArn=arn%3Aaws%3Asns%3Ax&Subject=http%20B%3Fro%20%3Cshop%3E%20is%20down&Message=");
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

    /// <summary>An alert that is open must not be closed because a target that keeps changing is up just now.</summary>
    [Fact]
    public async Task Send_FlappingWhileUp_OpensTheAlertInsteadOfClosingIt()
    {
        var flapping = Down with { Kind = NoticeKind.Flapping, State = "up" };

        await SendAsync("pagerduty", "routing_key: K, url: URL", flapping);
        await SendAsync("opsgenie", "key: K, url: URL", flapping);

        ((string)JsonNode.Parse(_taken.First().Body)!["event_action"]!).ShouldBe("trigger");
        _taken.Last().Path.ShouldBe("/v2/alerts");
    }

    [Fact]
    public async Task Send_SnsTopicThatKeepsTheOrder_GetsItsGroupAndTheId()
    {
        const string Keys = "region: r, arn: 'arn:aws:sns:r:1:x.fifo', endpoint: URL, credential: { id: AKIA, key: S }";
        await SendAsync("aws_sns", Keys, Down with { Target = Down.Target! with { Name = new('n', 300) } });

        var pairs = _taken.ShouldHaveSingleItem().Body.Split('&')
            .Select(pair => pair.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);
        pairs["MessageGroupId"].ShouldBe("prober");
        pairs["MessageDeduplicationId"].ShouldBe(Id);
        Uri.UnescapeDataString(pairs["Subject"]).Length.ShouldBeLessThan(100);
    }

    /// <summary>Services of Markdown would show a link under other words, or fetch a picture.</summary>
    [Theory]
    [InlineData("discord", "webhook: URL")]
    [InlineData("teams", "webhook: URL")]
    [InlineData("dingtalk", "webhook: URL")]
    [InlineData("wecom", "webhook: URL")]
    [InlineData("ringcentral", "webhook: URL")]
    public async Task Send_WordsOfAServer_BecomeNoLinkAndNoPicture(string kind, string keys)
    {
        _answer = "{\"errcode\":0}";
        await SendAsync(kind, keys, Down with { Cause = "It begins: ![x](http://evil.test/p.png) [y](http://evil.test/)" });

        _taken.ShouldHaveSingleItem().Body.ShouldContain("evil.test");
        _taken.Single().Body.ShouldNotContain("](");
    }

    /// <summary>Its own server stands below a path, or the file names the server alone, or the address of the topic.</summary>
    [Theory]
    [InlineData("gotify", "token: T, url: URL/gotify", "/gotify/message")]
    [InlineData("pagerduty", "routing_key: K, url: URL", "/v2/enqueue")]
    [InlineData("opsgenie", "key: K, url: URL/", "/v2/alerts")]
    [InlineData("ntfy", "topic: alerts, url: URL/alerts", "/")]
    [InlineData("sms", "provider: twilio, key: AC1, secret: S, from: '+1', mobile: '+2', url: URL/2010-04-01/Accounts/",
        "/2010-04-01/Accounts/AC1/Messages.json")] // as EaseProbe has it
    [InlineData("sms", "provider: twilio, key: AC1, secret: S, from: '+1', mobile: '+2', url: URL/own", "/own/AC1/Messages.json")]
    [InlineData("sms", "provider: twilio, key: AC1, secret: S, from: '+1', mobile: '+2', url: URL/a/AC2/Messages.json",
        "/a/AC2/Messages.json")]
    public async Task Send_AddressAsPeopleWriteIt_IsTheServices(string kind, string keys, string path)
    {
        await SendAsync(kind, keys);

        _taken.ShouldHaveSingleItem().Path.ShouldBe(path);
    }

    /// <summary>Half of a letter would be no text, and receivers find a message again by its id.</summary>
    [Theory]
    [InlineData("telegram", "token: T, chat_id: '1', url: URL", "text", 4096, false)]
    [InlineData("discord", "webhook: URL", "content", 2000, false)]
    [InlineData("wecom", "webhook: URL", "markdown.content", 4096, true)]
    [InlineData("dingtalk", "webhook: URL", "markdown.text", 20_000, true)]
    [InlineData("lark", "webhook: URL", "content.text", 20_000, true)]
    [InlineData("ntfy", "topic: t, url: URL", "message", 4096, true)]
    [InlineData("opsgenie", "key: K, url: URL", "description", 15_000, false)]
    [InlineData("ringcentral", "webhook: URL", "text", 10_000, false)]
    [InlineData("sms", "provider: nexmo, key: K, mobile: '1', url: URL", "text", 480, false)]
    public async Task Send_LongReport_FitsTheServiceAndKeepsItsId(string kind, string keys, string member, int max, bool isOfBytes)
    {
        _answer = """{"messages":[{"status":"0"}]}""";
        var report = new Notice(NoticeKind.Report, null, DateTimeOffset.UnixEpoch, "Availability")
        {
            Report = [.. Enumerable.Range(0, 3000).Select(line => $"{new string('x', line % 7)} 🚀 Büro {line}")],
        };

        await SendAsync(kind, keys, report);

        var text = MemberOf(_taken.Single().Body, member);
        (isOfBytes ? Encoding.UTF8.GetByteCount(text) : text.Length).ShouldBeLessThanOrEqualTo(max);
        text.ShouldEndWith($"({Id})");
        text.ShouldNotContain('\uFFFD');
        text.ShouldNotContain("❌"); // nothing is down
    }

    /// <summary>What a receiver says tells what is wrong; what it repeats of the request may be secret.</summary>
    [Fact]
    public async Task Send_Refusal_IsToldInTheReceiversWordsWithoutSecrets()
    {
        (_status, _answer) = (400, """{"ok":false,"description":"Bad Request: chat not found","you":"/botSECRET/sendMessage"}""");

        var refusal = await Should.ThrowAsync<NotificationException>(SendAsync("telegram", "token: SECRET, chat_id: '1', url: URL"));

        refusal.Message.ShouldBe("""The receiver answered 400: {"ok":false,"description":"Bad Request: chat not found","you":"…"}.""");
    }

    [Theory]
    [InlineData("slack", "webhook: URL", "30", "rate_limited", 30.0)]
    [InlineData("telegram", "token: T, chat_id: '1', url: URL", null, """{"ok":false,"parameters":{"retry_after":35}}""", 35.0)]
    [InlineData("discord", "webhook: URL", null, """{"message":"You are being rate limited.","retry_after":1.5,"global":false}""", 1.5)]
    [InlineData("slack", "webhook: URL", null, "rate_limited", null)]
    public async Task Send_TooMany_SaysWhenTheReceiverWantsMore(string kind, string keys, string? header, string answer, double? seconds)
    {
        (_status, _answer, _retryAfter) = (429, answer, header);

        var refusal = await Should.ThrowAsync<NotificationException>(SendAsync(kind, keys));

        refusal.RetryAfter?.TotalSeconds.ShouldBe(seconds!.Value);
        (refusal.RetryAfter is null).ShouldBe(seconds is null);
    }

    /// <summary>The key is the time and the secret, the message is empty: as the service's own examples have it.</summary>
    [Fact]
    public void Format_LarkWithASecret_IsSigned()
    {
        var body = JsonNode.Parse(Lark.Format(Down, Id, "SEC", 1599360473))!;

        var mac = System.Security.Cryptography.HMACSHA256.HashData("1599360473\nSEC"u8, ReadOnlySpan<byte>.Empty);
        ((string)body["timestamp"]!).ShouldBe("1599360473");
        ((string)body["sign"]!).ShouldBe(Convert.ToBase64String(mac));
    }

    /// <summary>A card in a message, as Teams' workflows take it; nobody is called by what a failing server says.</summary>
    [Fact]
    public async Task Send_Teams_IsAnAdaptiveCard()
    {
        await SendAsync("teams", "webhook: URL");

        var body = JsonNode.Parse(_taken.ShouldHaveSingleItem().Body)!;
        ((string)body["type"]!).ShouldBe("message");
        var card = body["attachments"]!.AsArray().ShouldHaveSingleItem()!;
        ((string)card["contentType"]!).ShouldBe("application/vnd.microsoft.card.adaptive");
        ((string)card["content"]!["body"]![0]!["text"]!).ShouldBe("❌ http Büro <shop> is down");
    }

    [Theory]
    [InlineData("lark", "webhook: URL", "<at user_id=\"all\">x</at>", "<at ")]
    [InlineData("wecom", "webhook: URL", "<@all>", "<@all>")]
    public async Task Send_WordsOfAServer_CallNobody(string kind, string keys, string words, string call)
    {
        await SendAsync(kind, keys, Down with { Cause = words });

        JsonNode.Parse(_taken.ShouldHaveSingleItem().Body)!.ToJsonString(new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping })
            .ShouldNotContain(call);
    }

    [Fact]
    public void KeyOf_LongName_FitsAndStaysApart()
    {
        var (one, other) = (Named($"{new string('x', 400)}1"), Named($"{new string('x', 400)}2"));

        ServiceParts.KeyOf(one, 255).Length.ShouldBe(255);
        ServiceParts.KeyOf(one, 255).ShouldNotBe(ServiceParts.KeyOf(other, 255));
        ServiceParts.KeyOf(Named("Shop"), 255).ShouldBe("prober http Shop");

        static NoticeTarget Named(string name) => new("http", name, "", new Dictionary<string, string>());
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

    /// <summary>No packet of UDP has room for the report of thousands of targets.</summary>
    [Fact]
    public async Task Send_LongReportToSyslog_FitsAPacketAndKeepsItsId()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var report = new Notice(NoticeKind.Report, null, DateTimeOffset.UnixEpoch, "Availability")
        {
            Report = [.. Enumerable.Range(0, 20_000).Select(line => $"http site {line}: 100 %")],
        };

        await SendAsync("log", $"file: syslog, network: udp, host: '127.0.0.1:{((IPEndPoint)socket.LocalEndPoint!).Port}'", report);

        var buffer = new byte[65536];
        var text = Encoding.UTF8.GetString(buffer, 0, await socket.ReceiveAsync(buffer, Token).AsTask().Within());
        text.Length.ShouldBeLessThan(8192);
        text.ShouldEndWith($"({Id})");
        text.ShouldNotContain('\n');
    }

    [Theory]
    [InlineData("sms: [{ name: a, provider: x, key: k, mobile: '1' }]", "provider has to be twilio, nexmo or yunpian")]
    [InlineData("telegram: [{ name: a, token: t }]", "chat_id is missing")]
    [InlineData("aws_sns: [{ name: a, region: r, arn: x }]", "credential is missing")]
    [InlineData("ntfy: [{ name: a, topic: t, url: 'ftp://x/' }]", "url has to be an address of http or https")]
    [InlineData("log: [{ name: a, file: syslog, host: 'a b' }]", "host has to be a name or an address")]
    public void Read_MistakeInAService_IsNamed(string text, string problem) =>
        Read(text).Problems.ShouldContain(one => one.Message.Contains(problem));

    /// <param name="body">JSON, or a form.</param>
    private static string MemberOf(string body, string member) => body.StartsWith('{')
        ? member.Split('.').Aggregate(JsonNode.Parse(body), (node, name) => node![name])!.GetValue<string>()
        : Uri.UnescapeDataString(body.Split('&').Single(pair => pair.StartsWith($"{member}="))[(member.Length + 1)..]);

    private Task<string?> SendAsync(string kind, string keys, Notice? notice = null)
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
