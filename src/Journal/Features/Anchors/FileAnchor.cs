using System.Text;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Features.Anchors;

/// <summary>A file, best on another machine's mount, to which each checkpoint is appended.</summary>
internal sealed class FileAnchor(string file, TimeProvider time) : IAnchorPlace
{
    public string Name => file;

    public Task KeepAsync(SignedNote note, CancellationToken cancellationToken)
    {
        using var stream = new FileStream(file, FileMode.Append, FileAccess.Write, FileShare.ReadWrite);
        stream.Write(Encoding.UTF8.GetBytes(Anchor.ToLine(note, time.GetUtcNow())));
        stream.Flush(flushToDisk: true);
        return Task.CompletedTask;
    }

    public void Dispose()
    {
        // Open only while a line is written.
    }
}
