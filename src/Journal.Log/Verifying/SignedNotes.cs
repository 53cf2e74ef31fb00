using System.Globalization;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>Reads a log's signed notes: its epochs and its checkpoint. When in doubt it accepts nothing.</summary>
internal sealed class SignedNotes(JournalFolder folder, VerifierKey identity, List<Damage> damages)
{
    private readonly List<EpochNote> _epochs = [];

    /// <summary>In order, and each signed by the key of the one before.</summary>
    public IReadOnlyList<EpochNote> Epochs => _epochs;

    /// <summary>Reads the latest checkpoint; further calls read only epochs that have begun since.</summary>
    /// <returns>Null when there is no valid one.</returns>
    public Checkpoint? Read()
    {
        for (var before = -1L; ;)
        {
            // Done first, because everything that is written from now on comes after it.
            var bytes = ReadFile(folder.Checkpoint);
            ReadEpochs();
            if (bytes is null || ReadCheckpoint(bytes) is not { } checkpoint)
            {
                return null;
            }

            // An epoch that began meanwhile has a checkpoint before its note: that exists by now, unless somebody removed it.
            if (damages.Count > 0 || checkpoint.Size == before || !_epochs.Exists(epoch => epoch.Size > checkpoint.Size))
            {
                return checkpoint;
            }

            before = checkpoint.Size;
        }
    }

    private byte[]? ReadFile(string path)
    {
        try
        {
            return SharedFile.ReadAllBytes(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            var isNew = path == folder.Checkpoint && folder.ListSegments().Count == 0;
            damages.Add(new(path, isNew ? "it is missing, and so are all segments: a journal that has never run has neither"
                : "it is missing or cannot be read"));
            return null;
        }
    }

    private void ReadEpochs()
    {
        var count = Directory.Exists(folder.Epochs)
            ? Directory.EnumerateFiles(folder.Epochs)
                .Select(Path.GetFileName)
                .Select(name => long.TryParse(name, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number + 1 : 0)
                .DefaultIfEmpty().Max()
            : 0;
        for (long number = _epochs.Count; number < count; number++)
        {
            var path = folder.EpochNote(number);
            if (ReadFile(path) is not { } bytes)
            {
                return;
            }

            try
            {
                var note = SignedNote.Parse(bytes);
                var epoch = EpochNote.Parse(note.Text);
                if (Problem(note, epoch, number) is not { } problem)
                {
                    _epochs.Add(epoch);
                    continue;
                }

                damages.Add(new(path, problem));
            }
            catch (InvalidDataException exception)
            {
                damages.Add(new(path, exception.Message.TrimEnd('.')));
            }

            return; // the following notes depend on it
        }
    }

    private string? Problem(SignedNote note, EpochNote epoch, long number)
    {
        var before = number == 0 ? epoch : _epochs[^1];
        return epoch.Origin != identity.Name || epoch.Number != number ? "it belongs to another epoch or log"
            : !note.IsSignedBy(identity) ? "it is not signed by the log's identity"
            : !note.IsSignedBy(before.Key) ? "it is not signed by the epoch before"
            : epoch.Size < before.Size ? "the epoch begins earlier than the previous one"
            : null;
    }

    private Checkpoint? ReadCheckpoint(byte[] bytes)
    {
        try
        {
            var note = SignedNote.Parse(bytes);
            var checkpoint = Checkpoint.Parse(note.Text);
            var problem = checkpoint.Origin != identity.Name ? "it belongs to another log"
                : !note.IsSignedBy(identity) ? "it is not signed by the log's identity"
                : !_epochs.Exists(epoch => IsInForce(epoch, checkpoint.Size) && note.IsSignedBy(epoch.Key))
                    ? "it is not signed by the epoch that was in force"
                : null;
            if (problem is null)
            {
                return checkpoint;
            }

            damages.Add(new(folder.Checkpoint, problem));
        }
        catch (InvalidDataException exception)
        {
            damages.Add(new(folder.Checkpoint, exception.Message.TrimEnd('.')));
        }

        return null;
    }

    /// <summary>
    /// Both ends count: at the size where an epoch begins, the previous epoch has signed too, and the new note contains the root.
    /// </summary>
    private bool IsInForce(EpochNote epoch, long size) =>
        epoch.Size <= size && (epoch.Number + 1 >= _epochs.Count || size <= _epochs[(int)epoch.Number + 1].Size);
}
