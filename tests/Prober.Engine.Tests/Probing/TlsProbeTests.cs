using System.Collections.Concurrent;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Prober.Engine.Certificates;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Http;
using Prober.Engine.Probing.Securing;
using Prober.Engine.Probing.Tls;
using Prober.Engine.Tests.Watching;
using Trust;

namespace Prober.Engine.Tests.Probing;

public sealed class TlsProbeTests : IDisposable
{
    private readonly Authority _authority = new();

    public static TheoryData<string, string, double, double, string?> Certificates => new()
    {
        { "good", "localhost", -1, 30, null },
        { "expired", "localhost", -30, -1, "The certificate expired 20" },
        { "not yet valid", "localhost", 1, 30, "The certificate is not valid before 20" },
        { "another name", "example.com", -1, 30, "The certificate is not for localhost, but for example.com." },
    };

    [Theory]
    [MemberData(nameof(Certificates))]
    public async Task Probe_Certificate_IsJudged(string what, string host, double from, double to, string? problem)
    {
        using var certificate = _authority.Sign(host, from, to);
        await using var server = RawServer.Secured(certificate);

        var result = await Probes.RunAsync(new TlsProbe(new("localhost", server.Port) { Rules = Trusting }));

        result.Failure.ShouldBe(problem is null ? FailureClass.None : FailureClass.Certificate, what);
        result.Message.ShouldStartWith(problem ?? "");
        result.Certificate.ShouldNotBeNull().Fingerprint.ShouldBe(certificate.GetCertHashString(HashAlgorithmName.SHA256));
    }

    [Fact]
    public async Task Probe_ClockOfThisMachineIsWrong_IsNoEvidence()
    {
        using var certificate = _authority.Sign("127.0.0.1", -1, 30);
        await using var server = RawServer.Secured(certificate);
        var time = new ManualTime();
        time.Set(-time.GetUtcNow().ToUnixTimeMilliseconds());

        var result = await Probes.RunAsync(new TlsProbe(new("127.0.0.1", server.Port) { Rules = Trusting }), Probes.Network.Resolver, time);

        result.Failure.ShouldBe(FailureClass.Clock, result.Message);
    }

    /// <summary>RFC 5280, section 4.2.1.12: a certificate that lists purposes serves these alone.</summary>
    [Theory]
    [InlineData("1.3.6.1.5.5.7.3.1", FailureClass.None)] // servers
    [InlineData("1.3.6.1.5.5.7.3.2", FailureClass.Certificate)] // clients
    public async Task Probe_CertificateForOnePurpose_IsGoodForServersAlone(string usage, FailureClass failure)
    {
        using var certificate = _authority.Sign("localhost", -1, 30, usage);
        await using var server = RawServer.Secured(certificate);

        var result = await Probes.RunAsync(new TlsProbe(new("localhost", server.Port) { Rules = Trusting }));

        result.Failure.ShouldBe(failure, result.Message);
    }

    [Fact]
    public async Task Probe_UnknownAuthority_IsNotTrustedUnlessVerificationIsSkipped()
    {
        using var certificate = _authority.Sign("localhost", -1, 30);
        await using var server = RawServer.Secured(certificate);

        var strict = await Probes.RunAsync(new TlsProbe(new("localhost", server.Port)));
        var lenient = await Probes.RunAsync(
            new TlsProbe(new("localhost", server.Port) { Rules = new() { SkipsVerification = true } }));

        strict.Failure.ShouldBe(FailureClass.Certificate);
        strict.Message.ShouldStartWith("The certificate is not trusted: the server does not send the certificate of its issuer (CN=");
        lenient.Failure.ShouldBe(FailureClass.None);
    }

    [Fact]
    public async Task Probe_ExpiredAndExpirySkipped_IsGood()
    {
        using var certificate = _authority.Sign("localhost", -30, -1);
        await using var server = RawServer.Secured(certificate);

        var result = await Probes.RunAsync(
            new TlsProbe(new("localhost", server.Port) { Rules = Trusting with { SkipsExpiry = true } }));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
    }

    /// <summary>EaseProbe's <c>insecure_skip_verify</c>: authority and name do not count, dates do.</summary>
    [Theory]
    [InlineData(-1, 30, false, FailureClass.None)]
    [InlineData(-30, -1, false, FailureClass.Certificate)]
    [InlineData(1, 30, false, FailureClass.Certificate)]
    [InlineData(-30, -1, true, FailureClass.None)]
    public async Task Probe_VerificationSkipped_ExpiryCountsUnlessItIsSkippedToo(
        double from, double to, bool skipsExpiry, FailureClass failure)
    {
        using var certificate = _authority.Sign("example.com", from, to);
        await using var server = RawServer.Secured(certificate);

        var result = await Probes.RunAsync(
            new TlsProbe(new("localhost", server.Port) { Rules = new() { SkipsVerification = true, SkipsExpiry = skipsExpiry } }));

        result.Failure.ShouldBe(failure, result.Message);
        result.Message.ShouldStartWith(failure == FailureClass.None ? "" : "The certificate ");
    }

    [Fact]
    public async Task Probe_EndsSoonOrIsAnother_Fails()
    {
        using var certificate = _authority.Sign("localhost", -1, 3);
        await using var server = RawServer.Secured(certificate);
        var settings = new TlsProbeSettings("localhost", server.Port) { Rules = Trusting };

        var soon = await Probes.RunAsync(new TlsProbe(settings with { EndsNotBefore = TimeSpan.FromDays(7) }));
        var later = await Probes.RunAsync(new TlsProbe(settings with { EndsNotBefore = TimeSpan.FromDays(2) }));
        var other = await Probes.RunAsync(new TlsProbe(settings with { Fingerprint = new string('0', 64) }));

        soon.Message.ShouldStartWith("The certificate expires soon");
        later.Failure.ShouldBe(FailureClass.None);
        other.Message.ShouldStartWith("The server has another certificate");
    }

    [Fact]
    public async Task Probe_BytesThatAreNoTls_FailTheHandshake()
    {
        await using var server = new RawServer(async (socket, token) =>
        {
            await socket.SendAsync("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray(), token);
            await socket.ReceiveAsync(new byte[1024], token);
        });

        var result = await Probes.RunAsync(new TlsProbe(new("localhost", server.Port)));

        result.Failure.ShouldBe(FailureClass.Tls, result.Message);
        result.Message.ShouldBe("The TLS handshake failed: the server does not speak TLS on this port.");
    }

    /// <summary>The words of OpenSSL, of .NET and of nobody.</summary>
    [Theory]
    [InlineData("error:0A00042E:SSL routines::tlsv1 alert protocol version", "have no version of TLS in common.")]
    [InlineData("error:0A000458:SSL routines::tlsv1 unrecognized name", "the server has no site of this name.")]
    [InlineData("error:0A00045C:SSL routines::tlsv13 alert certificate required", "wants a certificate of the prober (cert and key).")]
    [InlineData("error:0A000999:SSL routines::something new\n", "The TLS handshake failed: something new.")]
    [InlineData("Authentication failed, see inner exception.", "The TLS handshake failed.")]
    public void Classify_HandshakeThatFailed_SaysWhatTheLibraryKnows(string words, string told)
    {
        var exception = new AuthenticationException("Authentication failed, see inner exception.", new IOException(words));

        ProbeFaults.Classify(exception, address: null).ShouldSatisfyAllConditions(
            fault => fault.Failure.ShouldBe(FailureClass.Tls), fault => fault.Message.ShouldEndWith(told));
    }

    /// <summary>With TLS 1.3 the client's part ends before the server has looked at its certificate.</summary>
    [Fact]
    public void Classify_AlertAfterTheHandshake_IsTls() =>
        ProbeFaults.Classify(
            new IOException("x", new InvalidOperationException("error:0A00045C:SSL routines::tlsv13 alert certificate required")), null)
            .Failure.ShouldBe(FailureClass.Tls);

    [Fact]
    public async Task Probe_ServerThatIsSilentInTheHandshake_SaysSo()
    {
        var accepted = new TaskCompletionSource();
        await using var server = new RawServer(async (socket, token) =>
        {
            await socket.ReceiveAsync(new byte[1], token);
            accepted.TrySetResult();
            await Task.Delay(Timeout.Infinite, token);
        });

        var result = await Probes.TimeOutAsync(new TlsProbe(new("localhost", server.Port)), accepted.Task);

        result.Message.ShouldBe("No result within 5 s: it waited for the TLS handshake.");
    }

    [Fact]
    public async Task Probe_ServerNameOfTheRules_IsAskedForAndHasToBeInTheCertificate()
    {
        using var certificate = _authority.Sign("www.example.com", -1, 30);
        await using var server = RawServer.Secured(certificate);
        var rules = Trusting with { ServerName = "www.example.com" };

        var named = await Probes.RunAsync(new TlsProbe(new("127.0.0.1", server.Port) { Rules = rules }));
        var bare = await Probes.RunAsync(new TlsProbe(new("127.0.0.1", server.Port) { Rules = Trusting }));

        named.Failure.ShouldBe(FailureClass.None, named.Message);
        bare.Failure.ShouldBe(FailureClass.Certificate);
    }

    /// <summary>Servers know no name with the dot of the root, and refuse the handshake (curl 13428).</summary>
    [Fact]
    public async Task Probe_NameWithTheDotOfTheRoot_IsAskedForWithoutIt()
    {
        string? asked = null;
        using var certificate = _authority.Sign("localhost", -1, 30);
        await using var server = new RawServer(async (socket, token) =>
        {
            await using var secured = new SslStream(new NetworkStream(socket));
            await secured.AuthenticateAsServerAsync(
                new() { ServerCertificateSelectionCallback = (_, name) => Choose(name) }, token);

            X509Certificate2 Choose(string? name)
            {
                asked = name;
                return certificate;
            }
        });

        var result = await Probes.RunAsync(new TlsProbe(new("localhost.", server.Port) { Rules = Trusting }));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        asked.ShouldBe("localhost");
    }

    [Fact]
    public async Task Https_TrustedServer_IsAskedAndUntrustedOneIsNot()
    {
        using var certificate = _authority.Sign("localhost", -1, 30);
        var requests = 0;
        await using var server = RawServer.Secured(certificate, async (stream, token) =>
        {
            if (await stream.ReadAsync(new byte[4096], token) > 0)
            {
                requests++;
                await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray(), token);
            }
        });
        var url = new Uri($"https://localhost:{server.Port}/");

        var strict = await Probes.RunAsync(new HttpProbe(url));
        var trusting = await Probes.RunAsync(new HttpProbe(url, new() { Tls = Trusting }));

        strict.Failure.ShouldBe(FailureClass.Certificate);
        trusting.Failure.ShouldBe(FailureClass.None, trusting.Message);
        trusting.Certificate!.Protocol.ShouldStartWith("TLS 1.");
        requests.ShouldBe(1);
    }

    /// <summary>RFC 8446, section 6.1: without close_notify a body that only the end of the connection ends may be cut.</summary>
    [Theory]
    [InlineData("", true, FailureClass.None)]
    [InlineData("", false, FailureClass.Truncated)]
    [InlineData("Content-Length: 5\r\n", false, FailureClass.None)]
    public async Task Https_ConnectionEnds_IsTheBodysEndOnlyAfterCloseNotify(string length, bool saysSo, FailureClass failure)
    {
        using var certificate = _authority.Sign("localhost", -1, 30);
        await using var server = RawServer.Secured(certificate, async (stream, token) =>
        {
            (await stream.ReadAsync(new byte[4096], token)).ShouldBePositive();
            await stream.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\n{length}\r\nhello"), token);
            if (saysSo)
            {
                await stream.ShutdownAsync();
            }
        });

        var result = await Probes.RunAsync(
            new HttpProbe(new($"https://localhost:{server.Port}/"), new() { Tls = Trusting, Contain = new("hello") }));

        result.Failure.ShouldBe(failure, result.Message);
        result.ContentLength.ShouldBe(5);
    }

    /// <summary>RFC 8446, section 4.2.11: whoever wants to go on with a session says so by pre_shared_key.</summary>
    [Fact]
    public async Task Probe_ServerThatOffersTickets_IsResumedOnlyWhereThatIsWanted()
    {
        using var certificate = _authority.Sign("localhost", -1, 30);
        var hellos = new ConcurrentQueue<byte[]>();
        await using var server = new RawServer(async (socket, token) =>
        {
            var hello = new byte[16 * 1024];
            hellos.Enqueue(hello[..await socket.ReceiveAsync(hello, SocketFlags.Peek, token)]);
            await RawServer.SecureAsync(socket, certificate, AnswerAsync, token);
        });
        var full = new HttpProbe(new($"https://localhost:{server.Port}/"), new() { Tls = Trusting });
        var resuming = new HttpProbe(full.Url, new() { Tls = Trusting with { Resumes = true } });
        IProbe[] probes = [resuming, resuming, full, full, new TlsProbe(new("localhost", server.Port) { Rules = Trusting })];

        foreach (var probe in probes)
        {
            var result = await Probes.RunAsync(probe);
            result.Failure.ShouldBe(FailureClass.None, result.Message);
        }

        hellos.Select(ClientHello.OffersSession).ShouldBe([false, true, false, false, false]);
    }

    [Fact]
    public async Task Probe_OneChainTwice_SharesWhatTheResultsSayOfIt()
    {
        using var certificate = _authority.Sign("localhost", -1, 30);
        await using var server = RawServer.Secured(certificate);
        var probe = new TlsProbe(new("localhost", server.Port) { Rules = Trusting });

        var first = await Probes.RunAsync(probe);
        var second = await Probes.RunAsync(probe);

        second.Certificate.ShouldNotBeNull().ShouldBeSameAs(first.Certificate);
        second.Certificate!.Protocol.ShouldStartWith("TLS 1.");
    }

    [Fact]
    public void Judge_OneChainTwice_IsVerifiedOnce()
    {
        using var certificate = _authority.Sign("localhost", -1, 30);
        var chains = new ChainVerdicts(TimeProvider.System);
        var roots = Authorities.FromPem(_authority.Pem);

        var first = chains.Judge(certificate, [], roots);
        var second = chains.Judge(certificate, [], roots);
        var untrusted = chains.Judge(certificate, [], Authorities.System);

        second.ShouldBeSameAs(first);
        first.Problems.ShouldBe(X509ChainStatusFlags.NoError);
        untrusted.Problems.ShouldNotBe(X509ChainStatusFlags.NoError);
        chains.Count.ShouldBe(2);
    }

    [Fact]
    public void Judge_OneOfTheOthersHasEnded_IsNotInTime()
    {
        using var good = _authority.Sign("localhost", -1, 30);
        using var ended = _authority.Sign("localhost", -30, -1);
        var chains = new ChainVerdicts(TimeProvider.System);

        chains.Judge(good, [], Authorities.System).IsInTime.ShouldBeTrue();
        chains.Judge(good, [ended], Authorities.System).IsInTime.ShouldBeFalse();
    }

    /// <summary>A server may show another chain each time.</summary>
    [Fact]
    public void Judge_ManyChains_ForgetsThoseWhoseTimeIsOver()
    {
        using var certificate = _authority.Sign("localhost", -1, 30);
        using var other = _authority.Sign("localhost", -1, 30);
        var time = new ManualTime();
        var chains = new ChainVerdicts(time);
        var roots = Authorities.FromPem(_authority.Pem);
        for (var number = 0; number < 300; number++)
        {
            X509Certificate2[] presented = [.. Enumerable.Range(0, 9).Select(bit => (number >> bit & 1) == 0 ? certificate : other)];
            chains.Judge(certificate, [.. presented], roots);
        }

        time.Pass((long)TimeSpan.FromHours(1).TotalMilliseconds);
        chains.Judge(certificate, [], roots);
        for (var number = 0; number < 300; number++)
        {
            X509Certificate2[] presented = [.. Enumerable.Range(0, 9).Select(bit => (number >> bit & 1) == 0 ? other : certificate)];
            chains.Judge(other, [.. presented], roots);
        }

        chains.Count.ShouldBe(301);
    }

    [Fact]
    public void Judge_CertificateOfManyNames_KeepsTheFirst()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=many", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        foreach (var number in Enumerable.Range(0, 1000))
        {
            names.AddDnsName($"{number}.example.test");
        }

        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));

        var verdict = new ChainVerdicts(TimeProvider.System).Judge(certificate, [], Authorities.System);

        verdict.Names.ShouldStartWith("0.example.test,1.example.test,");
        verdict.Names.Length.ShouldBe(4097);
    }

    public void Dispose() => _authority.Dispose();

    private TlsRules Trusting => TlsRules.Default with { Roots = Authorities.FromPem(_authority.Pem) };

    private static async Task AnswerAsync(SslStream stream, CancellationToken token)
    {
        if (await stream.ReadAsync(new byte[4096], token) > 0)
        {
            await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray(), token);
        }
    }
}
