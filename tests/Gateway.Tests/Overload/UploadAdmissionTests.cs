using System.Net;
using Analyzer.Contract;
using Gateway.Features.Overload;
using Grpc.Core;
using Grpc.Net.Client;
using Hosting.Overload;
using Microsoft.Extensions.DependencyInjection;

namespace Gateway.Tests.Overload;

public sealed class UploadAdmissionTests
{
    private readonly ManualTime _time = new();
    private readonly LateQueue _queue = new();
    private readonly UploadAdmission _admission;

    public UploadAdmissionTests() => _admission = new(new(max: 1000, processors: 1, [_queue], _time), _time);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void Enter_AsManyAreAtWorkAsTheLimitAllows_IsBusyUntilOneLeaves()
    {
        var permits = EnterAll();

        permits.Count.ShouldBe(AdaptiveLimit.StartPerProcessor);
        _admission.Enter().IsError(out var busy, out _).ShouldBeTrue();
        busy!.Kind.ShouldBe(ErrorKinds.Busy);
        busy.RetryAfter!.Value.ShouldBeInRange(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3));

        permits[0].Dispose();
        _admission.Enter().IsError(out _, out _).ShouldBeFalse();
    }

    [Fact]
    public void Enter_UploadsWaitLongForAProcessor_LimitFalls()
    {
        _queue.Wait = TimeSpan.FromMilliseconds(20);
        EnterAll().ForEach(permit => permit.Dispose());
        _time.Advance(AdaptiveLimit.Interval.TotalSeconds);

        EnterAll().Count.ShouldBe((int)(0.85 * AdaptiveLimit.StartPerProcessor));
    }

    [Fact]
    public async Task Enter_SendersThatKeepTheGatewayWaiting_AreNotAtWork()
    {
        var permits = EnterAll();
        var sender = new TaskCompletionSource<int>();
        var waits = permits.Select(permit => permit.AwaitSenderAsync(new ValueTask<int>(sender.Task)).AsTask()).ToList();
        _time.Advance(SilentSenders.Patience.TotalSeconds * 2);

        _admission.Enter().IsError(out _, out _).ShouldBeFalse();

        sender.SetResult(1);
        await Task.WhenAll(waits).Within();
        _admission.Enter().IsError(out _, out _).ShouldBeTrue();
    }

    [Fact]
    public async Task Upload_GatewayIsFull_IsRefusedByTheGateway()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await StartFullAsync(analyzer);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var body = new ByteArrayContent("text"u8.ToArray());
        using var rest = await http.PostAsync("/v1/files", body, Token).Within();
        using var grpc = await RawCall.SendAsync(gateway.Http2, "/analyzer.v1.Analyzer/SubmitFile");

        rest.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        rest.Headers.RetryAfter.ShouldNotBeNull();
        (await rest.Content.ReadAsStringAsync(Token)).ShouldContain("The gateway is overloaded.");
        GrpcStatus.Of(grpc).ShouldBe("8");
    }

    /// <summary>It has sent its metadata, and would never end the stream before it is asked for the file.</summary>
    [Fact]
    public async Task Upload_SenderWaitsToBeAsked_RefusalArrivesWhileItWaits()
    {
        await using var analyzer = await AnalyzerBackend.StartAsync();
        await using var gateway = await StartFullAsync(analyzer);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var call = new Analyzer.Protos.V1.Analyzer.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);
        await call.RequestStream.WriteAsync(new() { Metadata = new() { Waits = true } }, Token).Within();

        var refused = await Should.ThrowAsync<RpcException>(call.ResponseAsync.Within());

        refused.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
    }

    private static Task<GatewayHost> StartFullAsync(AnalyzerBackend analyzer)
    {
        var admission = new UploadAdmission(new(max: 1, processors: 1, [], TimeProvider.System), TimeProvider.System);
        admission.Enter().IsError(out _, out _).ShouldBeFalse();
        return GatewayHost.StartAsync([analyzer.Http2], services => services.AddSingleton(admission));
    }

    private List<UploadAdmission.Permit> EnterAll()
    {
        var permits = new List<UploadAdmission.Permit>();
        while (!_admission.Enter().IsError(out _, out var permit))
        {
            permits.Add(permit);
        }

        return permits;
    }

    /// <summary>A queue with the wait that a test wants.</summary>
    private sealed class LateQueue : IQueueSignal
    {
        public TimeSpan? Wait { get; set; }

        public bool TakeIsLong() => Wait > AdaptiveLimit.MaxWait;
    }
}
