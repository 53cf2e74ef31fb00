using System.Text;
using Journal.Log.Senders;

namespace Journal.Log.Tests.Senders;

public sealed class SenderTests
{
    [Fact]
    public void Window_NumbersInOrder_AreTakenOnceAndNothingIsMissing()
    {
        var window = new ReplayWindow();

        foreach (var count in Enumerable.Range(1, 3000).Select(count => (uint)count))
        {
            window.MayTake(7, count).ShouldBeTrue();
            window.Take(7, count).ShouldBe(0);
            window.MayTake(7, count).ShouldBeFalse();
        }

        window.MayTake(6, 4000).ShouldBeFalse();
        window.End().ShouldBe(0);
    }

    [Fact]
    public void Window_LateAndLostNumbers_AreTakenWhileTheyFitAndCountedWhenTheyDoNot()
    {
        var window = new ReplayWindow();
        window.Take(1, 1).ShouldBe(0);
        window.Take(1, 4).ShouldBe(0); // 2 and 3 may still come
        window.MayTake(1, 2).ShouldBeTrue();
        window.Take(1, 2).ShouldBe(0);
        window.MayTake(1, 2).ShouldBeFalse();

        window.Take(1, 4 + ReplayWindow.Width).ShouldBe(1); // 3 has left the window, and all between may still come
        window.MayTake(1, 3).ShouldBeFalse();
        window.MayTake(1, 5).ShouldBeTrue();
        window.Take(2, 1).ShouldBe(ReplayWindow.Width - 1); // a new session: they come no more
        window.MayTake(1, 5).ShouldBeFalse();
    }

    [Fact]
    public void Window_FarJump_CountsEveryNumberOnce()
    {
        var window = new ReplayWindow();
        window.Take(1, 1);

        (window.Take(1, 100_000) + window.End()).ShouldBe(99_998);
    }

    [Fact]
    public void Window_AnyOrder_AccountsForEveryNumber()
    {
        var random = new Random(1);
        for (var run = 0; run < 50; run++)
        {
            var (window, missing, taken) = (new ReplayWindow(), 0L, new HashSet<uint>());
            var last = 0u;
            for (var i = 0; i < 2000; i++)
            {
                var count = (uint)Math.Max(1, last + random.Next(-1500, random.Next(20) == 0 ? 3000 : 5));
                if (window.MayTake(9, count))
                {
                    taken.Add(count).ShouldBeTrue();
                    missing += window.Take(9, count);
                    last = Math.Max(last, count);
                }
            }

            (missing + window.End() + taken.Count).ShouldBe(last);
        }
    }

    [Fact]
    public void Window_AfterARestart_TakesNothingFromBefore()
    {
        var window = new ReplayWindow(5, 100);

        window.IsResumed.ShouldBeTrue();
        window.MayTake(5, 100).ShouldBeFalse();
        window.MayTake(5, 99).ShouldBeFalse();
        window.MayTake(5, 101).ShouldBeTrue();
        window.Take(6, 1).ShouldBe(0);
        window.IsResumed.ShouldBeFalse();
    }

    [Fact]
    public void Datagram_SealedWithTheKey_OpensAndAnyChangeDoesNot()
    {
        var key = SenderKey.Create("web-1");
        using var seal = new SealedDatagram(SenderKey.Parse(key.Export()));
        var payload = "hello"u8.ToArray();
        var datagram = new byte[payload.Length + SealedDatagram.Overhead];
        seal.Seal(17, 3, payload, datagram);

        SealedDatagram.Read(datagram).ShouldBe(new SealedHead(key.Id, 17, 3));
        var opened = new byte[payload.Length];
        seal.Open(datagram, opened).ShouldBe(payload.Length);
        opened.ShouldBe(payload);
        for (var at = 0; at < datagram.Length; at++)
        {
            datagram[at] ^= 1;
            (SealedDatagram.Read(datagram) is null || seal.Open(datagram, opened) is null).ShouldBeTrue($"{at}");
            datagram[at] ^= 1;
        }

        SealedDatagram.Read(datagram.AsSpan(0, SealedDatagram.Overhead - 1)).ShouldBeNull();
        SealedDatagram.Read("<13>hello, this is a line of no sealed kind at all"u8).ShouldBeNull();
    }

    [Fact]
    public void Packet_Lines_AreReadBackUntilTheEnd()
    {
        var packet = new LinePacket();
        string[] lines = ["a", new('b', 300), "c"];
        lines.ShouldAllBe(line => packet.TryAdd(Encoding.UTF8.GetBytes(line), 400));
        packet.TryAdd(new byte[200], 400).ShouldBeFalse();

        var payload = packet.Bytes;
        foreach (var line in lines)
        {
            LinePacket.TryRead(ref payload, out var read).ShouldBeTrue();
            Encoding.UTF8.GetString(read).ShouldBe(line);
        }

        payload.IsEmpty.ShouldBeTrue();
        packet.End(12);
        payload = packet.Bytes;
        LinePacket.TryRead(ref payload, out var end).ShouldBeTrue();
        (end.IsEmpty, payload.IsEmpty).ShouldBe((true, true));
    }

    [Theory]
    [InlineData(new byte[] { 5, 1, 2 })]
    [InlineData(new byte[] { 0x80 })]
    [InlineData(new byte[] { 0, 1, 9 })]
    public void Packet_Malformed_IsTold(byte[] bytes)
    {
        ReadOnlySpan<byte> payload = bytes;

        LinePacket.TryRead(ref payload, out _).ShouldBeFalse();
    }

    [Theory]
    [InlineData("")]
    [InlineData("../identity")]
    [InlineData(".hidden")]
    [InlineData("a b")]
    public void Key_NameThatIsNoFile_IsRefused(string name) => Should.Throw<ArgumentException>(() => SenderKey.Create(name));
}
