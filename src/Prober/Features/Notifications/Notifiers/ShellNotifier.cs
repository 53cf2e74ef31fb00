using System.ComponentModel;
using System.Globalization;
using System.Text;
using Prober.Features.Programs;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>Runs a program for each message, which gets it in EaseProbe's variables, and as CSV.</summary>
internal sealed class ShellNotifier(ShellProgram program) : INotifier
{
    public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        try
        {
            var csv = Csv(notice);
            var (code, _) = await program.RunAsync(csv, Variables(notice, id, csv), cancellationToken);
            return code == 0 ? null
                : throw new NotificationException(code is null ? $"The output is longer than {ShellProgram.MaxOutput} characters."
                    : $"{program.Command} ended with {code}.");
        }
        catch (Exception exception) when (exception is Win32Exception or InvalidOperationException)
        {
            throw new NotificationException($"This machine cannot start {program.Command}: {exception.Message}", exception);
        }
    }

    private static List<KeyValuePair<string, string>> Variables(Notice notice, string id, string csv) =>
    [
        new("EASEPROBE_TYPE", notice.Kind == NoticeKind.Report ? "SLA" : "Status"),
        new("EASEPROBE_TITLE", Clean(notice.Title)),
        new("EASEPROBE_NAME", Clean(notice.Target?.Name ?? "")),
        new("EASEPROBE_ENDPOINT", Clean(notice.Target?.Endpoint ?? "")),
        new("EASEPROBE_STATUS", notice.State ?? ""),
        new("EASEPROBE_TIMESTAMP", notice.At.ToUnixTimeMilliseconds().ToString(CultureInfo.InvariantCulture)),
        new("EASEPROBE_TIME", notice.At.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss UTC", CultureInfo.InvariantCulture)),
        new("EASEPROBE_MESSAGE", Clean(notice.Text)),
        new("EASEPROBE_JSON", Encoding.UTF8.GetString(MessageFormats.Webhook(notice, id))),
        new("EASEPROBE_CSV", Clean(csv)),
        new("PROBER_ID", id),
    ];

    private static string Csv(Notice notice) => string.Join('\n',
        "Title,Name,Endpoint,Status,Timestamp,Message",
        string.Join(',', ((string[])
        [
            notice.Title, notice.Target?.Name ?? "", notice.Target?.Endpoint ?? "", notice.State ?? "",
            notice.At.ToUnixTimeMilliseconds().ToString(CultureInfo.InvariantCulture), notice.Text,
        ]).Select(field => $"\"{field.Replace("\"", "\"\"")}\""))) + "\n";

    /// <summary>No variable can hold a zero.</summary>
    private static string Clean(string text) => text.Replace("\0", "");
}
