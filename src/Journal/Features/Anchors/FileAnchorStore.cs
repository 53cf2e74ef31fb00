using System.Text;
using Durable;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Features.Anchors;

/// <summary>A file, preferably on another machine's mount, to which each checkpoint is appended.</summary>
internal sealed class FileAnchorStore(string file, TimeProvider time) : IAnchorStore
{
    /// <summary>Longer than any line: a note has at most 64 KiB.</summary>
    private const int MaxLineBytes = 128 << 10;

    private readonly LineFile _file = new(file) { MaxLineBytes = MaxLineBytes };

    public string Name => file;

    /// <exception cref="IOException">The line cannot be written, or it is not a file of anchors, and was not changed.</exception>
    public Task KeepAsync(SignedNote note, CancellationToken cancellationToken)
    {
        try
        {
            _file.Append(Encoding.UTF8.GetBytes(Anchor.ToLine(note, time.GetUtcNow())));
            return Task.CompletedTask;
        }
        catch (InvalidDataException exception)
        {
            throw new IOException("The file is not a file of anchors. Name another one in Journal:Anchors.", exception);
        }
    }

    public void Dispose()
    {
        // Open only while a line is written.
    }
}
