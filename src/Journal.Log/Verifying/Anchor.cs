using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Text;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>A checkpoint that was kept elsewhere: what the log may not deny.</summary>
/// <param name="Where">For messages: the file and its line.</param>
public sealed record Anchor(string Where, SignedNote Note, Checkpoint Checkpoint)
{
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
    /// Reads an anchor file, or a checkpoint as a log serves it. A file may have grown for years: the largest anchor and at most
    /// <see cref="AnchorLines.MaxKept"/> others, evenly spread, are kept of it.
    /// </summary>
    /// <exception cref="InvalidDataException">It is neither.</exception>
    public static async Task<IReadOnlyList<Anchor>> ReadAsync(string name, Stream content, CancellationToken cancellationToken)
    {
        var reader = PipeReader.Create(content);
        var head = (await reader.ReadAtLeastAsync(SignedNote.MaxBytes + 1, cancellationToken)).Buffer;
        if (head.Length <= SignedNote.MaxBytes)
        {
            return Read(name, head.ToArray());
        }

        reader.AdvanceTo(head.Start);
        var lines = new AnchorLines(name);
        for (var isWhole = false; !isWhole;)
        {
            var result = await reader.ReadAsync(cancellationToken);
            reader.AdvanceTo(lines.Take(result.Buffer), result.Buffer.End);
            isWhole = result.IsCompleted;
        }

        return lines.Read();
    }

    /// <summary>The same of one that is in memory.</summary>
    /// <exception cref="InvalidDataException">It is neither.</exception>
    public static IReadOnlyList<Anchor> Read(string name, byte[] content)
    {
        if (content.AsSpan().IndexOf("\n\n"u8) >= 0)
        {
            var note = SignedNote.Parse(content);
            return [new(name, note, Checkpoint.Parse(note.Text))];
        }

        // The last line may be torn: it was being written when somebody looked, or when the power went.
        var lines = new AnchorLines(name);
        lines.Take(new(content));
        return lines.Read();
    }

    /// <exception cref="InvalidDataException">The line is no anchor.</exception>
    internal static Anchor ReadLine(string where, string line)
    {
        if (line.Split(' ', 5) is not [_, var origin, var size, var root, var signatures])
        {
            throw new InvalidDataException($"{where} is no anchor: it has no time, origin, size, root and signatures.");
        }

        var text = $"{origin}\n{size}\n{root}\n";
        try
        {
            var note = SignedNote.Parse(Encoding.UTF8.GetBytes($"{text}\n{signatures.Replace(',', '\n')}\n"));
            return new(where, note, Checkpoint.Parse(text));
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"{where} is no anchor: {exception.Message}", exception);
        }
    }
}
