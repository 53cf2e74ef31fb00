using System.Text;
using MailKit.Security;
using MimeKit;
using Prober.Engine.Tests.Probing;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;
using Trust;

namespace Prober.Tests.Notifications;

/// <summary>Mail servers that refuse, fall silent, leave, or speak something else, at each step.</summary>
public sealed class OddMailServerTests : IDisposable
{
    private const string Secret = "s3cret";

    private static readonly Notice Down = new(NoticeKind.Change, "down", DateTimeOffset.UnixEpoch, "refused")
    {
        Target = new("http", "shop", "http://127.0.0.1/", new Dictionary<string, string>()),
    };

    private readonly Authority _authority = new();

    public static TheoryData<string, string, string> Refusals => new()
    {
        { OddMailServer.Greeting, "554 No SMTP service here", "The mail server takes no connection: 554 No SMTP service here" },
        { OddMailServer.Greeting, "421 4.3.2 Too many", "The mail server takes no connection: 421 4.3.2 Too many" },
        { "AUTH", "535 5.7.8 Wrong", "The mail server did not accept the user name and the password: 535: 5.7.8 Wrong" },
        { "AUTH", "454 4.7.0 Try later", "The mail server did not accept the user name and the password: 454: 4.7.0 Try later" },
        { "MAIL", "550 5.7.1 Not you", "The mail server refused the sender: 550 5.7.1 Not you" },
        { "MAIL", "451 4.7.1 Greylisted", "The mail server refused the sender: 451 4.7.1 Greylisted" },
        { "MAIL", "530 5.7.0 Authentication required", "The mail server wants a log-in: set username and password." },
        { "RCPT", "550 5.1.1 No such user", "The mail server refused ada@example.com: 550 5.1.1 No such user" },
        { "RCPT", "452 4.2.2 Full", "The mail server refused ada@example.com: 452 4.2.2 Full" },
        { "DATA", "503 5.5.1 Not now", "The mail server refused the message: 503 5.5.1 Not now" },
        { OddMailServer.EndOfMessage, "554 5.7.1 Looks like spam", "The mail server refused the message: 554 5.7.1 Looks like spam" },
        { OddMailServer.EndOfMessage, "250-a\r\n550 b", "The conversation with the mail server broke off: " },
        { "MAIL", "abc", "The conversation with the mail server broke off: " },
        { "EHLO", "HTTP/1.1 400 Bad Request", "The conversation with the mail server broke off: " },
        { OddMailServer.Greeting, "SSH-2.0-OpenSSH_9.2", "The conversation with the mail server broke off: " },
        { OddMailServer.Greeting, "+OK POP3", "The conversation with the mail server broke off: " },
        { OddMailServer.Greeting, "* OK IMAP4rev1", "The conversation with the mail server broke off: " },
        { OddMailServer.Greeting, "\0\u0001\u0002", "The conversation with the mail server broke off: " },
    };

    /// <summary>Each step that a whole conversation has.</summary>
    public static TheoryData<string> Steps =>
        [OddMailServer.Greeting, "EHLO", "AUTH", "MAIL", "RCPT", "DATA", OddMailServer.EndOfMessage];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _authority.Dispose();

    [Theory]
    [MemberData(nameof(Refusals))]
    public async Task Send_ToAServerThatRefuses_SaysWhatItSaidAndWhereItDid(string step, string answer, string message)
    {
        await using var server = new OddMailServer(null, (step, $"{answer}\r\n"));

        var problem = await Should.ThrowAsync<NotificationException>(() => SendAsync(server));

        problem.Message.ShouldStartWith(message);
        problem.Message.ShouldNotContain(Secret);
        problem.Message.ShouldNotContain('\n');
    }

    [Theory]
    [MemberData(nameof(Steps))]
    public async Task Send_ToAServerThatLeaves_Fails(string step)
    {
        await using var server = new OddMailServer(null, (step, OddMailServer.Closes));

        var problem = await Should.ThrowAsync<NotificationException>(() => SendAsync(server));

        problem.Message.ShouldStartWith("The ");
    }

    [Theory]
    [MemberData(nameof(Steps))]
    public async Task Send_ToAServerThatFallsSilent_EndsWithItsTime(string step)
    {
        await using var server = new OddMailServer(null, (step, OddMailServer.Waits));
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(Token);

        var sending = SendAsync(server, deadline.Token);
        await server.Waiting.Within();
        await deadline.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => sending);
    }

    /// <summary>The message is with the server: a second attempt would bring it twice.</summary>
    [Theory]
    [InlineData(OddMailServer.Closes)]
    [InlineData(OddMailServer.Waits)]
    [InlineData("500 What?\r\n")]
    [InlineData("nonsense\r\n")]
    public async Task Send_ToAServerWithoutFarewell_HasSucceeded(string answer)
    {
        await using var server = new OddMailServer(null, ("QUIT", answer));

        (await SendAsync(server)).ShouldBeNull();

        server.Message.ShouldContain("[prober] http shop is down");
    }

    [Fact]
    public async Task Send_ToAServerThatKnowsNoEhlo_IsSentWithoutALogIn()
    {
        await using var server = new OddMailServer(null, ("EHLO", "502 5.5.1 What?\r\n"));

        (await SendAsync(server, user: null)).ShouldBeNull();

        server.Steps.ShouldContain("HELO");
        server.Message.ShouldContain("[prober] http shop is down");
    }

    [Fact]
    public async Task Send_WithAUserToAServerWithoutLogIn_SendsNeither()
    {
        await using var server = new OddMailServer(null, ("EHLO", "250 odd.example\r\n"));

        var problem = await Should.ThrowAsync<NotificationException>(() => SendAsync(server));

        problem.Message.ShouldStartWith("The mail server offers no log-in on this port");
        server.Steps.ShouldNotContain("MAIL");
    }

    /// <summary>The large services expect tokens.</summary>
    [Theory]
    [InlineData("250-odd.example\r\n250 AUTH EXTERNAL\r\n", "EXTERNAL")]
    [InlineData("250-odd.example\r\n250 AUTH XOAUTH2 OAUTHBEARER\r\n", "OAUTHBEARER, XOAUTH2")]
    public async Task Send_ToAServerThatTakesNoPasswords_NamesWhatItTakes(string ehlo, string offered)
    {
        await using var server = new OddMailServer(null, ("EHLO", ehlo));

        var problem = await Should.ThrowAsync<NotificationException>(() => SendAsync(server));

        problem.Message.ShouldBe($"The mail server offers no log-in with a password, only {offered}.");
        server.Steps.ShouldNotContain("AUTH");
    }

    /// <summary>Greetings and capabilities as real servers write them.</summary>
    [Theory]
    [InlineData(OddMailServer.Greeting, "220-odd.example ESMTP\r\n220-No use of this system\r\n220 for spam.\r\n")]
    [InlineData(OddMailServer.Greeting, "220\r\n")]
    [InlineData("EHLO", "250-odd.example Hello [127.0.0.1]\r\n250-AUTH=LOGIN PLAIN\r\n250-AUTH PLAIN LOGIN\r\n250 OK\r\n")]
    [InlineData("EHLO", "250-odd.example\r\n250-SIZE\r\n250-X-EXPS=LOGIN\r\n250-DSN\r\n250-auth plain\r\n250 HELP\r\n")]
    [InlineData("EHLO", "250-odd.example\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-ENHANCEDSTATUSCODES\r\n250 AUTH PLAIN\r\n")]
    [InlineData("MAIL", "250 2.1.0 Sender ok, but häh?\r\n")]
    [InlineData("RCPT", "251 User not local; will forward\r\n")]
    [InlineData(OddMailServer.EndOfMessage, "250-2.0.0 OK\r\n250 queued\r\n")]
    public async Task Send_ToAServerOfItsOwnStyle_Arrives(string step, string answer)
    {
        await using var server = new OddMailServer(null, (step, answer));

        (await SendAsync(server)).ShouldBeNull();

        server.Steps.ShouldContain("AUTH");
        server.Message.ShouldContain("[prober] http shop is down");
    }

    [Fact]
    public async Task Send_ToAServerWithoutStartTls_SaysNothingMore()
    {
        await using var server = new OddMailServer(null);

        var problem = await Should.ThrowAsync<NotificationException>(() => SendAsync(server, security: SecureSocketOptions.StartTls));

        problem.Message.ShouldStartWith("The mail server does not offer STARTTLS, so nothing was sent.");
        server.Steps.ShouldBe([OddMailServer.Greeting, "EHLO"]);
    }

    [Theory]
    [InlineData("454 4.7.0 TLS not available\r\n", "454")]
    [InlineData("220 Go ahead\r\n250 Or not\r\n", "TLS handshake")] // no certificate: it goes on in the clear
    [InlineData("501 Never\r\n", "501")]
    public async Task Send_ToAServerThatFailsAtStartTls_SaysNothingMore(string answer, string part)
    {
        await using var server = new OddMailServer(null, ("EHLO", "250-odd.example\r\n250 STARTTLS\r\n"), ("STARTTLS", answer));

        var problem = await Should.ThrowAsync<NotificationException>(() => SendAsync(server, security: SecureSocketOptions.StartTls));

        problem.Message.ShouldContain(part);
        string.Join(' ', server.Steps).ShouldNotContain("MAIL");
        string.Join(' ', server.Steps).ShouldNotContain("AUTH");
    }

    /// <summary>
    /// Whoever sits between can send in the clear before TLS begins (CVE-2021-38371 is such a case): it must not count as an answer.
    /// </summary>
    [Theory]
    [InlineData("250-injected\r\n250 AUTH PLAIN\r\n")]
    [InlineData("554 injected\r\n")]
    public async Task Send_ThroughSomebodyWhoAnswersBeforeTls_DoesNotBelieveIt(string injected)
    {
        using var certificate = _authority.Sign("127.0.0.1", fromDays: -1, toDays: 30);
        await using var server = new OddMailServer(certificate, ("STARTTLS", $"220 Go ahead\r\n{injected}"));

        var problem = await Record.ExceptionAsync(() => SendAsync(server, security: SecureSocketOptions.StartTls));

        (problem?.Message ?? "").ShouldNotContain("injected");
        if (problem is null)
        {
            server.Message.ShouldContain("[prober] http shop is down");
        }
    }

    [Fact]
    public async Task Send_WithTlsFromTheFirstByteToAServerInTheClear_NamesTheSetting()
    {
        await using var server = new OddMailServer(null);

        var problem = await Should.ThrowAsync<NotificationException>(() => SendAsync(server, security: SecureSocketOptions.SslOnConnect));

        problem.Message.ShouldStartWith("The TLS handshake with the mail server failed: ");
        problem.Message.ShouldContain("tls: implicit");
    }

    [Theory]
    [InlineData("220-more\r\n")]
    [InlineData("220 no end ")]
    public async Task Send_ToAServerThatGoesOnAnswering_IsCutOff(string more)
    {
        var block = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat(more, 1000)));
        await using var server = new RawServer(async (socket, token) =>
        {
            while (true)
            {
                await socket.SendAsync(block, token);
            }
        });
        var notifier = Notifier(server.Port, SecureSocketOptions.None, user: null);

        var problem = await Should.ThrowAsync<NotificationException>(() => notifier.SendAsync(Down, "abc-1", Token).Within());

        problem.Message.ShouldContain("more than 1 MiB");
    }

    /// <summary>Some kilobytes with control characters become one short line of the log.</summary>
    [Fact]
    public async Task Send_ToAServerWithALongRefusal_QuotesItsBeginning()
    {
        await using var server = new OddMailServer(null, ("MAIL", $"550 {new string('x', 200)}\u001b[2J\a{new string('y', 5000)}\r\n"));

        var problem = await Should.ThrowAsync<NotificationException>(() => SendAsync(server));

        problem.Message.Length.ShouldBeLessThan(400);
        problem.Message.ShouldAllBe(letter => !char.IsControl(letter));
    }

    private Task<string?> SendAsync(
        OddMailServer server, CancellationToken? cancellationToken = null, string? user = "ada",
        SecureSocketOptions security = SecureSocketOptions.None) =>
        Notifier(server.Port, security, user).SendAsync(Down, "abc-1", cancellationToken ?? Token).Within();

    private EmailNotifier Notifier(int port, SecureSocketOptions security, string? user) => new(
        new("127.0.0.1", port, security, Authorities.FromPem(_authority.Pem), user, Secret),
        new MailboxAddress("", "prober@example.com"),
        [new MailboxAddress("", "ada@example.com")]);
}
