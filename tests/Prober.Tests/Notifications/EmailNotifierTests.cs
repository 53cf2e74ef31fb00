using System.Net.Mail;
using Prober.Features.Notifications;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Tests.Notifications;

/// <summary>Mail to a server that nobody here wrote, in the clear.</summary>
public sealed class EmailNotifierTests
{
    private static readonly Notice Down = new(NoticeKind.Change, "down", DateTimeOffset.UnixEpoch, "refused")
    {
        Target = new("http", "shop", "http://127.0.0.1/", new Dictionary<string, string>()),
    };

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Send_ToAForeignServer_ArrivesWithItsId()
    {
        using var server = await MailServer.StartAsync();

        var remark = await Notifier(server.Port, startsTls: false, "ada@example.com").SendAsync(Down, "abc-1", Token).Within();

        remark.ShouldBeNull();
        var mail = await server.ReadAsync();
        mail.From.ShouldBe("prober@example.com");
        mail.To.ShouldBe(["ada@example.com"]);
        mail.Text.ShouldContain("<abc-1@example.com>");
        mail.Text.ShouldContain("[prober] http shop is down");
        mail.Text.ShouldContain("refused");
    }

    [Fact]
    public async Task Send_ToAServerWithoutStartTls_SendsNothing()
    {
        using var server = await MailServer.StartAsync();

        await Should.ThrowAsync<NotificationException>(
            () => Notifier(server.Port, startsTls: true, "ada@example.com").SendAsync(Down, "abc-1", Token).Within());
    }

    /// <summary>Whoever was reached would get it again with each attempt.</summary>
    [Fact]
    public async Task Send_ToOneOfTwoThatIsRefused_ReachesTheOtherAndSaysSo()
    {
        using var server = await MailServer.StartAsync();

        var remark = await Notifier(server.Port, startsTls: false, "nobody@example.com", "ada@example.com")
            .SendAsync(Down, "abc-1", Token).Within();

        remark.ShouldNotBeNull().ShouldStartWith("The mail server refused <nobody@example.com>: ");
        remark.ShouldContain("There is no such mailbox");
        (await server.ReadAsync()).To.ShouldBe(["ada@example.com"]);
    }

    [Theory]
    [InlineData("nobody@example.com")]
    [InlineData("nobody@example.com", "nobody.else@example.com")]
    public async Task Send_ToNobodyThatIsTaken_Fails(params string[] to)
    {
        using var server = await MailServer.StartAsync();

        var refused = await Should.ThrowAsync<NotificationException>(
            () => Notifier(server.Port, startsTls: false, to).SendAsync(Down, "abc-1", Token).Within());

        refused.Message.ShouldContain("There is no such mailbox");
    }

    [Fact]
    public async Task Send_WhereNobodyListens_Fails() =>
        await Should.ThrowAsync<NotificationException>(
            () => Notifier(LoopbackPort.FindFree(), startsTls: false, "ada@example.com").SendAsync(Down, "abc-1", Token).Within());

    private static EmailNotifier Notifier(int port, bool startsTls, params string[] to) => new(
        "127.0.0.1", port, startsTls, null, null, new("prober@example.com"), [.. to.Select(address => new MailAddress(address))]);
}
