using MailKit.Security;
using Trust;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>A mail server, and how it takes mail.</summary>
/// <param name="Security">Whether and how the connection becomes TLS; without, nothing is sent over one that should.</param>
/// <param name="Roots">The authorities that may have signed its certificate.</param>
/// <param name="User">Null to send without logging in.</param>
internal sealed record MailAccount(
    string Host, int Port, SecureSocketOptions Security, Authorities Roots, string? User, string? Password);
