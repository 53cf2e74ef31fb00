using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Load.Machine;
using Load.Systems.Journal.Receivers;
using Load.Systems.Journal.Rows;
using Load.Systems.Journal.Senders;
using Load.Systems.Journal.Sending;

namespace Load.Tests.Systems.Journal;

/// <summary>The lab's senders, and receivers that take what they send apart.</summary>
public sealed class LineSendersTests : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TempDirectory _folder = new();

    public LineSendersTests() => _listener.Start();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public void Dispose()
    {
        _listener.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Tls_TheReceiversCertificate_LinesComeWithOctetCounts()
    {
        var file = LabCertificate.WriteInto(_folder.Path);
        var taken = ServeTlsAsync(file);

        await Task.Run(() => SendOverTls(file), Token).Within();

        (await taken.Within()).ShouldBe("3 one5 three");
    }

    [Fact]
    public async Task Tls_AnotherCertificate_IsRefused()
    {
        var served = ServeTlsAsync(LabCertificate.WriteInto(_folder.Path));
        var other = LabCertificate.WriteInto(Directory.CreateDirectory(_folder.Combine("other")).FullName);

        await Should.ThrowAsync<AuthenticationException>(() => Task.Run(() => SendOverTls(other), Token).Within());
        (await WhatCameAsync(served)).ShouldBeEmpty();
    }

    /// <summary>The receiver answers a line only when the window is full: a sender that waited for each would wait for ever.</summary>
    [Fact]
    public async Task Relp_ReceiverAnswersWhenTheWindowIsFull_EachLineComesOnceAndInOrder()
    {
        byte[][] lines = [.. Enumerable.Range(0, 500).Select(number => Encoding.ASCII.GetBytes($"line {number}"))];
        var taken = ServeRelpAsync(lines.Length, unanswered: 128, "200 OK");
        using var sender = new RelpSender(Port);

        await sender.SendAsync(lines, Token).Within();

        (await taken.Within()).ShouldBe(lines.Select(Encoding.ASCII.GetString));
    }

    [Fact]
    public async Task Relp_LineIsRefused_SenderSaysSo()
    {
        byte[][] lines = [.. Enumerable.Range(0, 200).Select(number => Encoding.ASCII.GetBytes($"line {number}"))];
        var taken = ServeRelpAsync(lines.Length, unanswered: 128, "500 disk full");
        using (var sender = new RelpSender(Port))
        {
            var refusal = await Should.ThrowAsync<IOException>(() => sender.SendAsync(lines, Token).Within());
            refusal.Message.ShouldBe("A line was answered with '500 disk full'.");
        }

        await Should.ThrowAsync<IOException>(() => taken.Within());
    }

    [Fact]
    public async Task Sealed_SenderCannotStart_FaultHasItsLastWords()
    {
        var ports = new ReceiverPorts(Udp: 9, Tcp: 0) { SenderKey = _folder.Combine("no.key") };
        using var paced = new PacedLines(LineSenders.Open(LineTransport.Sealed, ports), ["line"u8.ToArray()], 100);
        paced.Go();
        await Deadline.UntilAsync(() => paced.Fault is not null);

        paced.Fault.ShouldStartWith("journal send has ended:");
        paced.Fault.ShouldContain("no.key");
    }

    [Fact]
    public void Module_IsNowhere_ObstacleNamesItsPackage() =>
        new PeerModule("no-such-module.so", "no-such-package").Obstacle
            .ShouldBe("no-such-module.so is not installed (Debian: apt-get install no-such-package)");

    /// <summary>A refusal ends a server's handshake, or, where that is over, the connection.</summary>
    private static async Task<string> WhatCameAsync(Task<string> served)
    {
        try
        {
            return await served.Within();
        }
        catch (Exception exception) when (exception is IOException or AuthenticationException)
        {
            return "";
        }
    }

    private void SendOverTls(string certificate)
    {
        using var sender = StreamLines.OverTls(new(Udp: 0, Tcp: 0) { Tls = Port, Certificate = certificate });
        sender.Send(["one"u8.ToArray(), "three"u8.ToArray()]);
    }

    private async Task<string> ServeTlsAsync(string file)
    {
        using var connection = await _listener.AcceptTcpClientAsync(Token);
        await using var stream = new SslStream(connection.GetStream());
        using var pem = X509Certificate2.CreateFromPemFile(file);
        using var certificate = X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), password: null);
        await stream.AuthenticateAsServerAsync(certificate);
        using var reader = new StreamReader(stream);
        return await reader.ReadToEndAsync(Token);
    }

    /// <returns>The lines that came.</returns>
    private async Task<List<string>> ServeRelpAsync(int lines, int unanswered, string status)
    {
        using var connection = await _listener.AcceptTcpClientAsync(Token);
        await using var stream = connection.GetStream();
        using var reader = new StreamReader(stream, Encoding.ASCII);
        await reader.ReadLineAsync(Token); // the offer has three lines
        await reader.ReadLineAsync(Token);
        await reader.ReadLineAsync(Token);
        await AnswerAsync(1, "200 OK");
        var taken = new List<string>();
        for (var answered = 0; answered < lines;)
        {
            while (taken.Count < lines && taken.Count - answered < unanswered)
            {
                var parts = (await reader.ReadLineAsync(Token) ?? throw new IOException("The sender left.")).Split(' ', 4);
                parts[..3].ShouldBe([$"{taken.Count + 2}", "syslog", $"{parts[3].Length}"]);
                taken.Add(parts[3]);
            }

            await AnswerAsync(++answered + 1, status);
        }

        return taken;

        async Task AnswerAsync(int number, string text) =>
            await stream.WriteAsync(Encoding.ASCII.GetBytes($"{number} rsp {text.Length} {text}\n"), Token);
    }
}
