using System.Security.Cryptography.X509Certificates;
using MailKit.Security;
using MimeKit;
using Prober.Engine.Tests.Probing;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;
using Trust;

namespace Prober.Tests.Notifications;

/// <summary>Mail to a server that nobody here wrote, in the clear, with STARTTLS, and with TLS from the first byte.</summary>
public sealed class EmailNotifierTests : IDisposable
{
    private static readonly Notice Down = new(NoticeKind.Change, "down", DateTimeOffset.UnixEpoch, "refused")
    {
        Target = new("http", "shop", "http://127.0.0.1/", new Dictionary<string, string>()),
    };

    private readonly TempDirectory _folder = new("mail");
    private readonly Authority _authority = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _authority.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Send_ToAForeignServer_ArrivesWithItsId()
    {
        using var server = await MailServer.StartAsync();

        var remark = await Notifier(server.Port, "ada@example.com").SendAsync(Down, "abc-1", Token).Within();

        remark.ShouldBeNull();
        var mail = await server.ReadAsync();
        mail.From.ShouldBe("prober@example.com");
        mail.To.ShouldBe(["ada@example.com"]);
        mail.Text.ShouldContain("<abc-1@example.com>");
        mail.Text.ShouldContain("[prober] http shop is down");
        mail.Text.ShouldContain("refused");
        mail.Text.ShouldContain("Auto-Submitted: auto-generated");
        mail.Text.ShouldContain("Date: ");
    }

    [Theory]
    [InlineData("Wörkshop \U0001F4A5")]
    [InlineData("one\r\nBcc: eve@example.com")]
    public async Task Send_WithAnOddName_ArrivesAsOneSubject(string name)
    {
        using var server = await MailServer.StartAsync();
        var notice = Down with { Target = Down.Target! with { Name = name } };

        await Notifier(server.Port, "ada@example.com").SendAsync(notice, "abc-1", Token).Within();

        var mail = await server.ReadAsync();
        mail.To.ShouldBe(["ada@example.com"]);
        var read = MimeMessage.Load(new MemoryStream(System.Text.Encoding.UTF8.GetBytes(mail.Text)), Token);
        read.Subject!.Replace("\r\n", "").ShouldContain(name.Replace("\r\n", ""));
        read.Bcc.ShouldBeEmpty();
        read.TextBody!.ShouldContain("abc-1");
    }

    [Theory]
    [InlineData(SecureSocketOptions.StartTls)]
    [InlineData(SecureSocketOptions.SslOnConnect)]
    public async Task Send_OverTls_ArrivesWithALogIn(SecureSocketOptions security)
    {
        using var server = await StartSecuredAsync("localhost", security);

        await Notifier(server.Port, security, _authority.Pem).SendAsync(Down, "abc-1", Token).Within();

        var mail = await server.ReadAsync();
        mail.Secured.ShouldBeTrue();
        mail.Login.ShouldBe("ada");
    }

    [Theory]
    [InlineData(SecureSocketOptions.StartTls)]
    [InlineData(SecureSocketOptions.SslOnConnect)]
    public async Task Send_WithAWrongPassword_SaysThatItIsWrong(SecureSocketOptions security)
    {
        using var server = await StartSecuredAsync("localhost", security);

        var problem = await Should.ThrowAsync<NotificationException>(
            () => Notifier(server.Port, security, _authority.Pem, password: "wr0ng").SendAsync(Down, "abc-1", Token).Within());

        problem.Message.ShouldStartWith("The mail server did not accept the user name and the password: 535: 5.7.8 ");
        problem.Message.ShouldNotContain("wr0ng");
    }

    [Theory]
    [InlineData(SecureSocketOptions.StartTls)]
    [InlineData(SecureSocketOptions.SslOnConnect)]
    public async Task Send_ToACertificateOfAnotherAuthority_SaysWhatToDo(SecureSocketOptions security)
    {
        using var other = new Authority();
        using var server = await StartSecuredAsync("localhost", security);

        var problem = await Should.ThrowAsync<NotificationException>(
            () => Notifier(server.Port, security, other.Pem).SendAsync(Down, "abc-1", Token).Within());

        problem.Message.ShouldStartWith("The mail server's certificate is not trusted: ");
        problem.Message.ShouldContain("set ca");
    }

    [Theory]
    [InlineData("mail.example.com", -1, 30, "The mail server's certificate is for another name than localhost.")]
    [InlineData("localhost", -30, -1, "The mail server's certificate is not trusted: NotTimeValid.")]
    public async Task Send_ToACertificateThatIsNotValid_SaysWhy(string name, double from, double to, string message)
    {
        using var server = await StartSecuredAsync(name, SecureSocketOptions.SslOnConnect, from, to);

        var problem = await Should.ThrowAsync<NotificationException>(
            () => Notifier(server.Port, SecureSocketOptions.SslOnConnect, _authority.Pem).SendAsync(Down, "abc-1", Token).Within());

        problem.Message.ShouldStartWith(message);
    }

    [Fact]
    public async Task Send_ToAServerThatWantsALogIn_SaysSo()
    {
        using var server = await StartSecuredAsync("localhost", SecureSocketOptions.StartTls);

        var problem = await Should.ThrowAsync<NotificationException>(
            () => Notifier(server.Port, SecureSocketOptions.StartTls, _authority.Pem, user: null).SendAsync(Down, "abc-1", Token).Within());

        problem.Message.ShouldBe("The mail server wants a log-in: set username and password.");
    }

    /// <summary>Whoever was reached would get it again with each attempt.</summary>
    [Fact]
    public async Task Send_ToOneOfTwoThatIsRefused_ReachesTheOtherAndSaysSo()
    {
        using var server = await MailServer.StartAsync();

        var remark = await Notifier(server.Port, "nobody@example.com", "ada@example.com").SendAsync(Down, "abc-1", Token).Within();

        remark.ShouldBe("The mail server refused nobody@example.com: 550 There is no such mailbox");
        (await server.ReadAsync()).To.ShouldBe(["ada@example.com"]);
    }

    [Theory]
    [InlineData("nobody@example.com")]
    [InlineData("nobody@example.com", "nobody.else@example.com")]
    public async Task Send_ToNobodyThatIsTaken_Fails(params string[] to)
    {
        using var server = await MailServer.StartAsync();

        var refused = await Should.ThrowAsync<NotificationException>(
            () => Notifier(server.Port, to).SendAsync(Down, "abc-1", Token).Within());

        refused.Message.ShouldContain("There is no such mailbox");
    }

    [Fact]
    public async Task Send_WhereNobodyListens_Fails()
    {
        var problem = await Should.ThrowAsync<NotificationException>(
            () => Notifier(LoopbackPort.FindFree(), "ada@example.com").SendAsync(Down, "abc-1", Token).Within());

        problem.Message.ShouldStartWith("The mail server cannot be reached: ");
    }

    [Fact]
    public async Task Send_ToANameThatDoesNotExist_Fails()
    {
        var notifier = new EmailNotifier(
            new("nowhere.invalid", 587, SecureSocketOptions.StartTls, Authorities.System, null, null),
            new MailboxAddress("", "prober@example.com"), [new MailboxAddress("", "ada@example.com")]);

        var problem = await Should.ThrowAsync<NotificationException>(() => notifier.SendAsync(Down, "abc-1", Token).Within());

        problem.Message.ShouldStartWith("The mail server cannot be reached: ");
    }

    private static EmailNotifier Notifier(int port, params string[] to) => new(
        new("127.0.0.1", port, SecureSocketOptions.None, Authorities.System, null, null),
        new MailboxAddress("", "prober@example.com"),
        [.. to.Select(address => new MailboxAddress("", address))]);

    private static EmailNotifier Notifier(
        int port, SecureSocketOptions security, string trusted, string? user = "ada", string password = "s3cret") => new(
        new("localhost", port, security, Authorities.FromPem(trusted), user, password),
        new MailboxAddress("", "prober@example.com"),
        [new MailboxAddress("", "ada@example.com")]);

    private async Task<MailServer> StartSecuredAsync(string name, SecureSocketOptions security, double fromDays = -1, double toDays = 30)
    {
        using var certificate = _authority.Sign(name, fromDays, toDays);
        File.WriteAllText(_folder.Combine("own.pem"), certificate.ExportCertificatePem());
        File.WriteAllText(_folder.Combine("own.key"), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
        string[] files = [_folder.Combine("own.pem"), _folder.Combine("own.key")];
        return await MailServer.StartAsync(security == SecureSocketOptions.SslOnConnect ? [.. files, "implicit"] : files);
    }
}
