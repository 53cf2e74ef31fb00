using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using MailKit;
using MailKit.Net.Smtp;
using MimeKit;
using Trust;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>A connection to a mail server, for one message, which goes to all recipients but those that the server refuses.</summary>
internal sealed class MailConnection(MailAccount account) : SmtpClient(new AnswerLimit())
{
    private readonly List<string> _refused = [];

    /// <summary>The recipients that the server refused, with its words; null for none.</summary>
    public string? Refusals => _refused.Count > 0 ? $"The mail server refused {string.Join("; ", _refused)}" : null;

    /// <summary>Why the server's certificate was not accepted; null while it was.</summary>
    public string? CertificateProblem { get; private set; }

    public async Task OpenAsync(CancellationToken cancellationToken)
    {
        ServerCertificateValidationCallback = Accepts;
        Timeout = System.Threading.Timeout.Infinite; // the attempt has its own
        await ConnectAsync(account.Host, account.Port, account.Security, cancellationToken);
    }

    protected override void OnRecipientNotAccepted(MimeMessage message, MailboxAddress mailbox, SmtpResponse response) =>
        _refused.Add($"{mailbox.Address}: {(int)response.StatusCode} {MailErrors.OneLine(response.Response)}");

    protected override void OnNoRecipientsAccepted(MimeMessage message) => throw new NotificationException(Refusals!);

    /// <summary>Nothing is fetched for a certificate: whoever made it chose the addresses in it.</summary>
    protected override SslClientAuthenticationOptions GetSslClientAuthenticationOptions(
        string host, RemoteCertificateValidationCallback remoteCertificateValidationCallback)
    {
        var options = base.GetSslClientAuthenticationOptions(host, remoteCertificateValidationCallback);
        options.CertificateChainPolicy = ChainPolicies.Of(account.Roots, CertificateUse.Server, now: null);
        return options;
    }

    private bool Accepts(object sender, X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        var status = chain?.ChainStatus.Select(one => one.Status).Distinct().ToList() ?? [];
        CertificateProblem =
            errors == SslPolicyErrors.None ? null
            : errors.HasFlag(SslPolicyErrors.RemoteCertificateNotAvailable) ? "The mail server has no certificate."
            : errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors)
                ? $"The mail server's certificate is not trusted: {string.Join(", ", status)}. If a private authority signed it, set ca."
            : $"The mail server's certificate is for another name than {account.Host}.";
        return CertificateProblem is null;
    }

    /// <summary>Ends the connection of a server that goes on answering: the answer to one message needs a few kilobytes.</summary>
    private sealed class AnswerLimit : IProtocolLogger
    {
        private const int MaxBytes = 1 << 20;

        private int _bytes;

        public IAuthenticationSecretDetector? AuthenticationSecretDetector { get; set; }

        public void LogConnect(Uri uri)
        {
        }

        public void LogClient(byte[] buffer, int offset, int count)
        {
        }

        public void LogServer(byte[] buffer, int offset, int count)
        {
            _bytes += count;
            if (_bytes > MaxBytes)
            {
                throw new SmtpProtocolException("It sent more than 1 MiB of answers.");
            }
        }

        public void Dispose()
        {
        }
    }
}
