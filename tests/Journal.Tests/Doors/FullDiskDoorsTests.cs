using System.Net;
using Grpc.Core;
using Journal.Log.Writing;
using Journal.Tests.Otlp;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests.Doors;

/// <summary>No room on the disk, at each door: its sender hears so in time or hears nothing, and the door goes on by itself.</summary>
public sealed class FullDiskDoorsTests
{
    private static readonly TimeSpan CommitTimeout = TimeSpan.FromSeconds(10);

    private readonly ManualTime _time = new();
    private readonly FullDisk _disk = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<string> Names => [.. Door.OverHttp.Select(door => door.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Post_WhileTheDiskIsFull_Is503AndGoesOnByItself(string name)
    {
        await using var host = await StartAsync();
        _disk.IsFull = true;

        var waiting = Door.Of(name).SendAsync(host.Http, 0, "first", Token);
        await Deadline.UntilAsync(() => host.Writer.IsFailing);
        await _time.AdvanceUntilAsync(CommitTimeout, () => waiting.IsCompleted);

        (await waiting).ShouldBe(HttpStatusCode.ServiceUnavailable);
        _disk.IsFull = false;
        ((int)(await Door.Of(name).SendAsync(host.Http, 0, "second", Token).Within()).ShouldNotBeNull()).ShouldBeInRange(200, 204);
        string.Concat(host.Lines()).ShouldContain("second");
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Fact]
    public async Task Call_WhileTheDiskIsFull_IsUnavailable()
    {
        await using var host = await StartAsync("GrpcPort=0");
        _disk.IsFull = true;

        var waiting = OtlpTests.CallAsync(host, OtlpTests.Wire, isPacked: false);
        await Deadline.UntilAsync(() => host.Writer.IsFailing);
        await _time.AdvanceUntilAsync(CommitTimeout, () => waiting.IsCompleted);

        (await Should.ThrowAsync<RpcException>(waiting)).StatusCode.ShouldBe(StatusCode.Unavailable);
        _disk.IsFull = false;
        (await OtlpTests.CallAsync(host, OtlpTests.Wire, isPacked: false)).ShouldBeEmpty();
    }

    /// <summary>What is not on the disk is not acknowledged; what waited for it is, once it is there.</summary>
    [Theory]
    [InlineData(Door.Forward)]
    [InlineData(Door.Beats)]
    public async Task Send_WhileTheDiskIsFull_IsNotAcknowledged(string name)
    {
        await using var host = await StartAsync("ForwardPort=0", "BeatsPort=0");
        var port = (name == Door.Forward ? host.Forward : host.Beats)!.Value;
        _disk.IsFull = true;

        var waiting = Door.Of(name).SendAsync(host.Http, port, "first", Token);
        await Deadline.UntilAsync(() => host.Writer.IsFailing);
        _time.Advance(CommitTimeout / 2);
        waiting.IsCompleted.ShouldBeFalse();
        host.Writer.NextSequence.ShouldBe(0);

        _disk.IsFull = false;
        await Deadline.UntilAsync(() => !host.Writer.IsFailing);
        (await waiting.Within()).ShouldBe(HttpStatusCode.OK);
        (await Door.Of(name).SendAsync(host.Http, port, "second", Token).Within()).ShouldBe(HttpStatusCode.OK);
        host.Lines().Count.ShouldBe(2);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    private Task<JournalHost> StartAsync(params string[] settings) => JournalHost.StartWithAsync(
        services => services.AddSingleton<TimeProvider>(_time).AddDisk(_disk).AddSingleton(new WriterSettings { Batches = 3 }), settings);
}
