using System.Net.Sockets;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;
using AuthenticationException = MailKit.Security.AuthenticationException;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>What went wrong with a mail server, and what to do about it, for a person.</summary>
internal static class MailErrors
{
    private const int MaxWords = 300;

    /// <returns>Null for what is no fault of the server or the network.</returns>
    public static string? WhileConnecting(Exception exception, string? certificateProblem) => exception switch
    {
        SslHandshakeException => certificateProblem
            ?? $"The TLS handshake with the mail server failed: {OneLine(exception.GetBaseException().Message)} Port 465 usually has "
            + "tls: implicit, 587 and 25 tls: starttls.",
        NotSupportedException => "The mail server does not offer STARTTLS, so nothing was sent. tls: implicit is for a port with TLS from "
            + "the first byte, tls: none for a server without TLS.",
        SmtpCommandException answer => $"The mail server takes no connection: {Words(answer)}",
        SocketException => $"The mail server cannot be reached: {exception.Message}.",
        _ => WithinTheProtocol(exception),
    };

    /// <param name="offered">The mechanisms that the server named.</param>
    public static string? WhileLoggingIn(Exception exception, IReadOnlyCollection<string> offered) => exception switch
    {
        NotSupportedException when offered.Count == 0 =>
            "The mail server offers no log-in on this port: use another one, such as 587, or remove username.",
        NotSupportedException =>
            $"The mail server offers no log-in with a password, only {OneLine(string.Join(", ", offered.Order(StringComparer.Ordinal)))}.",
        AuthenticationException => $"The mail server did not accept the user name and the password: {OneLine(exception.Message)}",
        SmtpCommandException answer => $"The mail server refused the log-in: {Words(answer)}",
        _ => WithinTheProtocol(exception),
    };

    public static string? WhileSending(Exception exception) => exception switch
    {
        NotSupportedException => $"The mail server cannot take the message: {OneLine(exception.Message)}",
        ServiceNotAuthenticatedException => "The mail server wants a log-in: set username and password.",
        SmtpCommandException { ErrorCode: SmtpErrorCode.SenderNotAccepted } answer =>
            $"The mail server refused the sender: {Words(answer)}",
        SmtpCommandException answer => $"The mail server refused the message: {Words(answer)}",
        _ => WithinTheProtocol(exception),
    };

    /// <summary>A server's words, which may be long and hold anything, as a part of a line of the log.</summary>
    public static string OneLine(string words)
    {
        var line = string.Concat(words.Select(letter => char.IsControl(letter) ? ' ' : letter)).Trim();
        return line.Length <= MaxWords ? line : $"{line[..MaxWords]}…";
    }

    private static string Words(SmtpCommandException answer) => $"{(int)answer.StatusCode} {OneLine(answer.Message)}";

    private static string? WithinTheProtocol(Exception exception) => exception switch
    {
        SmtpProtocolException => $"The conversation with the mail server broke off: {OneLine(exception.Message)}",
        ServiceNotConnectedException or IOException or SocketException =>
            $"The connection to the mail server broke: {OneLine(exception.GetBaseException().Message)}",
        _ => null,
    };
}
