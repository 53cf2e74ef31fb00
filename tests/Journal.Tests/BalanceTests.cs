using System.Net.Sockets;
using Journal.Log.Writing;

namespace Journal.Tests;

/// <summary>Whatever comes in, however much of it: what was sent is what is stored and what is counted as lost.</summary>
public sealed class BalanceTests
{
    private const int Datagrams = 3000;

    [Fact]
    public async Task Udp_MoreThanThereIsRoomFor_IsAccountedForToTheDatagram()
    {
        using var gate = new ManualResetEventSlim(initialState: true);
        await using var host = await JournalHost.StartAsync(
            new WriterSettings { Batches = 2, CreateFile = path => new GatedFile(path, gate) });
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

    /// <summary>A segment's file whose flush waits.</summary>
    private sealed class GatedFile(string path, ManualResetEventSlim gate) : ISegmentFile
    {
        private readonly FileStream _file = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, 1);

        public void Write(ReadOnlySpan<byte> bytes, long offset)
        {
            _file.Position = offset;
            _file.Write(bytes);
            _file.Flush();
        }

        public void Flush() => gate.Wait(Deadline.Default);

        public void Cut(long length) => _file.SetLength(length);

        public void Dispose() => _file.Dispose();
    }
}
