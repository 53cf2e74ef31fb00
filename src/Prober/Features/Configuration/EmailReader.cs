using System.Globalization;
using System.Net;
using MailKit.Security;
using MimeKit;
using Prober.Features.Notifications.Notifiers;

namespace Prober.Features.Configuration;

/// <summary>An entry of <c>notify: email</c>.</summary>
internal static class EmailReader
{
    private const int SubmissionPort = 587; // RFC 6409, with STARTTLS
    private const int SubmissionsPort = 465; // RFC 8314, with TLS from the first byte

    private static readonly ParserOptions Strict = new()
    {
        AddressParserComplianceMode = RfcComplianceMode.Strict,
        AllowAddressesWithoutDomain = false,
    };

    public static EmailNotifier? Read(ConfigSection section)
    {
        var server = section.Required("server", "smtp.example.com:587");
        var to = Mailboxes(section, "to", section.Required("to", "ada@example.com"));
        var (user, password) = (section.Text("username"), section.Text("password"));
        var from = Mailboxes(section, "from", section.Text("from") ?? user ?? "");
        var named = Security(section);
        var (host, port) = Endpoint(server, named == SecureSocketOptions.SslOnConnect ? SubmissionsPort : SubmissionPort);
        var security = named ?? (port == SubmissionsPort ? SecureSocketOptions.SslOnConnect : SecureSocketOptions.StartTls);
        var roots = CertificateReader.Roots(section, "ca");
        if (host.Length == 0)
        {
            section.Add(section.LineOf("server"), "server has to be a name and a port, such as smtp.example.com:587");
        }

        if (user is not null && security == SecureSocketOptions.None && !IsHere(host))
        {
            section.Add(section.LineOf("username"), "without TLS the password could be read on its way: set tls to starttls or implicit");
        }

        return from is [var sender, ..] && to.Count > 0 && host.Length > 0
            ? new(new(host, port, security, roots, user, password), sender, to)
            : null;
    }

    /// <summary>The key <c>tls</c>, or <c>starttls</c>, which files had before; null for what the port stands for.</summary>
    private static SecureSocketOptions? Security(ConfigSection section)
    {
        var before = section.Text("starttls") is null ? null : section.Flag("starttls") ? "starttls" : "none";
        var text = section.Text("tls");
        if (before is not null && text is not null)
        {
            section.Add(section.LineOf("starttls"), $"starttls says the same as tls: {before}; keep tls");
        }

        switch (text ?? before)
        {
            case null:
                return null;
            case "implicit":
                return SecureSocketOptions.SslOnConnect;
            case "starttls":
                return SecureSocketOptions.StartTls;
            case "none":
                return SecureSocketOptions.None;
            default:
                section.Add(section.LineOf("tls"), "tls has to be starttls, implicit (from the first byte, as on port 465) or none");
                return null;
        }
    }

    /// <returns>An empty name when it is not valid.</returns>
    private static (string Host, int Port) Endpoint(string text, int otherwise)
    {
        if (Uri.CheckHostName(text) != UriHostNameType.Unknown)
        {
            return (text.Trim('[', ']'), otherwise);
        }

        var colon = text.LastIndexOf(':');
        return colon > 0 && int.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            && port is > 0 and <= IPEndPoint.MaxPort && Uri.CheckHostName(text[..colon]) != UriHostNameType.Unknown
            ? (text[..colon].Trim('[', ']'), port)
            : ("", 0);
    }

    private static bool IsHere(string host) =>
        host == "localhost" || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));

    /// <summary>Addresses between commas, or between semicolons, as EaseProbe has them.</summary>
    private static List<MailboxAddress> Mailboxes(ConfigSection section, string key, string text)
    {
        var isValid = InternetAddressList.TryParse(Strict, text, out var list)
            || InternetAddressList.TryParse(Strict, text.Replace(';', ','), out list);
        if (isValid && list!.Mailboxes.Any())
        {
            return [.. list.Mailboxes];
        }

        section.Add(section.LineOf(key), $"{key} has to be an address, such as ada@example.com");
        return [];
    }
}
