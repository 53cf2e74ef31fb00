using System.Text.Json.Nodes;
using Microsoft.Extensions.DependencyInjection;

namespace Sigma.Streams.Tests;

/// <summary>Alerts as they come, for readers that go on where they were.</summary>
public sealed class AlertStreamTests : IDisposable
{
    private readonly TempDirectory _folder = new();

    public AlertStreamTests() => File.WriteAllText(
        _folder.Combine("rule.yml"), "title: Any\nlogsource: { product: x }\ndetection: { s: { n|exists: true }, condition: s }\n");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Stream_NumberOfAnEarlierRun_BeginsWithTheFirstAlertOfThisOne()
    {
        await using var host = await SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rule.yml"));
        await host.PostAsync("{\"n\":1}\n");

        using var reader = await OpenAsync(host, lastEventId: "1000");

        (await NextAsync(reader)).ShouldBe(1);
    }

    [Fact]
    public async Task Stream_AlertsThatWereThereAlready_GoesOnWithTheNextNewOne()
    {
        await using var host = await SigmaHost.StartAsync(_folder, "--rules", _folder.Combine("rule.yml"));
        using var reader = await OpenAsync(host, lastEventId: "0");
        await host.PostAsync("{\"n\":1}\n", key: "one");
        (await NextAsync(reader)).ShouldBe(1);

        await host.PostAsync("{\"n\":1}\n", key: "one");
        await host.PostAsync("{\"n\":2}\n");

        (await NextAsync(reader)).ShouldBe(2);
    }

    [Fact]
    public async Task Stream_OfManyAlerts_LeavesNoTimersBehind()
    {
        var time = new CountedTimers(TimeSpan.FromSeconds(15));
        await using var host = await SigmaHost.StartAsync(
            _folder, services => services.AddSingleton<TimeProvider>(time), "--rules", _folder.Combine("rule.yml"));
        using var reader = await OpenAsync(host, lastEventId: "0");

        for (var n = 0; n < 20; n++)
        {
            await host.PostAsync($"{{\"n\":{n}}}\n");
            (await NextAsync(reader)).ShouldBe(n);
        }

        time.Made.ShouldBeGreaterThanOrEqualTo(20);
        time.Running.ShouldBeLessThanOrEqualTo(1);
    }

    [Fact]
    public async Task Stream_KeyIsRevokedUnderIt_EndsBeforeTheNextAlert()
    {
        using var keys = new ClientKeys();
        var (leaver, stayer) = (keys.Add("leaver", ["read"]), keys.Add("stayer", ["submit"]));
        await using var host = await SigmaHost.StartAsync(
            _folder, "--rules", _folder.Combine("rule.yml"), $"--Sigma:Keys={keys.File}");
        host.Http.DefaultRequestHeaders.Add("x-api-key", stayer);
        using var reader = await OpenAsync(host, lastEventId: "0", leaver);
        await host.PostAsync("{\"n\":1}\n");
        (await NextAsync(reader)).ShouldBe(1);

        keys.Revoke(leaver);
        await ClientKeys.UntilRefusedAsync(host.Http, "/v1/alerts", leaver);
        await host.PostAsync("{\"n\":2}\n");

        string? line;
        do
        {
            line = await reader.ReadLineAsync(Cancellation).AsTask().Within();
        }
        while (line is not null && !line.StartsWith("data: ", StringComparison.Ordinal));
        line.ShouldBeNull();
    }

    [Fact]
    public async Task Stream_CertificateIsRevokedUnderIt_EndsBeforeTheNextAlert()
    {
        using var authority = new TestAuthority();
        using var leaver = authority.Sign("leaver");
        using var server = authority.Sign("localhost", TestAuthority.ServerUse);
        var (ca, list, pem) = (_folder.Combine("ca.pem"), _folder.Combine("list.crl"), _folder.Combine("server.pem"));
        await File.WriteAllTextAsync(ca, authority.Pem, Cancellation);
        await File.WriteAllBytesAsync(list, authority.Revoke(), Cancellation);
        await File.WriteAllTextAsync(pem, TestAuthority.ToPem(server), Cancellation);
        using var keys = new ClientKeys();
        var stayer = keys.Add("stayer", ["submit"]);
        await using var host = await SigmaHost.StartAsync(
            _folder, "--rules", _folder.Combine("rule.yml"), $"--Sigma:Keys={keys.File}", "--Sigma:TlsPort=0", $"--Sigma:Certificate={pem}",
            $"--Sigma:ClientAuthority={ca}", $"--Sigma:ClientRevocations={list}", "--Sigma:ClientSubjects:leaver=read");
        host.Http.DefaultRequestHeaders.Add("x-api-key", stayer);
        using var http = new HttpClient(new SocketsHttpHandler
        {
            SslOptions =
            {
                LocalCertificateSelectionCallback = (_, _, _, _, _) => leaver,
                RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.Subject == "CN=localhost",
            },
        })
        {
            BaseAddress = host.Tls,
        };
        using var reader = await OpenAsync(http, lastEventId: "0");
        await host.PostAsync("{\"n\":1}\n");
        (await NextAsync(reader)).ShouldBe(1);

        await File.WriteAllBytesAsync(list, authority.Revoke(leaver), Cancellation);
        await Deadline.UntilAsync(async () =>
        {
            using var refused = await http.GetAsync("/v1/alerts", Cancellation);
            return refused.StatusCode == System.Net.HttpStatusCode.Unauthorized;
        });
        await host.PostAsync("{\"n\":2}\n");

        string? line;
        do
        {
            line = await reader.ReadLineAsync(Cancellation).AsTask().Within();
        }
        while (line is not null && !line.StartsWith("data: ", StringComparison.Ordinal));
        line.ShouldBeNull();
    }

    private static Task<StreamReader> OpenAsync(SigmaHost host, string lastEventId, string? key = null) =>
        OpenAsync(host.Http, lastEventId, key);

    private static async Task<StreamReader> OpenAsync(HttpClient http, string lastEventId, string? key = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/v1/alerts/stream");
        request.Headers.Add("Last-Event-ID", lastEventId);
        if (key is not null)
        {
            request.Headers.Add("x-api-key", key);
        }

        var response = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Cancellation).Within();
        return new(await response.Content.ReadAsStreamAsync(Cancellation).Within());
    }

    private static async Task<int> NextAsync(StreamReader reader)
    {
        while (true)
        {
            var line = await reader.ReadLineAsync(Cancellation).AsTask().Within();
            if (line!.StartsWith("data: ", StringComparison.Ordinal))
            {
                return (int)JsonNode.Parse(line["data: ".Length..])!["record"]!["n"]!;
            }
        }
    }

    /// <summary>The machine's clock; it counts the timers of one span.</summary>
    private sealed class CountedTimers(TimeSpan span) : TimeProvider
    {
        private int _made;
        private int _running;

        public int Made => Volatile.Read(ref _made);

        public int Running => Volatile.Read(ref _running);

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            var timer = base.CreateTimer(callback, state, dueTime, period);
            return dueTime == span ? new Counted(this, timer) : timer;
        }

        private sealed class Counted : ITimer
        {
            private readonly CountedTimers _owner;
            private readonly ITimer _timer;
            private int _ended;

            public Counted(CountedTimers owner, ITimer timer)
            {
                (_owner, _timer) = (owner, timer);
                Interlocked.Increment(ref owner._made);
                Interlocked.Increment(ref owner._running);
            }

            public bool Change(TimeSpan dueTime, TimeSpan period) => _timer.Change(dueTime, period);

            public void Dispose()
            {
                End();
                _timer.Dispose();
            }

            public ValueTask DisposeAsync()
            {
                End();
                return _timer.DisposeAsync();
            }

            private void End()
            {
                if (Interlocked.Exchange(ref _ended, 1) == 0)
                {
                    Interlocked.Decrement(ref _owner._running);
                }
            }
        }
    }
}
