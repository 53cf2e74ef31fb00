using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;
using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History.Storage;
using Prober.Features.Notifications;
using Prober.Features.Reports;

namespace Prober.Tests.Notifications;

/// <summary>From a target that fails to those who are told, with a receiver of our own.</summary>
public sealed class NotificationTests : IDisposable
{
    private readonly TempDirectory _folder = new("prober-notify");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Change_OfATarget_ReachesEachNotifierOnceAndInOrder()
    {
        await using var receiver = await Receiver.StartAsync();
        await using var host = await StartAsync(receiver, alert: "");
        await StateAsync(host, "up");

        receiver.IsTargetDown = true;
        await Deadline.UntilAsync(() => receiver.Taken.Count >= 4);
        receiver.IsTargetDown = false;
        await Deadline.UntilAsync(() => receiver.Taken.Count >= 8);

        var webhook = receiver.Taken.Where(taken => taken.Path == "/web").ToList();
        webhook.Select(taken => taken.Body["state"]!.GetValue<string>()).ShouldBe(["down", "up"]);
        webhook[0].Body["target"]!["name"]!.GetValue<string>().ShouldBe("shop");
        webhook[0].Body["cause"]!.GetValue<string>().ShouldContain("503");
        webhook[0].Body["id"]!.GetValue<string>().ShouldBe(webhook[0].Id);
        var outage = webhook[1].Body["at"]!.GetValue<DateTimeOffset>() - webhook[0].Body["at"]!.GetValue<DateTimeOffset>();
        var unknown = (long?)webhook[1].Body["unknownMilliseconds"] ?? 0; // of a machine so busy that the prober did not turn
        (webhook[1].Body["downMilliseconds"]!.GetValue<long>() + unknown).ShouldBe((long)outage.TotalMilliseconds);
        receiver.Taken.Select(taken => taken.Id).ShouldBeUnique();
        Text(receiver, "/slack", "text").ShouldContain("*http shop is down*");
        Text(receiver, "/discord", "content").ShouldContain("**http shop is down**");
        receiver.Taken.First(taken => taken.Path == "/teams").Body.ToJsonString().ShouldContain("http shop is down");
        var told = _folder.Combine("told.ndjson");
        await Deadline.UntilAsync(() => File.Exists(told) && File.ReadAllLines(told).Length == 2);
        host.Log.Records.ShouldContain(record => record.ToString()!.Contains("dry-run is dry, so this message was not sent"));

        // The ids of what was delivered stay, so that a person can compare them with what a receiver has.
        var ids = webhook.ConvertAll(taken => taken.Id);
        await Deadline.UntilAsync(() =>
        {
            var export = new StringWriter();
            HistoryCommands.Export(_folder.Combine("data", "prober.db"), export);
            return ids.TrueForAll(id => export.ToString().Contains($"\"type\":\"delivered\",\"id\":\"{id}\""));
        });
    }

    [Fact]
    public async Task Receiver_ThatIsDownOverARestart_GetsTheChangeLaterWithItsId()
    {
        await using var receiver = await Receiver.StartAsync();
        receiver.IsDown = true;
        await using (var host = await StartAsync(receiver, alert: ""))
        {
            await StateAsync(host, "up");
            receiver.IsTargetDown = true;
            await Deadline.UntilAsync(() => receiver.Refused >= 4);
        }

        receiver.IsDown = false;
        await using var second = await StartAsync(receiver, alert: "");
        await StateAsync(second, "down");
        await Deadline.UntilAsync(() => receiver.Taken.Any(taken => taken.Path == "/web"));
        receiver.IsTargetDown = false;
        await Deadline.UntilAsync(() => receiver.Taken.Count(taken => taken.Path == "/web") == 2);

        // Down once, although it was down before and after the restart.
        var states = receiver.Taken.Where(taken => taken.Path == "/web").Select(taken => taken.Body["state"]!.GetValue<string>());
        states.ShouldBe(["down", "up"]);
        receiver.Taken.Select(taken => taken.Id).ShouldBeUnique();
    }

    [Fact]
    public async Task Reminders_AndEscalation_ComeUntilSomebodyAcknowledges()
    {
        await using var receiver = await Receiver.StartAsync();
        receiver.IsTargetDown = true;
        await using var host = await StartAsync(
            receiver, alert: "alert: { strategy: regular, factor: 1, max: 1000, escalate: { after: 1s, channels: [boss] } }");

        await Deadline.UntilAsync(() => Kinds(receiver, "/web").Count(kind => kind == "reminder") >= 2);
        await Deadline.UntilAsync(() => Kinds(receiver, "/boss").Contains("escalation"));
        await PostAsync(host, "/api/v1/targets/http/shop/acknowledge", new { note = "Ada looks" });
        var target = await TargetAsync(host);
        target["alert"]!["acknowledged"]!.GetValue<bool>().ShouldBeTrue();
        target["alert"]!["note"]!.GetValue<string>().ShouldBe("Ada looks");
        receiver.IsTargetDown = false;
        await Deadline.UntilAsync(
            () => receiver.Taken.Any(taken => taken.Path == "/boss" && taken.Body["state"]!.GetValue<string>() == "up"));
        (await TargetAsync(host))["alert"]!["acknowledged"]!.GetValue<bool>().ShouldBeFalse();
    }

    [Fact]
    public async Task Escalation_OfATargetThatIsProbedOnceADay_DoesNotWaitForAProbe()
    {
        await using var receiver = await Receiver.StartAsync();
        await using var host = await StartAsync(receiver, "alert: { escalate: { after: 1s, channels: [boss] } }", interval: "24h");
        var (engine, alerts) = (host.Services.GetRequiredService<ProbeEngine>(), host.Services.GetRequiredService<AlertBook>());

        alerts.Changed(engine.Targets[0], new(engine.Now, TargetState.Down, 0, "refused"), _ => { });

        await Deadline.UntilAsync(() => Kinds(receiver, "/boss").Contains("escalation"));
    }

    [Fact]
    public async Task Silence_KeepsAnOutageToItself_UntilItEnds()
    {
        await using var receiver = await Receiver.StartAsync();
        await using var host = await StartAsync(receiver, alert: "");
        await StateAsync(host, "up");
        await PostAsync(host, "/api/v1/targets/http/shop/silence", new { @for = "1h" });
        receiver.IsTargetDown = true;
        await StateAsync(host, "down");
        receiver.Taken.ShouldBeEmpty();

        await PostAsync(host, "/api/v1/targets/http/shop/silence", new { @for = "0s" });

        await Deadline.UntilAsync(() => Kinds(receiver, "/web").Count == 1);
    }

    [Fact]
    public async Task Changes_OfThirtyTargetsAtOnce_AreOneMessageWithCounts()
    {
        await using var receiver = await Receiver.StartAsync();
        File.WriteAllText(_folder.Combine("probes.yaml"), $"notify:\n  http:\n    - {{ name: web, url: {receiver.Address}web }}\n");
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
        var now = DateTimeOffset.FromUnixTimeSeconds(1_795_000_000);

        await host.Services.GetRequiredService<HistoryFile>().WriteAsync(writer =>
        {
            for (var number = 0; number < 30; number++)
            {
                var notice = new Notice(NoticeKind.Change, number < 25 ? "down" : "up", now, "refused")
                {
                    Target = new("http", $"t{number}", "here", new Dictionary<string, string>()),
                };
                writer.Send(new TargetKey("http", $"t{number}"), "web", NoticeKind.Change, now.ToUnixTimeMilliseconds(), 0, $"{notice}");
            }
        }).Within();
        await Deadline.UntilAsync(() => !receiver.Taken.IsEmpty);

        var storm = receiver.Taken.ShouldHaveSingleItem().Body;
        storm["kind"]!.GetValue<string>().ShouldBe("storm");
        storm["title"]!.GetValue<string>().ShouldBe("25 targets went down and 5 came up");
        storm["summary"]!["first"]!.AsArray().Count.ShouldBe(30);
    }

    /// <summary>What waits of a target while it becomes part of a storm came later, or is no longer true.</summary>
    [Fact]
    public async Task Storm_OfTargetsWithOtherMessages_ArrivesBeforeTheLaterOnes()
    {
        await using var receiver = await Receiver.StartAsync();
        File.WriteAllText(_folder.Combine("probes.yaml"), $"notify:\n  http:\n    - {{ name: web, url: {receiver.Address}web }}\n");
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
        var file = host.Services.GetRequiredService<HistoryFile>();

        await file.WriteAsync(writer =>
        {
            Send(writer, 5, NoticeKind.Reminder, seconds: -100, due: long.MaxValue);
            for (var number = 0; number < 30; number++)
            {
                Send(writer, number, NoticeKind.Change);
            }

            Send(writer, 0, NoticeKind.Reminder, seconds: 20);
            Send(writer, 1, NoticeKind.Change, seconds: 30);
        }).Within();
        await Deadline.UntilAsync(() => receiver.Taken.Count >= 3);

        Kinds(receiver, "/web").ShouldBe(["storm", "reminder", "change"]);
        receiver.Taken.First().Body["title"]!.GetValue<string>().ShouldBe("30 targets went down and 0 came up");
        receiver.Taken.First().Id.ShouldNotBe($"{file.Read(reader => reader.Identity)}-1"); // a receiver may know that already
        await Deadline.UntilAsync(() => file.Read(reader => reader.Outbox("web", 10)).Count == 0);
    }

    [Fact]
    public async Task Message_BehindManyOfATargetInRetry_DoesNotWaitForThem()
    {
        await using var receiver = await Receiver.StartAsync();
        File.WriteAllText(_folder.Combine("probes.yaml"), $"notify:\n  http:\n    - {{ name: web, url: {receiver.Address}web }}\n");
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));

        await host.Services.GetRequiredService<HistoryFile>().WriteAsync(writer =>
        {
            for (var number = 0; number < 600; number++)
            {
                Send(writer, 0, NoticeKind.Reminder, seconds: number, due: number == 0 ? long.MaxValue : 0);
            }

            Send(writer, 1, NoticeKind.Reminder);
        }).Within();

        await Deadline.UntilAsync(() => !receiver.Taken.IsEmpty);
        receiver.Taken.ShouldHaveSingleItem().Body["target"]!["name"]!.GetValue<string>().ShouldBe("t1");
    }

    [Fact]
    public async Task Start_WithMessagesOfANotifierThatIsGone_SaysSo()
    {
        Directory.CreateDirectory(_folder.Combine("data"));
        await using (var file = HistoryFile.Open(new() { Path = _folder.Combine("data", "prober.db") }, TimeProvider.System))
        {
            await file.WriteAsync(writer => Send(writer, 0, NoticeKind.Change)).Within();
        }

        await using var receiver = await Receiver.StartAsync();
        await using var host = await StartAsync(receiver, alert: "", notifier: "renamed");

        await Deadline.UntilAsync(() => host.Log.Records.Any(record =>
            record.Message == "1 messages wait for web, which the configuration does not have."));
        receiver.Taken.ShouldBeEmpty();
    }

    /// <summary>Damage in the outbox: what no message can be made of is tried as seldom as what nobody takes.</summary>
    [Fact]
    public async Task Message_ThatCannotBeMade_IsAFailedAttempt()
    {
        File.WriteAllText(
            _folder.Combine("probes.yaml"),
            "notify:\n  email:\n"
                + "    - { name: mail, server: 'localhost:9', from: a@example.com, to: b@example.com, retry: { interval: 1h } }\n");
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
        var file = host.Services.GetRequiredService<HistoryFile>();

        await file.WriteAsync(writer => writer.Send(new("http", "shop"), "mail", NoticeKind.Change, 0, 0, "no JSON")).Within();

        await Deadline.UntilAsync(() => file.Read(reader => reader.Outbox("mail", 2)).ShouldHaveSingleItem().Attempts == 1);
        host.Services.GetRequiredService<OutboxService>().Failed.ShouldBe(1);
        host.Log.Records.ShouldContain(record =>
            record.Message.Contains("mail did not accept a message (attempt 1): The message cannot be formatted"));
    }

    [Fact]
    public async Task Message_WhileAnotherProberSendsMessages_WaitsUnlessItsTargetIsPushed()
    {
        File.WriteAllText(
            _folder.Combine("probes.yaml"),
            "notify:\n  email:\n"
                + "    - { name: mail, server: 'localhost:9', from: a@example.com, to: b@example.com, retry: { interval: 1h } }\n");
        await using var host = await ProberHost.StartAsync("--config", _folder.Combine("probes.yaml"));
        var (file, notifiers) = (host.Services.GetRequiredService<HistoryFile>(), host.Services.GetRequiredService<NotifierList>());
        notifiers.MaySend = kind => kind == "push";

        await file.WriteAsync(writer => writer.Send(new("http", "shop"), "mail", NoticeKind.Change, 0, 0, "shared")).Within();
        await file.WriteAsync(writer => writer.Send(new("push", "job"), "mail", NoticeKind.Change, 0, 0, "own")).Within();

        await Deadline.UntilAsync(() => Attempts() == (0, 1));
        notifiers.MaySend = _ => true;
        await Deadline.UntilAsync(() => Attempts() == (1, 1));

        (int Shared, int Own) Attempts() => file.Read(reader => reader.Outbox("mail", 3)) is [var shared, var own]
            ? (shared.Attempts, own.Attempts)
            : default;
    }

    [Theory]
    [InlineData("acknowledge", "{\"note\":\"x\"}", "http://evil.example:8181", 421)] // a page of somebody else's
    [InlineData("silence", "{\"for\":\"soon\"}", null, 400)]
    [InlineData("corrections", "{\"from\":\"2026-11-22T01:00Z\",\"to\":\"2026-11-22T00:00Z\",\"state\":\"up\",\"note\":\"x\"}", null, 400)]
    [InlineData("corrections", "{\"from\":\"2026-11-22T00:00Z\",\"to\":\"2026-11-22T01:00Z\",\"state\":\"ok\",\"note\":\"x\"}", null, 400)]
    [InlineData("corrections", "{\"from\":\"2026-11-22T00:00Z\",\"to\":\"2026-11-22T01:00Z\",\"state\":\"up\",\"note\":\"\"}", null, 400)]
    [InlineData("corrections", "{\"from\":\"2026-11-22T00:00Z\",\"to\":\"2126-11-22T01:00Z\",\"state\":\"up\",\"note\":\"x\"}", null, 400)]
    [InlineData("acknowledge", "nonsense", null, 400)]
    public async Task Post_ThatIsWrong_IsRefused(string action, string body, string? host, int status)
    {
        await using var receiver = await Receiver.StartAsync();
        await using var prober = await StartAsync(receiver, alert: "");
        using var request = new HttpRequestMessage(HttpMethod.Post, $"/api/v1/targets/http/shop/{action}")
        {
            Content = new StringContent(body, System.Text.Encoding.UTF8, "application/json"),
        };
        request.Headers.Host = host is null ? null : new Uri(host).Authority;

        using var response = await prober.Http.SendAsync(request, Token).Within();

        ((int)response.StatusCode).ShouldBe(status);
    }

    [Fact]
    public async Task Correction_WithANote_GoesBeforeWhatWasObserved()
    {
        await using var receiver = await Receiver.StartAsync();
        receiver.IsTargetDown = true;
        await using var host = await StartAsync(receiver, alert: "");
        await StateAsync(host, "down");
        var down = (await TargetAsync(host))["since"]!.GetValue<DateTimeOffset>();
        await Deadline.UntilAsync(() => TimeProvider.System.GetUtcNow() > down.AddMilliseconds(100));
        var (from, to) = (down.AddHours(-1), TimeProvider.System.GetUtcNow().AddMilliseconds(-50));

        await PostAsync(host, "/api/v1/targets/http/shop/corrections", new { from, to, state = "up", note = "The monitor was wrong." });

        var path = $"/api/v1/targets/http/shop/timeline?to={Uri.EscapeDataString($"{to:O}")}";
        var timeline = (await host.Http.GetFromJsonAsync<JsonObject>(path, Token).Within())!;
        timeline["availability"]!["ratio"]!.GetValue<double>().ShouldBe(1);
        timeline["availability"]!["lower"]!.GetValue<double>().ShouldBe(1);
        timeline["corrections"]!.AsArray().ShouldHaveSingleItem()!["note"]!.GetValue<string>().ShouldBe("The monitor was wrong.");
    }

    private static void Send(HistoryWriter writer, int number, string kind, int seconds = 0, long due = 0)
    {
        var at = DateTimeOffset.FromUnixTimeSeconds(1_795_000_000 + seconds);
        var notice = new Notice(kind, "down", at, "refused")
        {
            Target = new("http", $"t{number}", "here", new Dictionary<string, string>()),
        };
        writer.Send(new TargetKey("http", $"t{number}"), "web", kind, at.ToUnixTimeMilliseconds(), due, $"{notice}");
    }

    private async Task<ProberHost> StartAsync(Receiver receiver, string alert, string notifier = "web", string interval = "1s")
    {
        File.WriteAllText(_folder.Combine("probes.yaml"), $$"""
            http:
              - name: shop
                url: {{receiver.Address}}target
                success_code: [[200, 299]]
                interval: {{interval}}
                timeout: 1s
                {{alert}}
            notify:
              http:
                - { name: {{notifier}}, url: {{receiver.Address}}web, headers: [{ name: X-Token, value: abc }] }
                - { name: boss, url: {{receiver.Address}}boss, channels: [boss] }
                - { name: dry-run, url: {{receiver.Address}}dry, dry: true }
              slack: [{ name: slack, webhook: {{receiver.Address}}slack }]
              discord: [{ name: discord, webhook: {{receiver.Address}}discord }]
              teams: [{ name: teams, webhook: {{receiver.Address}}teams }]
              log: [{ name: file, file: "{{_folder.Combine("told.ndjson")}}" }]
            settings:
              notify: { retry: { times: 3, interval: 100ms } }
            """);
        return await ProberHost.StartAsync(
            "--config", _folder.Combine("probes.yaml"), $"--Prober:DataDirectory={_folder.Combine("data")}", "--Prober:JoinSpan=00:00:00");
    }

    private static string Text(Receiver receiver, string path, string member) =>
        receiver.Taken.First(taken => taken.Path == path).Body[member]!.GetValue<string>();

    private static List<string> Kinds(Receiver receiver, string path) =>
        [.. receiver.Taken.Where(taken => taken.Path == path).Select(taken => taken.Body["kind"]!.GetValue<string>())];

    private static async Task PostAsync(ProberHost host, string path, object body)
    {
        using var response = await host.Http.PostAsJsonAsync(path, body, Token).Within();
        response.IsSuccessStatusCode.ShouldBeTrue(await response.Content.ReadAsStringAsync(Token));
    }

    private static async Task<JsonNode> TargetAsync(ProberHost host) =>
        (await host.Http.GetFromJsonAsync<JsonObject>("/api/v1/targets", Token).Within())!["targets"]![0]!;

    private static async Task StateAsync(ProberHost host, string state)
    {
        await WaitAsync().Within();

        async Task WaitAsync()
        {
            while ((await TargetAsync(host))["state"]!.GetValue<string>() != state)
            {
                await Task.Delay(50, Token);
            }
        }
    }
}
