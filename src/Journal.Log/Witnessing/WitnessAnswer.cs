using Journal.Log.Signing;

namespace Journal.Log.Witnessing;

/// <summary>A witness's answer to a checkpoint.</summary>
/// <param name="Size">Frames of the last checkpoint that the witness has signed of this log; 0 when it has signed none.</param>
/// <param name="Cosignature">Its signature of the checkpoint; null unless the verdict says that it signed.</param>
public sealed record WitnessAnswer(WitnessVerdict Verdict, long Size, NoteSignature? Cosignature = null);

/// <summary>Whether a witness signs, and if not, why.</summary>
public enum WitnessVerdict
{
    Cosigned,

    /// <summary>The witness has no key of a log with that name.</summary>
    UnknownLog,

    /// <summary>The log of that name has not signed the checkpoint.</summary>
    NotSigned,

    /// <summary>The old size is larger than the new one.</summary>
    Malformed,

    /// <summary>The proof does not begin at the size of the last checkpoint.</summary>
    OtherSize,

    /// <summary>The log has signed two roots for one size: it shows different histories to different people.</summary>
    Fork,

    /// <summary>The proof does not show that the tree begins with the last one.</summary>
    NotConsistent,
}
