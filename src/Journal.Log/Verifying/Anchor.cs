using System.Globalization;
using System.Text;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>A checkpoint that was kept elsewhere, which the log must not contradict.</summary>
/// <param name="Where">For messages: the file and its line.</param>
public sealed record Anchor(string Where, SignedNote Note, Checkpoint Checkpoint)
{
    /// <summary>Its file, if that has lines that are not in memory.</summary>
    internal AnchorFile? File { get; init; }

    /// <summary>A line of an anchor file.</summary>
    public static string ToLine(SignedNote note, DateTimeOffset time)
    {
        var checkpoint = Checkpoint.Parse(note.Text);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{time.UtcDateTime:yyyy-MM-dd'T'HH:mm:ss'Z'} {checkpoint.Origin} {checkpoint.Size} "
            + $"{Convert.ToBase64String(checkpoint.Root)} {string.Join(',', note.Signatures)}\n");
    }

    /// <summary>
    /// Reads an anchor file, or a checkpoint as a log serves it. A file may have grown for years: only its largest anchor and at most <see
    /// cref="AnchorLines.MaxKept"/> others, evenly spread, are kept in memory; verifying reads the others from the file again.
    /// </summary>
    /// <param name="name">For messages.</param>
    /// <param name="open">Opens the content; called for each reading.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <exception cref="InvalidDataException">It is neither, or has more than 64 KiB but can be read only once, like a pipe.</exception>
    public static IReadOnlyList<Anchor> Read(string name, Func<Stream> open, CancellationToken cancellationToken)
    {
        using var content = open();
        var head = new byte[SignedNote.MaxBytes + 1];
        head = head[..content.ReadAtLeast(head, head.Length, throwOnEndOfStream: false)];
        if (head.Length <= SignedNote.MaxBytes)
        {
            return ReadShort(name, head, cancellationToken);
        }

        if (!content.CanSeek)
        {
            throw new InvalidDataException($"{name} has more than 64 KiB, so it has to be a file that can be read twice.");
        }

        content.Position = 0;
        return new AnchorLines(name).Read(content, open, cancellationToken);
    }

    /// <summary>The same, for content in memory.</summary>
    /// <exception cref="InvalidDataException">It is neither.</exception>
    public static IReadOnlyList<Anchor> Read(string name, byte[] content) =>
        Read(name, () => new MemoryStream(content), CancellationToken.None);

    /// <exception cref="InvalidDataException">The line is not an anchor.</exception>
    internal static Anchor ReadLine(string file, long number, ReadOnlySpan<byte> bytes)
    {
        var (where, line) = ($"{file}:{number}", Encoding.UTF8.GetString(bytes));
        if (line.Split(' ', 5) is not [_, var origin, var size, var root, var signatures])
        {
            throw new InvalidDataException($"{where} is not an anchor: an anchor has a time, origin, size, root and signatures.");
        }

        var text = $"{origin}\n{size}\n{root}\n";
        try
        {
            var note = SignedNote.Parse(Encoding.UTF8.GetBytes($"{text}\n{signatures.Replace(',', '\n')}\n"));
            return new(where, note, Checkpoint.Parse(text));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{where} is not an anchor: {exception.Message}", exception);
        }
    }

    /// <summary>A short pipe is read to its end at once, and not again.</summary>
    private static IReadOnlyList<Anchor> ReadShort(string name, byte[] content, CancellationToken cancellationToken)
    {
        if (content.AsSpan().IndexOf("\n\n"u8) < 0)
        {
            return new AnchorLines(name).Read(new MemoryStream(content), () => new MemoryStream(content), cancellationToken);
        }

        var note = SignedNote.Parse(content);
        return [new(name, note, Checkpoint.Parse(note.Text))];
    }
}
