using Trust;
using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Probing.Securing;
using System.Diagnostics;
using System.Net.Sockets;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Dialogues;

namespace Prober.Engine.Tests.Probing;

public sealed class DialogueProbeTests
{
    public static TheoryData<string, byte[], byte[], FailureClass> Answers => new()
    {
        { "redis", "PING\r\n"u8.ToArray(), "+PONG\r\n"u8.ToArray(), FailureClass.None },
        { "redis", "PING\r\n"u8.ToArray(), "-NOAUTH Authentication required.\r\n"u8.ToArray(), FailureClass.Content },
        { "memcache", "version\r\n"u8.ToArray(), "VERSION 1.6.18\r\n"u8.ToArray(), FailureClass.None },
        { "memcache", "version\r\n"u8.ToArray(), "HTTP/1.1 400 Bad Request\r\n"u8.ToArray(), FailureClass.Content },
        { "zookeeper", "srvr"u8.ToArray(), "Zookeeper version: 3.9.2\nMode: standalone\n"u8.ToArray(), FailureClass.None },
        { "zookeeper", "srvr"u8.ToArray(), "This ZooKeeper instance is not serving\n"u8.ToArray(), FailureClass.Content },
        { "kafka", [0, 0, 0, 10, 0, 18, 0, 0, .. "PROB"u8, 0xFF, 0xFF], [0, 0, 1, 0, .. "PROB"u8, 0, 0, 0, 0], FailureClass.None },
        { "kafka", [0, 0, 0, 10, 0, 18, 0, 0, .. "PROB"u8, 0xFF, 0xFF], [0, 0, 1, 0, .. "PROB"u8, 0, 35, 0, 0], FailureClass.Content },
        { "kafka", [0, 0, 0, 10, 0, 18, 0, 0, .. "PROB"u8, 0xFF, 0xFF], [0, 0], FailureClass.Content },
    };

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task Probe_Answer_IsComparedWithTheTable(string driver, byte[] question, byte[] answer, FailureClass failure)
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            (await ReadAsync(socket, question.Length, token)).ShouldBe(question);
            await socket.SendAsync(answer, token);
        });

        (await Probes.RunAsync(new DialogueProbe("127.0.0.1", server.Port, Dialogue.Of(driver)))).Failure.ShouldBe(failure);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Probe_End_IsAResetUnlessItIsToBePlain(bool isPlain)
    {
        var ended = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = new RawServer(async (socket, token) =>
        {
            await ReadAsync(socket, "PING\r\n".Length, token);
            await socket.SendAsync("+PONG\r\n"u8.ToArray(), token); // what nobody reads would make a reset of any end
            try
            {
                ended.SetResult(await socket.ReceiveAsync(new byte[1], token) == 0);
            }
            catch (SocketException)
            {
                ended.SetResult(false);
            }
        });

        await Probes.RunAsync(new DialogueProbe("127.0.0.1", server.Port, Dialogue.Of("redis"), isPlain));

        (await ended.Task.Within()).ShouldBe(isPlain);
    }

    [Fact]
    public async Task Probe_Redis_IsAskedWithAndWithoutItsPassword()
    {
        var program = InstalledProgram.SkipUnlessPresent("redis-server", package: "redis-server");
        var port = LoopbackPort.FindFree();
        using var folder = new TempDirectory("redis");
        await using var server = new Peer(
            program, "--bind", "127.0.0.1", "--port", $"{port}", "--save", "", "--dir", folder.Path, "--requirepass", "s3 cret");

        var good = await ListeningAsync(new DialogueProbe("127.0.0.1", port, Dialogue.Of("redis", password: "s3 cret"))).Within();
        var named = await Probes.RunAsync(new DialogueProbe("127.0.0.1", port, Dialogue.Of("redis", "default", "s3 cret")));
        var wrong = await Probes.RunAsync(new DialogueProbe("127.0.0.1", port, Dialogue.Of("redis", password: "other")));
        var none = await Probes.RunAsync(new DialogueProbe("127.0.0.1", port, Dialogue.Of("redis")));

        good.Failure.ShouldBe(FailureClass.None, good.Message);
        named.Failure.ShouldBe(FailureClass.None, named.Message);
        wrong.Message.ShouldBe("The answer is not the expected one: the password is wrong.");
        none.Failure.ShouldBe(FailureClass.Content);
    }

    [Fact]
    public async Task Probe_Memcached_Answers()
    {
        var program = InstalledProgram.SkipUnlessPresent("memcached", package: "memcached");
        var port = LoopbackPort.FindFree();
        await using var server = new Peer(program, "-l", "127.0.0.1", "-p", $"{port}", "-U", "0", "-u", Environment.UserName);

        (await ListeningAsync(new DialogueProbe("127.0.0.1", port, Dialogue.Of("memcache"))).Within()).Failure.ShouldBe(FailureClass.None);
    }

    /// <summary>Nothing of a session that has to be secret goes out in cleartext.</summary>
    [Fact]
    public async Task Probe_MemcachedOverTls_IsAskedForItsDataOnlyIfItsCertificateIsGood()
    {
        var program = InstalledProgram.SkipUnlessPresent("memcached", package: "memcached");
        using var folder = new TempDirectory("memcached");
        using var authority = new Authority();
        using var certificate = authority.Sign("127.0.0.1", -1, 1);
        File.WriteAllText(folder.Combine("cert.pem"), certificate.ExportCertificatePem());
        File.WriteAllText(folder.Combine("key.pem"), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        var port = LoopbackPort.FindFree();
        await using var server = new Peer(
            program, "-l", "127.0.0.1", "-p", $"{port}", "-U", "0", "-u", Environment.UserName, "-Z",
            "-o", $"ssl_chain_cert={folder.Combine("cert.pem")},ssl_key={folder.Combine("key.pem")}");
        var rules = new TlsRules { Roots = Authorities.FromPem(authority.Pem) };
        KeyValuePair<string, string>[] data = [new("a", "b")];

        var known = await ListeningAsync(new MemcacheProbe("127.0.0.1", port, data, closesPlainly: false, rules)).Within();
        var unknown = await Probes.RunAsync(new MemcacheProbe("127.0.0.1", port, data, closesPlainly: false, TlsRules.Default));
        var plain = await Probes.RunAsync(new MemcacheProbe("127.0.0.1", port, data, closesPlainly: false));

        known.Message.ShouldBe("There is no a.");
        unknown.Failure.ShouldBe(FailureClass.Certificate, unknown.Message);
        plain.IsGood.ShouldBeFalse();
    }

    private static async Task<ProbeResult> ListeningAsync(IProbe probe)
    {
        while (true)
        {
            var result = await Probes.RunAsync(probe);
            if (result.Failure != FailureClass.Refused)
            {
                return result;
            }

            await Task.Delay(50, TestContext.Current.CancellationToken);
        }
    }

    private static async Task<byte[]> ReadAsync(Socket socket, int length, CancellationToken cancellationToken)
    {
        await using var stream = new NetworkStream(socket, ownsSocket: false);
        var bytes = new byte[length];
        await stream.ReadExactlyAsync(bytes, cancellationToken);
        return bytes;
    }

    /// <summary>A server that nobody here wrote.</summary>
    private sealed class Peer(string program, params string[] arguments) : IAsyncDisposable
    {
        private readonly Process _process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true })!;

        public async ValueTask DisposeAsync()
        {
            _process.Kill();
            await _process.WaitForExitAsync(CancellationToken.None);
            _process.Dispose();
        }
    }
}
