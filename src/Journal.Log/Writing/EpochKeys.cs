using System.Text;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Writing;

/// <summary>
/// The key that signs for one epoch (an hour by default) and is then erased: an attacker who takes over the machine later lacks it, and
/// cannot sign a different history of this time.
/// </summary>
internal sealed class EpochKeys
{
    private readonly JournalFolder _folder;
    private readonly SigningKey _identity;
    private SigningKey? _current;
    private SigningKey? _next;
    private long _number;

    private EpochKeys(JournalFolder folder, SigningKey identity, SigningKey? current, long number) =>
        (_folder, _identity, _current, _number) = (folder, identity, current, number);

    public SigningKey Current => _current ?? throw new InvalidOperationException("No epoch has begun.");

    public bool HasBegun => _current is not null;

    /// <exception cref="InvalidDataException">The key does not belong to the notes.</exception>
    public static EpochKeys Load(JournalFolder folder, SigningKey identity)
    {
        var origin = identity.Verifier.Name;
        var last = -1L;
        while (File.Exists(folder.EpochNote(last + 1)))
        {
            last++;
        }

        if (last < 0)
        {
            return new(folder, identity, null, last); // an existing key is left from an interrupted start
        }

        var keys = File.Exists(folder.EpochKey) ? JournalKeyFile.Read(folder.EpochKey, ParseAll) : [];

        // An interrupted change has left two keys: the note decides which one signs.
        var current = keys.Find(key => key.Verifier == EpochNote.Parse(ReadNote(folder, last).Text).Key)
            ?? throw new InvalidDataException(
                $"{folder.EpochKey} does not hold the key of epoch {last} of {origin}. Without it nothing can be signed that continues "
                + "this log. Restore it, or make a new journal.");
        if (keys.Count > 1)
        {
            folder.Disk.Replace(folder.EpochKey, Encoding.UTF8.GetBytes($"{current.Export()}\n"), secret: true);
        }

        return new(folder, identity, current, last);
    }

    /// <summary>
    /// Ends the epoch and begins the next one. It may be interrupted anywhere, and continues at the next start or, after a disk failure, at
    /// the next call, with the same key, whose note may already exist.
    /// </summary>
    public void Begin(long size, byte[] root)
    {
        var origin = _identity.Verifier.Name;
        var next = _next ??= SigningKey.Create(EpochNote.KeyName(origin, _number + 1));
        var both = _current is null ? next.Export() : $"{_current.Export()}\n{next.Export()}";
        _folder.Disk.Replace(_folder.EpochKey, Encoding.UTF8.GetBytes($"{both}\n"), secret: true);
        var note = new EpochNote(origin, _number + 1, size, root, next.Verifier);
        _folder.Disk.Replace(_folder.EpochNote(note.Number), SignedNote.Sign(note.Text, _identity, _current ?? next).ToBytes());
        _folder.Disk.Replace(_folder.EpochKey, Encoding.UTF8.GetBytes($"{next.Export()}\n"), secret: true);
        _current?.Erase();
        (_current, _next, _number) = (next, null, _number + 1);
    }

    /// <summary>One key per line.</summary>
    private static List<SigningKey> ParseAll(string text) =>
        [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(SigningKey.Parse)];

    private static SignedNote ReadNote(JournalFolder folder, long number) =>
        SignedNote.Parse(SharedFile.ReadAllBytes(folder.EpochNote(number)));
}
