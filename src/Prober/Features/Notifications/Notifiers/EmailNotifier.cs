using MimeKit;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>Mail over SMTP.</summary>
internal sealed class EmailNotifier(MailAccount account, MailboxAddress from, IReadOnlyList<MailboxAddress> to) : INotifier
{
    private static readonly TimeSpan MaxFarewell = TimeSpan.FromSeconds(2);

    public MailAccount Account => account;

    public MailboxAddress From => from;

    public IReadOnlyList<MailboxAddress> To => to;

    public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        using var message = Message(notice, id);
        using var connection = new MailConnection(account);
        await StepAsync(
            () => connection.OpenAsync(cancellationToken), problem => MailErrors.WhileConnecting(problem, connection.CertificateProblem));
        if (account.User is { } user)
        {
            await StepAsync(
                () => connection.AuthenticateAsync(user, account.Password ?? "", cancellationToken),
                problem => MailErrors.WhileLoggingIn(problem, connection.AuthenticationMechanisms));
        }

        await StepAsync(() => connection.SendAsync(message, cancellationToken), MailErrors.WhileSending);
        await LeaveAsync(connection);

        // The others have the message, and would get it again with each attempt.
        return connection.Refusals;
    }

    private static async Task StepAsync(Func<Task> step, Func<Exception, string?> problemOf)
    {
        try
        {
            await step();
        }
        catch (Exception exception) when (exception is not OperationCanceledException && problemOf(exception) is { } problem)
        {
            throw new NotificationException(problem, exception);
        }
    }

    /// <summary>The server has the message: nothing that happens now may cause another attempt.</summary>
    private static async Task LeaveAsync(MailConnection connection)
    {
        using var patience = new CancellationTokenSource(MaxFarewell);
        try
        {
            await connection.DisconnectAsync(quit: true, patience.Token);
        }
        catch (Exception exception) when (exception is OperationCanceledException || MailErrors.WhileSending(exception) is not null)
        {
            // It left first, or says nothing more.
        }
    }

    private MimeMessage Message(Notice notice, string id)
    {
        var body = new TextPart("plain") { Text = $"{notice.Text}\n\n{id}\n" };
        var message = new MimeMessage([from], to, $"[prober] {notice.Title}", body) { MessageId = $"{id}@{from.Domain}" };
        message.Headers.Add("Auto-Submitted", "auto-generated");
        return message;
    }
}
