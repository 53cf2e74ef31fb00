using System.Text;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Features.Anchors;

/// <summary>A file, preferably on another machine's mount, to which each checkpoint is appended.</summary>
internal sealed class FileAnchor(string file, TimeProvider time) : IAnchorPlace
{
    /// <summary>Longer than any line: a note has at most 64 KiB.</summary>
    private const int MaxLineBytes = 128 << 10;

    public string Name => file;

    public Task KeepAsync(SignedNote note, CancellationToken cancellationToken)
    {
        using var stream = new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite);
        CutTornLine(stream);
        stream.Write(Encoding.UTF8.GetBytes(Anchor.ToLine(note, time.GetUtcNow())));
        stream.Flush(flushToDisk: true);
        return Task.CompletedTask;
    }

    public void Dispose()
    {
        // Open only while a line is written.
    }

    /// <summary>A full disk or a crash may have left an incomplete line: nothing may be appended to it.</summary>
    /// <exception cref="IOException">The file's end is longer than a line, so it is not a file of anchors; it is not changed.</exception>
    private static void CutTornLine(FileStream stream)
    {
        var tail = new byte[Math.Min(stream.Length, MaxLineBytes)];
        stream.Seek(-tail.Length, SeekOrigin.End);
        stream.ReadExactly(tail);
        var torn = tail.Length - 1 - tail.AsSpan().LastIndexOf((byte)'\n');
        if (torn == MaxLineBytes)
        {
            throw new IOException("The file is not a file of anchors. Name another one in Journal:Anchors.");
        }

        if (torn > 0)
        {
            stream.SetLength(stream.Length - torn);
        }

        stream.Seek(0, SeekOrigin.End);
    }
}
