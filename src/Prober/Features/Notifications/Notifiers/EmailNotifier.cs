using System.Net;
using System.Net.Mail;
using System.Security.Authentication;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>Mail over SMTP, with STARTTLS unless that is switched off (System.Net.Mail does not support TLS from the first byte).</summary>
/// <param name="user">Null to send without logging in.</param>
internal sealed class EmailNotifier(
    string host, int port, bool startsTls, string? user, string? password, MailAddress from, IReadOnlyList<MailAddress> to) : INotifier
{
    private const int AuthenticationRequired = 530; // RFC 4954, section 6

    public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        using var client = new SmtpClient(host, port) { EnableSsl = startsTls, DeliveryMethod = SmtpDeliveryMethod.Network };
        if (user is not null)
        {
            client.Credentials = new NetworkCredential(user, password);
        }

        using var message = new MailMessage { From = from, Subject = $"[prober] {notice.Title}", Body = $"{notice.Text}\n\n{id}\n" };
        foreach (var address in to)
        {
            message.To.Add(address);
        }

        message.Headers.Add("Message-ID", $"<{id}@{from.Host}>");
        message.Headers.Add("Auto-Submitted", "auto-generated");
        try
        {
            await client.SendMailAsync(message, cancellationToken);
            return null;
        }
        catch (SmtpFailedRecipientException exception) when (Refused(exception).Length < to.Count)
        {
            // The others have the message, and would get it again with each attempt.
            var refused = Refused(exception).Select(one => $"{one.FailedRecipient}: {one.Message}");
            return $"The mail server refused {string.Join("; ", refused)}";
        }
        catch (SmtpFailedRecipientsException exception)
        {
            throw new NotificationException($"The mail server refused the message: {exception.InnerExceptions[0].Message}", exception);
        }
        catch (SmtpException exception) when (user is not null && (int)exception.StatusCode == AuthenticationRequired)
        {
            // After a refused log-in System.Net.Mail continues without one, and then gets this refusal.
            throw new NotificationException(
                $"The mail server did not accept the user name and the password: {exception.Message}", exception);
        }
        catch (Exception exception) when (exception is SmtpException or IOException or AuthenticationException)
        {
            // The innermost exception has the error of the connection or the handshake.
            var cause = exception.GetBaseException();
            var reason = cause == exception ? exception.Message : $"{exception.Message} {cause.Message}";
            throw new NotificationException($"The mail server did not accept the message: {reason}", exception);
        }
    }

    private static SmtpFailedRecipientException[] Refused(SmtpFailedRecipientException exception) =>
        exception is SmtpFailedRecipientsException several ? several.InnerExceptions : [exception];
}
