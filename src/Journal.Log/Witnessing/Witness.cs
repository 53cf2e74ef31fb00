using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Witnessing;

/// <summary>
/// Vouches for other logs (C2SP tlog-witness): it signs a checkpoint only if it continues the last one that it signed. A log that shows two
/// histories to two people lacks the signature on one of them.
/// </summary>
public sealed class Witness
{
    private readonly Dictionary<string, WitnessedLog> _logs;
    private readonly Dictionary<string, WitnessedLog> _byId;
    private readonly CosigningKey _key;
    private readonly TimeProvider _time;

    /// <param name="folder">Stores the last signed checkpoint of each log.</param>
    /// <param name="key">The witness' own.</param>
    /// <param name="logs">Keys of the logs that it knows; a log may have several, under one name.</param>
    /// <param name="time">The clock for the cosignatures.</param>
    /// <exception cref="InvalidDataException">The last signed checkpoint cannot be read.</exception>
    public Witness(JournalFolder folder, CosigningKey key, IEnumerable<VerifierKey> logs, TimeProvider time)
    {
        (_key, _time) = (key, time);
        _logs = logs.GroupBy(log => log.Name).ToDictionary(group => group.Key, group => new WitnessedLog(folder, [.. group]));
        _byId = _logs.ToDictionary(log => WitnessedLog.IdOf(log.Key), log => log.Value);
    }

    /// <summary>The name of a log in the address of its last checkpoint.</summary>
    public static string IdOf(string origin) => WitnessedLog.IdOf(origin);

    /// <exception cref="InvalidDataException">The request is not a checkpoint.</exception>
    /// <exception cref="IOException">The new state cannot be written to the disk; nothing was signed.</exception>
    public WitnessAnswer Answer(CheckpointOffer offer)
    {
        var checkpoint = Checkpoint.ParseExtended(offer.Note.Text);
        return !_logs.TryGetValue(checkpoint.Origin, out var log) ? new(WitnessVerdict.UnknownLog, 0)
            : !log.IsSigned(offer.Note) ? new(WitnessVerdict.NotSigned, 0)
            : log.Take(offer, checkpoint, () => _key.Sign(offer.Note.Text, _time.GetUtcNow()));
    }

    /// <param name="id">The result of <see cref="IdOf"/>.</param>
    /// <returns>The last signed checkpoint, with the cosignature; null when there is none.</returns>
    public SignedNote? Last(string id) => _byId.GetValueOrDefault(id)?.Last;
}
