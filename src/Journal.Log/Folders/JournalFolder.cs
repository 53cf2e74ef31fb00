using System.Globalization;
using Durable;
using Journal.Log.Recipients;
using Journal.Log.Signing;

namespace Journal.Log.Folders;

/// <summary>The paths in a journal's folder, and the disk that it is on.</summary>
/// <param name="Path">Its folder.</param>
/// <param name="KeyPath">The private keys' folder; by default <c>keys</c> in the same one.</param>
public sealed record JournalFolder(string Path, string? KeyPath = null)
{
    private const string SegmentEnd = ".seg";
    private const string KeyEnd = ".pem";

    /// <summary>Everything in the folder is written through it.</summary>
    public IDisk Disk { get; init; } = LocalDisk.Instance;

    public string Lock => In("lock");

    /// <summary>The indexes of closed segments, which readers make.</summary>
    public string Indexes => In("index");

    /// <summary>What is left of a frame of which a record was destroyed.</summary>
    public static string Redaction(SegmentFile segment, long frame) => System.IO.Path.Combine(
        System.IO.Path.GetDirectoryName(segment.Path)!, "..", "redactions", $"{frame:D20}.red");

    /// <summary>The identity's verifier key, for people to copy off the host.</summary>
    public string VerifierFile => In("log.vkey");

    public string Recipients => In("recipients");

    public string Segments => In("segments");

    public string Checkpoint => In("log", "checkpoint");

    public string Epochs => In("log", "epochs");

    public string Tiles => In("log", "tile");

    /// <summary>Checkpoints that witnesses have cosigned, one file per witness.</summary>
    public string Cosigned => In("log", "cosigned");

    /// <summary>Checkpoints and the time stamps on them, two files for each: <c>SIZE.checkpoint</c> and <c>SIZE.tsr</c>.</summary>
    public string TimeStamps => In("log", "timestamps");

    /// <summary>The last checkpoints of other logs that this journal has signed as their witness.</summary>
    public string Witnessed => In("witness");

    /// <summary>The witness' verifier key, for people to copy off the host.</summary>
    public string WitnessVerifierFile => In("witness.vkey");

    public string WitnessKey => System.IO.Path.Combine(Keys, "witness");

    public string Identity => System.IO.Path.Combine(Keys, "identity");

    public string EpochKey => System.IO.Path.Combine(Keys, "epoch");

    private string Keys => KeyPath ?? In("keys");

    public string EpochNote(long number) => System.IO.Path.Combine(Epochs, number.ToString(CultureInfo.InvariantCulture));

    /// <param name="reader">The reader's name, or a file of that name; a final <c>.pem</c> is not part of the name.</param>
    public string RecipientFile(string reader)
    {
        var name = System.IO.Path.GetFileName(reader);
        return System.IO.Path.Combine(Recipients, name.EndsWith(KeyEnd, StringComparison.Ordinal) ? name : $"{name}{KeyEnd}");
    }

    public string Segment(long firstFrame) => System.IO.Path.Combine(Segments, $"{firstFrame:D20}{SegmentEnd}");

    /// <summary>In the order of the log.</summary>
    public IReadOnlyList<SegmentFile> ListSegments() => Directory.Exists(Segments)
        ? [.. Directory.EnumerateFiles(Segments, $"*{SegmentEnd}").Select(SegmentOf).OfType<SegmentFile>()
            .OrderBy(segment => segment.FirstFrame)]
        : [];

    /// <exception cref="InvalidDataException">There is no journal, or no such key in it.</exception>
    public VerifierKey ReadVerifier() => File.Exists(VerifierFile)
        ? JournalKeyFile.Read(VerifierFile, VerifierKey.Parse)
        : throw new InvalidDataException(
            $"{Path} is not a journal, or the user {Environment.UserName} may not look into it. Make one with: journal init --new-reader");

    /// <summary>The readers' public keys. The caller disposes them.</summary>
    /// <exception cref="InvalidDataException">There are none or too many, or one is not a public key.</exception>
    public IReadOnlyList<Recipient> ReadRecipients()
    {
        var files = Directory.Exists(Recipients) ? Directory.GetFiles(Recipients, "*.pem") : [];
        Array.Sort(files, StringComparer.Ordinal);
        if (files.Length is 0 or > Recipient.MaxCount)
        {
            throw new InvalidDataException(
                $"{Recipients} holds {files.Length} readers' public keys; 1 to {Recipient.MaxCount} are needed: nothing is written that "
                + "nobody can read. Add one: journal readers add reader.pem");
        }

        return [.. files.Select(file => JournalKeyFile.Read(file, Recipient.Parse))];
    }

    private static SegmentFile? SegmentOf(string file)
    {
        var name = System.IO.Path.GetFileNameWithoutExtension(file);
        return name.Length == 20 && long.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var first)
            ? new(first, file)
            : null;
    }

    private string In(params ReadOnlySpan<string> parts) => System.IO.Path.Combine([Path, .. parts]);
}

/// <summary>A segment's file, by its name.</summary>
public sealed record SegmentFile(long FirstFrame, string Path);
