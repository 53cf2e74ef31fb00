using System.Runtime.ExceptionServices;
using System.Security.Cryptography;
using System.Text;
using Journal.Log.Senders;

namespace Journal.Log.Tests.Senders;

public sealed class SenderTests
{
    [Theory]
    [InlineData("web-1.example", true)]
    [InlineData("web:1", false)] // on Windows a stream of the file web, which no listing of the folder shows
    [InlineData("../web", false)]
    [InlineData(".web", false)]
    public void IsName_OfAFile_HasNoColonAndNoPath(string name, bool isName) => SenderKey.IsName(name).ShouldBe(isName);

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
            var isExact = run % 2 == 0;
            var (window, missing, taken) = (new ReplayWindow(9, 0, isExact), 0L, new HashSet<uint>());
            var (last, first) = (0u, isExact ? 1u : 0u);
            for (var i = 0; i < 2000; i++)
            {
                var count = (uint)Math.Max(1, last + random.Next(-1500, random.Next(20) == 0 ? 3000 : 5));
                if (window.MayTake(9, count))
                {
                    taken.Add(count).ShouldBeTrue();
                    missing += window.Take(9, count);
                    (last, first) = (Math.Max(last, count), first == 0 ? count : first);
                }
            }

            (missing + window.End() + taken.Count(count => count >= first)).ShouldBe(last + 1 - first);
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
    public async Task Window_TheLastNumbersThereAre_EndTheLoop()
    {
        var window = new ReplayWindow();

        var missing = Task.Run(
            () => window.Take(1, uint.MaxValue - 15) + window.Take(1, uint.MaxValue) + window.End(), TestContext.Current.CancellationToken);

        (await missing.Within()).ShouldBe(uint.MaxValue - 2L);
    }

    /// <summary>Messages between the mark and the first number may be stored: nobody knows.</summary>
    [Theory]
    [InlineData(101)]
    [InlineData(501)]
    [InlineData(5000)]
    public void Window_AfterAKill_CountsNothingBeforeTheFirstNumber(uint first)
    {
        var window = new ReplayWindow(5, 100, isExact: false);

        var missing = window.Take(5, first) + window.Take(5, first + 3) + window.Take(5, first + 10_000) + window.End();

        missing.ShouldBe(10_000 - 2);
        window.IsResumed.ShouldBeTrue();
    }

    [Fact]
    public void Window_AfterAKill_TakesWhatMayHaveComeOnceMore()
    {
        var window = new ReplayWindow(5, 100, isExact: false);
        window.Take(5, 501);

        window.MayTake(5, 101).ShouldBeTrue();
        window.Take(5, 101).ShouldBe(0);
        window.MayTake(5, 101).ShouldBeFalse();
        window.MayTake(5, 100).ShouldBeFalse();
    }

    /// <summary>The mark may lack a whole session.</summary>
    [Theory]
    [InlineData(1, false)]
    [InlineData(40, true)]
    public void Window_AnotherSessionAfterAKill_CountsNothingBeforeItsFirstNumber(uint first, bool isResumed)
    {
        var window = new ReplayWindow(5, 100, isExact: false);

        (window.Take(6, first) + window.Take(6, first + 2) + window.End()).ShouldBe(1);

        window.IsResumed.ShouldBe(isResumed);
        (window.Take(7, 3) + window.End()).ShouldBe(2);
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

    /// <summary>Both ways, that of a sender of whom nothing wrong has come and that after it, answer as the library does.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(15)]
    [InlineData(16)]
    [InlineData(33)]
    [InlineData(1400)]
    public void Datagram_AnyByteChanged_IsJudgedAsTheLibraryDoes(int length)
    {
        var key = SenderKey.Create("web-1");
        using var suspicious = new SealedDatagram(key);
        using var library = key.Cipher();
        var payload = new byte[length];
        new Random(length).NextBytes(payload);
        var datagram = new byte[length + SealedDatagram.Overhead];
        suspicious.Seal(17, 3, payload, datagram);
        var (opened, expected) = (new byte[length], new byte[length]);
        datagram[^1] ^= 1;
        suspicious.Open(datagram, opened).ShouldBeNull();
        datagram[^1] ^= 1;

        for (var at = 0; at < datagram.Length; at++)
        {
            datagram[at] ^= (byte)(1 << (at % 8));
            using (var trusting = new SealedDatagram(key))
            {
                trusting.Open(datagram, opened).ShouldBe(Open(library, datagram, expected), $"{at}");
            }

            suspicious.Open(datagram, opened).ShouldBe(Open(library, datagram, expected), $"{at}");
            opened.AsSpan().SequenceEqual(datagram.AsSpan(20, length)).ShouldBeTrue("Nobody may see what is not proven.");

            datagram[at] ^= (byte)(1 << (at % 8));
            suspicious.Open(datagram, opened).ShouldBe(length);
            Open(library, datagram, expected).ShouldBe(length);
            (opened.AsSpan().SequenceEqual(expected) && opened.AsSpan().SequenceEqual(payload)).ShouldBeTrue($"{at}");
        }
    }

    /// <summary>An exception takes longer than decrypting: a forger must not have one thrown for each datagram.</summary>
    [Fact]
    public void Datagram_ManyForged_ThrowOnceOnly()
    {
        using var seal = new SealedDatagram(SenderKey.Create("web-1"));
        var (right, opened) = (new byte[100 + SealedDatagram.Overhead], new byte[100]);
        seal.Seal(1, 1, opened, right);
        var forged = right.ToArray();
        forged[50] ^= 1;
        var thrown = 0;
        var thread = Environment.CurrentManagedThreadId;
        AppDomain.CurrentDomain.FirstChanceException += Count;
        try
        {
            for (var i = 0; i < 2000; i++)
            {
                seal.Open(forged, opened).ShouldBeNull();
                seal.Open(i % 3 == 0 ? right : forged, opened).ShouldBe(i % 3 == 0 ? 100 : (int?)null);
            }
        }
        finally
        {
            AppDomain.CurrentDomain.FirstChanceException -= Count;
        }

        thrown.ShouldBe(1);

        void Count(object? sender, FirstChanceExceptionEventArgs args) =>
            thrown += args.Exception is AuthenticationTagMismatchException && Environment.CurrentManagedThreadId == thread ? 1 : 0;
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

    /// <summary>Written from the format's document, beside the code under test.</summary>
    private static int? Open(AesGcm library, ReadOnlySpan<byte> datagram, Span<byte> payload)
    {
        Span<byte> nonce = stackalloc byte[12];
        SHA256.HashData("journal/1 datagram"u8)[..4].CopyTo(nonce);
        datagram[12..20].CopyTo(nonce[4..]);
        try
        {
            library.Decrypt(nonce, datagram[20..^16], datagram[^16..], payload, datagram[..20]);
            return payload.Length;
        }
        catch (AuthenticationTagMismatchException)
        {
            return null;
        }
    }
}
