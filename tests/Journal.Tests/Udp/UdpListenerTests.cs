using System.Net;
using System.Net.Sockets;
using System.Text;
using Journal.Features.Udp.Receiving;
using Microsoft.Extensions.DependencyInjection;

namespace Journal.Tests.Udp;

/// <summary>The listener by each way to receive: what it takes, and how it ends.</summary>
public sealed class UdpListenerTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Receivers.Single)]
    [InlineData(Receivers.Batch)]
    public async Task Stop_WhileNothingComes_Ends(string way)
    {
        await using var host = await StartAsync(Receivers.Of(way));

        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(Receivers.Single)]
    [InlineData(Receivers.Batch)]
    public async Task Stop_RightAfterABurst_AccountsForEveryDatagram(string way)
    {
        const int Count = 5000;
        await using var host = await StartAsync(Receivers.Of(way));
        var writer = host.Writer;
        using var socket = new UdpClient("127.0.0.1", host.Udp);
        for (var number = 0; number < Count; number++)
        {
            socket.Client.Send(Encoding.ASCII.GetBytes(number % 10 == 0 ? "" : $"line {number}"));
        }

        var report = await host.StopAsync();

        report.Damages.ShouldBeEmpty();
        var losses = writer.Losses;
        (host.Records().Count + losses.LostInKernel + losses.LostHere + losses.Refused).ShouldBe(Count);
    }

    [Theory]
    [InlineData(Receivers.Single)]
    [InlineData(Receivers.Batch)]
    public async Task Stop_WhileSendersNeverPause_Ends(string way)
    {
        await using var host = await StartAsync(Receivers.Of(way));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        stop.CancelAfter(Deadline.Default);
        var sending = Task.Run(() => SendUntil(host.Udp, stop.Token), Token);
        await host.UntilAsync(100);

        var report = await host.StopAsync();

        report.Damages.ShouldBeEmpty();
        await stop.CancelAsync();
        await sending.Within();
    }

    /// <summary>A sandbox that does not know the call refuses it.</summary>
    [Fact]
    public async Task Start_WhereTheSystemRefusesTheBetterWay_TakesThePlainOneAndSaysSo()
    {
        await using var host = await StartAsync(_ => new RefusedReceiver());
        using var socket = new UdpClient("127.0.0.1", host.Udp);
        await socket.SendAsync("one"u8.ToArray(), Token);
        await socket.SendAsync("two"u8.ToArray(), Token);
        await host.UntilAsync(2);

        host.Lines().ShouldBe(["one", "two"]);
        host.Logged.Where(message => message.Contains("one by one")).ShouldHaveSingleItem().ShouldEndWith("not here");
    }

    /// <summary>The smallest buffer, and a reader that is busy elsewhere while much more comes than it holds.</summary>
    [Fact]
    public async Task Burst_WhileTheReaderIsBusy_IsCountedWithWhatTheKernelDropped()
    {
        const int Count = 3000;
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux says what it drops.");
        using var gate = new ManualResetEventSlim();
        var open = Receivers.Of(Receivers.Batch);
        await using var host = await JournalHost.StartWithAsync(
            services => services.AddSingleton<OpenReceiver>(socket => new HeldReceiver(open(socket), gate)), "ReceiveBufferBytes=65536");
        using var one = new UdpClient("127.0.0.1", host.Udp);
        using var other = new UdpClient("127.0.0.1", host.Udp);
        for (var number = 0; number < Count; number++)
        {
            (number % 2 == 0 ? one : other).Client.Send(Encoding.ASCII.GetBytes($"{number,500}"));
        }

        gate.Set();
        var losses = host.Writer.Losses;
        await Deadline.UntilAsync(() => host.Writer.NextSequence + losses.LostInKernel == Count);

        losses.LostInKernel.ShouldBeGreaterThan(Count / 2);
        (losses.LostHere, losses.Refused).ShouldBe((0, 0));
        (await host.StopAsync()).Damages.ShouldBeEmpty();
        host.Records().Count.ShouldBe((int)(Count - losses.LostInKernel));
    }

    /// <summary>The system seldom grants the requested size: Linux doubles it, up to a limit.</summary>
    [Fact]
    public async Task Start_AReceiveBuffer_SaysWhatTheSocketHasGot()
    {
        var got = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        var open = Receivers.Of(Receivers.Single);
        await using var host = await JournalHost.StartWithAsync(
            services => services.AddSingleton<OpenReceiver>(socket =>
            {
                got.SetResult(socket.ReceiveBufferSize);
                return open(socket);
            }),
            "ReceiveBufferBytes=65536");

        var bytes = await got.Task.Within();

        host.Logged.ShouldContain($"Listening on UDP 127.0.0.1:{host.Udp}, with a receive buffer of {bytes} bytes.");
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux is known to grant another size.");
        bytes.ShouldBe(131_072);
    }

    [Fact]
    public async Task Metrics_WhereTheSystemDoesNotSayWhatItDrops_ShowNoNumber()
    {
        await using var host = await JournalHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http };
        host.Writer.Losses.IsKernelTold.ShouldBe(OperatingSystem.IsLinux());

        host.Writer.Losses.IsKernelTold = false;

        (await http.GetStringAsync("/metrics", Token).Within()).ShouldContain("journal_lost{where=\"kernel\"} NaN");
    }

    /// <summary>A socket that fails for good neither spins nor fills the log, and does not keep the host from stopping.</summary>
    [Fact]
    public async Task Receive_FailsEachTime_PausesAndCountsNothing()
    {
        var receiver = new FailingReceiver();
        await using var host = await StartAsync(_ => receiver);
        await Deadline.UntilAsync(() => receiver.Calls >= 16);
        var begun = (receiver.Calls, Time: TimeProvider.System.GetTimestamp());

        await Deadline.UntilAsync(() => receiver.Calls >= begun.Calls + 2);

        var calls = receiver.Calls - begun.Calls;
        calls.ShouldBeLessThanOrEqualTo(2 + (int)TimeProvider.System.GetElapsedTime(begun.Time).TotalSeconds);
        host.Writer.Losses.Refused.ShouldBe(0);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }

    private static Task<JournalHost> StartAsync(OpenReceiver open) => JournalHost.StartWithAsync(services => services.AddSingleton(open));

    private static void SendUntil(int port, CancellationToken cancellationToken)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        var to = new IPEndPoint(IPAddress.Loopback, port); // not connected: a listener that is gone is no error
        while (!cancellationToken.IsCancellationRequested)
        {
            socket.SendTo("a line that comes again and again"u8, to);
        }
    }

    private sealed class FailingReceiver : IDatagramReceiver
    {
        private int _calls;

        public int Calls => Volatile.Read(ref _calls);

        public int Receive()
        {
            Interlocked.Increment(ref _calls);
            throw new SocketException((int)SocketError.NetworkDown);
        }

        public ReadOnlySpan<byte> DatagramAt(int place) => [];

        public SocketAddress SourceAt(int place) => throw new InvalidOperationException();
    }

    private sealed class HeldReceiver(IDatagramReceiver receiver, ManualResetEventSlim gate) : IDatagramReceiver
    {
        public int Receive()
        {
            gate.Wait(Deadline.Default);
            return receiver.Receive();
        }

        public ReadOnlySpan<byte> DatagramAt(int place) => receiver.DatagramAt(place);

        public SocketAddress SourceAt(int place) => receiver.SourceAt(place);
    }

    private sealed class RefusedReceiver : IDatagramReceiver
    {
        public int Receive() => throw new NotSupportedException("not here");

        public ReadOnlySpan<byte> DatagramAt(int place) => [];

        public SocketAddress SourceAt(int place) => throw new InvalidOperationException();
    }
}
