using System.Security.Cryptography;
using System.Security.Cryptography.Pkcs;
using Journal.Features.Anchors;
using Journal.Log.Signing;
using Journal.Log.Writing;
using Trust;

namespace Journal.Tests.Evidence;

public sealed class TimeStampTests
{
    private static readonly SignedNote Note =
        SignedNote.Sign(new Checkpoint("log.example/a", 7, new byte[32]).Text, SigningKey.Create("log.example/a"));

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Keep_ACheckpoint_IsStampedAndKept()
    {
        await using var authority = await StampingAuthority.StartAsync();
        using var directory = new TempDirectory();
        var folder = JournalHost.Make(directory);
        using var store = new TimeStampStore(authority.Store, CheckOf(authority), TimeSpan.Zero, folder, TimeProvider.System);

        await store.KeepAsync(Note, Token).Within();

        var content = await File.ReadAllBytesAsync(TimeStampStore.CheckpointFile(folder.TimeStamps, 7), Token);
        content.ShouldBe(Note.ToBytes());
        var answer = await File.ReadAllBytesAsync(TimeStampStore.StampFile(folder.TimeStamps, 7), Token);
        var (time, name) = CheckOf(authority).Check(answer, null, content);
        name.ShouldBe("Test stamping");
        (TimeProvider.System.GetUtcNow() - time).Duration().ShouldBeLessThan(TimeSpan.FromMinutes(5));
        Should.Throw<InvalidDataException>(() => CheckOf(authority).Check(answer, null, [.. content, 0])).Message.ShouldContain(
            "other content");
        answer[^1] ^= 1;
        Should.Throw<InvalidDataException>(() => CheckOf(authority).Check(answer, null, content));
    }

    [Theory]
    [InlineData("hash", "other content")]
    [InlineData("nonce", "answers another request")]
    [InlineData("text", "no answer of a time stamp authority")]
    [InlineData("empty", "no answer of a time stamp authority")]
    [InlineData("flipped", "time stamp")]
    [InlineData("untrusted", "no trusted authority vouches for")]
    [InlineData("refused", "grants no time stamp: its status is 2")]
    [InlineData("late", "minutes from this machine's clock")]
    [InlineData("long", "Its answer is longer than 64 KiB")]
    [InlineData("expired", "CN=Test stamping is valid from")]
    public async Task Keep_AnAnswerThatProvesNothing_IsRefusedInWords(string way, string expected)
    {
        await using var authority = await StampingAuthority.StartAsync(days: way == "expired" ? -1 : 2);
        using var directory = new TempDirectory();
        var folder = JournalHost.Make(directory);
        authority.ChangeRequest = way switch
        {
            "hash" => _ => RequestOf(SHA256.HashData("other"u8)),
            "nonce" => _ => RequestOf(SHA256.HashData(Note.ToBytes())),
            _ => null,
        };
        authority.ChangeAnswer = way switch
        {
            "text" => _ => "<html>not found</html>"u8.ToArray(),
            "empty" => _ => [],
            "long" => _ => new byte[100_000],
            "flipped" => answer => [.. answer[..^1], (byte)(answer[^1] ^ 1)],
            "refused" => _ => [0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x02],
            _ => null,
        };
        var check = way == "untrusted" ? new TimeStampCheck(Authorities.System) : CheckOf(authority);
        var time = way == "late" ? new LaterTime() : TimeProvider.System;
        using var store = new TimeStampStore(authority.Store, check, TimeSpan.Zero, folder, time);

        var refused = await Should.ThrowAsync<IOException>(() => store.KeepAsync(Note, Token).Within());

        refused.Message.ShouldContain(expected);
        Directory.Exists(folder.TimeStamps).ShouldBeFalse();
    }

    /// <summary>It takes the connection, and says nothing, or the beginning of an answer.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n0\u00820")]
    public async Task Keep_AnAuthorityThatIsSilent_IsLeftAfterItsTime(string beginning)
    {
        using var silent = new SilentServer(beginning);
        using var directory = new TempDirectory();
        var folder = JournalHost.Make(directory);
        using var store = new TimeStampStore(
            silent.Store, new(Authorities.System), TimeSpan.Zero, folder, TimeProvider.System, TimeSpan.FromMilliseconds(200));

        var refused = await Should.ThrowAsync<IOException>(() => store.KeepAsync(Note, Token).Within());

        refused.Message.ShouldBe("It did not answer within 0.2 s.");
        Directory.Exists(folder.TimeStamps).ShouldBeFalse();
    }

    /// <summary>The journal takes lines and proves them meanwhile, says which anchor is silent, and ends within seconds.</summary>
    [Fact]
    public async Task Anchors_WithAnAuthorityThatIsSilent_DelayNothingAndAreTold()
    {
        using var silent = new SilentServer("");
        using var directory = new TempDirectory();
        var folder = JournalHost.Make(directory);
        await using var host = await JournalHost.StartOnAsync(folder, null, $"Anchors={silent.Store}");
        await silent.Asked.Within();

        using (var answer = await host.PostAsync("/v1/lines?wait=proof", "a line", "text/plain"))
        {
            answer.StatusCode.ShouldBe(System.Net.HttpStatusCode.OK);
        }

        using (var http = new HttpClient { BaseAddress = host.Http })
        {
            var ready = await http.GetAsync("/healthz/ready", Token).Within();
            (await ready.TextAsync()).ShouldContain(silent.Store);
        }

        (await host.StopAsync().Within()).Damages.ShouldBeEmpty();
        host.Lines().ShouldBe(["a line"]);
    }

    [Fact]
    public async Task Loop_WhoseAuthorityIsSilent_SaysSoOnce()
    {
        using var silent = new SilentServer("");
        using var directory = new TempDirectory();
        using var log = new LogSink();
        using var loop = new AnchorLoop(
            new TimeStampStore(
                silent.Store, new(Authorities.System), TimeSpan.Zero, JournalHost.Make(directory), TimeProvider.System,
                TimeSpan.FromMilliseconds(100)),
            () => { }, TimeProvider.System, log.CreateLogger("anchors"));
        loop.Start();

        loop.Take(Note);
        await Deadline.UntilAsync(() => silent.Times >= 2);
        await loop.StopAsync(TimeSpan.Zero).Within();

        log.Records.ShouldHaveSingleItem().Message.ShouldBe(
            $"The anchor {silent.Store} does not take checkpoints; the journal tries again: It did not answer within 0.1 s.");
        loop.Covered.ShouldBe(0);
    }

    [Theory]
    [InlineData("tsa:")]
    [InlineData("tsa:ftp://a.example")]
    [InlineData("tsa:nowhere")]
    public void TimeStampStore_NoAddress_IsRefused(string text) => Should.Throw<JournalRefusedException>(
        () => new TimeStampStore(text, new(Authorities.System), TimeSpan.Zero, new("."), TimeProvider.System)).Message.ShouldContain(
            "tsa:https");

    [Fact]
    public async Task Anchors_WithAnAuthority_StampCheckpointsAndTheLastOne()
    {
        await using var authority = await StampingAuthority.StartAsync();
        using var directory = new TempDirectory();
        var folder = JournalHost.Make(directory);
        await using (var host = await JournalHost.StartOnAsync(
            folder, null, $"Anchors={authority.Store}", $"TimeStampAuthorities={authority.CertificateFile}",
                "TimeStampInterval=1.00:00:00"))
        {
            await Deadline.UntilAsync(() => Directory.Exists(folder.TimeStamps) && Directory.GetFiles(folder.TimeStamps).Length >= 2);
        }

        var last = Checkpoint.Parse(SignedNote.Parse(await File.ReadAllBytesAsync(folder.Checkpoint, Token)).Text).Size;
        Directory.GetFiles(folder.TimeStamps, "*.tsr").Length.ShouldBe(2); // the first, and at the end the last
        File.Exists(TimeStampStore.StampFile(folder.TimeStamps, last)).ShouldBeTrue();
    }

    private static TimeStampCheck CheckOf(StampingAuthority authority) =>
        new(Authorities.FromFile(authority.CertificateFile, "the test's authority"));

    private static byte[] RequestOf(byte[] hash) => Rfc3161TimestampRequest.CreateFromHash(
        hash, HashAlgorithmName.SHA256, null, RandomNumberGenerator.GetBytes(16), requestSignerCertificates: true).Encode();

    private sealed class LaterTime : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => System.GetUtcNow().AddHours(1);
    }
}
