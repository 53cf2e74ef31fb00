using Journal.Log.Folders;
using Journal.Log.Signing;

namespace Journal.Log.Verifying;

/// <summary>Collects all signed roots: each has to be a root of this tree. It reports those that cannot be.</summary>
internal sealed class RootCollector
{
    private readonly JournalFolder _folder;
    private readonly Checkpoint _checkpoint;
    private readonly VerifierKey _identity;
    private readonly Action<Damage> _report;

    public RootCollector(JournalFolder folder, Checkpoint checkpoint, VerifierKey identity, Action<Damage> report)
    {
        (_folder, _checkpoint, _identity, _report) = (folder, checkpoint, identity, report);
        Add(checkpoint.Size, checkpoint.Root, folder.Checkpoint);
    }

    public SignedRoots Signed { get; } = new();

    public void Add(IEnumerable<EpochNote> epochs)
    {
        foreach (var epoch in epochs)
        {
            Add(epoch.Size, epoch.Root, _folder.EpochNote(epoch.Number));
        }
    }

    public void Add(IEnumerable<Anchor> anchors)
    {
        foreach (var anchor in anchors)
        {
            Add(anchor);
        }
    }

    /// <summary>Adds the lines of anchor files that are not in memory and contradict what is proven without them.</summary>
    /// <returns>Whether there were any.</returns>
    public bool AddContradictions(SignedFrames frames, IEnumerable<Anchor> anchors, CancellationToken cancellationToken)
    {
        var (before, comparison) = (Signed.Count, new AnchorComparison(frames, _identity, Add));
        foreach (var file in anchors.Select(anchor => anchor.File).OfType<AnchorFile>().Distinct())
        {
            comparison.Run(file, cancellationToken);
        }

        return Signed.Count > before;
    }

    private void Add(Anchor anchor)
    {
        if (anchor.Checkpoint.Origin != _identity.Name || !anchor.Note.IsSignedBy(_identity))
        {
            _report(new(anchor.Where, "the anchor is not signed by this log"));
            return;
        }

        Add(anchor.Checkpoint.Size, anchor.Checkpoint.Root, anchor.Where);
    }

    private void Add(long size, byte[] root, string where)
    {
        if (size > _checkpoint.Size)
        {
            _report(new(where, $"it covers {size} frames, but the checkpoint only {_checkpoint.Size}", _checkpoint.Size));
        }
        else if (!Signed.Add(size, root, where))
        {
            _report(new(where, "two different roots were signed for the same size", size));
        }
    }
}
