namespace Prober.Features.Notifications.Notifiers;

/// <summary>Appends a line of JSON to a file.</summary>
internal sealed class LogNotifier(string path) : INotifier
{
    public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        try
        {
            var line = new byte[][] { MessageFormats.Webhook(notice, id), "\n"u8.ToArray() }.SelectMany(part => part).ToArray();
            await using var file = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite);
            await file.WriteAsync(line, cancellationToken);
            file.Flush(flushToDisk: true);
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new NotificationException($"The file cannot be written: {exception.Message}", exception);
        }
    }
}
