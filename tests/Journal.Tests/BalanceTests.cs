using System.Net.Sockets;
using Journal.Log.Writing;
using Microsoft.Extensions.DependencyInjection;
using Tests.Common.Disks;

namespace Journal.Tests;

/// <summary>Whatever comes in, however much of it: what was sent is what is stored and what is counted as lost.</summary>
public sealed class BalanceTests
{
    private const int Datagrams = 3000;

    [Fact]
    public async Task Udp_MoreThanThereIsRoomFor_IsAccountedForToTheDatagram()
    {
        using var gate = new ManualResetEventSlim(initialState: true);
        var disk = WatchedDisk.ForNew(".seg", file => new WatchedFile(file) { Flushing = () => gate.Wait(Deadline.Default) });
        await using var host = await JournalHost.StartWithAsync(
            services => services.AddDisk(disk).AddSingleton(new WriterSettings { Batches = 2 }));
        using var socket = new UdpClient("127.0.0.1", host.Udp);
        var datagram = new byte[1000];
        Array.Fill(datagram, (byte)'x');

        gate.Reset(); // the disk takes nothing until all is sent
        for (var i = 0; i < Datagrams; i++)
        {
            await socket.SendAsync(datagram, TestContext.Current.CancellationToken);
        }

        await Deadline.UntilAsync(() => host.Writer.Losses.LostHere > 0);
        gate.Set();
        await Deadline.UntilAsync(
            () => host.Writer.NextSequence + host.Writer.Losses.LostHere + host.Writer.Losses.LostInKernel == Datagrams);

        host.Records().Count.ShouldBe((int)host.Writer.NextSequence);
        (await host.StopAsync()).Damages.ShouldBeEmpty();
    }
}
