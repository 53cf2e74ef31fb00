using Durable;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>Appends a line of JSON to a file.</summary>
internal sealed class LogNotifier(string path) : INotifier
{
    private readonly LineFile _file = new(path);

    public Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        try
        {
            _file.Append([.. MessageFormats.Webhook(notice, id), (byte)'\n']);
            return Task.FromResult<string?>(null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new NotificationException($"The file cannot be written: {exception.Message}", exception);
        }
    }
}
