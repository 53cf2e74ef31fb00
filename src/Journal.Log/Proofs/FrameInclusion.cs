using Durable;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Proofs;

/// <summary>Says of single frames whether the log has signed them, without reading the others.</summary>
/// <param name="folder">A server may write it at the same time.</param>
/// <param name="key">The log's identity, from elsewhere; null to use the folder's own.</param>
public sealed class FrameInclusion(JournalFolder folder, VerifierKey? key)
{
    private readonly VerifierKey _identity = key ?? folder.ReadVerifier();
    private TileReader? _tiles;
    private byte[] _root = [];
    private DateTime _readAt;

    /// <summary>Why the checkpoint cannot be used; null if it can.</summary>
    public string? Problem { get; private set; }

    /// <summary>How many frames the log has signed; 0 while the checkpoint cannot be used.</summary>
    public long SignedFrames()
    {
        ReadCheckpoint();
        return _tiles?.Size ?? 0;
    }

    /// <param name="index">The index of the frame.</param>
    /// <param name="raw">Its header.</param>
    /// <returns>Whether the tree of the signed checkpoint holds this header at this place.</returns>
    public bool IsProven(long index, ReadOnlySpan<byte> raw)
    {
        if (_tiles is null || index >= _tiles.Size)
        {
            ReadCheckpoint();
        }

        if (_tiles is not { } tiles || index >= tiles.Size)
        {
            return false;
        }

        Span<byte> leaf = stackalloc byte[MerkleTree.HashBytes];
        MerkleTree.HashLeaf(raw, leaf);
        try
        {
            return (MerkleTree.RootOfPath(index, tiles.Size, leaf, MerkleTree.InclusionPath(tiles.Hash, index, tiles.Size)) ?? [])
                .AsSpan().SequenceEqual(_root);
        }
        catch (InvalidDataException)
        {
            return false; // a tile is missing
        }
    }

    private void ReadCheckpoint()
    {
        try
        {
            // The file is replaced once a second at most; reading it for each new frame would be slower than the search.
            var written = File.GetLastWriteTimeUtc(folder.Checkpoint);
            if (_tiles is not null && written == _readAt)
            {
                return;
            }

            for (var attempt = 0; attempt < 2; attempt++)
            {
                var note = SignedNote.Parse(SharedFile.ReadAllBytes(folder.Checkpoint));
                var checkpoint = Checkpoint.Parse(note.Text);
                if (checkpoint.Origin != _identity.Name || !note.IsSignedBy(_identity))
                {
                    Problem = "the checkpoint is not signed by this log";
                    return;
                }

                (_tiles, _root, _readAt, Problem) = (new(folder.Tiles, checkpoint.Size), checkpoint.Root, written, null);
                if (_tiles.Hold())
                {
                    return; // otherwise its checkpoint was replaced meanwhile
                }
            }
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            Problem = "the log has no checkpoint; the journal writes one when it runs";
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            Problem = exception.Message;
        }
    }
}
