using System.Globalization;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Gateway.Tests.Foreign;

namespace Gateway.Tests.Backends;

/// <summary>Several real analyzers behind the gateway, and what becomes of its clients when one of them goes.</summary>
public sealed class SeveralBackendsTests
{
    private const int Callers = 8;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Calls_AnalyzersAreKilledAndComeBack_NoneFails()
    {
        await using var shared = new SharedStore();
        await using var first = await AnalyzerBackend.StartAsync(shared.Store);
        var victim = await AnalyzerBackend.StartAsync(shared.Store);
        var address = victim.Http2;
        await using var gateway = await GatewayHost.StartAsync([first.Http2, address], "SlowStartTime=00:00:00");
        await using var load = await Load.StartAsync(gateway);

        for (var round = 0; round < 3; round++)
        {
            await load.AnswersAsync(200);
            await victim.KillAsync();
            await load.AnswersAsync(200);
            await victim.DisposeAsync();
            victim = await AnalyzerBackend.StartAsync(shared.Store, $"GrpcPort={address.Port}");
            await gateway.UntilServingAsync(2);
        }

        await load.StopAsync();
        await victim.DisposeAsync();
        load.Failures.ShouldBeEmpty();
    }

    [Fact]
    public async Task Calls_RollingRestart_NoneFails()
    {
        await using var shared = new SharedStore();
        var backends = new[] { await AnalyzerBackend.StartAsync(shared.Store), await AnalyzerBackend.StartAsync(shared.Store) };
        var ports = backends.Select(backend => backend.Http2.Port).ToArray();
        await using var gateway = await GatewayHost.StartAsync(backends.Select(backend => backend.Http2), "SlowStartTime=00:00:00");
        await gateway.UntilServingAsync(2);
        await using var load = await Load.StartAsync(gateway);

        for (var i = 0; i < backends.Length; i++)
        {
            await load.AnswersAsync(100);
            await backends[i].DisposeAsync();
            await gateway.UntilServingAsync(1);
            await load.AnswersAsync(100);
            backends[i] = await AnalyzerBackend.StartAsync(shared.Store, $"GrpcPort={ports[i]}");
            await gateway.UntilServingAsync(2);
        }

        await load.StopAsync();
        foreach (var backend in backends)
        {
            await backend.DisposeAsync();
        }

        load.Failures.ShouldBeEmpty();
    }

    /// <summary>Its port is closed by then: a call that is still sent there only finds that out.</summary>
    [Fact]
    public async Task Backend_Stops_ItsWatchSaysSoAtOnce()
    {
        await using var shared = new SharedStore();
        await using var first = await AnalyzerBackend.StartAsync(shared.Store);
        var second = await AnalyzerBackend.StartAsync(shared.Store);
        await using var gateway = await GatewayHost.StartAsync([first.Http2, second.Http2]);
        await gateway.UntilServingAsync(2);

        await second.DisposeAsync();

        await gateway.UntilSaidAsync($"Backend {second.Http2} does not serve: It ended the watch of its health");
        await gateway.UntilServingAsync(1);
    }

    [Fact]
    public async Task Backends_WithStoresOfTheirOwn_AreNotUsedTogether()
    {
        await using var one = await AnalyzerBackend.StartAsync();
        await using var other = await AnalyzerBackend.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([one.Http2]);

        gateway.Reconfigure("Backends", $"{one.Http2},{other.Http2}");

        await gateway.UntilSaidAsync($"Backend {other.Http2} does not serve: Its store differs from that of the others");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent([1, 2, 3]), Token).Within();
        for (var i = 0; i < 10; i++)
        {
            using var found = await http.GetAsync(submitted.Headers.Location, Token).Within();
            found.StatusCode.ShouldBe(HttpStatusCode.OK);
        }

        (await http.GetStringAsync("/healthz/ready", Token)).ShouldContain("Its store differs");
    }

    [Fact]
    public async Task Backends_WithStoresOfTheirOwnFromTheStart_OnlyOneServes()
    {
        await using var one = await AnalyzerBackend.StartAsync();
        await using var other = await AnalyzerBackend.StartAsync();

        for (var i = 0; i < 3; i++)
        {
            await using var gateway = await GatewayHost.StartAsync([one.Http2, other.Http2]);

            await gateway.UntilSaidAsync("does not serve: Its store differs from that of the others");
            await gateway.UntilServingAsync(1);
        }
    }

    [Fact]
    public async Task Backend_ThatCannotRenderJson_GetsNoRestAndReadinessSaysWhy()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var refused = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();

        refused.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await http.GetStringAsync("/healthz/ready", Token)).ShouldContain("REST needs a newer analyzer");
        gateway.Log.Records.ShouldContain(record => record.Message.Contains("REST needs a newer analyzer"));
    }

    [Fact]
    public async Task Upload_BackendIsFull_SoonOneIsRefusedWithoutAHop()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync("Limits:MaxUploads=1", "Limits:RetryAfter=00:10:00");
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var direct = new HttpClient { BaseAddress = analyzer.Http1 };
        using var leave = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var holding = http.PostAsync("/v1/files", new SilentContent(leave.Token), leave.Token);
        await MetricAsync(direct, "analyzer_uploads_in_flight", 1);

        for (var sent = 1; await RefusalsAsync(direct) == sent - 1; sent++)
        {
            using var refused = await http.PostAsync("/v1/files", new ByteArrayContent([(byte)sent]), Token).Within();

            refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
            refused.Headers.RetryAfter!.Delta!.Value.ShouldBeInRange(TimeSpan.FromMinutes(10), TimeSpan.FromMinutes(60));
        }

        using var question = await http.GetAsync($"/v1/files/{new string('0', 64)}", Token).Within();

        question.StatusCode.ShouldBe(HttpStatusCode.NotFound, "only uploads were pushed back");
        await leave.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(holding);
    }

    [Fact]
    public async Task Upload_OneClientHasItsShare_AnotherIsServed()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync("Clients:UploadsEach=1", "TrustedProxies=127.0.0.1");
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2]);
        using var greedy = new HttpClient { BaseAddress = gateway.Http1 };
        using var another = ClientAt("127.0.0.2", gateway.Http1);

        await OnlyAnotherIsServedAsync(analyzer, greedy, another);
    }

    /// <summary>The plainest way to open a gateway: it asks for keys; the analyzer behind it, on loopback, trusts nobody.</summary>
    [Fact]
    public async Task Upload_OneClientHasHalfOfAllPlaces_AnotherIsServed()
    {
        using var keys = new ClientKeys();
        var (one, other) = (keys.Add("greedy", ["submit"]), keys.Add("another", ["submit"]));
        await using var analyzer = await AnalyzerBackend.StartAsync("Limits:MaxUploads=2", "Limits:Adaptive=false");
        await using var gateway = await GatewayHost.StartAsync([analyzer.Http2], $"Keys={keys.File}");
        using var greedy = new HttpClient { BaseAddress = gateway.Http1, DefaultRequestHeaders = { { "x-api-key", one } } };
        using var another = new HttpClient { BaseAddress = gateway.Http1, DefaultRequestHeaders = { { "x-api-key", other } } };

        await OnlyAnotherIsServedAsync(analyzer, greedy, another);
    }

    /// <param name="analyzer">One upload of a client is all that it takes.</param>
    /// <param name="greedy">Has one under way, and begins a second.</param>
    /// <param name="another">Begins its first.</param>
    private static async Task OnlyAnotherIsServedAsync(AnalyzerBackend analyzer, HttpClient greedy, HttpClient another)
    {
        using var direct = new HttpClient { BaseAddress = analyzer.Http1 };
        using var leave = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var holding = greedy.PostAsync("/v1/files", new SilentContent(leave.Token), leave.Token);
        await MetricAsync(direct, "analyzer_uploads_in_flight", 1);

        using var refused = await greedy.PostAsync("/v1/files", new ByteArrayContent([1]), Token).Within();
        using var served = await another.PostAsync("/v1/files", new ByteArrayContent([2]), Token).Within();

        refused.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        (await refused.Content.ReadAsStringAsync(Token)).ShouldContain("client-limit");
        refused.Headers.RetryAfter.ShouldNotBeNull();
        served.StatusCode.ShouldBe(HttpStatusCode.Created, await served.Content.ReadAsStringAsync(Token));
        await leave.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(holding);
    }

    private static HttpClient ClientAt(string address, Uri host) => new(new SocketsHttpHandler
    {
        ConnectCallback = async (context, cancellationToken) =>
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
            socket.Bind(new IPEndPoint(IPAddress.Parse(address), 0));
            await socket.ConnectAsync(IPAddress.Loopback, context.DnsEndPoint.Port, cancellationToken);
            return new NetworkStream(socket, ownsSocket: true);
        },
    })
    {
        BaseAddress = host,
    };

    private static async Task<int> RefusalsAsync(HttpClient analyzer)
    {
        const string Series = "\nanalyzer_refusals_total{operation=\"submit\",reason=\"busy\"} ";
        var text = await analyzer.GetStringAsync("/metrics", Token);
        return text.IndexOf(Series, StringComparison.Ordinal) is > 0 and var at
            ? int.Parse(text[(at + Series.Length)..].Split('\n')[0], CultureInfo.InvariantCulture) : 0;
    }

    private static async Task MetricAsync(HttpClient host, string series, int value)
    {
        await PollAsync().Within();

        async Task PollAsync()
        {
            while (!(await host.GetStringAsync("/metrics", Token)).Contains($"{series} {value}\n"))
            {
                await Task.Delay(20, Token);
            }
        }
    }

    /// <summary>Look-ups and small uploads, without a pause.</summary>
    private sealed class Load : IAsyncDisposable
    {
        private readonly CancellationTokenSource _stop = new();
        private readonly HttpClient _http;
        private readonly Task _calling;
        private int _answers;

        private Load(HttpClient http, Uri known)
        {
            _http = http;
            _calling = Task.WhenAll(Enumerable.Range(0, Callers).Select(caller => CallAsync(caller, known)));
        }

        public ConcurrentQueue<string> Failures { get; } = [];

        public static async Task<Load> StartAsync(GatewayHost gateway)
        {
            var http = new HttpClient { BaseAddress = gateway.Http1 };
            using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent([1, 2, 3]), Token).Within();
            submitted.IsSuccessStatusCode.ShouldBeTrue();
            return new Load(http, submitted.Headers.Location!);
        }

        /// <summary>Waits for so many more.</summary>
        public Task AnswersAsync(int count)
        {
            var goal = Volatile.Read(ref _answers) + count;
            return Deadline.UntilAsync(() => Volatile.Read(ref _answers) >= goal);
        }

        public async Task StopAsync()
        {
            await _stop.CancelAsync();
            await _calling.Within();
        }

        public async ValueTask DisposeAsync()
        {
            await StopAsync();
            _http.Dispose();
            _stop.Dispose();
        }

        private async Task CallAsync(int caller, Uri known)
        {
            while (!_stop.IsCancellationRequested)
            {
                var upload = caller % 4 == 0;
                using var response = upload
                    ? await _http.PostAsync("/v1/files", new ByteArrayContent(RandomNumberGenerator.GetBytes(1000)), Token)
                    : await _http.GetAsync(known, Token);
                if (!response.IsSuccessStatusCode)
                {
                    Failures.Enqueue($"{(upload ? "upload" : "look-up")}: {await response.Content.ReadAsStringAsync(Token)}");
                }

                Interlocked.Increment(ref _answers);
            }
        }
    }
}
